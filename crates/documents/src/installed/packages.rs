//! Which package a file is from, and which version is installed: the texts that Debian's `dpkg` keeps.

use super::{folders, roots::Roots};
use deskpilot_system::ReadLimit;
use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

/// The largest list of all packages, and of the files of one.
const LARGEST_STATUS: ReadLimit = ReadLimit::mib(64);
const LARGEST_LIST: ReadLimit = ReadLimit::mib(32);

/// The packages of some applications.
#[derive(Debug, Default)]
pub(super) struct Packages {
    versions: HashMap<String, String>,
    /// The package of each program, and of each folder of help.
    owners: HashMap<String, String>,
}

impl Packages {
    /// The packages of these applications; none on a system that keeps other lists.
    pub(super) fn read(roots: &Roots, applications: &[String]) -> Packages {
        let Ok(status) = LARGEST_STATUS.read(&roots.packages.join("status")) else {
            return Packages::default();
        };
        let versions = versions(&String::from_utf8_lossy(&status));
        let wanted: HashSet<&str> = applications.iter().map(String::as_str).collect();
        let lists = roots.packages.join("info");
        let mut owners = HashMap::new();
        for (package, list) in files_of_packages(&lists) {
            for owned in list.lines().filter_map(|it| owned(it, &wanted)) {
                owners.entry(owned.to_owned()).or_insert_with(|| package.clone());
            }
        }
        Packages { versions, owners }
    }

    /// The package that has the program of this name, or its help.
    pub(super) fn owner(&self, application: &str) -> Option<&str> {
        self.owners.get(application).map(String::as_str)
    }

    /// The version of the package of an application.
    pub(super) fn version_of(&self, application: &str) -> Option<String> {
        self.versions.get(self.owner(application).unwrap_or(application)).cloned()
    }

    /// The version of the package that a file in a folder named after its package is from.
    pub(super) fn version_of_file(&self, path: &Path) -> Option<String> {
        let mut names = path.iter().filter_map(|it| it.to_str()).skip_while(|it| *it != "doc").skip(1);
        self.versions.get(names.next()?).cloned()
    }
}

/// The version of the package that has this file.
pub(super) fn version_of_owner(roots: &Roots, file: &Path) -> Option<String> {
    let file = without_usr(file.to_str()?);
    let lists = roots.packages.join("info");
    let mut packages = files_of_packages(&lists);
    let (package, _) = packages.find(|(_, files)| files.lines().any(|it| without_usr(it) == file))?;
    let status = LARGEST_STATUS.read(&roots.packages.join("status")).ok()?;
    versions(&String::from_utf8_lossy(&status)).remove(&package)
}

/// Packages list `/bin/x` also where that folder is a link to `/usr/bin`.
fn without_usr(path: &str) -> &str {
    path.strip_prefix("/usr").unwrap_or(path)
}

/// Each package, and the list of its files, which is read when its turn comes.
fn files_of_packages(lists: &Path) -> impl Iterator<Item = (String, String)> {
    folders::names(lists).into_iter().filter_map(|name| {
        let package = name.strip_suffix(".list")?.split(':').next()?.to_owned();
        let list = LARGEST_LIST.read(&lists.join(&name)).ok()?;
        Some((package, String::from_utf8_lossy(&list).into_owned()))
    })
}

/// The name of the wanted application whose program, or whose folder of help, this path is.
fn owned<'a>(path: &'a str, wanted: &HashSet<&str>) -> Option<&'a str> {
    let (folder, name) = path.rsplit_once('/')?;
    let is_program = folder.ends_with("/bin") || folder.ends_with("/games");
    let is_help = path.starts_with("/usr/share/help/") || path.starts_with("/usr/share/doc/HTML/");
    ((is_program || is_help) && wanted.contains(name)).then_some(name)
}

/// The versions of the packages that are installed.
fn versions(status: &str) -> HashMap<String, String> {
    let mut versions = HashMap::new();
    for entry in status.split("\n\n") {
        let field = |name: &str| entry.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(": "));
        let is_installed = field("Status").is_some_and(|it| it.ends_with(" installed"));
        if let (true, Some(package), Some(version)) = (is_installed, field("Package"), field("Version")) {
            versions.insert(package.to_owned(), upstream(version).to_owned());
        }
    }
    versions
}

/// The version of the program in that of a package: `7.4.7` of `4:7.4.7-1+deb12u14`.
fn upstream(version: &str) -> &str {
    let version = version.split_once(':').map_or(version, |(_, it)| it);
    let version = version.rsplit_once('-').map_or(version, |(it, _)| it);
    version.split(['+', '~']).next().unwrap_or(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_program() {
        for (package, expected) in [
            ("4:7.4.7-1+deb12u14", "7.4.7"),
            ("2.1.4-1.2", "2.1.4"),
            ("44.2-1", "44.2"),
            ("1.0", "1.0"),
            ("3.0~rc1-2", "3.0"),
        ] {
            assert_eq!(upstream(package), expected);
        }
        let status = "Package: a\nStatus: install ok installed\nVersion: 1-1\n\nPackage: b\n\
            Status: deinstall ok config-files\nVersion: 2-1\n";
        assert_eq!(versions(status), HashMap::from([("a".to_owned(), "1".to_owned())]));
    }
}
