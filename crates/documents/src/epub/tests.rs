//! Books, made here.

use super::*;
use crate::office::package::tests::archive;

const CONTAINER_XML: &str = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>\
    <rootfile full-path='OEBPS/book.opf' media-type='application/oebps-package+xml'/></rootfiles></container>";
const BOOK: &str = "<package xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata><dc:title>The printer</dc:title>\
    <dc:language>en</dc:language></metadata><manifest>\
    <item id='b' href='text/b%20two.xhtml' media-type='application/xhtml+xml'/>\
    <item id='a' href='text/a.xhtml' media-type='application/xhtml+xml'/>\
    <item id='cover' href='cover.png' media-type='image/png'/></manifest>\
    <spine><itemref idref='cover'/><itemref idref='a'/><itemref idref='b' linear='no'/><itemref idref='a'/></spine></package>";
const FIRST: &str = "<?xml version='1.0' encoding='utf-8'?><html><head><title/></head><body><h1>Paper</h1>\
    <p>The tray holds 200 sheets.</p></body></html>";
const SECOND: &str =
    "<html><head><title>Toner</title><script src='x.js'/></head><body><p>Shake it.</p></body></html>";

fn book(more: &[(&str, &str)]) -> Vec<u8> {
    let parts = [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER_XML),
        ("OEBPS/book.opf", BOOK),
        ("OEBPS/text/a.xhtml", FIRST),
        ("OEBPS/text/b two.xhtml", SECOND),
    ];
    archive(&[&parts[..], more].concat())
}

#[test]
fn the_pages_of_a_book_are_read_along_its_spine() {
    let document = read(&book(&[]), "file").unwrap();
    let sections: Vec<String> =
        document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
    assert_eq!((document.title.as_str(), document.language.as_deref()), ("The printer", Some("en")));
    assert_eq!(
        sections,
        ["The printer / Paper: The tray holds 200 sheets.", "The printer / Toner: Shake it."]
    );
}

#[test]
fn what_is_no_book_and_what_is_encrypted_is_refused() {
    let encrypted = "<encryption><EncryptedData><CipherData><CipherReference URI='OEBPS/text/b%20two.xhtml'/>\
        </CipherData></EncryptedData></encryption>";
    let of_fonts = encrypted.replace("text/b%20two.xhtml", "font.otf");
    assert!(read(&book(&[(ENCRYPTION, &of_fonts)]), "file").is_ok());
    let no_page = BOOK.replace("idref", "ref");
    let without_pages =
        archive(&[("META-INF/container.xml", CONTAINER_XML), ("OEBPS/book.opf", no_page.as_str())]);
    let lost = archive(&[("META-INF/container.xml", CONTAINER_XML), ("OEBPS/book.opf", BOOK)]);
    for (bytes, expected) in [
        (book(&[(ENCRYPTION, encrypted)]), "its pages are encrypted"),
        (archive(&[("mimetype", "application/epub+zip")]), "there is no META-INF/container.xml in it"),
        (archive(&[("META-INF/container.xml", "<container/>")]), "META-INF/container.xml names no book"),
        (without_pages, "its spine names no page"),
        (lost, "there is no OEBPS/text/a.xhtml in it"),
        (b"no book".to_vec(), "it is not an electronic book (EPUB)"),
    ] {
        let error = read(&bytes, "file").unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_book_that_unpacks_to_too_much_is_refused() {
    let large = format!("<html><body><p>{}</p></body></html>", "x ".repeat(9 << 20));
    let bytes = archive(&[
        ("META-INF/container.xml", CONTAINER_XML),
        ("OEBPS/book.opf", BOOK),
        ("OEBPS/text/a.xhtml", &large),
    ]);
    assert!(matches!(read(&bytes, "file"), Err(DocumentError::TooMuch(_))));
}
