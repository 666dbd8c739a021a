//! Installs the Debian packages that the demo, the tests and the measurements need, after saying which.

use crate::{
    run::{find, run},
    say,
};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// The list of what Deskpilot itself needs, and its tests, told from the folder of the workspace.
pub(crate) const PRODUCT: &str = "crates/linux/debian-packages.txt";
/// The list of the applications in which the tasks of the suite are done.
pub(crate) const TASKS: &str = "tasks/debian-packages.txt";
/// The list of what it is measured with besides.
pub(crate) const BENCH: &str = "bench/debian-packages.txt";
/// The list of the applications it is tried on besides.
pub(crate) const MATRIX: &str = "matrix/debian-packages.txt";

/// One line of a list.
#[derive(Debug, PartialEq, Eq)]
struct Need {
    package: String,
    provides: Vec<String>,
    why: String,
    /// Whether the program itself needs it; the others are for the demonstration and the tests.
    is_required: bool,
}

/// The packages without which the program cannot work, from the list of the product.
pub(crate) fn required(root: &Path) -> Result<Vec<String>> {
    let needs = parse(&text(root, PRODUCT)?)?.into_iter();
    Ok(needs.filter(|need| need.is_required).map(|need| need.package).collect())
}

fn text(root: &Path, list: &str) -> Result<String> {
    let path = root.join(list);
    fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Installs what is missing of these lists; nothing happens when nothing is.
pub(crate) fn setup(root: &Path, lists: &[&str]) -> Result<()> {
    let missing = missing(root, lists)?;
    if missing.is_empty() {
        return Ok(());
    }
    print(&missing);
    let packages: Vec<&str> = missing.iter().map(|need| need.package.as_str()).collect();
    if find("apt-get").is_none() {
        bail!("this is not a Debian system: install what provides the programs above, then try again");
    }
    let sudo = privilege(&packages)?;
    apt(root, sudo, &["update"])?;
    let install = ["install", "-y", "--no-install-recommends"];
    apt(root, sudo, &[&install, packages.as_slice()].concat())
}

/// Says what would be installed.
pub(crate) fn print_plan(root: &Path) -> Result<()> {
    let missing = missing(root, &[PRODUCT])?;
    if missing.is_empty() {
        say("nothing is missing");
    } else {
        print(&missing);
    }
    Ok(())
}

fn print(missing: &[Need]) {
    say("these Debian packages are missing:");
    for need in missing {
        say(&format!("  {:<28} {}", need.package, need.why));
    }
}

fn missing(root: &Path, lists: &[&str]) -> Result<Vec<Need>> {
    let mut missing = Vec::new();
    for list in lists {
        let needs = parse(&text(root, list)?)?.into_iter();
        missing.extend(needs.filter(|need| !need.provides.iter().any(|it| find(it).is_some())));
    }
    Ok(missing)
}

/// The lines of the list: package, one of several programs or paths it provides, why; `#` begins a comment.
fn parse(text: &str) -> Result<Vec<Need>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            match cells.as_slice() {
                [package, provides, why, rest @ ..] => Ok(Need {
                    package: (*package).into(),
                    provides: provides.split('|').map(str::to_owned).collect(),
                    why: (*why).into(),
                    is_required: rest.contains(&"required"),
                }),
                _ => bail!("not package, what it provides, and why, separated by tabs: {line}"),
            }
        })
        .collect()
}

/// Whether apt-get needs sudo; an error that lists the packages where it may not be used.
fn privilege(packages: &[&str]) -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("`id` does not start")?;
    if String::from_utf8_lossy(&id.stdout).trim() == "0" {
        return Ok(false);
    }
    if find("sudo").is_some() && Command::new("sudo").args(["-v"]).status().is_ok_and(|it| it.success()) {
        return Ok(true);
    }
    bail!(
        "you may not install packages here; ask somebody who may to run:\n  apt-get install {}",
        packages.join(" ")
    )
}

fn apt(root: &Path, sudo: bool, args: &[&str]) -> Result<()> {
    let quiet = ["-q", "-o", "Dpkg::Use-Pty=0"];
    let apt = [["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"].as_slice(), &quiet, args].concat();
    if sudo { run(root, "sudo", &apt) } else { run(root, apt[0], &apt[1..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_and_a_broken_line_is_named() {
        let text = "# what we need\n\nopenbox\topenbox|icewm\ta window manager\trequired\n";
        let provides = vec!["openbox".into(), "icewm".into()];
        let (package, why) = ("openbox".into(), "a window manager".into());
        let need = Need { package, provides, why, is_required: true };
        assert_eq!(parse(text).unwrap(), [need]);
        assert!(parse("xvfb").unwrap_err().to_string().ends_with(": xvfb"));
    }
}
