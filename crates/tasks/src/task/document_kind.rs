//! Kinds of office documents, and what can be checked in each.

use super::{DocumentContent, HomePath};

/// The kind of a document, by file extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum DocumentKind {
    Odt,
    Ods,
    Odp,
    Docx,
    Xlsx,
    Pptx,
}

const EXTENSIONS: &[(&str, DocumentKind)] = &[
    ("odt", DocumentKind::Odt),
    ("ods", DocumentKind::Ods),
    ("odp", DocumentKind::Odp),
    ("fodt", DocumentKind::Odt),
    ("fods", DocumentKind::Ods),
    ("fodp", DocumentKind::Odp),
    ("docx", DocumentKind::Docx),
    ("xlsx", DocumentKind::Xlsx),
    ("pptx", DocumentKind::Pptx),
];

impl DocumentKind {
    /// The kind of a document by its path; the error lists the known extensions.
    pub(super) fn of(path: &HomePath) -> Result<DocumentKind, String> {
        let known = DocumentKind::of_extension(&path.extension());
        let extensions =
            || EXTENSIONS.iter().map(|(known, _)| format!(".{known}")).collect::<Vec<_>>().join(", ");
        known.ok_or_else(|| {
            format!(
                "{path} is not a document that can be looked into: its name should end with one of {}",
                extensions()
            )
        })
    }

    /// The kind of documents with this file extension.
    pub(crate) fn of_extension(extension: &str) -> Option<DocumentKind> {
        EXTENSIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|(_, kind)| *kind)
    }

    /// Fails if documents of this kind cannot have this content.
    pub(super) fn check_supports(self, content: &DocumentContent) -> Result<(), String> {
        let is_sheet = matches!(self, DocumentKind::Ods | DocumentKind::Xlsx);
        match content {
            DocumentContent::Cell(..) if !is_sheet => {
                Err("cells are in .ods and .xlsx documents only".into())
            }
            DocumentContent::Bold(_) if is_sheet => {
                Err("bold is looked for in .odt, .odp, .docx and .pptx only".into())
            }
            _ => Ok(()),
        }
    }
}
