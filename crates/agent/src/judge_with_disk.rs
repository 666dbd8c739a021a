//! Judges an operation with what the disk says about its files. A session and `policy check` both judge in this way.

use crate::{known_files::known_files, real_paths::linked_places};
use deskpilot_core::{Grounds, Operation, Policy, PolicyContext, Ruling};

/// The ruling on an operation, and its grounds. To the facts that are `seen` it adds what the files are that the window shows, and
/// where links lead.
pub fn judge_with_disk(policy: &Policy, operation: &Operation, seen: PolicyContext<'_>) -> (Ruling, Grounds) {
    let shown = policy.shown_files(operation, &seen);
    let files = known_files(&shown, seen.paths());
    let mut places = linked_places(operation, seen.command, &shown, seen.paths());
    places.extend(seen.places.iter().filter(|it| !places.contains(it)).cloned().collect::<Vec<_>>());
    policy.judge(operation, &PolicyContext { places: &places, files: Some(&files), ..seen })
}
