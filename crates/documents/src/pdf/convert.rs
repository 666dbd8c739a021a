//! Has poppler write the text of a PDF document as XML.

use crate::{DocumentError, Format, converter::Converter};
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

/// What poppler writes about the document.
pub(super) fn to_xml(bytes: &[u8]) -> Result<String, DocumentError> {
    POPPLER.output(bytes)
}
