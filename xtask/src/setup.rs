//! Lists the Debian packages that the demo, the tests and the benchmarks lack, and installs them.

use crate::{
    run::{find, run},
    say,
};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// The packages that Deskpilot and its tests need: a file in the folder of the workspace.
pub(crate) const PRODUCT: &str = "crates/linux/debian-packages.txt";
/// The applications of the tasks in `tasks/`.
pub(crate) const TASKS: &str = "tasks/debian-packages.txt";
/// The windows that the adversary drives.
pub(crate) const ADVERSARY: &str = "adversary/debian-packages.txt";
/// The additional packages that the benchmarks need.
pub(crate) const BENCH: &str = "bench/debian-packages.txt";
/// The additional applications that the support matrix needs.
pub(crate) const MATRIX: &str = "matrix/debian-packages.txt";

/// A line of a list.
#[derive(Debug, PartialEq, Eq)]
struct DebianPackage {
    name: String,
    provides: Vec<String>,
    why: String,
    /// Whether the program itself needs it; the other packages are for the demo and the tests.
    is_required: bool,
}

/// The packages without which the program cannot work.
pub(crate) fn required(root: &Path) -> Result<Vec<String>> {
    let packages = parse(&text(root, PRODUCT)?)?.into_iter();
    Ok(packages.filter(|it| it.is_required).map(|it| it.name).collect())
}

fn text(root: &Path, list: &str) -> Result<String> {
    let path = root.join(list);
    fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Installs the packages of these lists that are missing; does nothing where none is.
pub(crate) fn setup(root: &Path, lists: &[&str]) -> Result<()> {
    let missing = missing(root, lists)?;
    if missing.is_empty() {
        return Ok(());
    }
    print(&missing);
    let packages: Vec<&str> = missing.iter().map(|it| it.name.as_str()).collect();
    if find("apt-get").is_none() {
        bail!(
            "this is not a Debian system: install what provides the programs above, then run the command again"
        );
    }
    let sudo = privilege(&packages)?;
    apt(root, sudo, &["update"])?;
    let install = ["install", "-y", "--no-install-recommends"];
    apt(root, sudo, &[&install, packages.as_slice()].concat())
}

/// Prints what `setup` would install.
pub(crate) fn print_plan(root: &Path) -> Result<()> {
    let missing = missing(root, &[PRODUCT])?;
    if missing.is_empty() {
        say("nothing is missing");
    } else {
        print(&missing);
    }
    Ok(())
}

fn print(missing: &[DebianPackage]) {
    say("these Debian packages are missing:");
    for package in missing {
        say(&format!("  {:<28} {}", package.name, package.why));
    }
}

fn missing(root: &Path, lists: &[&str]) -> Result<Vec<DebianPackage>> {
    let mut missing = Vec::new();
    for list in lists {
        let packages = parse(&text(root, list)?)?.into_iter();
        missing.extend(packages.filter(|it| !it.provides.iter().any(|file| find(file).is_some())));
    }
    Ok(missing)
}

/// The packages of a list. Its columns, separated by tabs: name, programs or paths of which one is enough, why, kind. `#`
/// begins a comment.
fn parse(text: &str) -> Result<Vec<DebianPackage>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            match cells.as_slice() {
                [name, provides, why, rest @ ..] => Ok(DebianPackage {
                    name: (*name).into(),
                    provides: provides.split('|').map(str::to_owned).collect(),
                    why: (*why).into(),
                    is_required: rest.contains(&"required"),
                }),
                _ => bail!("expected package, what it provides, and why, separated by tabs: {line}"),
            }
        })
        .collect()
}

/// Whether apt-get needs sudo; an error that lists the packages where this user may not install any.
fn privilege(packages: &[&str]) -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("`id` does not start")?;
    if String::from_utf8_lossy(&id.stdout).trim() == "0" {
        return Ok(false);
    }
    if find("sudo").is_some() && Command::new("sudo").args(["-v"]).status().is_ok_and(|it| it.success()) {
        return Ok(true);
    }
    bail!(
        "you may not install packages here: ask an administrator to run\n  apt-get install {}",
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
        let (name, why) = ("openbox".into(), "a window manager".into());
        let package = DebianPackage { name, provides, why, is_required: true };
        assert_eq!(parse(text).unwrap(), [package]);
        assert!(parse("xvfb").unwrap_err().to_string().ends_with(": xvfb"));
    }
}
