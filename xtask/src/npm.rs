//! Installs packages with npm, as a lock file lists them, and runs their scripts.

use crate::{run::command, say};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path};

/// The packages of a folder with versions and hashes.
const WANTED: &str = "package-lock.json";

/// The same as they were installed last.
const INSTALLED: &str = "node_modules/.installed.json";

/// How much of its output is shown where npm fails: node's runner has what failed at the end.
const LAST_LINES: usize = 60;

/// Installs the packages of this folder; does nothing if they are there already.
pub(crate) fn install(folder: &Path) -> Result<()> {
    let (wanted, installed) = (folder.join(WANTED), folder.join(INSTALLED));
    let wanted =
        fs::read_to_string(&wanted).with_context(|| format!("{} cannot be read", wanted.display()))?;
    if fs::read_to_string(&installed).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    // No script of a package runs: none of these packages needs one.
    npm(folder, &["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"])?;
    fs::write(&installed, wanted).with_context(|| format!("{} cannot be written", installed.display()))
}

/// Runs npm in this folder, and shows its output only if it fails: the compiler prints meanwhile.
pub(crate) fn npm(folder: &Path, args: &[&str]) -> Result<()> {
    let words = args.join(" ");
    say(&format!("$ npm {words}"));
    let output = command("npm").args(args).current_dir(folder).output().context("npm does not start")?;
    if !output.status.success() {
        let printed = [output.stdout, output.stderr].concat();
        bail!("npm {words} failed: {}\n{}", output.status, end_of(&String::from_utf8_lossy(&printed)));
    }
    Ok(())
}

/// The last lines of a text.
fn end_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_output_the_end_is_told() {
        assert_eq!(end_of("a\nb\n"), "a\nb");
        let long: String = (0..1000).map(|it| format!("{it}\n")).collect();
        assert!(end_of(&long).starts_with("940\n") && end_of(&long).ends_with("\n999"));
    }

    #[test]
    fn packages_that_are_installed_as_wanted_are_not_fetched_again() {
        let folder = std::env::temp_dir().join(format!("xtask-npm-{}", std::process::id()));
        fs::create_dir_all(folder.join("node_modules")).unwrap();
        fs::write(folder.join(WANTED), "no JSON, so that npm would fail").unwrap();
        fs::write(folder.join(INSTALLED), "no JSON, so that npm would fail").unwrap();
        install(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
