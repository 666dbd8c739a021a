//! The commands of text documents.

use crate::{office_desktop::OfficeDesktop, outside, writer_ranges};
use serde_json::json;
use std::fs;

const LETTER: &str = r#"<text:h text:outline-level="1">Offer</text:h><text:p>Dear Ada,</text:p><text:p>the price is 12.</text:p>
<text:p>tea;2</text:p><text:p>milk;7</text:p>"#;

/// Gives the first page a header and a footer of its own.
const OWN_FIRST_PAGE: &str = r#"
document = service("frame.Desktop", context).getComponents().createEnumeration().nextElement()
document.getStyleFamilies().getByName("PageStyles").getByName("Standard").FirstIsShared = False
"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_commands_of_letters_do_is_read_back_from_the_file() {
    let mut writer = OfficeDesktop::open("writer", "fodt", LETTER).await;
    // Its program knows the only document that is open.
    Box::pin(a_letter_is_written_formatted_and_read_back_from_the_file(&mut writer)).await;
    Box::pin(paragraphs_change_go_and_begin_pages(&mut writer)).await;
    Box::pin(formats_that_are_close_numbers_are_different_formats(&mut writer)).await;
    Box::pin(writer_ranges::a_range_of_a_sheet_is_put_into_a_letter_as_it_is_shown(&mut writer)).await;
    Box::pin(tables_pictures_and_contents_are_inserted_and_copies_saved(&mut writer)).await;
    Box::pin(outside::a_letter_keeps_the_text_that_it_holds_and_its_macro_does_not_run(&mut writer)).await;
}

async fn a_letter_is_written_formatted_and_read_back_from_the_file(writer: &mut OfficeDesktop) {
    let text = writer.read("get_text", json!({})).await;
    assert!(text.starts_with("# Offer\n\nDear Ada,\n\nthe price is 12."), "{text}");
    assert_eq!(writer.read("get_text", json!({"outline": true})).await, "# Offer  [1]");
    writer.change("insert_text", json!({"text": "Yours, Bob"})).await;
    writer.change("insert_text", json!({"text": "as agreed", "after": 2})).await;
    writer.change("replace_text", json!({"find": "12", "replace": "15"})).await;
    writer.change("set_style", json!({"style": "Title", "paragraph": 1})).await;
    writer.change("set_font", json!({"text": "price", "bold": true, "text_color": "#cc0000"})).await;
    writer
        .change(
            "set_paragraph_format",
            json!({"align": "center", "line_spacing": 1.5, "after": 0.5, "paragraph": 2}),
        )
        .await;
    writer.change("text_to_table", json!({"separator": ";", "paragraph": 5, "end": 6})).await;
    let table = writer.read("read_table", json!({"name": "a note of the session's"})).await;
    assert_eq!(table, "| tea | 2 |\n| --- | --- |\n| milk | 7 |");
    let filled = writer.change("set_table", json!({"rows": [["coffee", 3], [null, 7]]})).await;
    assert_eq!(filled, "| coffee | 3 |\n| --- | --- |\n|  | 7 |");
    let links = links_in_text(writer).await;
    assert!(
        links.contains("Dear [Ada](https://example.org/ada),\n\nas agreed [see here](mailto:"),
        "{links}"
    );
    writer.change("select_text", json!({"text": "coffee"})).await;
    writer.change("select_table", json!({})).await;
    writer.change("select_text", json!({"text": "price"})).await;
    writer.change("set_font", json!({"italic": true})).await;
    writer.change("select_paragraph", json!({"start": 1, "end": 2})).await;
    writer.change("add_comment", json!({"text": "Is this right?", "at": "15"})).await;
    let typed = writer.effect("set_header_footer", json!({"footer": "Page 4"})).await;
    assert!(typed.contains("the same on every page"), "{typed}");
    let numbered = json!({"header": "Confidential", "page_number": true, "align": "right"});
    let again = numbered.clone();
    let numbered = writer.effect("set_header_footer", numbered).await;
    assert!(writer.effect("set_header_footer", again).await.starts_with("no change"), "it was so");
    assert!(
        numbered.starts_with("confirmed")
            && numbered
                .contains("[number of the page]' with the number of the page as a field, aligned right"),
        "{numbered}"
    );
    let in_header = writer.effect("add_comment", json!({"text": "Who says so?", "at": "Confidential"})).await;
    assert!(
        in_header.starts_with("refused") && in_header.contains("only above or below pages"),
        "{in_header}"
    );
    writer.change("add_comment", json!({"text": "In a table.", "at": "coffee"})).await;
    writer.change("set_page", json!({"paper": "A5", "landscape": true, "margin": 1.5})).await;
    assert!(writer.effect("set_page", json!({"landscape": true})).await.starts_with("no change"));
    writer.change("track_changes", json!({"on": true})).await;
    writer.change("select_text", json!({"text": "coffee"})).await;
    writer.change("set_font", json!({"italic": true})).await;
    let undone = writer.effect("undo", json!({})).await;
    assert!(undone.starts_with("partial") && undone.contains("records its changes"), "{undone}");
    writer.change("track_changes", json!({"on": false})).await;
    let file = writer.saved().await;
    for part in [
        "as agreed",
        "Yours, Bob",
        "is 15",
        r#"fo:font-weight="bold""#,
        r##"fo:color="#cc0000""##,
        r#"fo:font-style="italic""#,
        r#"fo:text-align="center""#,
        r#"fo:line-height="150%""#,
        "coffee",
        "Is this right?",
        "In a table.",
        "Confidential",
        "text:page-number",
        r#"style:print-orientation="landscape""#,
        r#"text:style-name="Title""#,
        r#"xlink:href="https://example.org/ada""#,
    ] {
        assert!(file.contains(part), "{part} is not in the file");
    }
    writer.python(OWN_FIRST_PAGE).await;
    let hidden = writer.effect("set_header_footer", json!({"header": "Public"})).await;
    assert!(hidden.starts_with("partial") && hidden.contains("its first page has its own"), "{hidden}");
}

/// The text of a letter once it has links.
async fn links_in_text(writer: &mut OfficeDesktop) -> String {
    let link = json!({"url": "https://example.org/ada", "text": "Ada"});
    writer.change("insert_hyperlink", link.clone()).await;
    assert!(writer.effect("insert_hyperlink", link).await.starts_with("no change"));
    let mail = json!({"url": "mailto:bob@example.org", "text": "see here", "paragraph": 3});
    writer.change("insert_hyperlink", mail).await;
    let file = json!({"url": "file:///etc/passwd", "text": "Ada"});
    let refused = writer.effect("insert_hyperlink", file).await;
    assert!(refused.contains("url must be a whole address"), "{refused}");
    writer.read("get_text", json!({})).await
}

async fn tables_pictures_and_contents_are_inserted_and_copies_saved(writer: &mut OfficeDesktop) {
    writer.open_next("tables", LETTER).await;
    let table =
        json!({"rows": 2, "columns": 2, "values": [["a", "b"], ["c", "d"]], "header_row": true, "after": 3});
    let inserted = writer.effect("insert_table", table).await;
    assert!(inserted.starts_with("confirmed") && inserted.contains("50 %, 50 %"), "{inserted}");
    let picture = writer.sibling_path("dot.svg");
    fs::write(&picture, r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>"#).unwrap();
    writer.change("insert_picture", json!({"path": picture, "width": 4, "after": 2})).await;
    let contents = writer.change("insert_contents", json!({"title": "In short"})).await;
    assert!(contents.starts_with("In short\nOffer\t1"), "{contents}");
    for (name, magic) in
        [("a.pdf", &b"%PDF-1."[..]), ("a.docx", b"PK\x03\x04"), ("a.txt", "\u{feff}".as_bytes())]
    {
        let path = writer.sibling_path(name);
        writer.change("save_as", json!({"path": path})).await;
        assert!(OfficeDesktop::begin_of(&path).starts_with(magic), "{name}");
    }
    // The document is the text file now, and the next command still finds it by the title that the window had.
    assert!(writer.effect("save", json!({})).await.contains("saved already"));
    let own = writer.document.clone();
    writer.change("save_as", json!({"path": own})).await;
    writer.change("insert_text", json!({"text": "The end"})).await;
    let file = writer.saved().await;
    let width = file.split_once(r#"svg:width=""#).map(|(_, after)| &after[..6]);
    assert!(
        file.contains("<draw:image") && width == Some("1.5752"),
        "no picture of 4 cm, in inches: {width:?}"
    );
    for part in ["<table:table-header-rows", r##"fo:background-color="#dddddd""##] {
        assert!(file.contains(part), "{part} is not in the file");
    }
    writer.change("undo", json!({"steps": 4})).await;
    assert!(!writer.saved().await.contains("<draw:image"));
}

async fn paragraphs_change_go_and_begin_pages(writer: &mut OfficeDesktop) {
    writer.open_next("paragraphs", LETTER).await;
    let before = writer.read("get_text", json!({})).await;
    writer.change("insert_text", json!({"text": "One\nTwo\nThree"})).await;
    let count = |text: &str| text.split("\n\n").count();
    let last = count(&writer.read("get_text", json!({})).await);
    writer.change("set_paragraph_text", json!({"number": last - 1, "text": "Zwei"})).await;
    writer.change("insert_page_break", json!({"before": last})).await;
    writer.change("remove_paragraphs", json!({"start": last - 2})).await;
    let file = writer.saved().await;
    let body = file.split_once("<office:body>").unwrap().1;
    assert!(file.contains(r#"fo:break-before="page""#), "{file}");
    assert!(body.contains(">Zwei<") && !body.contains(">One<"), "{body}");
    writer.change("undo", json!({"steps": 4})).await;
    assert_eq!(writer.read("get_text", json!({})).await, before);
}

async fn formats_that_are_close_numbers_are_different_formats(writer: &mut OfficeDesktop) {
    writer.open_next("formats", LETTER).await;
    writer.change("set_font", json!({"text": "price", "underline": true, "text_color": "#000001"})).await;
    for align in ["right", "justify", "center", "justify", "left"] {
        writer.change("set_paragraph_format", json!({"align": align, "paragraph": 3})).await;
    }
    writer.change("set_paragraph_format", json!({"align": "right", "before": 0.5, "paragraph": 3})).await;
    let again = json!({"align": "right", "before": 0.5, "paragraph": 3});
    assert!(writer.effect("set_paragraph_format", again).await.starts_with("no change"));
    let file = writer.saved().await;
    for part in [r#"style:text-underline-style="solid""#, r##"fo:color="#000001""##, r#"fo:text-align="end""#]
    {
        assert!(file.contains(part), "{part} is not in the file");
    }
}
