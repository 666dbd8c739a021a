//! What opening a file does, as its name says.

use super::risk::Risk;
use crate::PathStyle;

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

/// Extensions of what runs, loads code or mounts a disk when it is opened on Windows.
const PROGRAMS_OF_WINDOWS: &[&str] = &[
    "ade",
    "adp",
    "appcontent-ms",
    "application",
    "appref-ms",
    "bas",
    "chm",
    "diagcab",
    "diagcfg",
    "diagpkg",
    "dll",
    "drv",
    "hlp",
    "htc",
    "img",
    "ins",
    "iqy",
    "iso",
    "isp",
    "job",
    "library-ms",
    "mde",
    "msh",
    "ocx",
    "prf",
    "ps1xml",
    "psc1",
    "psd1",
    "rdp",
    "scf",
    "sct",
    "search-ms",
    "searchconnector-ms",
    "settingcontent-ms",
    "shb",
    "shs",
    "slk",
    "sys",
    "theme",
    "themepack",
    "vhd",
    "vhdx",
    "website",
    "wll",
    "wsc",
    "xbap",
    "xll",
];

/// Extensions of what installs software when it is opened on Windows.
const PACKAGES_OF_WINDOWS: &[&str] =
    &["appinstaller", "appxbundle", "msixbundle", "msp", "mst", "msu", "ppkg"];

/// The longest extension of a document.
const LONGEST_EXTENSION: usize = 12;

impl FileKind {
    /// The kind of the file with this name or path on a platform with such paths.
    pub(super) fn of(name: &str, style: PathStyle) -> FileKind {
        if !name.contains('.') {
            return FileKind::Bare;
        }
        // Windows leaves points and blanks at the end of a name out, and a name may stand in quotes.
        let name = name.trim_end_matches(['/', ' ', '.', '"', '\'']);
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let Some((stem, extension)) = name.rsplit_once('.') else { return FileKind::Bare };
        let is_in = |table: &[&str]| table.iter().any(|it| it.eq_ignore_ascii_case(extension));
        match style {
            PathStyle::Windows if is_in(PROGRAMS_OF_WINDOWS) => return FileKind::Program,
            PathStyle::Windows if is_in(PACKAGES_OF_WINDOWS) => return FileKind::Package,
            PathStyle::Windows | PathStyle::Posix => {}
        }
        let is_word = extension.chars().all(|it| it.is_alphanumeric() || "-_~".contains(it));
        if stem.is_empty() || extension.len() > LONGEST_EXTENSION || !is_word {
            return FileKind::Bare;
        }
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
            assert_eq!(FileKind::of(name, PathStyle::Posix), expected, "{name:?}");
            assert_eq!(FileKind::of(name, PathStyle::Windows), expected, "{name:?} on Windows");
        }
    }

    #[test]
    fn on_windows_more_runs_and_installs() {
        for (name, expected) in [
            (r"C:\a\Disk.ISO", FileKind::Program),
            ("help.chm", FileKind::Program),
            ("addin.xll. ", FileKind::Program),
            ("control.settingcontent-ms", FileKind::Program),
            ("fix.msu", FileKind::Package),
        ] {
            assert_eq!(FileKind::of(name, PathStyle::Windows), expected, "{name}");
            assert!(FileKind::of(name, PathStyle::Posix).risk().is_none(), "{name} elsewhere");
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        for table in [PROGRAMS, PACKAGES, PROGRAMS_OF_WINDOWS, PACKAGES_OF_WINDOWS] {
            assert!(table.is_sorted(), "{table:?}");
        }
    }
}
