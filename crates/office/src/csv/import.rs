//! How LibreOffice is to open a CSV file: without asking, and with every field as it is written.

use super::{columns::Columns, numbers::DecimalMark, records::records, separator::separator_of};
use deskpilot_documents::{EncodingSource, TextEncoding, decode};
use deskpilot_system::ReadLimit;
use std::path::Path;

/// The endings of CSV files.
const ENDINGS: [&str; 3] = ["csv", "tsv", "tab"];
/// A larger file is opened as LibreOffice proposes.
const LARGEST: ReadLimit = ReadLimit::mib(64);
/// More columns than a sheet has.
const MOST_COLUMNS: usize = 16_384;
/// The format of a column whose fields are texts.
const TEXT: u8 = 2;
/// LibreOffice's numbers of encodings, by the names of the Encoding Standard.
/// They are those of LibreOffice's `rtl/textenc.h`.
const CHARSETS: &[(&str, u16)] = &[
    ("UTF-8", 76),
    ("UTF-16LE", 65_535),
    ("windows-1252", 1),
    ("macintosh", 2),
    ("ISO-8859-2", 13),
    ("ISO-8859-3", 14),
    ("ISO-8859-4", 15),
    ("ISO-8859-5", 16),
    ("ISO-8859-6", 17),
    ("ISO-8859-8", 19),
    ("ISO-8859-14", 21),
    ("ISO-8859-15", 22),
    ("IBM866", 30),
    ("windows-874", 32),
    ("windows-1250", 33),
    ("windows-1251", 34),
    ("windows-1253", 35),
    ("windows-1254", 36),
    ("windows-1255", 37),
    ("windows-1256", 38),
    ("windows-1257", 39),
    ("windows-1258", 40),
    ("Shift_JIS", 60),
    ("EUC-KR", 62),
    ("GBK", 67),
    ("Big5", 68),
    ("EUC-JP", 69),
    ("KOI8-R", 74),
    ("ISO-8859-10", 77),
    ("ISO-8859-13", 78),
    ("gb18030", 85),
    ("KOI8-U", 88),
];

/// The argument with which LibreOffice opens this file; `None` where it is no CSV file, or its text is not certain: LibreOffice then
/// asks how to read it.
pub(crate) fn import_argument(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    if !ENDINGS.contains(&ending.as_str()) {
        return None;
    }
    let options = import_options(&LARGEST.read(path).ok()?)?;
    Some(format!("--infilter=Text - txt - csv (StarCalc):{options}"))
}

/// The options of LibreOffice's filter: separator, quotation mark, encoding, first line, the columns that are texts, language,
/// whether quoted fields are texts, and whether what looks like a date is one.
fn import_options(bytes: &[u8]) -> Option<String> {
    let decoded = decode(bytes, None).ok()?;
    let charset = charset_of(decoded.encoding, decoded.source)?;
    let text = decoded.complete().ok()?;
    let separator = separator_of(&text);
    let columns = Columns::of(&records(&text, separator), separator);
    let styles = (1..).zip(&columns.all).take(MOST_COLUMNS);
    let texts: Vec<String> = styles
        .filter(|(_, it)| it.numbers.is_none())
        .map(|(at, _): (usize, _)| format!("{at}/{TEXT}"))
        .collect();
    let language = columns.mark.unwrap_or(DecimalMark::Point).language();
    Some(format!("{},34,{charset},1,{},{language},false,false", u32::from(separator), texts.join("/")))
}

/// UTF-16 whose bytes are the other way round is only read with its mark.
fn charset_of(encoding: TextEncoding, source: EncodingSource) -> Option<u16> {
    let name = encoding.to_string();
    let name = if name == "UTF-16BE" && source == EncodingSource::Mark { "UTF-16LE" } else { name.as_str() };
    CHARSETS.iter().find(|(it, _)| *it == name).map(|(_, charset)| *charset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_opened_as_it_is_written_whatever_the_language_of_the_desktop() {
        for (bytes, expected) in [
            (
                &b"Teil;Preis;Nr\r\ncaf\xE9 au lait;1,50;007\r\nb;2,25;8\r\n"[..],
                Some("59,34,1,1,1/2/3/2,1031,false,false"),
            ),
            (b"Part,Price,No\nbolt,1.5,007\nnut,2,8\n", Some("44,34,76,1,1/2/3/2,1033,false,false")),
            (b"\xEF\xBB\xBFa\tb\n1\t2\n", Some("9,34,76,1,,1033,false,false")),
            (b"", Some("44,34,76,1,,1033,false,false")),
            (b"a\0b\x01\x02\x03\xFF", None),
        ] {
            assert_eq!(import_options(bytes).as_deref(), expected, "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(import_argument(Path::new("/nowhere/a.ods")), None);
    }
}
