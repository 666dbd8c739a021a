//! Determines the effect of an input from the windows before and after it.

use super::state::OpenWindow;
use super::widget::Widget;
use deskpilot_core::{Effect, Evidence, NoChangeReason, Point, State, States, WindowChange};

/// The strongest evidence: windows first, then the target control, then other controls, then the focus.
pub(super) fn effect(before: &[OpenWindow], after: &[OpenWindow], target: Option<&str>) -> Effect {
    let changes = changes(before, after);
    let meant = changes.iter().find(|(was, _)| Some(was.node.as_str()) == target);
    let evidence = windows(before, after)
        .or_else(|| meant.and_then(|(was, is)| value(was, is)))
        .or_else(|| meant.and_then(|(was, is)| state(was, is)))
        .or_else(|| tree(&changes))
        .or_else(|| changes.iter().find_map(|(_, is)| focus(is)));
    if meant.is_some_and(|(was, is)| was.value != is.value && is.states.has(State::Protected)) {
        return Effect::unverified("what is typed there is hidden");
    }
    let nothing = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
    evidence.map_or(nothing, Effect::Confirmed)
}

/// The evidence for the clipboard, without its text.
pub(super) fn clipboard(text: &str) -> Effect {
    let characters = text.chars().count();
    Effect::Confirmed(Evidence::Reported(format!("the clipboard holds {characters} characters of text")))
}

/// The evidence for the pointer's position.
pub(super) fn pointer(at: Point) -> Effect {
    Effect::Confirmed(Evidence::Pointer(at))
}

/// The controls that exist before and after and differ.
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
    let closed =
        before.iter().filter(|it| missing(after, it)).map(|it| WindowChange::Closed(it.title.clone()));
    let opened =
        after.iter().filter(|it| missing(before, it)).map(|it| WindowChange::Opened(it.title.clone()));
    let changes: Vec<WindowChange> = closed.chain(opened).collect();
    (!changes.is_empty()).then_some(Evidence::Windows(changes))
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
        return Some(Evidence::Reported(format!("selected {selected:?}")));
    }
    let differs = |state: &&State| was.states.has(**state) != is.states.has(**state);
    let state = State::ALL.iter().filter(|state| **state != State::Focused).find(differs)?;
    Some(Evidence::Turned { state: *state, on: is.states.has(*state) })
}

fn tree(changes: &[(&Widget, &Widget)]) -> Option<Evidence> {
    let apart_from_focus =
        |states: States| states.iter().filter(|it| *it != State::Focused).collect::<States>();
    let counts = |(was, is): &&(&Widget, &Widget)| {
        was.value != is.value || apart_from_focus(was.states) != apart_from_focus(is.states)
    };
    let changed = changes.iter().filter(counts).count() as u32;
    (changed > 0).then_some(Evidence::Controls { added: 0, removed: 0, changed, details: Vec::new() })
}

fn focus(is: &Widget) -> Option<Evidence> {
    is.states.has(State::Focused).then(|| Evidence::Focus(is.id().to_string()))
}
