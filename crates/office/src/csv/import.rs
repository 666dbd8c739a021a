//! How LibreOffice is to open a CSV file: without asking, and with every field as it is written.

use super::{columns::Columns, numbers::DecimalMark, records::records, separator::separator_of};
use deskpilot_core::TableFormat;
use deskpilot_documents::{EncodingSource, TextEncoding, decode, decode_as};
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

/// The argument with which LibreOffice opens this file as it is given, and otherwise as it is found; `None` where nothing is given, and
/// it is no CSV file, or its text is not certain: LibreOffice then asks how to read it.
///
/// # Errors
/// Why LibreOffice cannot read the file as it is given.
pub(crate) fn import_argument(path: &Path, given: &TableFormat) -> Result<Option<String>, String> {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    if given.is_default() && !ENDINGS.contains(&ending.as_str()) {
        return Ok(None);
    }
    let options = match LARGEST.read(path) {
        Ok(bytes) => import_options(&bytes, given),
        Err(error) => Err(error.to_string()),
    };
    match options {
        Ok(options) => Ok(Some(format!("--infilter=Text - txt - csv (StarCalc):{options}"))),
        Err(_) if given.is_default() => Ok(None),
        Err(why) => Err(why),
    }
}

/// The options of LibreOffice's filter: separator, quotation mark, encoding, first line, the columns that are texts, language,
/// whether quoted fields are texts, and whether what looks like a date is one.
fn import_options(bytes: &[u8], given: &TableFormat) -> Result<String, String> {
    let (text, charset) = match &given.encoding {
        Some(name) => {
            let unknown = || format!("it knows no encoding {name:?} of texts: {}", charset_names());
            let decoded = decode_as(bytes, TextEncoding::of_label(name).ok_or_else(unknown)?);
            let charset = charset_of(decoded.encoding, decoded.source).ok_or_else(unknown)?;
            (decoded.text, charset)
        }
        None => {
            let uncertain = "the encoding of the text is not certain: say it";
            let decoded = decode(bytes, None).map_err(|error| error.to_string())?;
            let charset = charset_of(decoded.encoding, decoded.source).ok_or(uncertain)?;
            (decoded.complete().map_err(|_| uncertain)?, charset)
        }
    };
    let separator = given.separator.unwrap_or_else(|| separator_of(&text));
    let columns = Columns::of(&records(&text, separator), separator);
    let styles = (1..).zip(&columns.all).take(MOST_COLUMNS);
    let texts: Vec<String> = styles
        .filter(|(_, it)| it.numbers.is_none())
        .map(|(at, _): (usize, _)| format!("{at}/{TEXT}"))
        .collect();
    let language = columns.mark.unwrap_or(DecimalMark::Point).language();
    Ok(format!("{},34,{charset},1,{},{language},false,false", u32::from(separator), texts.join("/")))
}

fn charset_names() -> String {
    CHARSETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The encoding that these options give LibreOffice's filter.
pub(super) fn encoding_in(options: &str) -> Option<TextEncoding> {
    let charset: u16 = options.split(',').nth(2)?.parse().ok()?;
    let (name, _) = CHARSETS.iter().find(|(_, it)| *it == charset)?;
    TextEncoding::of_label(name)
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
            let options = import_options(bytes, &TableFormat::default()).ok();
            assert_eq!(options.as_deref(), expected, "{}", String::from_utf8_lossy(bytes));
        }
        for nowhere in ["/nowhere/a.ods", "/nowhere/a.csv"] {
            assert_eq!(import_argument(Path::new(nowhere), &TableFormat::default()), Ok(None));
        }
    }

    #[test]
    fn what_is_given_counts_more_than_what_is_found() {
        let given = |separator: Option<char>, encoding: Option<&str>| TableFormat {
            separator,
            encoding: encoding.map(str::to_owned),
        };
        let bytes = b"caf\xE9 au lait|a;b\n1|2;3\n";
        for (format, expected) in [
            (given(None, None), Some("59,34,1,1,1/2,1033,false,false")),
            (given(Some('|'), None), Some("124,34,1,1,2/2,1033,false,false")),
            (given(Some('|'), Some("iso-8859-2")), Some("124,34,13,1,2/2,1033,false,false")),
            (given(None, Some("utf-16be")), None),
            (given(None, Some("ebcdic")), None),
        ] {
            assert_eq!(import_options(bytes, &format).ok().as_deref(), expected, "{format:?}");
        }
        let text = Path::new("/nowhere/a.txt");
        assert!(import_argument(text, &given(Some('|'), None)).is_err());
        assert_eq!(encoding_in("124,34,13,1"), TextEncoding::of_label("iso-8859-2"));
        assert_eq!(encoding_in("124,34,ANSI,1"), None);
    }
}
