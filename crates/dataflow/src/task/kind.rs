//! Kinds of office documents, and what can be checked in each.

use super::{HomePath, Part};

/// The kind of a document, by file extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Kind {
    Odt,
    Ods,
    Odp,
    Docx,
    Xlsx,
    Pptx,
}

const ENDINGS: &[(&str, Kind)] = &[
    ("odt", Kind::Odt),
    ("ods", Kind::Ods),
    ("odp", Kind::Odp),
    ("docx", Kind::Docx),
    ("xlsx", Kind::Xlsx),
    ("pptx", Kind::Pptx),
];

/// A property that every kind of document has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Property {
    Title,
    Subject,
    Author,
    Keywords,
    Comments,
}

const PROPERTIES: &[(&str, Property)] = &[
    ("title", Property::Title),
    ("subject", Property::Subject),
    ("author", Property::Author),
    ("keywords", Property::Keywords),
    ("comments", Property::Comments),
];

impl Kind {
    /// The kind of a document by its path; the error lists the known extensions.
    pub(super) fn of(path: &HomePath) -> Result<Kind, String> {
        let ending = path.ending();
        let known = ENDINGS.iter().find(|(known, _)| *known == ending);
        let endings = || ENDINGS.iter().map(|(known, _)| format!(".{known}")).collect::<Vec<_>>().join(", ");
        known.map(|(_, kind)| *kind).ok_or_else(|| {
            format!(
                "{path} is not a document that can be looked into: its name should end with one of {}",
                endings()
            )
        })
    }

    /// Fails if documents of this kind do not have such a part.
    pub(super) fn has(self, part: &Part) -> Result<(), String> {
        let is_sheet = matches!(self, Kind::Ods | Kind::Xlsx);
        match part {
            Part::Cell(..) if !is_sheet => Err("cells are in .ods and .xlsx documents only".into()),
            Part::Bold(_) if is_sheet => Err("bold is looked for in .odt, .odp, .docx and .pptx only".into()),
            _ => Ok(()),
        }
    }
}

impl Property {
    pub(super) fn named(word: &str) -> Result<Property, String> {
        let words = || PROPERTIES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        let known = PROPERTIES.iter().find(|(known, _)| *known == word);
        known
            .map(|(_, property)| *property)
            .ok_or_else(|| format!("there is no property {word:?}: the properties are {}", words()))
    }

    /// The word in task files.
    pub fn word(self) -> &'static str {
        PROPERTIES.iter().find(|(_, known)| *known == self).map_or("", |(word, _)| word)
    }
}
