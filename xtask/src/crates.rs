//! The crates from a registry that a build needs: name, version, licence and checksum, without a network.

use anyhow::{Context, Result, bail};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};
use toml::{Table, Value};

/// A crate from a registry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExternalCrate {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Its licence, an expression of SPDX identifiers; empty where it names none.
    pub(crate) licence: String,
    /// The SHA-256 of its package, as `Cargo.lock` has it.
    pub(crate) checksum: String,
}

/// The crates that are linked into the program.
pub(crate) fn of_program(root: &Path) -> Result<BTreeSet<ExternalCrate>> {
    listed(root, &["--package", "deskpilot-cli", "--edges", "normal"])
}

/// The crates that are linked into the program for another target.
pub(crate) fn of_program_for(root: &Path, target: &str) -> Result<BTreeSet<ExternalCrate>> {
    listed(root, &["--package", "deskpilot-cli", "--edges", "normal", "--target", target])
}

/// The crates of everything: the program, its build, the tests, the benchmarks.
pub(crate) fn of_workspace(root: &Path) -> Result<BTreeSet<ExternalCrate>> {
    listed(root, &["--workspace", "--all-features", "--edges", "normal,build,dev"])
}

fn listed(root: &Path, which: &[&str]) -> Result<BTreeSet<ExternalCrate>> {
    let tree = ["tree", "--locked", "--prefix", "none", "--format", "{p}|{l}"];
    let output = Command::new("cargo").args(tree).args(which).current_dir(root).output();
    let output = output.context("cargo does not start")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let lock = fs::read_to_string(root.join("Cargo.lock")).context("Cargo.lock cannot be read")?;
    let checksums = checksums(&lock.parse().context("Cargo.lock is not TOML")?);
    parse(&String::from_utf8_lossy(&output.stdout), &checksums)
}

/// The checksum of each package from a registry, by name and version.
type Checksums = BTreeMap<(String, String), String>;

fn checksums(lock: &Table) -> Checksums {
    let packages = lock.get("package").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let text = |package: &Value, key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
    let checked = |it: &Value| Some(((text(it, "name")?, text(it, "version")?), text(it, "checksum")?));
    packages.iter().filter_map(checked).collect()
}

/// The crates in these lines, such as `serde v1.0.2 (proc-macro)|MIT OR Apache-2.0 (*)`. Those of the workspace, which have
/// a folder, are left out.
fn parse(tree: &str, checksums: &Checksums) -> Result<BTreeSet<ExternalCrate>> {
    let lines = tree.lines().filter(|it| !it.trim().is_empty() && !it.contains(" (/"));
    lines
        .map(|line| {
            let (package, licence) = line.split_once('|').with_context(|| format!("no licence: {line}"))?;
            let mut words = package.split(' ');
            let (Some(name), Some(version)) = (words.next(), words.next()) else {
                bail!("no version: {line}")
            };
            let version = version.trim_start_matches('v').to_owned();
            let key = (name.to_owned(), version);
            let checksum = checksums.get(&key).with_context(|| format!("no checksum: {line}"))?.clone();
            // Older packages separate alternatives with a slash.
            let licence = licence.trim_end_matches(" (*)").replace(" / ", "/").replace('/', " OR ");
            Ok(ExternalCrate { name: key.0, version: key.1, licence, checksum })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_come_with_licence_and_checksum_and_ours_are_left_out() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"r\"\nchecksum = \"12\"\n\
                    [[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        let checksums = checksums(&lock.parse().unwrap());
        let tree = "ours v0.1.0 (/work/ours)|MIT\na v1.0.0 (proc-macro)|MIT/Apache-2.0\n\na v1.0.0|MIT / Apache-2.0 (*)\n";
        let listed: Vec<ExternalCrate> = parse(tree, &checksums).unwrap().into_iter().collect();
        let licence = "MIT OR Apache-2.0".into();
        let a = ExternalCrate { name: "a".into(), version: "1.0.0".into(), licence, checksum: "12".into() };
        assert_eq!(listed, [a]);
        assert_eq!(parse("b v1.0.0|MIT", &checksums).unwrap_err().to_string(), "no checksum: b v1.0.0|MIT");
    }
}
