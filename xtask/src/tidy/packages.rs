//! How many packages each build may take: on two cores everybody waits for each of them.

use super::violation::{Rule, Violation};
use crate::builds::{BUILDS, Build};
use anyhow::Result;
use std::path::Path;

/// Every build that takes more packages than its limit.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for build in &BUILDS {
        violations.extend(of_build(build, build.packages(root)?));
    }
    Ok(violations)
}

fn of_build(build: &Build, count: usize) -> Option<Violation> {
    let what = format!(
        "{} takes {count} packages; its limit in xtask/src/builds.rs is {}: which dependency can go?",
        build.name, build.max_packages
    );
    (count > build.max_packages).then(|| Violation::of_file(Rule::Packages, "Cargo.toml", what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builds::DEMO;

    #[test]
    fn one_package_more_is_a_violation() {
        let most = DEMO.max_packages;
        assert_eq!(of_build(&DEMO, most), None);
        let violation = of_build(&DEMO, most + 1).unwrap().to_string();
        let expected = format!(
            "Cargo.toml: the demo takes {} packages; its limit in xtask/src/builds.rs is {most}: ",
            most + 1
        );
        assert!(violation.starts_with(&expected), "{violation}");
    }
}
