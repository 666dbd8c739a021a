//! PDF documents, which need poppler and a sandbox; a machine without them says what to install.

use deskpilot_documents::{Document, DocumentError, read};
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
