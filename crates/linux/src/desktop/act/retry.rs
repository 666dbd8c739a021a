//! Whether an action that changed nothing is done once more.

use super::executor::ActionExecutor;
use super::phases::SettledInput;
use super::sender::Retry;
use super::text;
use crate::desktop::reading::find_again::Target;
use crate::desktop::waiting::settle::Signs;
use deskpilot_core::{Button, Effect, Gesture};
use deskpilot_desktop::DesktopError;
use std::time::Duration;

/// How long after a dialog has closed its window may lose a click.
const AFTER_DIALOG: Duration = Duration::from_millis(2500);

impl ActionExecutor {
    /// How to do an action once more that changed nothing; `None` where it may have done something after all.
    pub(super) async fn retry_of(
        &self,
        settled: &SettledInput,
        gesture: &Gesture,
    ) -> Result<Option<Retry>, DesktopError> {
        let SettledInput { aimed, before, done, .. } = settled;
        Ok(match &done.outcome.effect {
            Effect::NoChange(_) => self.retry_of_nothing(settled, gesture),
            // Something else may have changed meanwhile, as pages do by themselves.
            Effect::Partial(_) if was_set_by_accessibility(gesture, &aimed.target) => {
                let is_as_before =
                    before.has_value_of_before(&self.reader, &aimed.target, &aimed.proof).await?;
                is_as_before.then_some(Retry::Type)
            }
            _ => None,
        })
    }

    fn retry_of_nothing(&self, settled: &SettledInput, gesture: &Gesture) -> Option<Retry> {
        let SettledInput { aimed, before, signs, .. } = settled;
        let is_plain_click =
            matches!(gesture, Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty());
        // Some applications accept a text and do nothing with it.
        if was_set_by_accessibility(gesture, &aimed.target) {
            return Some(Retry::Type);
        }
        // A window whose dialog has just closed may lose the first click.
        let since_closed = |closed| before.taken.saturating_duration_since(closed);
        let is_after_dialog = self.dialog_closed.is_some_and(|closed| since_closed(closed) < AFTER_DIALOG);
        let is_lost = is_plain_click && is_after_dialog && *signs == Signs::Absent;
        (is_lost && aimed.target.control().is_some()).then_some(Retry::Click)
    }
}

/// Whether the gesture set a text by accessibility, without the keyboard.
fn was_set_by_accessibility(gesture: &Gesture, target: &Target) -> bool {
    match (gesture, target.control()) {
        (Gesture::Text { text, .. }, Some(found)) => {
            !text.is_empty() && text::is_set_by_accessibility(found, text)
        }
        _ => false,
    }
}
