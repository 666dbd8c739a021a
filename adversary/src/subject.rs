//! What native commands are judged on: documents of each kind, files, and pages in each browser.

use anyhow::{Result, bail};
use deskpilot_browser::BROWSER_COMMANDS;
use deskpilot_core::CommandSpec;
use deskpilot_files::FILE_COMMANDS;
use deskpilot_office::OfficeKind;

/// The word for the commands of all browsers.
const BROWSER: &str = "browser";

/// A table of native commands, and what they change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A spreadsheet.
    Calc,
    /// A text document.
    Writer,
    /// A presentation.
    Impress,
    /// A folder with files.
    Files,
    /// A page in Firefox.
    Firefox,
    /// A page in Chromium.
    Chromium,
}

/// A browser with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebBrowser {
    Firefox,
    Chromium,
}

/// Where the commands of a subject work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workplace {
    Document(OfficeKind),
    Folder,
    Pages(WebBrowser),
}

impl Subject {
    /// All of them.
    pub(crate) const ALL: &[Subject] = &[
        Subject::Calc,
        Subject::Writer,
        Subject::Impress,
        Subject::Files,
        Subject::Firefox,
        Subject::Chromium,
    ];

    /// Its word on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Subject::Calc => "calc",
            Subject::Writer => "writer",
            Subject::Impress => "impress",
            Subject::Files => "files",
            Subject::Firefox => "firefox",
            Subject::Chromium => "chromium",
        }
    }

    /// The subjects of this word: one, or every browser.
    pub(crate) fn named(word: &str) -> Result<Vec<Subject>> {
        let is_it = |it: &Subject| {
            it.word() == word || (word == BROWSER && matches!(it.workplace(), Workplace::Pages(_)))
        };
        let found: Vec<Subject> = Subject::ALL.iter().copied().filter(is_it).collect();
        if found.is_empty() {
            let words: Vec<&str> = Subject::ALL.iter().map(|it| it.word()).collect();
            bail!("there are no commands of {word}: say one of {}, {BROWSER}", words.join(", "));
        }
        Ok(found)
    }

    /// Where its commands work.
    pub(crate) const fn workplace(self) -> Workplace {
        match self {
            Subject::Calc => Workplace::Document(OfficeKind::Calc),
            Subject::Writer => Workplace::Document(OfficeKind::Writer),
            Subject::Impress => Workplace::Document(OfficeKind::Impress),
            Subject::Files => Workplace::Folder,
            Subject::Firefox => Workplace::Pages(WebBrowser::Firefox),
            Subject::Chromium => Workplace::Pages(WebBrowser::Chromium),
        }
    }

    /// Its commands.
    pub(crate) const fn table(self) -> &'static [CommandSpec] {
        match self.workplace() {
            Workplace::Document(kind) => kind.table(),
            Workplace::Folder => FILE_COMMANDS,
            Workplace::Pages(_) => BROWSER_COMMANDS,
        }
    }
}
