//! What stands above and below the pages.

use super::{UNPROTECTED, step, word};
use serde_json::json;

#[test]
fn a_header_and_a_footer_with_the_number_of_the_page_are_set_and_read_back() {
    let begin = format!(
        "{UNPROTECTED}get @window.Selection -> @selection\nget @selection.Sections -> @sections\nget @sections.Item(1) -> @section\n\
         get @section.Headers -> @headers\nget @headers.Item(1) -> @header\nget @header.Range -> @above\nget @section.Footers -> @footers\nget @footers.Item(1) -> @footer\nget @footer.Range -> @below\n"
    );
    let calls = r#"
        put @above.Text = "Plan"
        put @below.Text = "Page"
        get @below.Text -> "Page\r"
        call @below.InsertAfter(" ")
        get @below.Duplicate -> @end
        call @end.Collapse(0)
        get @document.Fields -> @fields
        call @fields.Add(@end, 33)
        get @above.ParagraphFormat -> @f1
        put @f1.Alignment = 2
        get @below.ParagraphFormat -> @f2
        put @f2.Alignment = 2
    "#;
    let recording = |fields: u8| {
        let rest = "get @above.ParagraphFormat -> @f1\nget @f1.Alignment -> 2\nget @below.ParagraphFormat -> @f2\nget @f2.Alignment -> 2\n";
        format!(
            "{begin}{}get @above.Text -> \"Plan\\r\"\nget @below.Text -> \"Page 1\\r\"\nget @below.Fields -> @all\nget @all.Count -> {fields}\n\
             {rest}get @section.PageSetup -> @setup\nget @setup.DifferentFirstPageHeaderFooter -> -1",
            step("Header and footer", calls)
        )
    };
    let args = json!({"header": "Plan", "footer": "Page", "page_number": true, "align": "right"});
    assert_eq!(
        word("set_header_footer", &args, &recording(1)),
        "confirmed: what stands above and below the pages is set, read back; the first page of this section has others"
    );
    assert!(word("set_header_footer", &args, &recording(0)).starts_with("partial: "));
    assert!(word("set_header_footer", &json!({"align": "left"}), "").starts_with("refused: "));
}
