//! The calls that each command makes of PowerPoint, argument for argument.

mod charts;
mod looks;
mod masters;
mod objects;
mod slides;
mod tables;
mod texts;

use crate::{commands::host::Host, recorded::carry_out};
use serde_json::Value;

/// The outcome of a command that makes these calls.
fn powerpoint(command: &str, args: &Value, recording: &str) -> String {
    carry_out(Host::PowerPoint, command, args, recording)
}

/// The calls for the number of slides.
fn count(slides: u32) -> String {
    format!("get @document.Slides -> @slides\nget @slides.Count -> {slides}\n")
}

/// The calls for one of them, whose number is known or the one in front.
fn slide(number: u32) -> String {
    format!("get @document.Slides -> @slides\nget @slides.Item({number}) -> @slide\n")
}

fn front(number: u32) -> String {
    format!(
        "get @window.View -> @view\nget @view.Slide -> @front\nget @front.SlideIndex -> {number}\n{}",
        slide(number)
    )
}

/// The calls for the shapes of the slide.
fn shapes(names: &[&str]) -> String {
    let items = (1..).zip(names).map(|(at, name)| format!("get @shapes.Item({at}) -> @{name}\n"));
    format!(
        "get @slide.Shapes -> @shapes\nget @shapes.Count -> {}\n{}",
        names.len(),
        items.collect::<String>()
    )
}

/// The calls for the text of a shape.
fn text_range(shape: &str) -> String {
    format!(
        "get @{shape}.HasTextFrame -> -1\nget @{shape}.TextFrame -> @frame\nget @frame.TextRange -> @{shape}text\n"
    )
}

const STEP: &str = "call @powerpoint.StartNewUndoEntry()\n";
