//! Extracts the decisions from a session's log, with what they were based on, for replaying the session.

use crate::{Blobs, LogError};
use deskpilot_core::{
    AppDecision, AppView, BlobRef, Entry, HostDecision, HostRemarks, Projection, Prompt, Remarks,
    ReplyEnding, Subtask, Usage,
    fold::{DecisionSource, StepDecision, StepRecord, StepRecords, StepReply},
};

/// One turn of the decider in a recorded session.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedTurn {
    /// A language model decided: its replies in this step, each with its prompt and usage. Unanswered prompts
    /// are left out. Pictures in the prompts keep their hash but have no bytes.
    Asked(Vec<RecordedCall>),
    /// A language model evaluated, in the same form. This is no decision of an agent.
    Judged(Vec<RecordedCall>),
    /// A program decided for the HostAgent.
    Host {
        /// The request.
        request: String,
        /// The decision.
        decision: HostDecision,
        /// The remarks.
        remarks: HostRemarks,
    },
    /// A program decided for an AppAgent.
    App {
        /// The subtask.
        subtask: Subtask,
        /// The observation.
        view: Box<AppView>,
        /// The decision.
        decision: AppDecision,
        /// The remarks.
        remarks: Remarks,
    },
}

/// One call of a language model in a recorded session.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCall {
    /// The prompt.
    pub prompt: Prompt,
    /// The reply.
    pub reply: String,
    /// How it ended.
    pub ending: ReplyEnding,
    /// What it used.
    pub usage: Usage,
}

/// The turns of the session, in order. Fails if a prompt's blob is missing or damaged.
pub fn recorded_turns(entries: &[Entry], blobs: &Blobs) -> Result<Vec<RecordedTurn>, LogError> {
    let records = StepRecords::of(entries);
    let judging = records.judging().to_vec();
    let steps = records.into_steps();
    let mut turns = Vec::new();
    for step in &steps {
        turns.extend(program_turn(step));
        turns.extend(model_turn(step.replies(), blobs, RecordedTurn::Asked)?);
    }
    // The replies of one evaluation are those that no later step separates.
    let later_step = |reply: &StepReply| steps.partition_point(|it| it.entry < reply.entry);
    for replies in judging.chunk_by(|one, next| later_step(one) == later_step(next)) {
        turns.extend(model_turn(replies, blobs, RecordedTurn::Judged)?);
    }
    turns.sort_by_key(|(entry, _)| *entry);
    Ok(turns.into_iter().map(|(_, turn)| turn).collect())
}

/// The first entry of a program's decision, and the decision. What the session decides by itself, such as which window the
/// subtask of a launch gets, is made again by the session that replays it.
fn program_turn(step: &StepRecord) -> Option<(u64, RecordedTurn)> {
    let made = step.decisions.iter().find(|it| it.source == DecisionSource::Program)?;
    let turn = match made.decision.clone() {
        StepDecision::Nothing => return None,
        StepDecision::Host(decision, remarks) => {
            RecordedTurn::Host { request: step.request.clone(), decision, remarks }
        }
        StepDecision::App(decision, remarks) => {
            let view = Box::new(step.observation_before(made.entry)?.app_view()?.clone());
            let subtask = step.subtask.clone().unwrap_or_default();
            RecordedTurn::App { subtask, view, decision, remarks }
        }
    };
    Some((made.entry, turn))
}

/// The first entry of a language model's replies, and the replies to logged prompts; `None` without any.
fn model_turn(
    replies: &[StepReply],
    blobs: &Blobs,
    kind: fn(Vec<RecordedCall>) -> RecordedTurn,
) -> Result<Option<(u64, RecordedTurn)>, LogError> {
    let answered = replies.iter().filter_map(|it| Some((it.prompt.as_ref()?, it)));
    let call = |(asked, it): (&BlobRef, &StepReply)| {
        let (prompt, reply, ending) = (prompt(blobs, asked)?, it.text.clone(), it.ending.clone());
        Ok(RecordedCall { prompt, reply, ending, usage: it.usage })
    };
    let calls: Vec<RecordedCall> = answered.map(call).collect::<Result<_, LogError>>()?;
    let first = replies.first().filter(|_| !calls.is_empty());
    Ok(first.map(|it| (it.entry, kind(calls))))
}

fn prompt(blobs: &Blobs, blob: &BlobRef) -> Result<Prompt, LogError> {
    serde_json::from_slice(&blobs.read(blob)?).map_err(|_| LogError::BadBlob { hash: blob.hash.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, Assignment, BlobKind, Caution, Consent, Event, Launch, Operation, Rect, Ruling,
        StepNumber, Timestamp, View, Window, WindowId, WindowState,
    };

    fn window() -> Window {
        Window {
            label: None,
            id: WindowId(1),
            title: "Notes".into(),
            application: "notes".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        }
    }

    fn step(agent: AgentName) -> Event {
        Event::StepStarted { step: StepNumber { session: 0, round: 0, agent: 0 }, agent }
    }

    fn host(decision: HostDecision) -> Event {
        Event::HostDecided { decision, remarks: HostRemarks::default() }
    }

    fn turns(events: impl IntoIterator<Item = Event>) -> Vec<String> {
        let entry = |(seq, event)| Entry { seq, at: Timestamp(0), event };
        let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
        descriptions(&recorded_turns(&entries, &Blobs::of(std::path::Path::new("nowhere"))).unwrap())
    }

    fn descriptions(turns: &[RecordedTurn]) -> Vec<String> {
        let one = |turn: &RecordedTurn| match turn {
            RecordedTurn::Asked(replies) => format!("asked for {} replies", replies.len()),
            RecordedTurn::Judged(replies) => format!("judged with {} replies", replies.len()),
            RecordedTurn::Host { request, decision, .. } => match decision.operations().0.first() {
                Some(operation) => format!("{request}: {operation}"),
                None => format!("{request}: another decision"),
            },
            RecordedTurn::App { subtask, view, decision, .. } => {
                format!("{} in {}: {decision:?}", subtask.text, view.window.title)
            }
        };
        turns.iter().map(one).collect()
    }

    #[test]
    fn decisions_without_a_model_have_the_request_or_view_that_they_are_based_on() {
        let subtask = Subtask { text: "write".into(), ..Subtask::default() };
        let agent = AgentName::app("notes", "Notes");
        let opens = HostDecision::LaunchFor(
            Launch { application: "notes".into(), file: None, ..Launch::default() },
            Caution::Usual,
            Box::new(subtask.clone()),
        );
        let assigns =
            HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent: agent.clone() }));
        let view = AppView::of(window(), Vec::new());
        let prompt = BlobRef { hash: "unread".into(), kind: BlobKind::Json, bytes: 0 };
        let events = [
            Event::RoundStarted { round: 0, request: "a".into() },
            step(AgentName::host()),
            host(opens),
            // The session assigns the subtask of a launch to the window that opened.
            host(assigns),
            step(agent.clone()),
            Event::Observed { view: View::App(view) },
            Event::AppDecided { decision: AppDecision::Finish, remarks: Remarks::default() },
            // A model that was asked, but whose reply was never logged.
            step(agent),
            Event::Prompted { prompt, attempt: 0 },
        ];
        assert_eq!(turns(events), ["a: open notes", "write in Notes: Finish"]);
    }

    #[test]
    fn the_window_of_a_launch_that_the_user_approved_is_no_decision_of_a_program() {
        let launch = || Launch { application: "notes".into(), file: None, ..Launch::default() };
        let (subtask, agent) = (Subtask::default(), AgentName::app("notes", "Notes"));
        let opens = HostDecision::LaunchFor(launch(), Caution::Usual, Box::new(subtask.clone()));
        let assigns = HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent }));
        let waits = Ruling::Confirm("it starts a program".into());
        let events = [
            Event::RoundStarted { round: 0, request: "a".into() },
            step(AgentName::host()),
            host(opens),
            Event::ruled(Operation::Launch(launch()), waits),
            Event::Confirmed { consent: Consent::Once, by: None },
            step(AgentName::host()),
            host(assigns),
        ];
        assert_eq!(turns(events), ["a: open notes"]);
    }
}
