//! Everything a session receives from the rim.

use crate::{PromptOptions, Prompted};
use async_trait::async_trait;
use deskpilot_core::{
    AgentKind, AgentName, Answer, ApprovalRequest, Clock, Consent, Entry, PauseCause, Question,
    fold::QuestionId,
};
use deskpilot_deciders::Decider;
use deskpilot_desktop::{Grounding, Puppeteer};
use deskpilot_external_agents::ExternalAgent;
use deskpilot_knowledge::{Learner, Library};
use deskpilot_log::SessionLog;
use deskpilot_model::Model;
use std::sync::Arc;

/// The doors of a session to the world.
pub struct Ports {
    /// Where it is written down.
    pub log: Box<dyn SessionLog>,
    /// The desktop and the native interfaces.
    pub puppeteer: Puppeteer,
    /// Who finds in the pictures what the accessibility tree does not tell, if anybody does.
    pub grounding: Option<Box<dyn Grounding>>,
    /// Who decides.
    pub deciders: Deciders,
    /// What is known beside what is seen.
    pub knowledge: Knowledge,
    /// Who can be given a subtask beside our own agents.
    pub agents: Vec<Arc<dyn ExternalAgent>>,
    /// Who is asked.
    pub user: Box<dyn User>,
    /// What time it is.
    pub clock: Box<dyn Clock>,
    /// Who is told of every entry, after it is written.
    pub watchers: Vec<Watcher>,
}

/// What a session can find out beside what it sees, and who learns from it.
#[derive(Default)]
pub struct Knowledge {
    /// The sources.
    pub library: Library,
    /// Who learns from the session when it is over.
    pub learners: Vec<Box<dyn Learner>>,
}

/// Someone who is told of every entry.
pub type Watcher = Box<dyn FnMut(&Entry) + Send>;

/// The decider of each agent.
#[derive(Clone)]
pub struct Deciders {
    /// The HostAgent's.
    pub host: Arc<dyn Decider>,
    /// The AppAgents'.
    pub app: Arc<dyn Decider>,
    /// The EvaluationAgent's model; `None` where the settings name a program, which cannot judge.
    pub judge: Option<Arc<Prompted>>,
}

impl Deciders {
    /// One language model for every agent.
    pub fn asking(model: Arc<dyn Model>, options: PromptOptions) -> Deciders {
        let prompted = Arc::new(Prompted::new(model, options));
        Deciders { host: prompted.clone(), app: prompted.clone(), judge: Some(prompted) }
    }

    /// One decider for the HostAgent and the AppAgents; nobody judges.
    pub fn both(decider: Arc<dyn Decider>) -> Deciders {
        Deciders { host: decider.clone(), app: decider, judge: None }
    }

    /// The decider of an agent of this kind, if it decides.
    pub fn of(&self, kind: AgentKind) -> &Arc<dyn Decider> {
        match kind {
            AgentKind::AppAgent => &self.app,
            AgentKind::HostAgent | AgentKind::EvaluationAgent => &self.host,
        }
    }
}

/// The person who answers and confirms.
#[async_trait]
pub trait User: Send {
    /// The answers to the questions of this number, in their order; [`Absent`] when nobody is there to answer. The number
    /// is that of the entry that asks: the log has the question before anybody sees it.
    async fn ask(&mut self, id: QuestionId, questions: &[Question])
    -> Result<UserReply<Vec<Answer>>, Absent>;

    /// What the user says to an operation; [`Absent`] when nobody is there to say.
    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<UserReply<Consent>, Absent>;

    /// Returns when the user ends the pause of this number and hands the desktop back; [`Absent`] when nobody is there who
    /// could.
    async fn hand_back(&mut self, id: QuestionId, cause: &PauseCause) -> Result<(), Absent>;
}

/// A reply of the user, and who gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserReply<T> {
    /// The reply.
    pub content: T,
    /// Who gave it, such as `the terminal`; `None` if that is not known.
    pub by: Option<String>,
}

impl<T> From<T> for UserReply<T> {
    /// A reply of which it is not known who gave it.
    fn from(content: T) -> UserReply<T> {
        UserReply { content, by: None }
    }
}

/// What a user is asked to say yes or no to.
#[derive(Clone, Copy, Debug)]
pub struct Confirmation<'a> {
    /// Its number, that of the entry that asks.
    pub id: QuestionId,
    /// The operation, and why a yes is needed.
    pub waiting: &'a ApprovalRequest,
    /// Whose operation it is.
    pub agent: &'a AgentName,
    /// A picture of what it would be done to, as a PNG file.
    pub picture: Option<&'a [u8]>,
}

/// Nobody is there. The session waits in its log until it is resumed where somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent;
