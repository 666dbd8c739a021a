//! A window that is given its subtask as soon as it is opened.

use crate::{AgentError, processor::Processor};
use deskpilot_core::{Assignment, Effect, Event, Evidence, HostDecision, HostRemarks, Subtask, Window};

impl Processor<'_> {
    /// Gives the window that opened the subtask it was opened for. Where it cannot be told which one that is, nothing is
    /// given, and the HostAgent looks again.
    pub(crate) async fn assign_what_opened(
        &mut self,
        subtask: Subtask,
        remarks: HostRemarks,
        before: &[Window],
    ) -> Result<(), AgentError> {
        let now = self.windows().await?;
        let last = self.session.ledger.memory.of_agent(&self.agent).last;
        let Some(window) = last.last().and_then(|it| opened(before, &now, &it.outcome.effect)).cloned()
        else {
            return Ok(());
        };
        let agent = self.session.agent_for(&window);
        let assignment = Assignment { subtask, window, agent };
        self.session
            .record(Event::HostDecided { decision: HostDecision::Assign(Box::new(assignment)), remarks })
    }
}

/// The window that opened: of several the one that was told of, or the one that has the keyboard.
fn opened<'w>(before: &[Window], now: &'w [Window], told: &Effect) -> Option<&'w Window> {
    let new: Vec<&Window> = now.iter().filter(|it| before.iter().all(|was| was.id != it.id)).collect();
    let is_told = |it: &&&Window| Effect::Confirmed(Evidence::opened(it)) == *told;
    match new.as_slice() {
        [only] => Some(only),
        several => several.iter().find(is_told).or_else(|| several.iter().find(|it| it.focused)).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, WindowId, WindowState};

    fn window(id: u64, focused: bool) -> Window {
        Window {
            label: None,
            id: WindowId(id),
            title: format!("w{id}"),
            application: "app".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused,
        }
    }

    #[test]
    fn of_several_new_windows_the_one_that_was_told_of_is_meant_or_the_one_with_the_keyboard() {
        let before = [window(1, true)];
        let told = Effect::Confirmed(Evidence::opened(&window(4, false)));
        for (now, expected) in [
            (vec![window(1, true)], None),
            (vec![window(1, true), window(2, false)], Some(2)),
            (vec![window(1, false), window(2, false), window(3, true)], Some(3)),
            (vec![window(1, false), window(2, true), window(3, false)], Some(2)),
            (vec![window(1, true), window(2, false), window(3, false)], None),
            (vec![window(2, true), window(4, false)], Some(4)),
        ] {
            assert_eq!(opened(&before, &now, &told).map(|it| it.id.0), expected, "{now:?}");
        }
    }
}
