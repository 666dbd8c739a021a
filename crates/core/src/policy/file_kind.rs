//! What opening a file does, as its name says.

use super::risk::Risk;

/// What opening a file does, as far as its name shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// It runs: a program, a script, a starter, or a document with macros.
    Program,
    /// It installs what it holds.
    Package,
    /// An application shows it.
    Document,
    /// The name has no extension: a folder, a document or a program.
    Bare,
}

/// Extensions of what runs when it is opened, on any system.
const PROGRAMS: &[&str] = &[
    "action",
    "air",
    "app",
    "appimage",
    "applescript",
    "bash",
    "bat",
    "bin",
    "cmd",
    "com",
    "command",
    "cpl",
    "csh",
    "desktop",
    "docm",
    "dotm",
    "elf",
    "exe",
    "fish",
    "gadget",
    "hta",
    "inf",
    "jar",
    "jnlp",
    "js",
    "jse",
    "ksh",
    "lnk",
    "lua",
    "mjs",
    "msc",
    "out",
    "php",
    "pif",
    "pl",
    "potm",
    "ppam",
    "ppsm",
    "pptm",
    "ps1",
    "psm1",
    "py",
    "pyc",
    "pyw",
    "pyz",
    "rb",
    "reg",
    "run",
    "scpt",
    "scr",
    "sh",
    "sldm",
    "so",
    "tcl",
    "tool",
    "url",
    "vb",
    "vbe",
    "vbs",
    "workflow",
    "ws",
    "wsf",
    "wsh",
    "xlam",
    "xlsb",
    "xlsm",
    "xltm",
    "zsh",
];

/// Extensions of what installs software when it is opened.
const PACKAGES: &[&str] = &[
    "apk",
    "appx",
    "crx",
    "deb",
    "dmg",
    "flatpak",
    "flatpakref",
    "flatpakrepo",
    "mpkg",
    "msi",
    "msix",
    "oxt",
    "pkg",
    "rpm",
    "snap",
    "vsix",
    "xpi",
];

/// The longest extension of a document.
const LONGEST_EXTENSION: usize = 12;

impl FileKind {
    /// The kind of the file with this name or path.
    pub(super) fn of(name: &str) -> FileKind {
        if !name.contains('.') {
            return FileKind::Bare;
        }
        let name = name.trim_end_matches(['/', ' ', '.', '"', '\'']);
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let Some((stem, extension)) = name.rsplit_once('.') else { return FileKind::Bare };
        let is_word = extension.chars().all(|it| it.is_alphanumeric() || "-_~".contains(it));
        if stem.is_empty() || extension.len() > LONGEST_EXTENSION || !is_word {
            return FileKind::Bare;
        }
        let is_in = |table: &[&str]| table.iter().any(|it| it.eq_ignore_ascii_case(extension));
        if is_in(PROGRAMS) {
            FileKind::Program
        } else if is_in(PACKAGES) {
            FileKind::Package
        } else {
            FileKind::Document
        }
    }

    /// The risk of opening it, if its name implies one.
    pub(super) const fn risk(self) -> Option<Risk> {
        match self {
            FileKind::Program => Some(Risk::Runs),
            FileKind::Package => Some(Risk::Installs),
            FileKind::Document | FileKind::Bare => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_what_opening_does() {
        for (name, expected) in [
            ("report.txt", FileKind::Document),
            ("evil.desktop", FileKind::Program),
            ("/home/u/Evil.DESKTOP ", FileKind::Program),
            ("photo.jpg.sh", FileKind::Program),
            ("budget.xlsm", FileKind::Program),
            ("Tool-1.2.AppImage", FileKind::Program),
            ("tool_1.2_amd64.deb", FileKind::Package),
            ("notes.ods", FileKind::Document),
            ("Documents", FileKind::Bare),
            (".profile", FileKind::Bare),
            ("v1. Then run it", FileKind::Bare),
            ("12.06", FileKind::Document),
            ("", FileKind::Bare),
        ] {
            assert_eq!(FileKind::of(name), expected, "{name:?}");
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        assert!(PROGRAMS.is_sorted() && PACKAGES.is_sorted());
    }
}
