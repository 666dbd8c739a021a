//! The risks of addresses that lead neither to a file nor to a site: a scheme that is not understood means whatever a program makes
//! of it, such as a macro of LibreOffice's.

use super::super::{Finding, PolicyContext, places, risk::Risk};
use super::target::{affected, has_lines, is_in_document};
use crate::{
    Action, Chord, Control, Gesture, Key, Modifier, Operation, Verb,
    paths::{Destination, Spelling, destination},
};

/// The risks of the addresses among the arguments of an operation, in what it types, and of those `shown` in the fields that it confirms.
pub(super) fn address_risks(
    operation: &Operation,
    context: &PolicyContext<'_>,
    shown: &[(Destination, String)],
) -> Vec<Finding> {
    let mut addresses = places::other_addresses(operation, context.spec(operation));
    if let Operation::Act(action) = operation {
        addresses.extend(typed_addresses(action, context));
    }
    addresses.extend_from_slice(shown);
    addresses.into_iter().map(finding).collect()
}

/// The risks of a link that shows its address.
pub(super) fn link_risks(link: &Control) -> Vec<Finding> {
    let texts = [Some(link.name.as_str()), link.value.as_deref()];
    let other = |text: &str| Some((destination(text, Spelling::Words)?, text.to_owned()));
    texts.into_iter().flatten().filter_map(other).map(finding).collect()
}

/// The addresses that an action types, each on a line. In a text of several lines, and in a page's field, they are words, unless a key
/// may move the focus elsewhere before.
fn typed_addresses(action: &Action, context: &PolicyContext<'_>) -> Vec<(Destination, String)> {
    let is_text = |it: &Control| has_lines(it) || is_in_document(context.controls, it);
    if affected(action, context).is_some_and(is_text) && !may_move_focus(action) {
        return Vec::new();
    }
    let typed = places::typed_text(action).unwrap_or_default();
    let other = |line: &str| Some((destination(line, Spelling::Words)?, line.to_owned()));
    typed.lines().filter_map(other).collect()
}

/// Whether some of the keys may bring the focus to another control, as Tab, F6 and Ctrl+L do.
fn may_move_focus(action: &Action) -> bool {
    let Verb::Gesture(Gesture::Keys(chords)) = &action.verb else { return false };
    let moves = |it: &Chord| {
        let is_command = it.held.iter().any(|held| *held != Modifier::Shift);
        is_command || matches!(it.key, Key::Tab | Key::Char('\t') | Key::F(_))
    };
    chords.iter().any(moves)
}

fn finding((destination, address): (Destination, String)) -> Finding {
    let risk = match destination {
        Destination::Itself => Risk::Unknown,
        Destination::Program => Risk::Runs,
    };
    Finding { risk, sign: format!("the address {address:?}") }
}
