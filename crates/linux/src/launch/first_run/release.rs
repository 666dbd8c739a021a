//! The installed release of LibreOffice, read from the files next to its program.

use super::super::keyfile::KeyFile;
use crate::requirements;
use crate::seat::Environment;
use deskpilot_system::ReadLimit;
use std::path::Path;

/// The largest of these files that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The version that it writes into its settings, and the build.
#[derive(Debug)]
struct Release {
    version: String,
    build: String,
}

impl Release {
    /// The release whose `soffice` is the first in the path; `None` where there is none, or its files are not as expected.
    fn installed(environment: &Environment) -> Option<Release> {
        let program = requirements::find("soffice", environment.value("PATH")?)?.canonicalize().ok()?;
        let folder = program.parent()?;
        let product = value(&folder.join("bootstraprc"), "Bootstrap", "ProductKey")?;
        let version = product.split_whitespace().next_back()?.to_owned();
        let build = value(&folder.join("versionrc"), "Version", "buildid")?;
        let release = Release { version, build };
        (is_plain(&release.version) && is_plain(&release.build)).then_some(release)
    }
}

/// What settings of LibreOffice name.
pub(super) fn placeholders(environment: &Environment) -> Vec<(&'static str, String)> {
    let release = Release::installed(environment);
    release.map_or_else(Vec::new, |it| vec![("{version}", it.version), ("{build}", it.build)])
}

fn value(file: &Path, group: &str, key: &str) -> Option<String> {
    KeyFile::parse(&LARGEST.read_text(file).ok()?).text(group, key)
}

/// Whether a text can be written into settings as it is.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || ".:()-_+~ ".contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_release_is_the_one_that_the_program_reports() {
        let path = std::env::var("PATH").unwrap();
        let release = Release::installed(&[("PATH".to_owned(), path)].into_iter().collect()).unwrap();
        let home = tempfile::tempdir().unwrap();
        let output = Command::new("soffice").arg("--version").env("HOME", home.path()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let words: Vec<_> = printed.split_whitespace().collect();
        let [_, version, build, ..] = words[..] else { panic!("{printed}") };
        assert!(version.starts_with(&format!("{}.", release.version)), "{release:?}: {printed}");
        assert_eq!(build, release.build, "{printed}");
    }
}
