//! Infers the risks of an operation from what it presses, types or runs, and from its context.

mod action;
mod address;
mod default_button;
mod element;
mod field_writing;
mod formula;
mod guarded;
mod keys;
mod location;
mod opening;
mod press;
mod program;
mod reached;
mod share;
mod shown;
mod shows;
mod strays;
mod target;
mod terminal;

pub(super) use keys::close_windows;
pub(super) use reached::Reached;
pub(super) use shown::ShownPlaces;
pub(super) use shows::only_shows;
pub(super) use strays::strays;

use super::{
    Finding, PolicyContext,
    file_kind::FileKind,
    lexicon::{Lexicon, WordList},
    places,
    risk::Risk,
};
use crate::{Action, Launch, Operation, Paths, PermissionKind, PermissionRequest, Verb};
use action::ActionRisks;
use guarded::{guarded_file, guarded_name};
use press::Press;
use target::{affected, hides_input};

/// The risks of an operation, each once.
pub(super) fn findings(
    operation: &Operation,
    context: &PolicyContext<'_>,
    lexicon: &Lexicon,
    shown: &ShownPlaces,
) -> Vec<Finding> {
    let mut found = match operation {
        Operation::Launch(launch) => launch_risks(launch, context, lexicon),
        Operation::Run(it) => program::risks(&it.argv, context.path_style),
        Operation::Delegate(_) => vec![Finding::plain(Risk::Delegates)],
        Operation::Permit(permit) => permission_risks(permit, context.paths()),
        Operation::Act(action) => match &action.verb {
            Verb::Open(launch) => launch_risks(launch, context, lexicon),
            _ => ActionRisks::of(Press::of(action, context, lexicon), context.spec(operation), shown),
        },
    };
    found.extend(guarded_file(operation, context, shown));
    found.extend(share::share_risk(operation, context, shown));
    found.extend(formula::formula_risks(operation, context));
    found.extend(address::address_risks(operation, context, &shown.addresses));
    // One finding for each risk: the first sign is the one that a person reads.
    let mut seen = Vec::new();
    found.retain(|it| {
        let is_new = !seen.contains(&it.risk);
        seen.push(it.risk);
        is_new
    });
    found
}

/// The risks of opening an application, and of what it does with a file of this kind.
fn launch_risks(launch: &Launch, context: &PolicyContext<'_>, lexicon: &Lexicon) -> Vec<Finding> {
    let called = launch.application.as_str();
    // What opens the file counts, and not what an agent calls it: a name with the word of an editor may mean another application.
    let opened = context
        .opens
        .map_or_else(|| vec![called], |it| vec![it.id.as_str(), it.name.as_str(), it.generic_name.as_str()]);
    let is_shown_as_text = opened.iter().any(|it| lexicon.has(WordList::Editor, &lexicon.read(it)));
    let names: Vec<&str> = std::iter::once(called).chain(opened).collect();
    let mut found: Vec<Finding> = guarded_name(&names, lexicon).into_iter().collect();
    let file = launch.file.as_deref().filter(|_| !is_shown_as_text);
    let risk = file
        .and_then(|it| context.paths().resolve(it))
        .and_then(|it| FileKind::of(&it, context.path_style).risk());
    found.extend(risk.map(|risk| Finding {
        risk,
        sign: format!("the name {:?}", launch.file.as_deref().unwrap_or_default()),
    }));
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
