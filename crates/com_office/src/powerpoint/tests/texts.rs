//! Texts of placeholders, titles and notes.

use super::{STEP, count, front, powerpoint, shapes, slide, text_range};
use serde_json::json;

#[test]
fn the_points_of_a_placeholder_get_their_levels_and_are_read_back() {
    let begin = format!(
        "{}get @slide.Shapes -> @shapes\nget @shapes.Placeholders -> @places\nget @places.Count -> 2\nget @places.Item(2) -> @place\n{}",
        front(1),
        text_range("place")
    );
    let put = "put @placetext.Text = \"one\\rtwo\"\nget @placetext.Paragraphs(1) -> @p\nput @p.IndentLevel = 1\n\
               get @placetext.Paragraphs(2) -> @p\nput @p.IndentLevel = 2\n";
    let read = |level: u8| {
        format!(
            "get @placetext.Text -> \"one\\rtwo\"\nget @placetext.Paragraphs(1) -> @p\nget @p.IndentLevel -> 1\n\
             get @placetext.Paragraphs(2) -> @p\nget @p.IndentLevel -> {level}\n"
        )
    };
    let args = json!({"text": "one\n\ttwo", "placeholder": 2});
    let good = format!("{begin}get @placetext.Text -> \"\"\n{STEP}{put}{}", read(2));
    let result = powerpoint("set_placeholder_text", &args, &good);
    assert_eq!(result, "confirmed: the placeholder 2 of slide 1 has the text, read back");
    let flat = format!("{begin}{}{STEP}{put}{}", read(1), read(1));
    assert!(powerpoint("set_placeholder_text", &args, &flat).starts_with("partial: "));
    assert!(
        powerpoint("set_placeholder_text", &args, &format!("{begin}{}", read(2))).starts_with("no change: ")
    );
}

#[test]
fn titles_are_set_on_slides_that_follow_each_other_or_on_none() {
    let title = |number: u32, has: i8| {
        let slide = slide(number).replace("@slide\n", &format!("@slide{number}\n"));
        let text = format!(
            "get @all{number}.Title -> @t\nget @t.TextFrame -> @frame\nget @frame.TextRange -> @title{number}\n"
        );
        let text = if has == 0 { String::new() } else { text };
        format!(
            "{slide}get @slide{number}.Shapes -> @all{number}\nget @all{number}.HasTitle -> {has}\n{text}"
        )
    };
    let args = json!({"titles": ["A", "B"], "first": 2});
    let recording = format!(
        "{}{}{}get @title2.Text -> \"\"\nget @title3.Text -> \"\"\n{STEP}put @title2.Text = \"A\"\nput @title3.Text = \"B\"\n\
         get @title2.Text -> \"A\"\nget @title3.Text -> \"B\"",
        count(3),
        title(2, -1),
        title(3, -1)
    );
    assert_eq!(powerpoint("set_titles", &args, &recording), "confirmed: 2 titles were set, read back");
    let none = powerpoint("set_titles", &args, &format!("{}{}{}", count(3), title(2, -1), title(3, 0)));
    assert!(none.starts_with("refused: ") && none.contains("slide 3 has no title"), "{none}");
}

#[test]
fn notes_are_set_and_read_back() {
    let begin = format!(
        "{}get @slide.NotesPage -> @page\nget @page.Shapes -> @shapes\nget @shapes.Placeholders -> @places\nget @places.Count -> 2\n\
         get @places.Item(2) -> @note\n{}",
        front(1),
        text_range("note")
    );
    let recording = |now: &str| {
        format!(
            "{begin}get @notetext.Text -> \"\"\n{STEP}put @notetext.Text = \"a\\rb\"\nget @notetext.Text -> \"{now}\""
        )
    };
    let args = json!({"text": "a\nb"});
    assert_eq!(
        powerpoint("set_notes", &args, &recording("a\\rb")),
        "confirmed: slide 1 has the notes, read back"
    );
    assert_eq!(powerpoint("set_notes", &args, &recording("a")), "partial: slide 1 has other notes");
}

#[test]
fn a_text_is_replaced_place_by_place_in_shapes_tables_and_notes() {
    let begin = count(2)
        + &slide(2)
        + &shapes(&["box", "grid"])
        + "get @box.HasTable -> 0\n"
        + &text_range("box")
        + "get @grid.HasTable -> -1\nget @grid.Table -> @table\nget @table.Rows -> @rows\nget @rows.Count -> 1\n\
           get @table.Columns -> @columns\nget @columns.Count -> 1\nget @table.Cell(1, 1) -> @cell\nget @cell.Shape -> @in\n\
           get @in.TextFrame -> @frame\nget @frame.TextRange -> @celltext\n\
           get @slide.NotesPage -> @page\nget @page.Shapes -> @all\nget @all.Placeholders -> @places\nget @places.Count -> 1\n"
        + STEP
        + "call @boxtext.Replace(\"old\", \"new\", 0, false, false) -> @one\nget @one.Start -> 3\nget @one.Length -> 3\n\
           call @boxtext.Replace(\"old\", \"new\", 5, false, false)\n\
           call @celltext.Replace(\"old\", \"new\", 0, false, false)\n";
    let args = json!({"find": "old", "replace": "new", "match_case": false, "slides": ["2"]});
    let good = format!("{begin}get @boxtext.Text -> \"a new\"\nget @celltext.Text -> \"x\"");
    assert_eq!(
        powerpoint("replace_text", &args, &good),
        "confirmed: slide 2: replaced at 1 place, read back"
    );
    let half = format!("{begin}get @boxtext.Text -> \"a new\"\nget @celltext.Text -> \"OLD\"");
    assert!(powerpoint("replace_text", &args, &half).starts_with("partial: "));
    let wrong = powerpoint("replace_text", &json!({"find": "a", "replace": "b", "slides": ["3"]}), &count(2));
    assert!(wrong.starts_with("refused: ") && wrong.contains("from 1 to 2"), "{wrong}");
}
