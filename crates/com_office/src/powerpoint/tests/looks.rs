//! How slides and their texts look.

use super::{STEP, count, front, powerpoint, shapes, slide, text_range};
use serde_json::json;

#[test]
fn a_background_is_of_the_slide_alone_and_read_back() {
    let read = |follows: i8, color: u32| {
        let color = format!(
            "get @slide.Background -> @back\nget @back.Fill -> @fill\nget @fill.ForeColor -> @color\nget @color.RGB -> {color}\n"
        );
        format!(
            "get @slide.FollowMasterBackground -> {follows}\n{}",
            if follows == 0 { color } else { String::new() }
        )
    };
    let put = "put @slide.FollowMasterBackground = false\nget @slide.Background -> @back\nget @back.Fill -> @fill\ncall @fill.Solid()\n\
               get @fill.ForeColor -> @color\nput @color.RGB = 35071\n";
    let begin = count(2) + &slide(2) + &read(-1, 0) + STEP + put;
    let args = json!({"color_code": "#ff8800", "slides": ["2"]});
    let result = powerpoint("set_background_color", &args, &format!("{begin}{}", read(0, 35071)));
    assert_eq!(result, "confirmed: slide 2: the background has this colour, read back");
    let result = powerpoint("set_background_color", &args, &format!("{begin}{}", read(0, 0)));
    assert_eq!(result, "partial: not all of slide 2 have this background");
}

#[test]
fn slides_come_in_as_wanted() {
    let read = |effect: u16| format!("get @way.EntryEffect -> {effect}\nget @way.Duration -> 1.5\n");
    let recording = |now: u16| {
        format!(
            "{}{}get @slide.SlideShowTransition -> @way\n{}{STEP}put @way.EntryEffect = 3849\nput @way.Duration = 1.5\n{}",
            count(1),
            slide(1),
            read(0),
            read(now)
        )
    };
    let args = json!({"kind": "fade", "seconds": 1.5});
    assert_eq!(
        powerpoint("set_transition", &args, &recording(3849)),
        "confirmed: slide 1: 2 changes, read back"
    );
    assert_eq!(
        powerpoint("set_transition", &args, &recording(0)),
        "partial: EntryEffect of slide 1 did not change"
    );
}

#[test]
fn the_letters_of_the_titles_alone_change() {
    let place = |shape: &str, kind: u8| {
        format!(
            "get @{shape}.Type -> 14\nget @{shape}.PlaceholderFormat -> @format\nget @format.Type -> {kind}\n"
        )
    };
    let begin = front(1)
        + &slide(1)
        + &shapes(&["title", "body", "box"])
        + &place("title", 3)
        + "get @title.HasTable -> 0\n"
        + &text_range("title")
        + &place("body", 2)
        + "get @box.Type -> 17\nget @titletext.Font -> @font\nget @font.Color -> @color\n";
    let begin = begin.replacen(&slide(1), "", 1);
    let read = |bold: i8| format!("get @font.Size -> 32\nget @font.Bold -> {bold}\nget @color.RGB -> 255\n");
    let put = "put @font.Size = 32\nput @font.Bold = true\nput @color.RGB = 255\n";
    let recording = |now: i8| format!("{begin}{}{STEP}{put}{}", read(0), read(now));
    let args = json!({"size": 32, "bold": true, "text_color": "#ff0000", "part": "title"});
    let result = powerpoint("set_font", &args, &recording(-1));
    assert_eq!(result, "confirmed: 1 text of slide 1: 3 formats, read back");
    // Some letters are bold, and some are not.
    let result = powerpoint("set_font", &args, &recording(-2));
    assert_eq!(result, "partial: Bold of 1 text of slide 1 did not change");
}
