//! Has poppler write the text of a PDF document as XML, and pages of it as pictures.

use crate::{DocumentError, Format, PagePicture, converter::Converter};
use std::time::Duration;

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

/// The picture of a page, which is counted from 1.
pub(super) fn picture(bytes: &[u8], page: u32) -> Result<PagePicture, DocumentError> {
    let page = page.to_string();
    let arguments = ["-q", "-f", page.as_str(), "-l", page.as_str(), "-scale-to", SIDE, "-"];
    let poppler = Converter { program: "pdftoppm", arguments: &arguments, ..POPPLER };
    PagePicture::of_ppm(&poppler.output_bytes(bytes)?)
}

/// What poppler writes about the document.
pub(super) fn to_xml(bytes: &[u8]) -> Result<String, DocumentError> {
    POPPLER.output(bytes)
}
