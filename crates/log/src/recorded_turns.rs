//! Extracts the decisions from a session's log, with what they were based on, for replaying the session.

use crate::{Blobs, LogError};
use deskpilot_core::{
    AppDecision, AppView, BlobRef, Entry, Event, HostDecision, HostRemarks, Prompt, Remarks, ReplyEnding,
    Subtask, Usage, View,
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
    let mut recording = Recording::default();
    for entry in entries {
        recording.apply(&entry.event, blobs)?;
    }
    recording.end_turn();
    Ok(recording.turns)
}

/// The turns so far, and the state of the current step or evaluation.
#[derive(Default)]
struct Recording<'e> {
    turns: Vec<RecordedTurn>,
    request: &'e str,
    subtask: Subtask,
    view: Option<&'e AppView>,
    asked: Option<&'e BlobRef>,
    replies: Vec<RecordedCall>,
    has_asked: bool,
    has_decided: bool,
    /// Whether the round is over, so that the next model replies are evaluations.
    is_over: bool,
}

impl<'e> Recording<'e> {
    fn apply(&mut self, event: &'e Event, blobs: &Blobs) -> Result<(), LogError> {
        match event {
            Event::RoundStarted { request, .. } => self.request = request,
            Event::StepStarted { .. } => {
                self.end_turn();
                self.is_over = false;
            }
            Event::RoundEnded { .. } => {
                self.end_turn();
                self.is_over = true;
            }
            Event::Observed { view: View::App(view) } => self.view = Some(view),
            Event::Prompted { prompt, .. } => {
                self.asked = Some(prompt);
                self.has_asked = true;
            }
            Event::Replied { text, usage, ending, .. } => {
                if let Some(reference) = self.asked.take() {
                    let (prompt, reply) = (prompt(blobs, reference)?, text.clone());
                    self.replies.push(RecordedCall { prompt, reply, ending: ending.clone(), usage: *usage });
                }
            }
            Event::HostDecided { decision, remarks } => self.host_decided(decision, remarks),
            Event::AppDecided { decision, remarks } => self.app_decided(decision, remarks),
            _ => {}
        }
        Ok(())
    }

    /// Only a step's first decision is the decider's. The session itself makes another, which assigns the
    /// subtask of a launch to the window that opened.
    fn host_decided(&mut self, decision: &HostDecision, remarks: &HostRemarks) {
        if let HostDecision::Assign(it) = decision {
            self.subtask = it.subtask.clone();
        }
        if !self.has_asked && !self.has_decided {
            let (decision, remarks) = (decision.clone(), remarks.clone());
            self.turns.push(RecordedTurn::Host { request: self.request.to_owned(), decision, remarks });
        }
        self.has_decided = true;
    }

    fn app_decided(&mut self, decision: &AppDecision, remarks: &Remarks) {
        if let Some(view) = self.view.filter(|_| !self.has_asked && !self.has_decided) {
            let (subtask, view) = (self.subtask.clone(), Box::new(view.clone()));
            let (decision, remarks) = (decision.clone(), remarks.clone());
            self.turns.push(RecordedTurn::App { subtask, view, decision, remarks });
        }
        self.has_decided = true;
    }

    fn end_turn(&mut self) {
        let replies = std::mem::take(&mut self.replies);
        match (replies.is_empty(), self.is_over) {
            (true, _) => {}
            (false, true) => self.turns.push(RecordedTurn::Judged(replies)),
            (false, false) => self.turns.push(RecordedTurn::Asked(replies)),
        }
        (self.asked, self.view, self.has_asked, self.has_decided) = (None, None, false, false);
    }
}

fn prompt(blobs: &Blobs, blob: &BlobRef) -> Result<Prompt, LogError> {
    serde_json::from_slice(&blobs.read(blob)?).map_err(|_| LogError::BadBlob { hash: blob.hash.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, Assignment, BlobKind, Caution, Launch, Rect, StepNumber, Timestamp, Window, WindowId,
        WindowState,
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
            Launch { application: "notes".into(), file: None },
            Caution::Usual,
            Box::new(subtask.clone()),
        );
        let assigns =
            HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent: agent.clone() }));
        let view = AppView::of(window(), Vec::new());
        let prompt = BlobRef { hash: "unread".into(), kind: BlobKind::Json, bytes: 0 };
        let host = |decision| Event::HostDecided { decision, remarks: HostRemarks::default() };
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
        let entry = |(seq, event)| Entry { seq, at: Timestamp(0), event };
        let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
        let turns = recorded_turns(&entries, &Blobs::of(std::path::Path::new("nowhere"))).unwrap();
        assert_eq!(descriptions(&turns), ["a: open notes", "write in Notes: Finish"]);
    }
}
