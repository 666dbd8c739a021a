//! The three kinds of documents: their folders, their types, and how each is made from a definition.

use super::{
    calc,
    definition::Definition,
    impress,
    package::{Parts, package},
    writer,
};
use anyhow::Result;

/// A kind of document, named as the application that edits it.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Writer,
    Calc,
    Impress,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Writer, Kind::Calc, Kind::Impress];

    pub(super) fn folder(self) -> &'static str {
        match self {
            Kind::Writer => "writer",
            Kind::Calc => "calc",
            Kind::Impress => "impress",
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Kind::Writer => "odt",
            Kind::Calc => "ods",
            Kind::Impress => "odp",
        }
    }

    /// The bytes of the document.
    pub(super) fn document(self, definition: &Definition) -> Result<Vec<u8>> {
        let (automatic_styles, body, styles) = match self {
            Kind::Writer => {
                (writer::AUTOMATIC_STYLES.to_owned(), writer::body(&definition.lines)?, writer::STYLES)
            }
            Kind::Calc => {
                let (automatic_styles, body) = calc::content(&definition.lines)?;
                (automatic_styles, body, calc::STYLES)
            }
            Kind::Impress => {
                (impress::AUTOMATIC_STYLES.to_owned(), impress::body(&definition.lines)?, impress::STYLES)
            }
        };
        let parts = Parts {
            media_type: self.media_type(),
            content: format!(
                "<office:automatic-styles>{automatic_styles}</office:automatic-styles><office:body>{body}</office:body>"
            ),
            styles: styles.to_owned(),
        };
        package(&parts, &definition.colour)
    }

    fn media_type(self) -> &'static str {
        match self {
            Kind::Writer => "application/vnd.oasis.opendocument.text",
            Kind::Calc => "application/vnd.oasis.opendocument.spreadsheet",
            Kind::Impress => "application/vnd.oasis.opendocument.presentation",
        }
    }
}
