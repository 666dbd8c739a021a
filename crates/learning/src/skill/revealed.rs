//! Texts that a window showed after a step and on which an agent may have based the next one.

use super::argument_texts::leaves;
use crate::trajectory::{SubtaskStep, SubtaskTrajectory};
use deskpilot_core::{Control, Outline, is_in_front};

/// The minimum number of words of a text on which an agent may have based a decision. An application's labels
/// and messages are shorter.
const FEWEST_WORDS_OF_PROSE: usize = 8;

/// A control that showed a longer text after the step, which neither the instructions contain nor the agent
/// wrote: the next step may depend on it. `None` if there is no such control, or no next step.
pub(super) fn revealed(step: &SubtaskStep, done: &SubtaskTrajectory, instructions: &str) -> Option<String> {
    let is_last = done.steps.last().is_none_or(|it| std::ptr::eq(it, step));
    let (false, Some(before), Some(after)) = (is_last, &step.view, &step.after) else { return None };
    let outline = Outline::of(&after.controls, &after.levels);
    let had = |text: &str| before.controls.iter().flat_map(texts_of).any(|it| shares_most(it, text));
    let is_own = |at: usize| outline.around(at).any(|it| is_in_front(after.controls[it].role));
    let wrote = written_by(done);
    let is_new = |text: &str| {
        text.split_whitespace().count() >= FEWEST_WORDS_OF_PROSE
            && !instructions.contains(&text.to_lowercase())
            && !wrote.iter().any(|it| text.contains(it.as_str()))
            && !had(text)
    };
    let mut shown = after.controls.iter().enumerate().filter(|(at, _)| !is_own(*at));
    shown.find(|(_, it)| texts_of(it).into_iter().any(is_new)).map(|(_, it)| it.id().to_string())
}

/// The texts of a control that could be content.
fn texts_of(control: &Control) -> Vec<&str> {
    [Some(control.name.as_str()), control.value.as_deref()].into_iter().flatten().collect()
}

/// Whether a text was there before, and only a part of it changed.
fn shares_most(before: &str, after: &str) -> bool {
    let words = after.split_whitespace();
    let (mut all, mut known) = (0, 0);
    for word in words {
        all += 1;
        known += usize::from(before.split_whitespace().any(|it| it == word));
    }
    known * 2 > all
}

/// The longer texts that the agent itself wrote.
fn written_by(done: &SubtaskTrajectory) -> Vec<String> {
    let mut texts = Vec::new();
    done.steps.iter().flat_map(|it| it.action.call.args.values()).for_each(|it| leaves(it, &mut texts));
    texts.retain(|it| it.split_whitespace().count() > 1);
    texts
}
