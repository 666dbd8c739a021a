//! The text files of a Debian package. Pure.

use super::about::{PUBLISHER, REPOSITORY, SUMMARY, System, description};
use std::collections::BTreeSet;

/// The most columns of a line of the description, and the blank before it.
const COLUMNS: usize = 79;

/// The fields of a package's `control` file that differ from build to build.
pub(super) struct Control<'a> {
    pub(super) version: &'a str,
    pub(super) architecture: &'a str,
    /// The version of the C library that the program was linked with; an older one may lack what it calls.
    pub(super) libc: &'a str,
    /// The size of its installed files.
    pub(super) kibibytes: u64,
    /// The packages without which the program cannot work.
    pub(super) requires: &'a [String],
}

/// The file `control`.
pub(super) fn control(package: &Control<'_>) -> String {
    let libraries = [format!("libc6 (>= {})", package.libc), "libgcc-s1".into(), "ca-certificates".into()];
    let depends: Vec<&str> = libraries.iter().chain(package.requires).map(String::as_str).collect();
    format!(
        "Package: deskpilot\nVersion: {}\nArchitecture: {}\nMaintainer: {PUBLISHER} <deskpilot@localhost>\n\
         Installed-Size: {}\nDepends: {}\nRecommends: adwaita-icon-theme, shared-mime-info\nSuggests: python3-pip\n\
         Section: utils\nPriority: optional\nHomepage: {REPOSITORY}\nDescription: {SUMMARY}\n{}",
        package.version,
        package.architecture,
        package.kibibytes,
        depends.join(", "),
        continued(&description(System::Linux))
    )
}

/// A paragraph as the lines of a field that go on behind a blank.
fn continued(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > COLUMNS {
            lines.push_str(&format!("{line}\n"));
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    lines + &line + "\n"
}

/// The file `copyright`: the licences of the program, of the font of its labels, and of the crates linked into it, one of which asks
/// for an acknowledgement.
pub(super) fn copyright(licence: &str, font: &str, crates: &str) -> String {
    let crates: BTreeSet<&str> = crates
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .filter(|line| !line.is_empty() && !line.starts_with("deskpilot-"))
        .collect();
    let crates: Vec<&str> = crates.into_iter().collect();
    format!(
        "Deskpilot\n\n{}\n\nThe digits on labelled screenshots are from the font DejaVu Sans Bold:\n\n{}\n\n\
         This software is based in part on the work of the Independent JPEG Group.\n\n\
         Linked into the program are these crates, under these licences:\n\n{}\n",
        licence.trim(),
        font.trim(),
        crates.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_depends_on_what_the_product_needs() {
        let requires = &["xvfb".to_owned(), "openbox".to_owned()];
        let package =
            Control { version: "1.2.3", architecture: "amd64", libc: "2.36", kibibytes: 7, requires };
        let control = control(&package);
        assert!(
            control.contains("\nDepends: libc6 (>= 2.36), libgcc-s1, ca-certificates, xvfb, openbox\n"),
            "{control}"
        );
        assert!(
            control.starts_with("Package: deskpilot\nVersion: 1.2.3\nArchitecture: amd64\n"),
            "{control}"
        );
        let description = control.split("\nDescription: ").nth(1).unwrap();
        let is_continued = |line: &str| line.starts_with(' ') && line.len() < 80;
        assert!(description.lines().skip(1).all(is_continued), "{description}");
        assert!(description.lines().count() > 3 && description.ends_with(" what cannot be undone.\n"));
    }

    #[test]
    fn every_crate_is_named_once_with_its_licence() {
        let crates = "deskpilot-cli v0.1.0 (/x): MIT\nserde v1.0.0: MIT OR Apache-2.0\nserde v1.0.0: MIT OR Apache-2.0 (*)\n\n";
        let text = copyright("MIT", "free", crates);
        assert_eq!(text.matches("serde v1.0.0: MIT OR Apache-2.0").count(), 1);
        assert!(!text.contains("deskpilot-cli"));
    }
}
