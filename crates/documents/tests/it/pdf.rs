//! PDF documents, which need poppler and a sandbox; a machine without them says what to install.

use deskpilot_documents::{Document, DocumentError, PagePicture, PictureLine, read, read_with_pictures};
use std::fs;

/// A document of one page, with these lines: the size of the letters, the height on the page, and the text.
fn pdf(lines: &[(u32, u32, &str)]) -> String {
    let line =
        |(size, top, text): &(u32, u32, &str)| format!("BT /F1 {size} Tf 50 {top} Td ({text}) Tj ET\n");
    let content: String = lines.iter().map(line).collect();
    format!(
        "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n\
         3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj\n\
         4 0 obj <</Length {}>> stream\n{content}endstream endobj\n\
         5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n",
        content.len()
    )
}

/// A document of pages with these lines, all of one size.
fn pages(pages: &[&[(u32, u32, &str)]]) -> String {
    let line =
        |(left, top, text): &(u32, u32, &str)| format!("BT /F1 10 Tf {left} {top} Td ({text}) Tj ET\n");
    let mut objects = String::new();
    for (number, lines) in (10..).step_by(2).zip(pages) {
        let content: String = lines.iter().map(line).collect();
        objects += &format!(
            "{number} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {} 0 R/Resources<</Font<</F1 5 0 R>>>>>> \
             endobj\n{} 0 obj <</Length {}>> stream\n{content}endstream endobj\n",
            number + 1,
            number + 1,
            content.len()
        );
    }
    let kids: String = (10..).step_by(2).take(pages.len()).map(|it: usize| format!("{it} 0 R ")).collect();
    format!(
        "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n\
         2 0 obj <</Type/Pages/Kids[{kids}]/Count {}>> endobj\n{objects}\
         5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n",
        pages.len()
    )
}

fn read_pdf(content: &str) -> Result<Document, DocumentError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("manual.pdf");
    fs::write(&file, content).unwrap();
    read(&file)
}

/// The document; `None` on a machine that lacks a program, which the error names with its package.
fn document(content: &str) -> Option<Document> {
    match read_pdf(content) {
        Ok(document) => Some(document),
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains("install the package") || error.contains("namespaces"), "{error}");
            None
        }
    }
}

#[test]
fn large_lines_are_the_titles_of_a_document() {
    let lines = [
        (24, 700, "The manual"),
        (16, 650, "Copy"),
        (10, 630, "Press the"),
        (10, 618, "button."),
        (16, 550, "Paste"),
        (10, 530, "Press another."),
    ];
    let Some(document) = document(&pdf(&lines)) else { return };
    assert_eq!(document.title, "The manual");
    let sections: Vec<String> =
        document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
    assert_eq!(sections, ["The manual / Copy: Press the button.", "The manual / Paste: Press another."]);
}

#[test]
fn columns_are_read_in_order_and_pages_without_text_are_named() {
    let rows: [(u32, u32, &str); 8] = [
        (50, 700, "The lower tray of it holds two hun-"),
        (350, 700, "turns amber and then goes out. Print"),
        (50, 688, "dred sheets of paper. Push the blue"),
        (350, 688, "the test page and compare it with the"),
        (50, 676, "handle down until it clicks, because"),
        (350, 676, "template that lies in the drawer, and"),
        (50, 664, "rollers slip. Wait until the lamp"),
        (350, 664, "call the service if they differ."),
    ];
    let Some(document) = document(&pages(&[&rows, &[], &[(50, 700, "The end.")]])) else { return };
    assert_eq!(
        document.sections[0].text,
        "The lower tray of it holds two hundred sheets of paper. Push the blue handle down until it clicks, because \
         rollers slip. Wait until the lamp turns amber and then goes out. Print the test page and compare it with the \
         template that lies in the drawer, and call the service if they differ.\n\nThe end."
    );
    assert_eq!(document.missing_text.unwrap().to_string(), "1 of 3 pages has no text: 2");
}

#[test]
fn the_text_in_the_picture_of_a_page_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scanned.pdf");
    let content = pages(&[&[(50, 700, "Before the")], &[], &[(50, 700, "after it.")]]);
    fs::write(&file, &content).unwrap();
    if document(&content).is_none() {
        return;
    }
    let read = |picture: PagePicture| {
        assert_eq!((picture.width, picture.height), (1650, 2200));
        Ok::<_, String>(vec![PictureLine {
            text: "picture and".into(),
            left: 10,
            top: 10,
            width: 100,
            height: 20,
        }])
    };
    let document = read_with_pictures(&file, &read).unwrap();
    assert_eq!(document.sections[0].text, "Before the picture and after it.");
    assert_eq!(document.missing_text, None);
    let stopped = read_with_pictures(&file, &|_| Err("it was stopped".into())).unwrap_err().to_string();
    assert!(stopped.contains("scanned.pdf: it was stopped"), "{stopped}");
}

#[test]
fn it_is_read_inside_a_runtime_too() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let document = runtime.block_on(async { document(&pdf(&[(10, 700, "x")])) });
    assert!(document.is_none_or(|it| it.sections[0].text == "x"));
}

#[test]
fn a_damaged_document_is_an_error() {
    for content in ["%PDF-1.4\nno document", "%PDF-", "no PDF"] {
        let error = read_pdf(content).unwrap_err().to_string();
        let is_refused = error.contains("it is not a PDF document") || error.contains("install the package");
        assert!(is_refused || error.contains("namespaces"), "{error}");
    }
}
