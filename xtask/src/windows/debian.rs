//! Packages of other suites of Debian than the machine's own, fetched into a folder that has lists of its own.

use crate::run::{find, run};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The keys that sign Debian's suites.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// The file in the folder that says so.
const CONFIGURATION: &str = "apt.conf";

/// A folder in which apt-get keeps all that it keeps: nothing of the machine's own lists and packages changes.
pub(super) struct Apt {
    folder: PathBuf,
}

impl Apt {
    /// Fetches the lists of these suites into this folder, and checks who signed them.
    ///
    /// # Errors
    /// This is not a Debian system, or its mirror does not answer or has not the suites.
    pub(super) fn fetch_lists(folder: &Path, suites: &[&str]) -> Result<Apt> {
        if find("apt-get").is_none() {
            bail!("this is not a Debian system");
        }
        let apt = Apt { folder: folder.to_owned() };
        let written = fs::create_dir_all(folder.join("lists/partial"))
            .and_then(|()| fs::create_dir_all(folder.join("preferences.d")))
            .and_then(|()| fs::create_dir_all(apt.packages_folder().join("partial")))
            // As if no package were installed: what is fetched needs nothing of this machine.
            .and_then(|()| fs::write(folder.join("status"), ""))
            .and_then(|()| fs::write(folder.join(CONFIGURATION), apt.configuration()));
        written.with_context(|| cannot_write(folder))?;
        fs::write(folder.join("sources.list"), sources(suites)?).with_context(|| cannot_write(folder))?;
        apt.run(&["update"])?;
        Ok(apt)
    }

    /// Fetches one package of this name and version.
    ///
    /// # Errors
    /// The suites do not have it.
    pub(super) fn fetch(&self, package: &str) -> Result<Vec<PathBuf>> {
        self.run(&["download", package])?;
        packages_in(&self.folder)
    }

    /// Fetches these packages and all that they need.
    ///
    /// # Errors
    /// The suites do not have them.
    pub(super) fn fetch_all(&self, packages: &[&str]) -> Result<Vec<PathBuf>> {
        // What a run that was interrupted has left in an older version.
        self.run(&["autoclean"])?;
        let install = ["--yes", "--download-only", "--no-install-recommends", "install"];
        self.run(&[&install, packages].concat())?;
        packages_in(&self.packages_folder())
    }

    fn packages_folder(&self) -> PathBuf {
        self.folder.join("archives")
    }

    fn run(&self, words: &[&str]) -> Result<()> {
        run(&self.folder, "apt-get", &[&["-q", "-c", CONFIGURATION], words].concat())
    }

    /// The options that give apt-get its folders.
    fn configuration(&self) -> String {
        let folder = self.folder.display().to_string();
        let own = [
            ("Dir::Etc::sourcelist", "/sources.list"),
            ("Dir::Etc::preferences", "/preferences"),
            ("Dir::Etc::preferencesparts", "/preferences.d"),
            ("Dir::State", ""),
            ("Dir::State::lists", "/lists"),
            ("Dir::State::status", "/status"),
            ("Dir::Cache::archives", "/archives"),
        ];
        let own = own.map(|(option, place)| format!("{option} \"{folder}{place}\";\n"));
        let others = [
            ("Dir::Etc::sourceparts", "-"),
            ("Dir::Cache::pkgcache", ""),
            ("Dir::Cache::srcpkgcache", ""),
            ("Acquire::Languages", "none"),
            ("Acquire::IndexTargets::deb::DEP-11::DefaultEnabled", "false"),
        ];
        let others = others.map(|(option, value)| format!("{option} \"{value}\";\n"));
        own.into_iter().chain(others).collect()
    }
}

/// Unpacks a package into a folder, and runs none of its scripts.
///
/// # Errors
/// It is damaged, or the folder cannot be written.
pub(super) fn unpack(package: &Path, folder: &Path) -> Result<()> {
    let mut extract = Command::new("dpkg-deb");
    let status =
        extract.arg("--extract").args([package, folder]).status().context("dpkg-deb does not start")?;
    ensure!(status.success(), "{} cannot be unpacked: {status}", package.display());
    Ok(())
}

/// That a folder cannot be written.
pub(super) fn cannot_write(folder: &Path) -> String {
    format!("{} cannot be written", folder.display())
}

/// The files of Debian packages in this folder; an error where there is none.
fn packages_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let files = files.flatten().map(|it| it.path());
    let packages: Vec<PathBuf> = files.filter(|it| it.extension().is_some_and(|it| it == "deb")).collect();
    ensure!(!packages.is_empty(), "apt-get has put no package into {}", folder.display());
    Ok(packages)
}

/// The lines of the suites, at the mirror from which this machine has its own packages.
fn sources(suites: &[&str]) -> Result<String> {
    let listed = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
    let listed = Command::new("apt-get").args(listed).output().context("apt-get does not start")?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mirror = mirror(&listed).context("apt-get has no list of packages: run `apt-get update`")?;
    ensure!(Path::new(KEYS).is_file(), "{KEYS} is not there: install debian-archive-keyring");
    Ok(suites.iter().map(|suite| format!("deb [signed-by={KEYS}] {mirror} {suite} main\n")).collect())
}

/// The mirror of Debian's packages among the addresses of the machine's own lists.
fn mirror(listed: &str) -> Option<&str> {
    let is_debian = |it: &&str| it.trim_end_matches('/').ends_with("/debian");
    listed.lines().find(is_debian).or_else(|| listed.lines().find(|it| !it.contains("security")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_debians_whatever_else_is_installed_from() {
        let listed = "https://node.example/node_20.x/\nhttp://deb.example/debian-security/\nhttp://deb.example/debian/\n";
        assert_eq!(mirror(listed), Some("http://deb.example/debian/"));
        assert_eq!(
            mirror("http://deb.example/debian-security/\nhttp://a.example/\n"),
            Some("http://a.example/")
        );
        assert_eq!(mirror(""), None);
    }

    #[test]
    fn apt_keeps_its_lists_packages_and_state_in_the_folder() {
        let configuration = Apt { folder: "/x y".into() }.configuration();
        for kept in ["Dir::State", "Dir::State::lists", "Dir::State::status", "Dir::Cache::archives"] {
            let line = configuration.lines().find(|it| it.starts_with(&format!("{kept} \"")));
            assert!(line.is_some_and(|it| it.contains("\"/x y")), "{kept}: {configuration}");
        }
        assert!(configuration.contains("Dir::Etc::sourceparts \"-\";\n"), "{configuration}");
    }

    #[test]
    fn a_folder_without_a_package_is_an_error() {
        let folder = std::env::temp_dir().join(format!("xtask-debian-{}", std::process::id()));
        fs::create_dir_all(folder.join("partial")).unwrap();
        assert!(
            packages_in(&folder).unwrap_err().to_string().starts_with("apt-get has put no package into ")
        );
        fs::write(folder.join("wine_10.0_amd64.deb"), "").unwrap();
        assert_eq!(packages_in(&folder).unwrap(), [folder.join("wine_10.0_amd64.deb")]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
