//! Why a call has no result, as a text for the model that made it: the reason, what to do, and what belongs to it.

use super::content::{data, effect_list, joined, view_text, window_list};
use crate::hands::HandsError;
use deskpilot_runtime::with_causes;
use serde_json::json;

/// The error as a text.
pub(super) fn error_text(error: &HandsError) -> String {
    let reason = Some(error.to_string());
    match error {
        HandsError::Waiting(waiting) => {
            let answer = json!({"action": "answer", "task": waiting.task, "question": waiting.question});
            let how = format!(
                "Ask the user, unless they were asked already. The tool task answers with {answer} and consent or answers."
            );
            joined([reason, Some(data("question", &waiting.to_string())), Some(how)])
        }
        HandsError::OldView { present, .. } => joined([reason, Some(view_text(present))]),
        HandsError::NoView { windows, .. } | HandsError::NoWindow { windows, .. } => {
            joined([reason, Some(window_list(windows))])
        }
        HandsError::NotOpened { done, windows } => {
            joined([reason, effect_list("done", done), Some(window_list(windows))])
        }
        HandsError::NotRead { done } => joined([reason, effect_list("done", done)]),
        HandsError::StillWorking { .. }
        | HandsError::Busy { .. }
        | HandsError::NoDesktop(_)
        | HandsError::Closed(_)
        | HandsError::Rejected { .. }
        | HandsError::Overtaken
        | HandsError::NotStarted(_)
        | HandsError::NoLog(_) => with_causes(error),
    }
}
