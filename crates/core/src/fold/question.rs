//! Open questions: what waits for a person, and under which number.

use crate::{
    ActiveAgent, AgentName, ApprovalRequest, Entry, Event, PauseCause, Projection, Question, RoundState,
    Ruling,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a question in its session: the `seq` of the entry that asks it. So every log has them, even
/// those written before questions had numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QuestionId(pub u64);

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An unanswered question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// Its number.
    pub id: QuestionId,
    /// What it asks for.
    pub wants: QuestionKind,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// An answer to each of these.
    Answers(Vec<Question>),
    /// Approval of an operation of this agent.
    Consent {
        /// The agent.
        agent: AgentName,
        /// The operation, and why it needs approval.
        waiting: Box<ApprovalRequest>,
    },
    /// The return of the desktop, of which a person took control for this cause.
    HandBack(PauseCause),
}

/// The open questions at the end of a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Questions {
    state: RoundState,
    asked: QuestionId,
    paused: Option<(QuestionId, PauseCause)>,
}

impl Questions {
    /// The number of the last question, or of the last operation that needed approval.
    pub const fn asked(&self) -> QuestionId {
        self.asked
    }

    /// The number of the current pause; `None` while the agent has control.
    pub fn paused(&self) -> Option<QuestionId> {
        self.paused.as_ref().map(|(id, _)| *id)
    }

    /// The open question. During a pause it is the return of the desktop.
    pub fn open(&self) -> Option<OpenQuestion> {
        if let Some((id, cause)) = &self.paused {
            return Some(OpenQuestion { id: *id, wants: QuestionKind::HandBack(cause.clone()) });
        }
        let wants = match &self.state {
            RoundState::Asking(_, questions) => QuestionKind::Answers(questions.clone()),
            RoundState::Confirming(who, waiting) => {
                QuestionKind::Consent { agent: agent(who), waiting: waiting.clone() }
            }
            _ => return None,
        };
        Some(OpenQuestion { id: self.asked, wants })
    }
}

fn agent(who: &ActiveAgent) -> AgentName {
    match who {
        ActiveAgent::Host => AgentName::host(),
        ActiveAgent::App(it) => it.agent.clone(),
    }
}

impl Projection for Questions {
    fn apply(&mut self, entry: &Entry) {
        let id = QuestionId(entry.seq);
        match &entry.event {
            Event::Asked { .. } | Event::Ruled { ruling: Ruling::Confirm(_), .. } => self.asked = id,
            Event::Paused { cause } => self.paused = Some((id, cause.clone())),
            Event::HandedBack
            | Event::Stopped
            | Event::SessionResumed { .. }
            | Event::RoundEnded { .. }
            | Event::SessionClosed => self.paused = None,
            _ => {}
        }
        self.state = match &entry.event {
            Event::RoundStarted { .. } => RoundState::start(),
            event => std::mem::take(&mut self.state).after(event),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Timestamp};

    #[test]
    fn a_question_has_the_number_of_the_entry_that_asks_it_until_it_is_answered() {
        let asked = Event::Asked { questions: vec![Question("Which?".into())] };
        let cause = PauseCause::Asked;
        let answers = vec![Answer { question: "Which?".into(), answer: "a".into() }];
        let walk = [
            (Event::RoundStarted { round: 0, request: "do it".into() }, None),
            (asked, Some(1)),
            (Event::Paused { cause: cause.clone() }, Some(2)),
            (Event::HandedBack, Some(1)),
            (Event::Paused { cause }, Some(4)),
            (Event::Stopped, Some(1)),
            (Event::Answered { answers, by: None }, None),
        ];
        let mut questions = Questions::default();
        for (seq, (event, open)) in (0..).zip(walk) {
            let entry = Entry { seq, at: Timestamp(0), event };
            questions.apply(&entry);
            let found = questions.open().map(|it| it.id);
            assert_eq!(found, open.map(QuestionId), "{:?}", entry.event);
        }
    }
}
