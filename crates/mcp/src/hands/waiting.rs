//! A question of a session that a person has to answer before it goes on.

use super::desk_session::DeskSession;
use deskpilot_core::fold::{OpenQuestion, QuestionKind};
use serde::Serialize;
use std::fmt;

/// A question of a session that a person has to answer before it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// The desktop whose session asks.
    pub desktop: String,
    /// The session's task, under which its question is answered.
    pub task: String,
    /// The number of the question in its session.
    pub question: u64,
    /// What is asked. The names in it are from the screen.
    pub text: String,
    /// Why it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The rule that would allow the same from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What it came up in.
    #[serde(skip)]
    pub asked_in: AskedIn,
}

/// What a question came up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedIn {
    /// An earlier call: nothing of this one is done yet.
    EarlierCall,
    /// This call, which has begun: once the question is answered it goes on, and must not be made again.
    ThisCall,
}

impl Waiting {
    /// The open question of the session of a desktop.
    pub(super) fn of(open: &OpenQuestion, session: &DeskSession, asked_in: AskedIn) -> Waiting {
        let (text, because, rule) = match &open.wants {
            QuestionKind::Answers(questions) => {
                let texts: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
                (texts.join("\n"), None, None)
            }
            QuestionKind::Consent { waiting, .. } => {
                let rule = waiting.grounds.as_ref().and_then(|it| it.rule.as_ref());
                let because = Some(waiting.reason.clone());
                (waiting.operation.description(), because, rule.map(ToString::to_string))
            }
            QuestionKind::HandBack(cause) => {
                (format!("a person has the desktop until they hand it back: {cause}"), None, None)
            }
        };
        let (desktop, task) = (session.desktop.clone(), session.handle.task().to_owned());
        Waiting { desktop, task, question: open.id.0, text, because, rule, asked_in }
    }
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Waiting { task, question, text, because, .. } = self;
        write!(f, "{text} (question {question} of {task}")?;
        match because {
            Some(because) => write!(f, ": {because})"),
            None => f.write_str(")"),
        }
    }
}
