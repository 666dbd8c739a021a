//! The values that arguments are drawn from: sensible ones, and such as break what is careless.

/// Texts that the documents hold from the start.
pub(super) const KNOWN: &[&str] =
    &["garden", "bees", "tea", "roses", "The", "Garden plans", "Water the roses.", "Oslo", "one,two,three"];
/// Texts of all kinds.
pub(super) const TEXTS: &[&str] = &[
    "tea",
    "A longer sentence about bees.",
    "Grüße ✓",
    "a  b",
    "line one\nline two",
    "\tindented\n\t\tdeeper",
    "",
    " ",
    " begins and ends with a space ",
    "<b>&amp;</b>",
    "=1+1",
    "'quoted' \"twice\"",
    "😀 𝔘",
    "-1",
    "1e400",
    "]]>",
    "two\r\nlines",
    "one,two,three",
    "$1 \\n (.*) [x",
    "3,5",
    "2026-11-29",
    "TRUE",
];
pub(super) const COLORS: &[&str] = &["#ff8800", "#000000", "#FFFFFF", "00ff00", "red", "#12345", " #ccddee "];
pub(super) const SHEETS: &[&str] = &["Sheet1", "Sheet1", "Sheet1", "Sheet2", "Nowhere", "O'k", ""];
pub(super) const NAMES: &[&str] =
    &["Extra", "Total_1", "O'k", "Sheet1", "Default", "a/b", "", "Grüße", "A1", "Sheet2"];
pub(super) const FONTS: &[&str] = &["Liberation Serif", "DejaVu Sans", "No such font", ""];
pub(super) const STYLES: &[&str] =
    &["Heading 1", "Title", "Quotations", "Text body", "Standard", "None such", "heading 2"];
pub(super) const LETTERS: &[&str] = &["A", "B", "C", "A:B", "C:A", "b", "ZZ", "1", ""];
pub(super) const FORMATS: &[&str] = &["0.00", "#,##0", "YYYY-MM-DD", "0%", "[", "@", "HH:MM"];
pub(super) const TABLES: &[&str] = &["1", "Table1", "2", "None such"];
pub(super) const SEPARATORS: &[&str] = &[",", "\t", ";", ""];
pub(super) const VALUES: &[&str] =
    &["5", "2.5", "tea", "=A1", "=SUM(B2:B4)", "=1/0", "1e3", " 7 ", "007", "", "#N/A"];
pub(super) const FORMULAS: &[&str] = &["B2>3", "=A1=\"Oslo\"", "1/0", "A1>", ")("];
pub(super) const RANGES: &[&str] = &[
    "A1",
    "B2",
    "A1:C4",
    "A2:C4",
    "C1:C5",
    "B2:B4",
    "E2",
    "E1:F3",
    "$A$1",
    "a1:b2",
    "B3:A1",
    "Z99",
    "Sheet2.A1",
    "nowhere",
    "A0",
    "*",
    "A1:B2:C3",
];
/// The heads of the table of the spreadsheet, some of its letters, and one that it does not have.
pub(super) const HEADS: &[&str] = &["City", "Kind", "Sum", "City", "Sum", "B", "Age"];
pub(super) const SLIDES: &[&str] = &["1", "2", "1", "2", "3", "0", "x", "1.5"];
pub(super) const URLS: &[&str] = &[
    "https://example.org/tea",
    "https://example.org/?a=1&b=<2>",
    "http://example.org",
    "mailto:ann@example.org",
    "HTTPS://Example.org/Grüße",
    "macro:///Standard.Wall.Main",
    "file:///etc/passwd",
    "https://example.org/a b",
];
pub(super) const PATTERNS: &[&str] = &["*", "*.txt", "[", "letter", ""];
/// Numbers of rows, slides, paragraphs and the like.
pub(super) const COUNTS: &[f64] = &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 4.0, 6.0, 0.0, -1.0, 2.5, 999.0];
/// How many rows and columns a table gets: those that are large take long.
pub(super) const SIZES: &[f64] = &[1.0, 2.0, 3.0, 3.0, 5.0, 20.0, 0.0, -1.0, 51.0];
/// Lengths in centimetres, sizes of letters, seconds.
pub(super) const LENGTHS: &[f64] = &[2.0, 5.0, 1.5, 10.0, 12.0, 18.0, 0.0, -3.0, 0.01, 400.0];
/// Files from which an office document takes a picture.
pub(super) const PICTURES: &[&str] =
    &["picture.png", "picture.png", "picture.png", "letter.txt", "missing.png", "folder"];
/// Files into which an office document is saved; each gets an ending.
pub(super) const TARGETS: &[&str] = &["out", "out", "a b", "Grüße", "missing/out", "folder"];
/// Endings of such files: each kind of documents knows some of them.
pub(super) const ENDINGS: &[&str] = &[
    "ods", "xlsx", "csv", "pdf", "html", "fods", "odt", "docx", "txt", "fodt", "odp", "pptx", "png", "fodp",
    "",
];
/// Places in the folder of the commands of files.
pub(super) const PLACES: &[&str] = &[
    "letter.txt",
    "letter.txt",
    "notes.txt",
    "folder",
    "folder",
    "folder/inner.txt",
    "new.txt",
    "newer.txt",
    "folder/new.txt",
    "new folder",
    "missing/new.txt",
    "folder/../letter.txt",
    "./notes.txt",
    "folder/",
    "a b.txt",
    "Grüße ✓.txt",
    "link",
    "link/inside.txt",
    "archive.zip",
    "archive.tar.gz",
    "new.zip",
    "new.tar.gz",
    "broken.zip",
    ".hidden",
    "line\nbreak.txt",
    "letter.txt/below",
];
