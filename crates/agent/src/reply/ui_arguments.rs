//! What the arguments of the commands that every application has mean.

use super::{args::Args, wire::complain};
use deskpilot_core::{
    Aim, AppView, Button, Complaint, Control, Gesture, Label, Modifier, Pictures, Point, Rect, Role, State,
    Verb,
};

/// The text control to search: the one that has the text, else the document, which may have it beyond what is shown, else
/// the focused one, else the first one.
pub(super) fn text_place<'v>(view: &'v AppView, text: &str) -> Option<&'v Control> {
    let is_text = |it: &&Control| it.role.holds_text() || it.role == Role::Text;
    let places = || view.controls.iter().filter(|it| it.label.is_some()).filter(is_text);
    let has = |it: &&Control| it.value.as_deref().is_some_and(|value| value.contains(text));
    let is_document = |it: &&Control| it.role == Role::Document;
    let is_focused = |it: &&Control| it.states.has(State::Focused);
    // A field that has the text goes before the document around it.
    let with_text = places().filter(has).min_by_key(|it| it.role == Role::Document);
    with_text
        .or_else(|| places().find(is_document))
        .or_else(|| places().find(is_focused))
        .or_else(|| places().next())
}

pub(super) fn note(args: &Args) -> Option<String> {
    args.text("name").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

pub(super) fn aim(control: Option<&Control>) -> Aim {
    control.map_or(Aim::Window, |control| Aim::Control(Box::new(control.clone())))
}

/// The point at these two fractions of the picture, which may show only a part of the window.
pub(super) fn place(args: &Args, x: &str, y: &str, view: &AppView) -> Result<Point, Complaint> {
    let Pictures { origin, size, .. } = view.pictures;
    let seen = match origin {
        Some(Point { x, y }) if size.width > 0 && size.height > 0 => Rect::new(x, y, size.width, size.height),
        _ => view.window.rect,
    };
    Ok(seen.at_fraction(args.fraction(x)?, args.fraction(y)?))
}

pub(super) fn click(args: &Args) -> Verb {
    let held = args.text("pressed").and_then(modifier).into_iter().collect();
    let count = if args.flag("double").unwrap_or(false) { 2 } else { 1 };
    Verb::Gesture(Gesture::Click { button: button(args), count, held })
}

pub(super) fn button(args: &Args) -> Button {
    match args.text("button") {
        Some("right") => Button::Right,
        Some("middle") => Button::Middle,
        Some("x") => Button::X,
        _ => Button::Left,
    }
}

pub(super) fn modifier(word: &str) -> Option<Modifier> {
    match word {
        "CONTROL" => Some(Modifier::Control),
        "SHIFT" => Some(Modifier::Shift),
        "ALT" => Some(Modifier::Alt),
        "SUPER" => Some(Modifier::Super),
        _ => None,
    }
}

pub(super) fn labelled(words: &[&str], view: &AppView) -> Result<Vec<Control>, Complaint> {
    let found = |word: &&str| word.trim().parse().ok().and_then(|number| view.control(Label(number)));
    words
        .iter()
        .map(|word| found(word).cloned().ok_or_else(|| complain(format!("there is no control {word}"))))
        .collect()
}
