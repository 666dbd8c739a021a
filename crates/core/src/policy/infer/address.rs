//! The risks of addresses that lead neither to a file nor to a site: a scheme that is not understood means whatever a program makes
//! of it, such as a macro of LibreOffice's.

use super::super::{Finding, PolicyContext, places, risk::Risk};
use super::shown::ShownPlaces;
use super::target::{affected, has_lines, is_in_document};
use crate::{
    Action, Control, Operation,
    paths::{Destination, Spelling, destination},
};

/// The risks of the addresses among the arguments of an operation, in what it types, and in the fields that it confirms.
pub(super) fn address_risks(
    operation: &Operation,
    context: &PolicyContext<'_>,
    shown: &ShownPlaces,
) -> Vec<Finding> {
    let mut addresses = places::other_addresses(operation, context.spec(operation));
    if let Operation::Act(action) = operation {
        addresses.extend(typed_addresses(action, context));
    }
    addresses.extend(shown.addresses.iter().cloned());
    addresses.into_iter().map(finding).collect()
}

/// The risks of a link that shows its address.
pub(super) fn link_risks(link: &Control) -> Vec<Finding> {
    let texts = [Some(link.name.as_str()), link.value.as_deref()];
    let other = |text: &str| Some((destination(text, Spelling::Words)?, text.to_owned()));
    texts.into_iter().flatten().filter_map(other).map(finding).collect()
}

/// The addresses that an action types, each on a line. In a text of several lines, and in a page's field, they are words.
fn typed_addresses(action: &Action, context: &PolicyContext<'_>) -> Vec<(Destination, String)> {
    let is_text = |it: &Control| has_lines(it) || is_in_document(context.controls, it);
    if affected(action, context).is_some_and(is_text) {
        return Vec::new();
    }
    let typed = places::typed_text(action).unwrap_or_default();
    let other = |line: &str| Some((destination(line, Spelling::Words)?, line.to_owned()));
    typed.lines().filter_map(other).collect()
}

fn finding((destination, address): (Destination, String)) -> Finding {
    let risk = match destination {
        Destination::Itself => Risk::Unknown,
        Destination::Program => Risk::Runs,
    };
    Finding { risk, sign: format!("the address {address:?}") }
}
