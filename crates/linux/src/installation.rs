//! How packages are installed on a Debian system.

use crate::requirements::find;
use rustix::process::geteuid;

const APT: [&str; 4] = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"];

/// The commands that install these packages; `None` without apt-get.
pub(crate) fn commands(packages: &[String]) -> Option<Vec<Vec<String>>> {
    let path = std::env::var("PATH").unwrap_or_default();
    find("apt-get", &path)?;
    let sudo = (!geteuid().is_root()).then_some("sudo");
    let words = |rest: &[&str]| -> Vec<String> {
        sudo.iter().chain(&APT).chain(rest).map(ToString::to_string).collect()
    };
    let install = [words(&["install", "-y", "--no-install-recommends"]), packages.to_vec()].concat();
    Some(vec![words(&["update"]), install])
}
