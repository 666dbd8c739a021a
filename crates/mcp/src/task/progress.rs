//! Tells the client of each step or action as it ends, if it asked for that: one short line.

use crate::call_progress::CallProgress;
use deskpilot_core::{
    Entry, Event, Projection,
    fold::{StepRecord, StepRecords},
    one_line,
};
use deskpilot_log::LogError;
use deskpilot_runtime::{EventStream, plain};
use rmcp::{RoleServer, service::RequestContext};

/// The most characters of a line.
const LONGEST_LINE: usize = 240;

/// What a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressDetail {
    /// A step of a task.
    Steps,
    /// An action.
    Actions,
}

/// The progress of one call.
pub(crate) struct Progress<'c> {
    way: CallProgress<'c>,
    lines: ProgressLines,
    count: u32,
}

impl<'c> Progress<'c> {
    /// The progress of the call with this request.
    pub(crate) fn of(context: &'c RequestContext<RoleServer>, detail: ProgressDetail) -> Progress<'c> {
        Progress { way: CallProgress::of(context), lines: ProgressLines::of(detail), count: 0 }
    }

    /// Takes the entries before this number, which are written already: the client hears of a step before what it led to.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) async fn catch_up(&mut self, events: &mut EventStream, written: u64) -> Result<(), LogError> {
        while events.position() < written {
            let Some(entry) = events.next().await? else { break };
            self.show(&entry).await;
        }
        Ok(())
    }

    /// Takes the next entry, and tells the client of the step or action that it ends.
    pub(crate) async fn show(&mut self, entry: &Entry) {
        if !self.way.is_followed() {
            return;
        }
        let Some(line) = self.lines.after(entry) else { return };
        self.count += 1;
        self.way.tell(f64::from(self.count), |told| told.with_message(line)).await;
    }
}

/// The lines about the entries of a log.
struct ProgressLines {
    detail: ProgressDetail,
    steps: StepRecords,
    /// The action that is being done.
    acting: Option<String>,
}

impl ProgressLines {
    fn of(detail: ProgressDetail) -> ProgressLines {
        ProgressLines { detail, steps: StepRecords::default(), acting: None }
    }

    /// The line about what this entry ends.
    fn after(&mut self, entry: &Entry) -> Option<String> {
        match self.detail {
            ProgressDetail::Steps => {
                self.steps.apply(entry);
                // Nobody reads them here, and they would gather for as long as the task runs.
                self.steps.closed.clear();
                let is_end = matches!(entry.event, Event::StepEnded { .. });
                self.steps.open.as_ref().filter(|_| is_end).map(line)
            }
            ProgressDetail::Actions => match &entry.event {
                Event::Acting { operation, .. } => {
                    self.acting = Some(operation.description());
                    None
                }
                Event::Acted { outcome, .. } => {
                    let what = self.acting.take()?;
                    Some(on_one_line(&format!("{what} ({})", outcome.effect.word())))
                }
                _ => None,
            },
        }
    }
}

/// What a step did: in which application, for which subtask, and what became of each action.
fn line(step: &StepRecord) -> String {
    let place = if step.application.is_empty() { "plan" } else { &step.application };
    let subtask = step.subtask.as_ref().map(|it| it.text.clone());
    let done = step
        .operations
        .iter()
        .map(|it| format!("{} ({})", it.operation.description(), it.outcome.effect.word()))
        .collect::<Vec<_>>()
        .join("; ");
    let parts = [Some(place.to_owned()), subtask, Some(done)].into_iter().flatten();
    let all = parts.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(": ");
    on_one_line(&all)
}

fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    one_line(&plain(&words.join(" ")), LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, AgentName, Effect, Launch, Operation, StepNumber, Timestamp};

    fn entries() -> impl Iterator<Item = Entry> {
        let launch =
            Operation::Launch(Launch { application: "calc\u{1b}\n".into(), file: None, ..Launch::default() });
        let events = [
            Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() },
            Event::Acting { id: ActionId(1), operation: launch, selected: None },
            Event::Acted { id: ActionId(1), outcome: Effect::unverified("nothing to see").into() },
        ];
        (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(0), event })
    }

    #[test]
    fn a_line_names_the_action_and_its_effect() {
        let mut steps = StepRecords::default();
        entries().for_each(|it| steps.apply(&it));
        let shown = line(steps.open.as_ref().unwrap());
        assert_eq!(shown, "plan: open calc\u{fffd} (unverified)");
    }

    #[test]
    fn an_action_is_told_as_it_ends_from_wherever_the_log_is_followed() {
        let mut lines = ProgressLines::of(ProgressDetail::Actions);
        let told: Vec<Option<String>> = entries().skip(1).map(|it| lines.after(&it)).collect();
        assert_eq!(told, [None, Some("open calc\u{fffd} (unverified)".to_owned())]);
    }
}
