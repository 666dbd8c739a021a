//! The toolkits, and their windows that record what happens to them.

use anyhow::{Result, anyhow};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// A toolkit with a window that records what happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolkit {
    /// GTK 3.
    Gtk3,
    /// GTK 4.
    Gtk4,
    /// Qt 5.
    Qt5,
    /// Qt 6.
    Qt6,
    /// A page in Firefox.
    Firefox,
    /// A sheet in LibreOffice.
    LibreOffice,
}

/// Where a window finds its files, and where it records.
pub(crate) struct WindowFiles<'a> {
    /// The file that it appends to.
    pub(crate) record: &'a Path,
    /// The home of its application.
    pub(crate) home: &'a Path,
    /// The address to which a page sends what it records.
    pub(crate) server: &'a str,
}

impl Toolkit {
    /// Every toolkit.
    pub(crate) const ALL: &[Toolkit] =
        &[Toolkit::Gtk3, Toolkit::Gtk4, Toolkit::Qt5, Toolkit::Qt6, Toolkit::Firefox, Toolkit::LibreOffice];

    /// Its word on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Toolkit::Gtk3 => "gtk-3",
            Toolkit::Gtk4 => "gtk-4",
            Toolkit::Qt5 => "qt-5",
            Toolkit::Qt6 => "qt-6",
            Toolkit::Firefox => "firefox",
            Toolkit::LibreOffice => "libreoffice",
        }
    }

    /// The toolkit of this word.
    pub(crate) fn of(word: &str) -> Result<Toolkit> {
        let words: Vec<&str> = Toolkit::ALL.iter().map(|it| it.word()).collect();
        let found = Toolkit::ALL.iter().copied().find(|it| it.word() == word);
        found.ok_or_else(|| anyhow!("there is no toolkit {word}: say one of {}", words.join(", ")))
    }

    /// The name of its application in rules of a policy, for a window of this name.
    pub(crate) const fn application(self, window: &str) -> &str {
        match self {
            Toolkit::Gtk3 | Toolkit::Gtk4 | Toolkit::Qt5 | Toolkit::Qt6 => window,
            Toolkit::Firefox => "firefox*",
            Toolkit::LibreOffice => "libreoffice*",
        }
    }

    /// The command line of its window, which has this name.
    pub(crate) fn command(self, window: &str, files: &WindowFiles<'_>) -> Vec<OsString> {
        let python = |program: &str, more: &[&str]| {
            let mut argv: Vec<OsString> = vec!["/usr/bin/python3".into(), "-B".into()];
            argv.extend([programs().join(program).into(), files.record.into(), window.into()]);
            argv.extend(more.iter().map(Into::into));
            argv
        };
        match self {
            Toolkit::Gtk3 => python("gtk3.py", &[]),
            Toolkit::Gtk4 => python("gtk4.py", &[]),
            Toolkit::Qt5 => python("qt.py", &["PyQt5"]),
            Toolkit::Qt6 => python("qt.py", &["PyQt6"]),
            Toolkit::LibreOffice => python("libreoffice.py", &[]),
            Toolkit::Firefox => {
                let page = format!("file://{}?{}", programs().join("page.html").display(), files.server);
                let profile = files.home.join("profile").into();
                ["firefox-esr".into(), "--no-remote".into(), "--profile".into(), profile, page.into()]
                    .to_vec()
            }
        }
    }
}

/// The folder of the programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}
