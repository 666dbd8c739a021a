//! Slides are listed, added, moved, removed and saved.

use super::{STEP, count, front, powerpoint, shapes, slide, text_range};
use serde_json::json;

/// The calls for the kind of a shape that is no table and no chart.
fn kind(shape: &str, number: u8) -> String {
    format!("get @{shape}.HasTable -> 0\nget @{shape}.HasChart -> 0\nget @{shape}.Type -> {number}\n")
}

#[test]
fn slides_are_listed_with_texts_levels_tables_pictures_and_notes() {
    let recording = "get @window.View -> @view\nget @view.Slide -> @front\nget @front.SlideIndex -> 1\n"
        .to_owned()
        + &count(1)
        + &slide(1)
        + &shapes(&["title", "body", "grid", "photo", "line"])
        + &kind("title", 14)
        + &text_range("title")
        + "get @titletext.Text -> \"\"\nget @title.Name -> \"Title 1\"\n"
        + &kind("body", 14)
        + &text_range("body")
        + "get @bodytext.Text -> \"one\\rtwo\\u000bhalf\"\nget @bodytext.Paragraphs(1) -> @p\nget @p.IndentLevel -> 1\n\
           get @bodytext.Paragraphs(2) -> @p\nget @p.IndentLevel -> 3\nget @body.Name -> \"Content 2\"\n\
           get @grid.HasTable -> -1\nget @grid.Table -> @table\nget @table.Rows -> @rows\nget @rows.Count -> 1\n\
           get @table.Columns -> @columns\nget @columns.Count -> 1\nget @table.Cell(1, 1) -> @cell\nget @cell.Shape -> @in\n\
           get @in.TextFrame -> @frame\nget @frame.TextRange -> @celltext\nget @celltext.Text -> \"x\"\nget @grid.Name -> \"Table 3\"\n"
        + &kind("photo", 13)
        + "get @photo.Width -> 144.0\nget @photo.Height -> 72\nget @photo.Name -> \"Picture 4\"\n"
        + &kind("line", 9)
        + "get @line.HasTextFrame -> 0\n"
        + "get @slide.NotesPage -> @notes\nget @notes.Shapes -> @noteshapes\nget @noteshapes.Placeholders -> @places\n\
           get @places.Count -> 2\nget @places.Item(2) -> @note\n"
        + &text_range("note")
        + "get @notetext.Text -> \"say it\"";
    assert_eq!(
        powerpoint("list_slides", &json!({}), &recording),
        "confirmed: read 1 slide\n## Slide 1 (in front)\n1. Title 1: (empty)\n2. Content 2: one\n\t\ttwo\nhalf\n\
         3. Table 3: a table of 1 row of 1 cell: \"x\"\n4. Picture 4: a picture of 5.1 by 2.5 cm\nNotes: say it"
    );
}

#[test]
fn a_slide_is_added_with_its_layout_and_its_place_is_read_back() {
    let recording = |layout: u8| {
        format!(
            "{}{STEP}get @document.Slides -> @slides\ncall @slides.Add(2, 29) -> @new\nget @new.SlideIndex -> 2\n\
             get @new.Layout -> {layout}\n{}",
            count(4),
            if layout == 29 { count(5) } else { String::new() }
        )
    };
    let args = json!({"layout": "two_content", "position": 2});
    let result = powerpoint("add_slide", &args, &recording(29));
    assert_eq!(result, "confirmed: slide 2 is new, with the layout two_content");
    assert_eq!(
        powerpoint("add_slide", &args, &recording(12)),
        "partial: slide 2 is new, and is not as wanted"
    );
    let result = powerpoint("add_slide", &json!({"layout": "centered"}), "");
    assert!(result.starts_with("refused: "), "{result}");
}

#[test]
fn a_slide_is_copied_moved_removed_shown_and_laid_out() {
    let copy = format!(
        "{}{}{STEP}call @slide.Duplicate() -> @copy\nget @copy.SlideIndex -> 3\n{}",
        front(2),
        count(4),
        count(5)
    );
    assert_eq!(powerpoint("copy_slide", &json!({}), &copy), "confirmed: slide 3 is a copy of slide 2");

    let shift = |now: u8| {
        format!(
            "{}{}{}{STEP}call @slide.MoveTo(4)\nget @slide.SlideIndex -> {now}",
            count(4),
            slide(1),
            count(4)
        )
    };
    let args = json!({"slide": 1, "to": 4});
    assert_eq!(powerpoint("move_slide", &args, &shift(4)), "confirmed: slide 1 is slide 4 now");
    assert_eq!(powerpoint("move_slide", &args, &shift(1)), "partial: slide 1 is slide 1 now");

    let remove = |left: u32| {
        format!("{}{}{}{STEP}call @slide.Delete()\n{}", count(4), slide(3), count(4), count(left))
    };
    assert_eq!(
        powerpoint("remove_slide", &json!({"slide": 3}), &remove(3)),
        "confirmed: slide 3 is gone, 3 are left"
    );
    assert_eq!(powerpoint("remove_slide", &json!({"slide": 3}), &remove(4)), "partial: it is still there");
    let only = format!("{}{}{}", count(1), slide(1), count(1));
    assert!(powerpoint("remove_slide", &json!({"slide": 1}), &only).starts_with("refused: "));

    let show = format!(
        "{}get @window.View -> @view\ncall @view.GotoSlide(2)\nget @view.Slide -> @front\nget @front.SlideIndex -> 2",
        count(2)
    );
    assert_eq!(powerpoint("show_slide", &json!({"slide": 2}), &show), "confirmed: slide 2 is in front");

    let layout =
        format!("{}get @slide.Layout -> 1\n{STEP}put @slide.Layout = 11\nget @slide.Layout -> 11", front(1));
    let result = powerpoint("set_layout", &json!({"layout": "title_only"}), &layout);
    assert_eq!(result, "confirmed: slide 1 has the layout title_only");
}

#[test]
fn a_powerpoint_without_steps_of_its_own_does_it_all_the_same() {
    let recording = format!(
        "{}get @slide.Layout -> 1\n{} -> ! unknown\nput @slide.Layout = 11\nget @slide.Layout -> 11",
        front(1),
        STEP.trim()
    );
    assert!(
        powerpoint("set_layout", &json!({"layout": "title_only"}), &recording).starts_with("confirmed: ")
    );
}

#[test]
fn presentations_are_saved_copied_and_exported_by_calls_of_their_own() {
    let quietly = |calls: &str| {
        format!(
            "get @powerpoint.DisplayAlerts -> 2\nput @powerpoint.DisplayAlerts = 1\n{calls}\nput @powerpoint.DisplayAlerts = 2\n"
        )
    };
    let file = |name: &str| format!("file \"C:\\\\{name}\"");
    for (name, calls) in [
        (
            "a.pptx",
            quietly("call @document.SaveAs(\"C:\\\\a.pptx\", 24, 0)")
                + "get @document.FullName -> \"C:\\\\a.pptx\"\n",
        ),
        (
            "a.odp",
            quietly("call @document.SaveAs(\"C:\\\\a.odp\", 35, 0)")
                + "get @document.FullName -> \"C:\\\\a.odp\"\n",
        ),
        ("a.pdf", quietly("call @document.SaveCopyAs(\"C:\\\\a.pdf\", 32)")),
    ] {
        let recording = format!("{file} -> none\n{calls}{file} -> 9 bytes at 1", file = file(name));
        let result = powerpoint("save_as", &json!({"path": format!("C:\\{name}")}), &recording);
        assert_eq!(result, format!("confirmed: C:\\{name} was written, 9 bytes"));
    }
    let picture = format!(
        "{}{file} -> none\ncall @slide.Export(\"C:\\\\a.png\", \"PNG\")\n{file} -> 9 bytes at 1",
        front(2),
        file = file("a.png")
    );
    let result = powerpoint("save_as", &json!({"path": "C:\\a.png"}), &picture);
    assert_eq!(result, "confirmed: C:\\a.png was written, 9 bytes");

    let save = "get @document.Path -> \"C:\"\nget @document.Saved -> -1";
    assert_eq!(powerpoint("save", &json!({}), save), "no change: the document was saved already");
    let create = format!(
        "{file} -> none\nget @powerpoint.Presentations -> @all\ncall @all.Add(-1) -> @new\ncall @new.SaveAs(\"C:\\\\n.pptx\", 24, 0)\n\
         get @new.Windows -> @windows\nget @windows.Item(1) -> @first\ncall @first.Activate()\n\
         get @powerpoint.ActivePresentation -> @now\nget @now.FullName -> \"C:\\\\n.pptx\"\n{file} -> 9 bytes at 1",
        file = file("n.pptx")
    );
    let result = powerpoint("new_document", &json!({"path": "C:\\n.pptx"}), &create);
    assert!(result.starts_with("confirmed: C:\\n.pptx was written, 9 bytes"), "{result}");
}
