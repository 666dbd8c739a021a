//! Tells the client of each step as it ends, if it asked for that: one short line.

use deskpilot_core::{
    Entry, Event, Projection,
    fold::{StepRecord, StepRecords},
    one_line,
};
use deskpilot_runtime::plain;
use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// The most characters of a line.
const LONGEST_LINE: usize = 240;

/// The progress of one call.
pub(super) struct Progress<'c> {
    context: &'c RequestContext<RoleServer>,
    token: Option<ProgressToken>,
    steps: StepRecords,
    count: u32,
}

impl<'c> Progress<'c> {
    /// The progress of the call with this request.
    pub(super) fn of(context: &'c RequestContext<RoleServer>) -> Progress<'c> {
        let token = context.meta.get_progress_token();
        Progress { context, token, steps: StepRecords::default(), count: 0 }
    }

    /// Takes the next entry, and tells the client of the step that it ends.
    pub(super) async fn show(&mut self, entry: &Entry) {
        let Some(token) = &self.token else { return };
        self.steps.apply(entry);
        self.steps.closed.clear();
        let Some(step) = self.steps.open.as_ref().filter(|_| matches!(entry.event, Event::StepEnded { .. }))
        else {
            return;
        };
        self.count += 1;
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(self.count));
        // A client that is gone hears nothing, and the end of the connection stops its tasks.
        let _ = self.context.peer.notify_progress(progress.with_message(line(step))).await;
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
    let words: Vec<&str> = all.split_whitespace().collect();
    one_line(&plain(&words.join(" ")), LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, AgentName, Effect, Launch, Operation, StepNumber, Timestamp};

    #[test]
    fn a_line_names_the_action_and_its_effect() {
        let launch =
            Operation::Launch(Launch { application: "calc\u{1b}\n".into(), file: None, ..Launch::default() });
        let mut steps = StepRecords::default();
        for (seq, event) in (0..).zip([
            Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() },
            Event::Acting { id: ActionId(1), operation: launch, selected: None },
            Event::Acted { id: ActionId(1), outcome: Effect::unverified("nothing to see").into() },
        ]) {
            steps.apply(&Entry { seq, at: Timestamp(0), event });
        }
        let shown = line(steps.open.as_ref().unwrap());
        assert_eq!(shown, "plan: open calc\u{fffd} (unverified)");
    }
}
