//! How many packages the builds take: on two cores each of them is waited for.

use super::offence::{Offence, Rule};
use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, path::Path, process::Command};

/// Something that is built: its name, the words for `cargo tree`, and the most packages that it may take.
struct Build {
    name: &'static str,
    tree: &'static [&'static str],
    most: usize,
}

/// The builds. The limits only ever go down; 130 for the demo and 250 for everything are wanted.
const BUILDS: &[Build] = &[
    Build { name: "the demo", tree: &["--package", "deskpilot-cli", "--edges", "normal,build"], most: 245 },
    Build { name: "everything", tree: &["--workspace", "--edges", "normal,build,dev"], most: 285 },
];

/// Every build that takes more than it may.
pub(crate) fn offences(root: &Path) -> Result<Vec<Offence>> {
    let mut offences = Vec::new();
    for build in BUILDS {
        offences.extend(of_build(build, packages(root, build)?));
    }
    Ok(offences)
}

fn of_build(build: &Build, count: usize) -> Option<Offence> {
    let what = format!("{} takes {count} packages; at most {}", build.name, build.most);
    (count > build.most).then(|| Offence::of_file(Rule::Packages, "Cargo.toml", what))
}

/// How many packages `cargo tree` names, for this machine, each once.
fn packages(root: &Path, build: &Build) -> Result<usize> {
    let output = Command::new("cargo")
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p}"])
        .args(build.tree)
        .current_dir(root)
        .output()
        .context("cargo does not start")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(count(&String::from_utf8_lossy(&output.stdout)))
}

fn count(tree: &str) -> usize {
    let named = tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(|it| !it.is_empty());
    named.collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_counts_once() {
        assert_eq!(count("a v1.0.0\nb v1.0.0\na v1.0.0 (*)\na v2.0.0\n\n"), 3);
    }

    #[test]
    fn one_package_more_is_an_offence() {
        let build = Build { name: "the demo", tree: &[], most: 3 };
        assert_eq!(of_build(&build, 3), None);
        let offence = of_build(&build, 4).unwrap();
        assert_eq!(offence.to_string(), "Cargo.toml: the demo takes 4 packages; at most 3");
    }
}
