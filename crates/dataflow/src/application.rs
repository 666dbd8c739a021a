//! The applications that tasks are for, and the documents they work on.

use deskpilot_tasks::task::quoted;
use std::fmt;

/// An application of an office suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfficeApplication {
    /// Word processing.
    Writer,
    /// Spreadsheets.
    Calc,
    /// Presentations.
    Impress,
}

impl OfficeApplication {
    /// All applications.
    pub const ALL: &'static [OfficeApplication] =
        &[OfficeApplication::Writer, OfficeApplication::Calc, OfficeApplication::Impress];

    /// Its name, which is also that of its folder of templates.
    pub const fn name(self) -> &'static str {
        match self {
            OfficeApplication::Writer => "writer",
            OfficeApplication::Calc => "calc",
            OfficeApplication::Impress => "impress",
        }
    }

    /// The names by which raw tasks call it, in lower case. Tasks written for other suites name the program that does the same
    /// there.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            OfficeApplication::Writer => &["writer", "word"],
            OfficeApplication::Calc => &["calc", "excel"],
            OfficeApplication::Impress => &["impress", "powerpoint", "ppt"],
        }
    }

    /// The extension of its documents, without a dot.
    pub const fn extension(self) -> &'static str {
        match self {
            OfficeApplication::Writer => "odt",
            OfficeApplication::Calc => "ods",
            OfficeApplication::Impress => "odp",
        }
    }

    /// The application with this name, in any case, with or without `LibreOffice` before it.
    ///
    /// # Errors
    /// No application has the name; the text lists the known ones.
    pub fn by_name(name: &str) -> Result<OfficeApplication, String> {
        let lower = name.trim().to_lowercase();
        let word = lower.strip_prefix("libreoffice").unwrap_or(&lower).trim();
        let known = OfficeApplication::ALL.iter().copied().find(|it| it.names().contains(&word));
        known.ok_or_else(|| {
            let names: Vec<&str> = OfficeApplication::ALL.iter().flat_map(|it| it.names()).copied().collect();
            format!("there is no application {}: write one of {}", quoted(name), names.join(", "))
        })
    }
}

impl fmt::Display for OfficeApplication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
