//! Whether the content of a file is what its name says.

use super::{document_error::DocumentError, open};
use deskpilot_core::ContentKind;
use deskpilot_documents::decode;
use deskpilot_system::{ReadLimit, open_regular};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

/// The largest package that is opened; of a larger one only the first bytes are checked.
const LARGEST: ReadLimit = ReadLimit::mib(64);
/// How many bytes at the beginning identify the kind.
const HEAD: u64 = 8 << 10;
/// How many bytes at the end hold the mark of a complete PDF document.
const TAIL: u64 = 2 << 10;

/// What the files with an extension hold.
#[derive(Clone, Copy)]
enum Expected {
    /// A content that begins like this.
    Kind(ContentKind),
    /// A ZIP archive whose part `mimetype` begins with this.
    MimeType(&'static str),
    /// A ZIP archive with parts in this folder.
    Folder(&'static str),
    /// A text in any encoding.
    Text,
}

const EXTENSIONS: &[(&[&str], Expected)] = &[
    (&["pdf"], Expected::Kind(ContentKind::Pdf)),
    (&["png"], Expected::Kind(ContentKind::Png)),
    (&["jpg", "jpeg"], Expected::Kind(ContentKind::Jpeg)),
    (&["gif"], Expected::Kind(ContentKind::Gif)),
    (&["webp"], Expected::Kind(ContentKind::WebP)),
    (&["zip"], Expected::Kind(ContentKind::Zip)),
    (&["gz", "tgz"], Expected::Kind(ContentKind::Gzip)),
    (&["odt", "ott"], Expected::MimeType("application/vnd.oasis.opendocument.text")),
    (&["ods", "ots"], Expected::MimeType("application/vnd.oasis.opendocument.spreadsheet")),
    (&["odp", "otp"], Expected::MimeType("application/vnd.oasis.opendocument.presentation")),
    (&["odg", "otg"], Expected::MimeType("application/vnd.oasis.opendocument.graphics")),
    (&["epub"], Expected::MimeType("application/epub+zip")),
    (&["docx"], Expected::Folder("word/")),
    (&["xlsx"], Expected::Folder("xl/")),
    (&["pptx"], Expected::Folder("ppt/")),
    (
        &[
            "txt", "text", "csv", "tsv", "md", "json", "xml", "html", "htm", "svg", "rtf", "log", "ini",
            "toml", "yaml", "yml", "css", "tex", "ics", "vcf", "fodt", "fods", "fodp",
        ],
        Expected::Text,
    ),
];

/// Whether the content of this file is what the extension of its name says. What has another extension, cannot be read or is too
/// large may be.
///
/// # Errors
/// It is not, or not complete yet: what is wrong with it.
pub fn check_kind(path: &Path) -> Result<(), String> {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let known = EXTENSIONS.iter().find(|(names, _)| names.contains(&extension.as_str()));
    let (Some((_, expected)), Ok(mut file)) = (known, open_regular(path)) else { return Ok(()) };
    match check(&mut file, *expected) {
        Ok(found) => found,
        Err(_) => Ok(()),
    }
}

fn check(file: &mut File, expected: Expected) -> io::Result<Result<(), String>> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    let found = ContentKind::of(&head);
    let wanted = match expected {
        Expected::Kind(kind) => Some(kind),
        Expected::MimeType(_) | Expected::Folder(_) => Some(ContentKind::Zip),
        Expected::Text => None,
    };
    if found != wanted || (wanted.is_none() && !is_text(&head)) {
        return Ok(Err(format!("it is {}", described(found, &head))));
    }
    match expected {
        Expected::Kind(ContentKind::Pdf) => check_end(file),
        Expected::MimeType(_) | Expected::Folder(_) => check_package(file, expected),
        Expected::Kind(_) | Expected::Text => Ok(Ok(())),
    }
}

/// An application writes the end of a PDF document last.
fn check_end(file: &mut File) -> io::Result<Result<(), String>> {
    let start = file.metadata()?.len().saturating_sub(TAIL);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.by_ref().take(TAIL).read_to_end(&mut tail)?;
    let is_complete = tail.windows(5).any(|it| it == b"%%EOF");
    Ok(if is_complete { Ok(()) } else { Err("its end is missing".to_owned()) })
}

fn check_package(file: &mut File, expected: Expected) -> io::Result<Result<(), String>> {
    file.rewind()?;
    let bytes = LARGEST.read_open(file)?;
    let mut package = match open(&bytes) {
        Ok(package) => package,
        Err(DocumentError::NotADocument(why) | DocumentError::Unreadable(why)) => return Ok(Err(why)),
    };
    let is_wanted = match expected {
        Expected::MimeType(wanted) => {
            let found = package.optional_part("mimetype").ok().flatten();
            found.is_some_and(|it| it.starts_with(wanted))
        }
        Expected::Folder(folder) => package.part_names().any(|name| name.starts_with(folder)),
        Expected::Kind(_) | Expected::Text => true,
    };
    Ok(if is_wanted { Ok(()) } else { Err("it is an archive or a document of another kind".to_owned()) })
}

/// Whether this may be the beginning of a text. Its last letter may be cut.
fn is_text(head: &[u8]) -> bool {
    decode(head, None).is_ok()
}

fn described(found: Option<ContentKind>, head: &[u8]) -> String {
    match found {
        Some(kind) => kind.to_string(),
        None if is_text(head) => "a text".to_owned(),
        None => "other data".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::Write};
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, text) in parts {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn a_name_says_what_is_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let odt =
            archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<a/>")]);
        let docx = archive(&[("[Content_Types].xml", "<a/>"), ("word/document2.xml", "<a/>")]);
        let pdf = b"%PDF-1.7\n1 0 obj\n%%EOF\n".to_vec();
        let half = odt[..odt.len() / 2].to_vec();
        let cases: &[(&str, &[u8], &str)] = &[
            ("a.pdf", &pdf, ""),
            ("A.PDF", &pdf, ""),
            ("a.pdf", b"%PDF-1.7\n1 0 obj\n", "its end is missing"),
            ("a.pdf", b"hello", "it is a text"),
            ("a.pdf", &odt, "it is a ZIP archive or an office document"),
            ("a.odt", &odt, ""),
            ("a.ods", &odt, "it is an archive or a document of another kind"),
            ("a.odt", &docx, "it is an archive or a document of another kind"),
            ("a.odt", b"<office:document/>", "it is a text"),
            ("a.odt", &half, "nvalid Zip archive"),
            ("a.docx", &docx, ""),
            ("a.xlsx", &docx, "it is an archive or a document of another kind"),
            ("a.png", b"\x89PNG\r\n", ""),
            ("a.png", b"\xff\xd8\xff\xe0", "it is a JPEG picture"),
            ("a.txt", "K\u{e4}se".as_bytes(), ""),
            ("a.txt", b"K\xe4se", ""),
            ("a.txt", b"\xff\xfeh\0i\0", ""),
            ("a.txt", b"h\0i\0", ""),
            ("a.csv", &odt, "it is a ZIP archive or an office document"),
            ("a.csv", b"a\0b", "it is other data"),
            ("a.zip", &odt, ""),
            ("a.unknown", b"a\0b", ""),
            ("letter", b"a\0b", ""),
        ];
        for (name, content, expected) in cases {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            let found = check_kind(&path).err().unwrap_or_default();
            assert_eq!(found.is_empty(), expected.is_empty(), "{name}: {found}");
            assert!(found.contains(expected), "{name}: {found}");
        }
        assert_eq!(check_kind(&folder.path().join("none.pdf")), Ok(()));
    }
}
