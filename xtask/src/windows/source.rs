//! The source of Rust's standard library, from a Debian package of the same release as the compiler.

use crate::run::{find, run};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The suites of Debian whose package may have the release; the machine's own suite is older.
const SUITES: [&str; 2] = ["trixie-backports", "sid"];
/// The keys that sign these suites.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Fetches the package into this folder, changing nothing of the machine's own lists, and unpacks it; gives the folder
/// `library`. An error says what is missing.
pub(super) fn unpack(folder: &Path, release: &str) -> Result<PathBuf> {
    let library = folder.join("library");
    if library.is_dir() {
        return Ok(library);
    }
    if find("apt-get").is_none() {
        bail!("this is not a Debian system");
    }
    let unpacked = folder.join("unpacked");
    let lists = folder.join("lists");
    fs::create_dir_all(lists.join("partial")).with_context(|| cannot_write(folder))?;
    fs::write(folder.join("sources.list"), sources()?).with_context(|| cannot_write(folder))?;
    let options = options(folder);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    run(folder, "apt-get", &[&options, ["-q", "update"].as_slice()].concat())?;
    let package = format!("rust-src={release}*");
    run(folder, "apt-get", &[&options, ["-q", "download", &package].as_slice()].concat())?;
    let deb = package_in(folder).context("apt-get has put no package there")?;
    run(folder, "dpkg-deb", &["--extract", &deb.display().to_string(), "unpacked"])?;
    let source = unpacked.join(format!("usr/src/rustc-{release}/library"));
    let moved = fs::rename(&source, &library)
        .and_then(|()| fs::remove_dir_all(&unpacked))
        .and_then(|()| fs::remove_dir_all(&lists))
        .and_then(|()| fs::remove_file(&deb));
    moved.with_context(|| cannot_write(folder))?;
    Ok(library)
}

fn cannot_write(folder: &Path) -> String {
    format!("{} cannot be written", folder.display())
}

/// The file of a Debian package in this folder.
fn package_in(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?.flatten().map(|it| it.path());
    files.into_iter().find(|it| it.extension().is_some_and(|it| it == "deb"))
}

/// The lines of the suites, at the mirror from which this machine has its own packages.
fn sources() -> Result<String> {
    let listed = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
    let listed = Command::new("apt-get").args(listed).output().context("apt-get does not start")?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mirror = listed.lines().find(|it| !it.contains("security"));
    let mirror = mirror.context("apt-get has no list of packages: run `apt-get update`")?;
    ensure!(Path::new(KEYS).is_file(), "{KEYS} is not there: install debian-archive-keyring");
    Ok(SUITES.map(|suite| format!("deb [signed-by={KEYS}] {mirror} {suite} main\n")).concat())
}

/// The options with which apt-get keeps its lists in this folder.
fn options(folder: &Path) -> Vec<String> {
    let own = [
        format!("Dir::Etc::sourcelist={}/sources.list", folder.display()),
        format!("Dir::State::lists={}/lists", folder.display()),
    ];
    let others = [
        "Dir::Etc::sourceparts=-",
        "Dir::Cache::pkgcache=",
        "Dir::Cache::srcpkgcache=",
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
    ];
    own.into_iter().chain(others.map(str::to_owned)).flat_map(|it| ["-o".to_owned(), it]).collect()
}
