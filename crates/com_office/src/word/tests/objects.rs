//! Pictures, comments, links, contents and the record of changes.

use super::{UNPROTECTED, count, paragraph, step, word};
use serde_json::json;

#[test]
fn a_picture_is_inserted_at_the_end_of_a_paragraph_and_keeps_its_shape() {
    let calls = paragraph(1, "p")
        + r#"
        get @p.Range -> @place
        call @place.MoveEnd(1, -1)
        call @place.Collapse(0)
        call @shapes.AddPicture("C:\\a.png", LinkToFile: false, SaveWithDocument: true, Range: @place) -> @picture
        get @picture.Width -> 144.0
        get @picture.Height -> 72.0
        put @picture.Width = 72.0
        put @picture.Height = 36.0
        "#;
    let recording = format!(
        "file \"C:\\\\a.png\" -> 9 bytes at 1\n{UNPROTECTED}{}get @document.InlineShapes -> @shapes\nget @shapes.Count -> 0\n{}\
         get @picture.Width -> 72.0\nget @shapes.Count -> 1",
        count(1),
        step("Insert picture", &calls)
    );
    let args = json!({"path": "C:\\a.png", "width": 2.54, "after": 1});
    assert_eq!(word("insert_picture", &args, &recording), "confirmed: a picture of 2.54 cm is inserted");
    let result = word("insert_picture", &args, "file \"C:\\\\a.png\" -> none");
    assert!(result.starts_with("refused: ") && result.contains("a file that is there"), "{result}");
}

#[test]
fn a_comment_is_read_back_with_who_says_it() {
    let find = format!("get @find.Execute({})", super::texts::search("due", true));
    let begin = format!("{UNPROTECTED}get @document.Content -> @all\nget @all.Find -> @find\n");
    let calls = "get @document.Comments -> @comments\ncall @comments.Add(@one, \"When?\") -> @comment\nput @comment.Author = \"Deskpilot\"";
    let recording = |text: &str| {
        format!(
            "{begin}{find} -> true\nget @all.Duplicate -> @one\n{}get @comment.Range -> @in\nget @in.Text -> \"{text}\"\nget @comment.Author -> \"Deskpilot\"",
            step("Add comment", calls)
        )
    };
    let args = json!({"text": "When?", "at": "due"});
    assert_eq!(
        word("add_comment", &args, &recording("When?")),
        "confirmed: a comment by Deskpilot on \"due\", read back"
    );
    assert!(word("add_comment", &args, &recording("")).starts_with("partial: "));
    assert_eq!(
        word("add_comment", &args, &format!("{begin}{find} -> false")),
        "refused: add_comment cannot do this: the document has no \"due\""
    );
}

#[test]
fn a_text_becomes_a_link_or_is_written_as_one_and_the_address_is_read_back() {
    let find = format!("get @find.Execute({})", super::texts::search("here", true));
    let add = |place: &str| {
        format!("call @links.Add(@{place}, \"https://a.example\", missing, missing, \"here\") -> @link")
    };
    let end = "get @link.Address -> \"https://a.example/\"\nget @link.TextToDisplay -> \"here\"";
    let begin = format!("{UNPROTECTED}get @document.Hyperlinks -> @links\n");
    let found = format!(
        "{begin}get @document.Content -> @all\nget @all.Find -> @find\n{find} -> true\nget @all.Duplicate -> @one\n{}{end}",
        step("Insert link", &add("one"))
    );
    let args = json!({"url": "https://a.example", "text": "here"});
    let done = "confirmed: \"here\" is a link to https://a.example/, read back";
    assert_eq!(word("insert_hyperlink", &args, &found), done);

    let write = "get @p.Range -> @end\ncall @end.MoveEnd(1, -1)\ncall @end.Collapse(0)\nget @end.Start -> 7\n\
                 call @end.InsertAfter(\"here\")\nget @document.Range(7, 11) -> @text\n";
    let written = format!(
        "{begin}{}{}{}{end}",
        count(2),
        paragraph(2, "p"),
        step("Insert link", &format!("{write}{}", add("text")))
    );
    let args = json!({"url": "https://a.example", "text": "here", "paragraph": 2});
    assert_eq!(word("insert_hyperlink", &args, &written), done);
    let result = word("insert_hyperlink", &json!({"url": "file:///C:/a", "text": "here"}), "");
    assert!(result.starts_with("refused: "), "{result}");
}

#[test]
fn contents_begin_the_document_below_their_title() {
    let paragraphs = "get @document.Paragraphs -> @paragraphs\n";
    let calls = format!(
        "get @document.Range(0, 0) -> @begin\ncall @begin.InsertBefore(\"Contents\\r\\r\")\n{paragraphs}get @paragraphs.Item(1) -> @one\n\
         put @one.Style = -1\n{paragraphs}get @paragraphs.Item(2) -> @two\nput @two.Style = -1\n{paragraphs}\
         get @paragraphs.Item(2) -> @two\nget @two.Range -> @place\n\
         call @tables.Add(@place, UseHeadingStyles: true, UpperHeadingLevel: 1, LowerHeadingLevel: 2) -> @contents"
    );
    let recording = format!(
        "{UNPROTECTED}get @document.TablesOfContents -> @tables\nget @tables.Count -> 0\n{}{paragraphs}get @paragraphs.Item(1) -> @one\n\
         get @one.Range -> @first\nget @first.Text -> \"Contents\\r\"\nget @tables.Count -> 1",
        step("Insert contents", &calls)
    );
    let result = word("insert_contents", &json!({"levels": 2}), &recording);
    assert_eq!(result, "confirmed: a table of contents with 2 levels begins the document");
}

#[test]
fn the_record_of_changes_is_read_back() {
    let recording = |now: bool| {
        format!(
            "get @document.TrackRevisions -> false\n{UNPROTECTED}put @document.TrackRevisions = true\nget @document.TrackRevisions -> {now}"
        )
    };
    assert_eq!(
        word("track_changes", &json!({"on": true}), &recording(true)),
        "confirmed: changes are recorded"
    );
    assert!(word("track_changes", &json!({"on": true}), &recording(false)).starts_with("partial: "));
    let protected = "get @document.TrackRevisions -> false\nget @document.ProtectionType -> 3";
    assert!(word("track_changes", &json!({"on": true}), protected).ends_with("unprotect it first"));
}
