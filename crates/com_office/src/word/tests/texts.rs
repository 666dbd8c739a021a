//! Texts are read, written, replaced and selected.

use super::{UNPROTECTED, count, paragraph, step, word};
use serde_json::json;

#[test]
fn a_document_is_read_as_markdown_with_its_headings_links_and_tables() {
    let recording = r#"
        get @document.Hyperlinks -> @links
        get @links.Count -> 1
        get @links.Item(1) -> @link
        get @link.Range -> @place
        get @place.Start -> 9
        get @link.TextToDisplay -> "here"
        get @link.Address -> "https://a.example/"
        get @document.Paragraphs -> @paragraphs
        get @paragraphs.First -> @p1
        get @p1.OutlineLevel -> 2
        get @p1.Range -> @r1
        get @r1.Text -> "Plan\r"
        get @r1.Information(12) -> false
        get @r1.Start -> 0
        get @r1.End -> 5
        get @p1.Next -> @p2
        get @p2.OutlineLevel -> 10
        get @p2.Range -> @r2
        get @r2.Text -> "See here\r"
        get @r2.Information(12) -> false
        get @r2.Start -> 5
        get @r2.End -> 14
        get @p2.Next -> @c1
        get @c1.OutlineLevel -> 10
        get @c1.Range -> @r3
        get @r3.Text -> "A\r\u0007"
        get @r3.Information(12) -> true
        get @c1.Next -> @c2
        get @c2.OutlineLevel -> 10
        get @c2.Range -> @r4
        get @r4.Text -> "B|\r\u0007"
        get @r4.Information(12) -> true
        get @c2.Next -> @end
        get @end.OutlineLevel -> 10
        get @end.Range -> @r5
        get @r5.Text -> "\r\u0007"
        get @r5.Information(12) -> true
        get @end.Next -> empty
    "#;
    assert_eq!(
        word("get_text", &json!({}), recording),
        "confirmed: read 5 paragraphs\n## Plan\n\nSee [here](https://a.example/)\n\n| A | B\\| |\n| --- | --- |"
    );
}

#[test]
fn an_outline_has_the_headings_with_the_numbers_of_their_paragraphs() {
    let recording = r#"
        get @document.Paragraphs -> @paragraphs
        get @paragraphs.First -> @p1
        get @p1.OutlineLevel -> 10
        get @p1.Next -> @p2
        get @p2.OutlineLevel -> 1
        get @p2.Range -> @range
        get @range.Text -> "Plan\r"
        get @p2.Next -> empty
    "#;
    let result = word("get_text", &json!({"outline": true}), recording);
    assert_eq!(result, "confirmed: read 1 heading\n# Plan (paragraph 2)");
}

#[test]
fn a_paragraph_comes_after_another_in_the_style_that_follows_and_is_read_back() {
    let insert = |now: &str| {
        let calls = r#"
            get @before.Style -> @style
            get @style.NextParagraphStyle -> @next
            get @next.NameLocal -> "Standard"
            get @before.Range -> @range
            call @range.InsertParagraphAfter()
            get @before.Next -> @new
            put @new.Style = "Standard"
            get @new.Range -> @range
            call @range.InsertBefore("one\rtwo")
        "#;
        format!(
            "{UNPROTECTED}{}{}{}get @new.Range -> @range\nget @range.Start -> 7\nget @document.Range(7, 14) -> @all\nget @all.Text -> {now}",
            count(3),
            paragraph(2, "before") + "get @unused.x -> empty",
            step("Insert text", calls)
        )
        .replace("get @unused.x -> empty", "")
    };
    let args = json!({"text": "one\ntwo", "after": 2});
    assert_eq!(
        word("insert_text", &args, &insert("\"one\\rtwo\"")),
        "confirmed: paragraphs 3 to 4 inserted, read back"
    );
    assert_eq!(
        word("insert_text", &args, &insert("\"one\"")),
        "partial: there is another text at paragraphs 3 to 4"
    );
}

#[test]
fn the_only_paragraph_of_an_empty_document_gets_the_text() {
    let calls = "get @before.Range -> @range\ncall @range.InsertBefore(\"ä\")";
    let recording = format!(
        "{UNPROTECTED}{}{}get @before.Range -> @range\nget @range.Text -> \"\\r\"\n{}get @before.Range -> @range\nget @range.Start -> 0\n\
         get @document.Range(0, 1) -> @all\nget @all.Text -> \"ä\"",
        count(1),
        paragraph(1, "before"),
        step("Insert text", calls)
    );
    assert_eq!(
        word("insert_text", &json!({"text": "ä"}), &recording),
        "confirmed: paragraph 1 inserted, read back"
    );
}

#[test]
fn a_paragraph_gets_another_text_without_its_mark() {
    let calls = "get @p.Range -> @range\ncall @range.MoveEnd(1, -1)\nput @range.Text = \"new\"";
    let begin = format!("{UNPROTECTED}{}{}get @p.Range -> @range\n", count(2), paragraph(2, "p"));
    let recording = format!(
        "{begin}get @range.Text -> \"old\\r\\u0007\"\n{}get @p.Range -> @range\nget @range.Text -> \"new\\r\\u0007\"",
        step("Set paragraph text", calls)
    );
    let args = json!({"number": 2, "text": "new"});
    assert_eq!(
        word("set_paragraph_text", &args, &recording),
        "confirmed: paragraph 2 has the text, read back"
    );
    let same = format!("{begin}get @range.Text -> \"new\\r\"");
    assert_eq!(word("set_paragraph_text", &args, &same), "no change: paragraph 2 had this text");
    let result =
        word("set_paragraph_text", &json!({"number": 9, "text": "x"}), &format!("{UNPROTECTED}{}", count(2)));
    assert!(result.starts_with("refused: ") && result.contains("a whole number from 1 to 2"), "{result}");
}

#[test]
fn what_fails_inside_a_step_of_undo_ends_the_step_and_is_no_refusal() {
    let recording = format!(
        "{UNPROTECTED}{}{}get @p.Range -> @range\nget @range.Text -> \"old\\r\"\n{}",
        count(2),
        paragraph(2, "p"),
        step("Set paragraph text", "get @p.Range -> @range\ncall @range.MoveEnd(1, -1) -> ! gone")
    );
    let result = word("set_paragraph_text", &json!({"number": 2, "text": "new"}), &recording);
    assert!(
        result.starts_with("unverified: set_paragraph_text began, and then Word cannot do it: it has ended"),
        "{result}"
    );
}

#[test]
fn the_last_paragraphs_go_with_the_mark_before_them() {
    let recording = |span: &str, calls: &str, left: u32| {
        format!(
            "{UNPROTECTED}{}{}{span}{calls}{}{}",
            count(4),
            count(4),
            step("Remove paragraphs", "call @all.Delete()"),
            count(left)
        )
    };
    let span = paragraph(2, "a")
        + "get @a.Range -> @ra\n"
        + &paragraph(4, "b")
        + "get @b.Range -> @rb\nget @ra.Start -> 5\nget @rb.End -> 20\nget @document.Range(5, 20) -> @span\n";
    let calls = "get @span.Start -> 5\nget @span.End -> 20\nget @document.Range(4, 19) -> @all\n";
    let result = word("remove_paragraphs", &json!({"start": 2, "end": 4}), &recording(&span, calls, 1));
    assert_eq!(result, "confirmed: paragraphs 2 to 4 removed; 1 paragraph is left");

    let span = paragraph(2, "a")
        + "get @a.Range -> @ra\nget @ra.Start -> 5\nget @ra.End -> 9\nget @document.Range(5, 9) -> @all\n";
    let result = word("remove_paragraphs", &json!({"start": 2}), &recording(&span, "", 4));
    assert_eq!(result, "partial: not all of paragraph 2 went; 4 paragraphs are left");
}

#[test]
fn a_page_begins_with_a_paragraph() {
    let recording = format!(
        "{UNPROTECTED}{}{}get @p.PageBreakBefore -> 0\n{}get @p.PageBreakBefore -> -1",
        count(3),
        paragraph(3, "p"),
        step("Insert page break", "put @p.PageBreakBefore = true")
    );
    assert_eq!(
        word("insert_page_break", &json!({"before": 3}), &recording),
        "confirmed: a page begins with paragraph 3"
    );
}

/// The arguments of a search for a text as it is.
pub(super) fn search(text: &str, match_case: bool) -> String {
    format!(
        "\"{text}\", MatchCase: {match_case}, MatchWholeWord: false, MatchWildcards: false, MatchSoundsLike: false, \
         MatchAllWordForms: false, Forward: true, Wrap: 0, Format: false"
    )
}

#[test]
fn all_places_are_replaced_by_one_search_and_the_text_is_compared() {
    let recording = |now: &str| {
        let all =
            format!("call @find.Execute({}, ReplaceWith: \"3^^\", Replace: 2) -> true", search("2^^", false));
        format!(
            "{UNPROTECTED}get @document.Content -> @all\nget @all.Text -> \"x2^ 2^\\r\"\n{}get @document.Content -> @all\nget @all.Text -> \"{now}\"",
            step("Replace text", &format!("get @all.Find -> @find\n{all}"))
        )
    };
    let args = json!({"find": "2^", "replace": "3^", "match_case": false});
    assert_eq!(
        word("replace_text", &args, &recording("x3^ 3^\\r")),
        "confirmed: replaced at 2 places, read back"
    );
    assert_eq!(
        word("replace_text", &args, &recording("x3^ 2^\\r")),
        "partial: not all of 2 places were replaced"
    );
    assert!(word("replace_text", &args, &recording("x2^ 2^\\r")).starts_with("unverified: "));
    let none = format!("{UNPROTECTED}get @document.Content -> @all\nget @all.Text -> \"x\\r\"");
    assert_eq!(word("replace_text", &args, &none), "no change: the document has no \"2^\"");
    assert!(
        word("replace_text", &json!({"find": "a", "replace": "b", "regex": true}), "")
            .starts_with("refused: ")
    );
}

#[test]
fn a_place_of_a_text_is_selected_and_the_selection_read_back() {
    let find = format!("get @find.Execute({})", search("due", true));
    let recording = |end: u32| {
        format!(
            r#"
            get @document.Content -> @all
            get @all.Find -> @find
            {find} -> true
            get @all.Duplicate -> @one
            {find} -> true
            get @all.Duplicate -> @two
            call @two.Select()
            get @window.Selection -> @selection
            get @selection.Start -> 5
            get @selection.End -> {end}
            get @two.Start -> 5
            get @two.End -> 8
            "#
        )
    };
    let args = json!({"text": "due", "number": 2});
    assert_eq!(word("select_text", &args, &recording(8)), "confirmed: \"due\" is selected");
    assert_eq!(word("select_text", &args, &recording(9)), "partial: something else is selected");
    let once = format!(
        "get @document.Content -> @all\nget @all.Find -> @find\n{find} -> true\nget @all.Duplicate -> @one\n{find} -> false"
    );
    let result = word("select_text", &args, &once);
    assert_eq!(result, "refused: select_text cannot do this: \"due\" occurs only 1 times");
}

#[test]
fn paragraphs_are_selected_from_the_first_to_the_last() {
    let recording = count(5)
        + &paragraph(2, "a")
        + "get @a.Range -> @ra\n"
        + &paragraph(3, "b")
        + "get @b.Range -> @rb\nget @ra.Start -> 5\nget @rb.End -> 20\nget @document.Range(5, 20) -> @span\n"
        + "call @span.Select()\nget @window.Selection -> @s\nget @s.Start -> 5\nget @s.End -> 20\nget @span.Start -> 5\nget @span.End -> 20";
    let result = word("select_paragraph", &json!({"start": 2, "end": 3}), &recording);
    assert_eq!(result, "confirmed: paragraphs 2 to 3 is selected");
}
