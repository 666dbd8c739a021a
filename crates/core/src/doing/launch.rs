//! Launches: applications to open, with or without a document.

use super::TableFormat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An application to launch, by any of its names, with an optional document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Its name, generic name, keyword, file type or identifier; empty for the usual application of the document.
    pub application: String,
    /// The document to open in it.
    pub file: Option<String>,
    /// How to open the document if another program has it open.
    #[serde(default, skip_serializing_if = "WhenInUse::is_default")]
    pub when_in_use: WhenInUse,
    /// How to read the document, a text file, as a table.
    #[serde(default, skip_serializing_if = "TableFormat::is_default")]
    pub table: Box<TableFormat>,
}

/// How to open a document that another program has open. The other program keeps its lock in either case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenInUse {
    /// For reading only.
    #[default]
    ReadOnly,
    /// A copy without a name, which is saved under another one.
    Copy,
}

impl WhenInUse {
    /// Both.
    pub const ALL: [WhenInUse; 2] = [WhenInUse::ReadOnly, WhenInUse::Copy];

    /// Its word in replies and logs.
    pub const fn word(self) -> &'static str {
        match self {
            WhenInUse::ReadOnly => "read_only",
            WhenInUse::Copy => "copy",
        }
    }

    /// The one that has this word.
    pub fn of_word(word: &str) -> Option<WhenInUse> {
        WhenInUse::ALL.into_iter().find(|it| it.word().eq_ignore_ascii_case(word.trim()))
    }

    fn is_default(&self) -> bool {
        *self == WhenInUse::default()
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) if self.application.is_empty() => write!(f, "open {file} in its usual application")?,
            Some(file) => write!(f, "open {} with {file}", self.application)?,
            None => write!(f, "open {}", self.application)?,
        }
        if let Some(separator) = self.table.separator {
            write!(f, ", separated by {separator:?}")?;
        }
        if let Some(encoding) = &self.table.encoding {
            write!(f, ", in {encoding}")?;
        }
        match (&self.file, self.when_in_use) {
            (Some(_), WhenInUse::Copy) => f.write_str(", as a copy if another program has it open"),
            (Some(_), WhenInUse::ReadOnly) | (None, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_launch_says_how_to_read_its_document_where_that_is_given() {
        let table = TableFormat { separator: Some('\t'), encoding: Some("koi8-r".into()) };
        let launch = Launch { file: Some("a.csv".into()), table: table.into(), ..Launch::default() };
        let stored =
            json!({"application": "", "file": "a.csv", "table": {"separator": "\t", "encoding": "koi8-r"}});
        assert_eq!(serde_json::to_value(&launch).unwrap(), stored);
        assert_eq!(serde_json::from_value::<Launch>(stored).unwrap(), launch);
        let shown = launch.to_string();
        assert_eq!(shown, r"open a.csv in its usual application, separated by '\t', in koi8-r");
    }

    #[test]
    fn only_a_launch_that_wants_a_copy_of_a_document_in_use_says_so() {
        let file = || Some("a.ods".to_owned());
        let launch = |when_in_use| Launch {
            application: "calc".into(),
            file: file(),
            when_in_use,
            ..Launch::default()
        };
        for (when_in_use, stored, shown) in [
            (WhenInUse::ReadOnly, json!({"application": "calc", "file": "a.ods"}), "open calc with a.ods"),
            (
                WhenInUse::Copy,
                json!({"application": "calc", "file": "a.ods", "when_in_use": "copy"}),
                "open calc with a.ods, as a copy if another program has it open",
            ),
        ] {
            assert_eq!(serde_json::to_value(launch(when_in_use)).unwrap(), stored);
            assert_eq!(serde_json::from_value::<Launch>(stored).unwrap(), launch(when_in_use));
            assert_eq!(launch(when_in_use).to_string(), shown);
            assert_eq!(WhenInUse::of_word(when_in_use.word()), Some(when_in_use));
        }
        assert_eq!(WhenInUse::of_word("break it"), None);
    }
}
