//! Kinds of file contents, as their first bytes say.

use std::fmt;

/// The kind of a content that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum ContentKind {
    Png,
    Jpeg,
    Gif,
    WebP,
    Pdf,
    Zip,
    Gzip,
    Program,
    Sqlite,
}

/// How contents begin. In a WebP picture the length comes between the two words.
const SIGNATURES: &[(&[u8], ContentKind)] = &[
    (b"\x89PNG", ContentKind::Png),
    (b"\xff\xd8\xff", ContentKind::Jpeg),
    (b"GIF8", ContentKind::Gif),
    (b"%PDF-", ContentKind::Pdf),
    (b"PK\x03\x04", ContentKind::Zip),
    (b"\x1f\x8b", ContentKind::Gzip),
    (b"\x7fELF", ContentKind::Program),
    (b"SQLite format 3\0", ContentKind::Sqlite),
];

impl ContentKind {
    /// The kind of a content with this beginning; `None` for texts and for what is not known.
    pub fn of(head: &[u8]) -> Option<ContentKind> {
        if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
            return Some(ContentKind::WebP);
        }
        SIGNATURES.iter().find(|(signature, _)| head.starts_with(signature)).map(|(_, kind)| *kind)
    }
}

impl fmt::Display for ContentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ContentKind::Png => "a PNG picture",
            ContentKind::Jpeg => "a JPEG picture",
            ContentKind::Gif => "a GIF picture",
            ContentKind::WebP => "a WebP picture",
            ContentKind::Pdf => "a PDF document",
            ContentKind::Zip => "a ZIP archive or an office document",
            ContentKind::Gzip => "a gzip archive",
            ContentKind::Program => "a program",
            ContentKind::Sqlite => "an SQLite database",
        })
    }
}
