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
    /// A text in LibreOffice.
    Writer,
}

/// Where a window finds its files, and where it records.
pub(crate) struct WindowFiles<'a> {
    /// The file that it appends to.
    pub(crate) record: &'a Path,
    /// The home of its application.
    pub(crate) home: &'a Path,
    /// The address to which a page sends what it records.
    pub(crate) server: &'a str,
    pub(crate) rest: Rest,
}

/// Whether a window changes while nobody does anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing changes by itself.
    Still,
    /// A clock, a progress bar and a notice change by themselves.
    Restless,
}

impl Toolkit {
    /// Every toolkit that the policies are played on.
    pub(crate) const ALL: &[Toolkit] =
        &[Toolkit::Gtk3, Toolkit::Gtk4, Toolkit::Qt5, Toolkit::Qt6, Toolkit::Firefox, Toolkit::LibreOffice];
    /// Every toolkit in which effects are compared with the truth.
    pub(crate) const WITH_TRUTH: &[Toolkit] = &[
        Toolkit::Gtk3,
        Toolkit::Gtk4,
        Toolkit::Qt5,
        Toolkit::Qt6,
        Toolkit::Firefox,
        Toolkit::LibreOffice,
        Toolkit::Writer,
    ];

    /// Its word on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Toolkit::Gtk3 => "gtk-3",
            Toolkit::Gtk4 => "gtk-4",
            Toolkit::Qt5 => "qt-5",
            Toolkit::Qt6 => "qt-6",
            Toolkit::Firefox => "firefox",
            Toolkit::LibreOffice => "libreoffice",
            Toolkit::Writer => "libreoffice-writer",
        }
    }

    /// The toolkit of this word.
    pub(crate) fn of(word: &str) -> Result<Toolkit> {
        let words: Vec<&str> = Toolkit::WITH_TRUTH.iter().map(|it| it.word()).collect();
        let found = Toolkit::WITH_TRUTH.iter().copied().find(|it| it.word() == word);
        found.ok_or_else(|| anyhow!("there is no toolkit {word}: say one of {}", words.join(", ")))
    }

    /// The name of its application in rules of a policy, for a window of this name.
    pub(crate) const fn application(self, window: &str) -> &str {
        match self {
            Toolkit::Gtk3 | Toolkit::Gtk4 | Toolkit::Qt5 | Toolkit::Qt6 => window,
            Toolkit::Firefox => "firefox*",
            Toolkit::LibreOffice | Toolkit::Writer => "libreoffice*",
        }
    }

    /// The command line of its window, which has this name.
    pub(crate) fn command(self, window: &str, files: &WindowFiles<'_>) -> Vec<OsString> {
        let is_restless = files.rest == Rest::Restless;
        let python = |program: &str, more: &[&str]| {
            let mut argv: Vec<OsString> = vec!["/usr/bin/python3".into(), "-B".into()];
            argv.extend([programs().join(program).into(), files.record.into(), window.into()]);
            argv.extend(more.iter().map(Into::into));
            argv.extend(is_restless.then(|| "restless".into()));
            argv
        };
        match self {
            Toolkit::Gtk3 => python("gtk3.py", &[]),
            Toolkit::Gtk4 => python("gtk4.py", &[]),
            Toolkit::Qt5 => python("qt.py", &["PyQt5"]),
            Toolkit::Qt6 => python("qt.py", &["PyQt6"]),
            // Nothing in a document changes by itself.
            Toolkit::LibreOffice => python("libreoffice.py", &["sheet"]),
            Toolkit::Writer => python("libreoffice.py", &["text"]),
            Toolkit::Firefox => {
                let restless = if is_restless { "&restless" } else { "" };
                let page =
                    format!("file://{}?{}{restless}", programs().join("page.html").display(), files.server);
                let profile = files.home.join("profile");
                python("firefox.py", &[&profile.to_string_lossy(), &page])
            }
        }
    }
}

/// The folder of the programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}
