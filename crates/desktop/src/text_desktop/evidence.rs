//! What can be said of an input from the windows before and after it.

use super::widget::Widget;
use super::world::OpenWindow;
use deskpilot_core::{Effect, Evidence, NoChangeReason, Point, State, States};

/// The strongest true thing: windows first, then the control that was meant, then the rest, then the focus.
pub(super) fn effect(before: &[OpenWindow], after: &[OpenWindow], target: Option<&str>) -> Effect {
    let changes = changes(before, after);
    let meant = changes.iter().find(|(was, _)| Some(was.node.as_str()) == target);
    let evidence = windows(before, after)
        .or_else(|| meant.and_then(|(was, is)| value(was, is)))
        .or_else(|| meant.and_then(|(was, is)| state(was, is)))
        .or_else(|| tree(&changes))
        .or_else(|| changes.iter().find_map(|(_, is)| focus(is)));
    if meant.is_some_and(|(was, is)| was.value != is.value && is.states.has(State::Protected)) {
        return Effect::Unverified("what is typed there is hidden".into());
    }
    let nothing = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
    evidence.map_or(nothing, Effect::Confirmed)
}

/// What can be said of the clipboard without saying what is on it.
pub(super) fn clipboard(text: &str) -> Effect {
    let characters = text.chars().count();
    Effect::Confirmed(Evidence::State(format!("the clipboard holds {characters} characters of text")))
}

/// Where the pointer is.
pub(super) fn pointer(at: Point) -> Effect {
    Effect::Confirmed(Evidence::State(format!("the pointer is at {},{}", at.x, at.y)))
}

/// The controls that are in both and differ.
fn changes<'a>(before: &'a [OpenWindow], after: &'a [OpenWindow]) -> Vec<(&'a Widget, &'a Widget)> {
    let now: Vec<&Widget> = after.iter().flat_map(|window| &window.widgets).collect();
    before
        .iter()
        .flat_map(|window| &window.widgets)
        .filter_map(|was| now.iter().find(|is| is.node == was.node).map(|is| (was, *is)))
        .filter(|(was, is)| was != is)
        .collect()
}

fn windows(before: &[OpenWindow], after: &[OpenWindow]) -> Option<Evidence> {
    let missing = |from: &[OpenWindow], it: &OpenWindow| from.iter().all(|other| other.id != it.id);
    let opened = after.iter().find(|it| missing(before, it)).map(|it| format!("{:?} opened", it.title));
    let closed = before.iter().find(|it| missing(after, it)).map(|it| format!("{:?} closed", it.title));
    opened.or(closed).map(Evidence::Window)
}

fn value(was: &Widget, is: &Widget) -> Option<Evidence> {
    (was.value != is.value).then(|| Evidence::Value {
        before: was.value.clone(),
        after: is.value.clone(),
        of: None,
    })
}

fn state(was: &Widget, is: &Widget) -> Option<Evidence> {
    if let Some(selected) = is.selection.as_ref().filter(|_| was.selection != is.selection) {
        return Some(Evidence::State(format!("selected {selected:?}")));
    }
    let differs = |state: &&State| was.states.has(**state) != is.states.has(**state);
    let state = State::ALL.iter().filter(|state| **state != State::Focused).find(differs)?;
    let not = if is.states.has(*state) { "" } else { "not " };
    Some(Evidence::State(format!("{not}{}", format!("{state:?}").to_lowercase())))
}

fn tree(changes: &[(&Widget, &Widget)]) -> Option<Evidence> {
    let apart_from_focus =
        |states: States| states.iter().filter(|it| *it != State::Focused).collect::<States>();
    let counts = |(was, is): &&(&Widget, &Widget)| {
        was.value != is.value || apart_from_focus(was.states) != apart_from_focus(is.states)
    };
    let changed = changes.iter().filter(counts).count() as u32;
    (changed > 0).then_some(Evidence::Tree { added: 0, removed: 0, changed, details: Vec::new() })
}

fn focus(is: &Widget) -> Option<Evidence> {
    is.states.has(State::Focused).then(|| Evidence::Focus(is.id().to_string()))
}
