//! Has poppler write the text of a PDF document as XML, and pages of it as pictures.

use crate::{DocumentError, Format, PagePicture, converter::Converter};
use std::time::{Duration, Instant};

/// What makes XML of a document. It says where on a page each line is; the document comes by its standard input,
/// and the name of a file that it asks for then is not used.
const POPPLER: Converter<'static> = Converter {
    program: "pdftohtml",
    package: "poppler-utils",
    arguments: &["-xml", "-i", "-stdout", "-q", "-enc", "UTF-8", "-", "document"],
    deadline: Duration::from_secs(60),
    format: Format::Pdf,
};

/// The longer side of a picture in pixels: letters of a page of A4 are as in 190 dots per inch.
const SIDE: &str = "2200";

/// How long the pictures of all pages of a document may take: a page may be made to take all of its minute.
const MOST_SPENT: Duration = Duration::from_secs(600);

/// The pictures of the pages of one document.
pub(super) struct Pictures<'a> {
    bytes: &'a [u8],
    /// How long those before took.
    spent: Duration,
}

impl<'a> Pictures<'a> {
    /// Those of the document with these bytes.
    pub(super) const fn of(bytes: &'a [u8]) -> Pictures<'a> {
        Pictures { bytes, spent: Duration::ZERO }
    }

    /// The picture of a page, which is counted from 1; `None` once those before it took too long.
    pub(super) fn page(&mut self, page: u32) -> Result<Option<PagePicture>, DocumentError> {
        if self.spent >= MOST_SPENT {
            return Ok(None);
        }
        let began = Instant::now();
        let made = picture(self.bytes, page);
        self.spent += began.elapsed();
        made.map(Some)
    }
}

fn picture(bytes: &[u8], page: u32) -> Result<PagePicture, DocumentError> {
    let page = page.to_string();
    let arguments = ["-q", "-f", page.as_str(), "-l", page.as_str(), "-scale-to", SIDE, "-"];
    let poppler = Converter { program: "pdftoppm", arguments: &arguments, ..POPPLER };
    PagePicture::of_ppm(&poppler.output_bytes(bytes)?)
}

/// What poppler writes about the document.
pub(super) fn to_xml(bytes: &[u8]) -> Result<String, DocumentError> {
    POPPLER.output(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_made_once_those_before_it_took_too_long() {
        let mut late = Pictures { bytes: b"", spent: MOST_SPENT };
        assert_eq!(late.page(1).unwrap(), None);
        let mut first = Pictures::of(b"no PDF");
        assert!(first.page(1).is_err());
        assert!(first.spent > Duration::ZERO, "a page that fails takes its time, too");
    }
}
