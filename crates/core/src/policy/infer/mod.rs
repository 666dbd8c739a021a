//! Infers the risks of an operation from what it presses, types or runs, and from its context.

mod action;
mod guarded;
mod keys;
mod press;
mod shows;
mod strays;
mod target;
mod terminal;

pub(super) use shows::only_shows;
pub(super) use strays::strays;

use super::{Finding, Lexicon, PolicyContext, places, risk::Risk};
use crate::{Action, Operation, Paths, PermissionKind, PermissionRequest};
use action::ActionRisks;
use guarded::{guarded_file, guarded_name};
use press::Press;
use target::{affected, hides_input};

/// The risks of an operation, each once.
pub(super) fn findings(
    operation: &Operation,
    context: &PolicyContext<'_>,
    lexicon: &Lexicon,
) -> Vec<Finding> {
    let mut found = match operation {
        Operation::Launch(launch) => {
            let known = context.opens.into_iter().flat_map(|it| [it.id.as_str(), it.name.as_str()]);
            let names: Vec<&str> = std::iter::once(launch.application.as_str()).chain(known).collect();
            guarded_name(&names, lexicon).into_iter().collect()
        }
        Operation::Run(_) => vec![Finding::plain(Risk::Runs)],
        Operation::Delegate(_) => vec![Finding::plain(Risk::Delegates)],
        Operation::Permit(permit) => permission_risks(permit, context.paths()),
        Operation::Act(action) => {
            ActionRisks::of(Press { action, context, lexicon }, context.spec(operation))
        }
    };
    found.extend(guarded_file(operation, context));
    let mut seen = Vec::new();
    found.retain(|it| {
        let is_new = !seen.contains(&it.risk);
        seen.push(it.risk);
        is_new
    });
    found
}

/// An external agent's request is always risky. The kind that the agent states can only add risks.
fn permission_risks(permit: &PermissionRequest, paths: Paths<'_>) -> Vec<Finding> {
    let stated = match permit.kind {
        PermissionKind::Edits | PermissionKind::Moves => Some(Risk::Overwrites),
        PermissionKind::Deletes => Some(Risk::Deletes),
        PermissionKind::Runs => Some(Risk::Runs),
        PermissionKind::Fetches => Some(Risk::Sends),
        PermissionKind::Other => Some(Risk::Unknown),
        PermissionKind::Reads | PermissionKind::Searches | PermissionKind::Thinks => None,
    };
    let is_unrecognised = |it: &String| paths.resolve(it).is_none() && places::domain(it).is_none();
    let unknown = permit.places.iter().any(is_unrecognised).then_some(Risk::Unknown);
    std::iter::once(Risk::Permits).chain(stated).chain(unknown).map(Finding::plain).collect()
}

/// Whether an action types into a field that hides its input.
pub(super) fn types_into_hidden_field(action: &Action, context: &PolicyContext<'_>) -> bool {
    hides_input(affected(action, context))
}
