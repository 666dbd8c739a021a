//! Whether the last subtask is proven: what it promised is there, and none of its operations is unproven.

use crate::{
    Halt,
    file_state::FileState,
    promise::{PromisedFile, noted_at},
    promised_files::PromisedFiles,
    session_parts::SessionParts,
    unproven::{Judged, Reached, is_confirmed, touches_window, unproven_operation},
    world::World,
};
use deskpilot_core::{
    ActiveAgent, Divergence, MissingProduct, MissingReason, Operation, Product, Subtask, Timestamp,
    fold::{Ledger, PerformedOperation, Round, SubtaskNode},
};

/// Whether the last subtask is proven.
pub(crate) async fn is_proven(parts: &SessionParts) -> Result<bool, Halt> {
    let Some(node) = parts.ledger().round.subtasks.last() else { return Ok(false) };
    if !node.missing.is_empty() {
        return Ok(false);
    }
    let operations = parts.ledger().evaluation.of_subtask();
    let Some(reached) = reached(&node.subtask, parts.ledger(), &parts.files, &parts.world).await? else {
        return Ok(false);
    };
    let has_done = !node.subtask.produces.is_empty() || has_effect(operations) || has_noted(parts.ledger());
    Ok(has_done && unproven_operation(operations, &Judged::Goal(reached)).is_none())
}

/// What of the last subtask's promise was reached, once its files are saved; `None` if something of it is missing or older than the
/// last change.
pub(crate) async fn reached(
    subtask: &Subtask,
    ledger: &Ledger,
    files: &PromisedFiles,
    world: &World,
) -> Result<Option<Reached>, Halt> {
    let noted = subtask.produces.iter().filter_map(Product::note).map(|it| noted_at(it, ledger));
    let Some(noted) = noted.collect::<Option<Vec<Timestamp>>>() else { return Ok(None) };
    let promised = PromisedFile::of(subtask, ledger, files.paths());
    let states = files.saved(&promised, PromisedFile::is_kept, ledger, world).await?;
    let both = || promised.iter().zip(&states);
    if !both().all(|(file, state)| file.is_kept(state)) {
        return Ok(None);
    }
    let written = both().filter_map(|(file, state)| file.written(state)).max();
    let names = promised.iter().map(|it| it.product.name().to_owned()).collect();
    Ok(Some(Reached { all: noted.into_iter().max().max(written), files: written, names }))
}

/// What the last subtask promised and has not left, once its files are saved.
pub(crate) async fn missing(
    subtask: &Subtask,
    ledger: &Ledger,
    files: &PromisedFiles,
    world: &World,
) -> Result<Vec<MissingProduct>, Halt> {
    let promised = PromisedFile::of(subtask, ledger, files.paths());
    let is_there = |file: &PromisedFile, state: &FileState| file.missing(state).is_none();
    let states = files.saved(&promised, is_there, ledger, world).await?;
    let missing = promised.iter().zip(&states).filter_map(|(file, state)| file.missing(state));
    let notes = subtask
        .produces
        .iter()
        .filter(|it| it.note().is_some_and(|name| !ledger.blackboard.notes.contains_key(name)));
    let notes = notes.map(|it| MissingProduct { product: it.clone(), why: MissingReason::NotThere });
    Ok(notes.chain(missing).collect())
}

/// The promised products that an AppAgent did not leave when it finished. Each is reported to it once.
pub(crate) async fn missing_at_end(
    who: &ActiveAgent,
    ledger: &Ledger,
    files: &PromisedFiles,
    world: &World,
) -> Result<Vec<Divergence>, Halt> {
    let ActiveAgent::App(it) = who else { return Ok(Vec::new()) };
    let missing = missing(&it.subtask, ledger, files, world).await?;
    let is_reminded =
        |it: &MissingProduct| ledger.round.reminded.iter().any(|name| name == it.product.name());
    let reminders = missing.into_iter().filter(|it| !is_reminded(it)).map(|it| match &it.product {
        Product::Note(name) => Divergence::Missing(name.clone()),
        Product::File(_) => Divergence::MissingFile(it),
    });
    Ok(reminders.collect())
}

/// The files that finished subtasks of the round had not left when they ended, and that are still missing.
pub(crate) async fn still_missing(
    round: &Round,
    files: &PromisedFiles,
    world: &World,
) -> Result<Vec<MissingProduct>, Halt> {
    let mut missing: Vec<MissingProduct> = Vec::new();
    for it in last_of_each(round).flat_map(|it| &it.missing).filter(|it| it.product.file().is_some()) {
        let is_known = missing.iter().any(|known| known.product == it.product);
        let now = match files.state(it.product.name(), round.started, world).await? {
            FileState::Absent(why) => Some(why),
            FileState::Written(at) if at < round.started => Some(MissingReason::Unchanged),
            FileState::Written(_) | FileState::Unknown => None,
        };
        if let Some(why) = now.filter(|_| !is_known) {
            missing.push(MissingProduct { product: it.product.clone(), why });
        }
    }
    Ok(missing)
}

/// Whether what the round's subtasks promised is there, perhaps from before.
pub(crate) async fn is_round_kept(round: &Round, parts: &SessionParts) -> Result<bool, Halt> {
    let notes = &parts.ledger().blackboard.notes;
    for product in last_of_each(round).flat_map(|it| &it.subtask.produces) {
        let is_there = match product {
            Product::Note(name) => notes.contains_key(name),
            Product::File(path) => {
                let state = parts.files.state(path, Timestamp::default(), &parts.world).await?;
                matches!(state, FileState::Written(_))
            }
        };
        if !is_there {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The subtasks of the round; of those with the same id the last one.
fn last_of_each(round: &Round) -> impl Iterator<Item = &SubtaskNode> {
    // A subtask that failed may be assigned again under its id.
    let is_replaced =
        |at: usize, id: &str| !id.is_empty() && round.subtasks[at + 1..].iter().any(|it| it.subtask.id == id);
    let all = round.subtasks.iter().enumerate();
    all.filter(move |(at, it)| !is_replaced(*at, &it.subtask.id)).map(|(_, it)| it)
}

/// Whether an effect was seen at all.
fn has_effect(operations: &[PerformedOperation]) -> bool {
    let touches = |it: &PerformedOperation| match &it.operation {
        Operation::Act(action) => touches_window(action),
        _ => false,
    };
    operations.iter().any(|it| touches(it) && is_confirmed(it))
}

/// Whether the last subtask wrote a note.
fn has_noted(ledger: &Ledger) -> bool {
    ledger.round.noted.values().any(|at| *at >= ledger.round.since)
}
