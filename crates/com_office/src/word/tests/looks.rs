//! How letters, paragraphs and pages look.

use super::{UNPROTECTED, count, paragraph, step, word};
use serde_json::json;

#[test]
fn the_letters_of_each_place_of_a_text_get_formats_that_are_read_back() {
    let find = format!("get @find.Execute({})", super::texts::search("due", true));
    let begin = format!(
        "{UNPROTECTED}get @document.Content -> @all\nget @all.Find -> @find\n{find} -> true\nget @all.Duplicate -> @one\n{find} -> false\n\
         get @one.Font -> @font\n"
    );
    let read = |bold: &str| {
        format!(
            "get @font.Bold -> {bold}\nget @font.Underline -> 1\nget @font.Size -> 14.0\nget @font.Color -> 35071\n"
        )
    };
    let put = "put @font.Bold = true\nput @font.Underline = 1\nput @font.Size = 14\nput @font.Color = 35071";
    let args = json!({"text": "due", "bold": true, "underline": true, "size": 14, "text_color": "#ff8800"});
    let good = format!("{begin}{}{}{}", read("9999999"), step("Format", put), read("-1"));
    assert_eq!(word("set_font", &args, &good), "confirmed: 1 place of \"due\": 4 formats, read back");
    let half = format!("{begin}{}{}{}", read("0"), step("Format", put), read("0"));
    assert_eq!(word("set_font", &args, &half), "partial: Bold of 1 place of \"due\" did not change");
    assert_eq!(
        word("set_font", &args, &format!("{begin}{}", read("-1"))),
        "no change: 1 place of \"due\" looked so already"
    );
}

#[test]
fn paragraphs_stand_as_wanted_in_points() {
    let begin = UNPROTECTED.to_owned()
        + &count(2)
        + &paragraph(1, "a")
        + "get @a.Range -> @ra\n"
        + &paragraph(2, "b")
        + "get @b.Range -> @rb\nget @ra.Start -> 0\nget @rb.End -> 9\nget @document.Range(0, 9) -> @range\n\
           get @range.ParagraphFormat -> @format\n";
    let read = |align: u8| {
        format!(
            "get @format.Alignment -> {align}\nget @format.LineSpacingRule -> 1\nget @format.SpaceAfter -> 28.35\n"
        )
    };
    let put = "put @format.Alignment = 3\nput @format.LineSpacingRule = 1\nput @format.SpaceAfter = 28.346456692913385";
    let args = json!({"align": "justify", "line_spacing": 1.5, "after": 1, "paragraph": 1, "end": 2});
    let recording = format!("{begin}{}{}{}", read(0), step("Format", put), read(3));
    assert_eq!(
        word("set_paragraph_format", &args, &recording),
        "confirmed: paragraphs 1 to 2: 3 formats, read back"
    );
    let result = word(
        "set_paragraph_format",
        &json!({}),
        &format!(
            "{UNPROTECTED}get @window.Selection -> @s\nget @s.Range -> @r\nget @r.ParagraphFormat -> @f"
        ),
    );
    assert!(result.starts_with("refused: "), "{result}");
}

#[test]
fn a_style_is_found_by_its_english_name_in_any_word() {
    let begin = UNPROTECTED.to_owned()
        + "get @document.Styles -> @styles\nget @styles.Item(\"Heading 1\") -> ! exception There is none.\n\
           get @styles.Item(-2) -> @style\nget @style.NameLocal -> \"Überschrift 1\"\n"
        + &count(1)
        + &paragraph(1, "p")
        + "get @p.Range -> @rp\nget @rp.Start -> 0\nget @rp.End -> 9\nget @document.Range(0, 9) -> @range\n";
    let now = |style: &str| {
        let style = if style.is_empty() {
            "empty".into()
        } else {
            format!("@now\nget @now.NameLocal -> \"{style}\"")
        };
        format!("get @range.ParagraphFormat -> @format\nget @format.Style -> {style}\n")
    };
    let put = step("Set style", "put @range.Style = \"Überschrift 1\"");
    let args = json!({"style": "Heading 1", "paragraph": 1});
    let good = format!("{begin}{}{put}{}", now(""), now("Überschrift 1"));
    assert_eq!(
        word("set_style", &args, &good),
        "confirmed: paragraph 1: the style is Überschrift 1, read back"
    );
    let bad = format!("{begin}{}{put}{}", now("Standard"), now("Standard"));
    assert!(word("set_style", &args, &bad).starts_with("partial: "));
    let unknown = format!(
        "{UNPROTECTED}get @document.Styles -> @styles\nget @styles.Item(\"X\") -> ! exception There is none."
    );
    let result = word("set_style", &json!({"style": "X"}), &unknown);
    assert!(result.starts_with("refused: ") && result.contains("such as Heading 1"), "{result}");
}

#[test]
fn pages_get_their_size_and_margins() {
    let read = |size: u8| {
        let margins = ["Top", "Bottom", "Left", "Right"].map(|it| format!("get @page.{it}Margin -> 56.7\n"));
        format!("get @page.PaperSize -> {size}\nget @page.Orientation -> 1\n{}", margins.concat())
    };
    let margins =
        ["Top", "Bottom", "Left", "Right"].map(|it| format!("put @page.{it}Margin = 56.69291338582677\n"));
    let put = format!("put @page.PaperSize = 7\nput @page.Orientation = 1\n{}", margins.concat());
    let recording = |now: u8| {
        format!(
            "{UNPROTECTED}get @document.PageSetup -> @page\n{}{}{}",
            read(2),
            step("Set page", &put),
            read(now)
        )
    };
    let args = json!({"paper": "A4", "landscape": true, "margin": 2});
    assert!(word("set_page", &args, &recording(7)).starts_with("confirmed: all pages have this size"));
    assert_eq!(word("set_page", &args, &recording(2)), "partial: PaperSize did not change");
}
