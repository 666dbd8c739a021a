//! The effect of asking a window to close. Pure.

use super::snapshot::WindowSnapshot;
use deskpilot_core::{Control, Effect, Evidence, WindowChange};

/// The effect of asking a window to close, where this one is seen: what else changes in a window that stays, such as a message that
/// comes by itself, does not confirm it. A question that came up does, for the application answers by it.
pub(super) fn of_closing(effect: Effect, before: &WindowSnapshot, after: &WindowSnapshot) -> Effect {
    match effect {
        Effect::Confirmed(evidence) if !is_of_closing(&evidence) && !has_asked(before, after) => {
            Effect::unverified(format!("{evidence}, and the window is still open"))
        }
        effect => effect,
    }
}

fn is_of_closing(evidence: &Evidence) -> bool {
    let is_other_title = |it: &WindowChange| matches!(it, WindowChange::Renamed { .. });
    matches!(evidence, Evidence::Windows(changes) if !changes.iter().all(is_other_title))
}

/// Whether the window shows a question that it did not show before.
fn has_asked(before: &WindowSnapshot, after: &WindowSnapshot) -> bool {
    let was_there = |it: &Control| before.controls.iter().any(|was| was.node() == it.node() && was.blocks());
    after.controls.iter().any(|it| it.blocks() && !was_there(it))
}
