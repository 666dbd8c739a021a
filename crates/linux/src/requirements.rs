//! The packages that must be installed: one table for error messages, the doctor and the installers.

use serde::Serialize;
use std::path::{Path, PathBuf};

/// The table as in the repository, where tools that do not link this crate read it too.
pub const DEBIAN_PACKAGES: &str = include_str!("../debian-packages.txt");

/// What fails without a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequirementLevel {
    /// Everything.
    Required,
    /// The demonstration, and icons and types of documents in applications.
    Demo,
    /// Our tests.
    Tests,
}

/// A needed package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Requirement {
    /// Its Debian name.
    pub package: &'static str,
    /// Programs or paths; if any of them exists, the package is installed.
    pub provides: Vec<&'static str>,
    /// What it is needed for.
    pub why: &'static str,
    /// What fails without it.
    pub level: RequirementLevel,
}

impl Requirement {
    /// The program or path that shows it is installed; `None` when it is not.
    pub fn installed_path(&self) -> Option<PathBuf> {
        let path = std::env::var("PATH").unwrap_or_default();
        self.provides.iter().find_map(|name| find(name, &path))
    }
}

/// The table, in the order of the file.
pub fn requirements() -> Vec<Requirement> {
    DEBIAN_PACKAGES.lines().filter_map(read_line).collect()
}

/// The package that provides a program.
pub(crate) fn package_of(program: &str) -> Option<&'static str> {
    requirements().into_iter().find(|it| it.provides.contains(&program)).map(|it| it.package)
}

/// Finds a program or file: a bare name in the directories of `path`; one component of an absolute path
/// may be `*`.
pub(crate) fn find(name: &str, path: &str) -> Option<PathBuf> {
    match name.split_once('*') {
        Some((before, after)) => find_any(before, after),
        None if name.contains('/') => Some(PathBuf::from(name)).filter(|file| file.exists()),
        None => {
            path.split(':').map(|directory| Path::new(directory).join(name)).find(|file| is_program(file))
        }
    }
}

fn find_any(before: &str, after: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(before).ok()?;
    let tail = after.trim_start_matches('/');
    let files =
        entries.flatten().map(|entry| if tail.is_empty() { entry.path() } else { entry.path().join(tail) });
    files.into_iter().find(|file| file.exists())
}

fn is_program(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok() && file.is_file()
}

fn read_line(line: &'static str) -> Option<Requirement> {
    let mut columns = line.split('\t');
    let package = columns.next().filter(|package| !package.starts_with('#'))?;
    let provides = columns.next()?.split('|').collect();
    let why = columns.next()?;
    let level = match columns.next()? {
        "required" => RequirementLevel::Required,
        "demo" => RequirementLevel::Demo,
        _ => RequirementLevel::Tests,
    };
    Some(Requirement { package, provides, why, level })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines: Vec<_> = DEBIAN_PACKAGES.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(requirements().len(), lines.len());
        for line in lines {
            assert!(["\trequired", "\tdemo", "\ttests"].iter().any(|it| line.ends_with(it)), "{line}");
        }
    }

    #[test]
    fn the_package_of_a_program_is_known() {
        assert_eq!(package_of("Xvfb"), Some("xvfb"));
        assert_eq!(package_of("emacs"), None);
    }

    #[test]
    fn programs_and_paths_are_found() {
        assert!(find("sh", "/nowhere:/bin").is_some());
        assert!(find("/bin/sh", "").is_some());
        assert!(find("/usr/*/sh", "").is_some());
        assert_eq!(find("no-such-program", "/bin"), None);
        assert_eq!(find("/etc/no-such-*/file", ""), None);
    }
}
