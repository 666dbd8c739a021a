//! Pictures, texts and links on slides.

use super::{STEP, front, powerpoint, shapes, text_range};
use serde_json::json;

#[test]
fn a_picture_keeps_its_shape_when_it_gets_its_width() {
    let recording = |width: f64| {
        format!(
            "file \"C:\\\\a.png\" -> 9 bytes at 1\n{}get @slide.Shapes -> @shapes\nget @shapes.Count -> 1\n{STEP}\
             call @shapes.AddPicture(\"C:\\\\a.png\", 0, -1, 72.0, 144.0) -> @picture\nput @picture.LockAspectRatio = -1\n\
             put @picture.Width = 144.0\nget @picture.Width -> {width:?}\n{}",
            front(2),
            if width > 143.0 { "get @shapes.Count -> 2" } else { "" }
        )
    };
    let args = json!({"path": "C:\\a.png", "width": 5.08, "left": 2.54, "top": 5.08});
    let result = powerpoint("insert_picture", &args, &recording(144.0));
    assert_eq!(result, "confirmed: a picture of 5.08 cm is on slide 2");
    assert!(powerpoint("insert_picture", &args, &recording(72.0)).starts_with("partial: "));
}

#[test]
fn a_text_box_stands_where_it_is_wanted() {
    let recording = format!(
        "{}{STEP}get @slide.Shapes -> @shapes\ncall @shapes.AddTextbox(1, 72.0, 144.0, 288.0, 36.0) -> @box\n\
         get @box.TextFrame -> @frame\nget @frame.TextRange -> @text\nput @text.Text = \"a\\rb\"\nget @text.Text -> \"a\\rb\"",
        front(1)
    );
    let args = json!({"text": "a\nb", "left": 2.54, "top": 5.08, "width": 10.16, "height": 1.27});
    assert_eq!(
        powerpoint("insert_text_box", &args, &recording),
        "confirmed: a text on slide 1: \"a\", read back"
    );
}

#[test]
fn the_first_place_of_a_text_becomes_a_link() {
    let find = "get @box.HasTable -> 0\n".to_owned() + &text_range("box");
    let begin = front(1) + &shapes(&["box"]) + &find;
    let recording = |now: &str| {
        format!(
            "{begin}get @boxtext.Find(\"here\", 0, -1, 0) -> @place\n{STEP}get @place.ActionSettings -> @ways\nget @ways.Item(1) -> @click\n\
             get @click.Hyperlink -> @link\nput @link.Address = \"https://a.example\"\nget @link.Address -> \"{now}\""
        )
    };
    let args = json!({"url": "https://a.example", "text": "here"});
    let result = powerpoint("insert_hyperlink", &args, &recording("https://a.example/"));
    assert_eq!(result, "confirmed: \"here\" on slide 1 is a link to https://a.example/, read back");
    assert!(powerpoint("insert_hyperlink", &args, &recording("")).starts_with("partial: "));
    let none = format!("{begin}get @boxtext.Find(\"here\", 0, -1, 0) -> empty");
    let result = powerpoint("insert_hyperlink", &args, &none);
    assert_eq!(result, "refused: insert_hyperlink cannot do this: slide 1 has no \"here\"");
}
