//! The builds whose cost has limits: `cargo xtask tidy` counts their packages, `cargo xtask bench build` measures them.

use crate::features;
use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, path::Path, process::Command};

/// The packages that `cargo xtask soak` alone compiles and tests: the adversary, the benchmarks and the support matrix.
pub(crate) const SOAKED: [&str; 3] = ["deskpilot-adversary", "deskpilot-bench", "deskpilot-matrix"];

/// The arguments with which cargo leaves them out of the workspace.
pub(crate) const WITHOUT_SOAKED: [&str; 6] =
    ["--exclude", SOAKED[0], "--exclude", SOAKED[1], "--exclude", SOAKED[2]];

/// A build, and the most that it may cost.
pub(crate) struct Build {
    /// Its name, as a sentence about it begins.
    pub(crate) name: &'static str,
    /// The command that a developer types for it.
    pub(crate) command: &'static str,
    compile: &'static [&'static str],
    tree: &'static [&'static str],
    /// What both `compile` and `tree` end with: the features that it has, or the packages that it leaves out.
    selection: &'static [&'static str],
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
    selection: features::DEMO,
    max_packages: 174,
    max_seconds: 360,
};

/// The program as users install it, optimised, with every feature: 10 minutes of two cores.
const INSTALLED: Build = Build {
    name: "the installed program",
    command: "cargo xtask package",
    compile: &["build", "--release", "--package", "deskpilot-cli"],
    tree: &["--package", "deskpilot-cli", "--edges", "normal,build"],
    selection: &[],
    max_packages: 325,
    max_seconds: 1200,
};

/// The workspace with its tests, without what `cargo xtask soak` alone compiles: 15 minutes of two cores.
const EVERYTHING: Build = Build {
    name: "everything",
    command: "cargo xtask test",
    compile: &["test", "--workspace", "--no-run"],
    tree: &["--workspace", "--edges", "normal,build,dev"],
    selection: &WITHOUT_SOAKED,
    max_packages: 341,
    max_seconds: 1800,
};

/// Every build with limits. They go down, and up only by a decision record, the last of which are 78, 79, 80, 81, 84, 101, 105, 113, 114, 126, 127, 132 and 74,
/// which the crate `tar` and its own `filetime` came with.
pub(crate) const BUILDS: [Build; 3] = [DEMO, INSTALLED, EVERYTHING];

impl Build {
    /// The arguments with which cargo compiles it.
    pub(crate) fn compile(&self) -> Vec<&'static str> {
        [self.compile, self.selection].concat()
    }

    /// The arguments with which cargo lists its packages, one on each line.
    fn tree(&self) -> Vec<&'static str> {
        let lines = ["tree", "--locked", "--prefix", "none", "--format", "{p}"];
        [lines.as_slice(), self.tree, self.selection].concat()
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
