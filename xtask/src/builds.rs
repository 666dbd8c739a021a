//! The builds whose cost has limits: `cargo xtask tidy` counts their packages, `cargo xtask bench build` measures them.

use crate::features;
use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, path::Path, process::Command};

/// A build, and the most that it may cost.
pub(crate) struct Build {
    /// Its name, as a sentence about it begins.
    pub(crate) name: &'static str,
    /// The command that a developer types for it.
    pub(crate) command: &'static str,
    compile: &'static [&'static str],
    tree: &'static [&'static str],
    features: &'static [&'static str],
    /// The most packages, ours included.
    pub(crate) max_packages: usize,
    /// The most processor time to compile it from nothing, in seconds, added up over all cores.
    pub(crate) max_seconds: u64,
}

/// What the README says to build first: 3 minutes of two cores.
pub(crate) const DEMO: Build = Build {
    name: "the demo",
    command: "cargo xtask demo",
    compile: &["build", "--package", "deskpilot-cli"],
    tree: &["--package", "deskpilot-cli", "--edges", "normal,build"],
    features: features::DEMO,
    max_packages: 169,
    max_seconds: 360,
};

/// The program as users install it, optimised, with every feature: 10 minutes of two cores.
const INSTALLED: Build = Build {
    name: "the installed program",
    command: "cargo xtask package",
    compile: &["build", "--release", "--package", "deskpilot-cli"],
    tree: &["--package", "deskpilot-cli", "--edges", "normal,build"],
    features: &[],
    max_packages: 302,
    max_seconds: 1200,
};

/// The workspace with its tests, without what `cargo xtask soak` alone compiles: 15 minutes of two cores.
const EVERYTHING: Build = Build {
    name: "everything",
    command: "cargo xtask test",
    compile: &[
        "test",
        "--workspace",
        "--exclude",
        "deskpilot-adversary",
        "--exclude",
        "deskpilot-bench",
        "--exclude",
        "deskpilot-matrix",
        "--no-run",
    ],
    tree: &[
        "--workspace",
        "--exclude",
        "deskpilot-adversary",
        "--exclude",
        "deskpilot-bench",
        "--exclude",
        "deskpilot-matrix",
        "--edges",
        "normal,build,dev",
    ],
    features: &[],
    max_packages: 314,
    max_seconds: 1800,
};

/// Every build with limits. They go down, and up only by a decision record, the last of which are 78, 79, 80, 81, 84, 101, 105 and 74,
/// which the crate `tar` and its own `filetime` came with.
pub(crate) const BUILDS: [Build; 3] = [DEMO, INSTALLED, EVERYTHING];

impl Build {
    /// The arguments with which cargo compiles it.
    pub(crate) fn compile(&self) -> Vec<&'static str> {
        [self.compile, self.features].concat()
    }

    /// The arguments with which cargo lists its packages, one on each line.
    fn tree(&self) -> Vec<&'static str> {
        let lines = ["tree", "--locked", "--prefix", "none", "--format", "{p}"];
        [lines.as_slice(), self.tree, self.features].concat()
    }

    /// How many packages it compiles on this machine; an error where `cargo tree` fails.
    pub(crate) fn packages(&self, root: &Path) -> Result<usize> {
        let output = Command::new("cargo").args(self.tree()).current_dir(root).output();
        let output = output.context("cargo does not start")?;
        if !output.status.success() {
            bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(count(&String::from_utf8_lossy(&output.stdout)))
    }
}

/// How many packages of different names and versions these lines of `cargo tree` list.
fn count(tree: &str) -> usize {
    let packages = tree.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?))
    });
    packages.collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_counts_once() {
        assert_eq!(count("a v1.0.0\nb v1.0.0\na v1.0.0 (*)\na v2.0.0\n\n"), 3);
        let tree = "deskpilot-cli v0.1.0 (/here)\nsyn v2.0.1\nsyn v3.0.1\nsyn v2.0.1 (*)\nserde v1.0.0 (proc-macro)\n\n";
        assert_eq!(count(tree), 4);
    }

    #[test]
    fn the_demo_is_counted_and_compiled_without_the_features_that_it_leaves_out() {
        for words in [DEMO.compile(), DEMO.tree()] {
            assert!(words.ends_with(features::DEMO), "{words:?}");
        }
        for build in &BUILDS[1..] {
            assert!(!build.tree().contains(&"--no-default-features"), "{}", build.name);
        }
    }
}
