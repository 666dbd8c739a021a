//! Everything that a session receives from the composition root.

use crate::{ModelDecider, PromptOptions};
use async_trait::async_trait;
use deskpilot_core::{
    AgentKind, AgentName, Answer, ApprovalRequest, Clock, Consent, Entry, PauseCause, Question,
    fold::QuestionId,
};
use deskpilot_deciders::Decider;
use deskpilot_desktop::{Grounding, Puppeteer};
use deskpilot_external_agents::ExternalAgent;
use deskpilot_knowledge::Library;
use deskpilot_log::SessionLog;
use deskpilot_model::Model;
use std::{path::Path, sync::Arc};

/// Reads the content of a file in brief; `None` if it cannot be read.
pub type ContentReader = fn(&Path) -> Option<String>;

/// Whether the content of a file is what its name says; the error says what it is instead. What cannot be read may be.
pub type KindCheck = fn(&Path) -> Result<(), String>;

/// A session's connections to the outside.
pub struct Ports {
    /// The log of the session.
    pub log: Box<dyn SessionLog>,
    /// The desktop and the native interfaces.
    pub puppeteer: Puppeteer,
    /// Finds controls in pictures that the accessibility tree lacks, if configured.
    pub grounding: Option<Box<dyn Grounding>>,
    /// The deciders of the agents.
    pub deciders: Deciders,
    /// Knowledge sources.
    pub knowledge: Knowledge,
    /// External agents that can take subtasks.
    pub agents: Vec<Arc<dyn ExternalAgent>>,
    /// The person who answers and confirms.
    pub user: Box<dyn User>,
    /// The source of the entries' timestamps.
    pub clock: Box<dyn Clock>,
    /// Reads what is in a file that a subtask saved.
    pub read_content: ContentReader,
    /// Checks whether a file that a subtask promised is of its kind.
    pub check_kind: KindCheck,
    /// Called with every entry after it is written.
    pub watchers: Vec<Watcher>,
}

/// What a session can look up.
#[derive(Default)]
pub struct Knowledge {
    /// The sources.
    pub library: Library,
    /// The messages about them that the user got as the session began; the session logs them.
    pub notes: Vec<String>,
}

/// A callback for every entry of the log.
pub type Watcher = Box<dyn FnMut(&Entry) + Send>;

/// The decider of each agent.
#[derive(Clone)]
pub struct Deciders {
    /// The HostAgent's.
    pub host: Arc<dyn Decider>,
    /// The AppAgents'.
    pub app: Arc<dyn Decider>,
    /// The EvaluationAgent's model; `None` when the settings name a program, which cannot judge.
    pub judge: Option<Arc<ModelDecider>>,
}

impl Deciders {
    /// One language model for all three agents.
    pub fn from_model(model: Arc<dyn Model>, options: PromptOptions) -> Deciders {
        let decider = Arc::new(ModelDecider::new(model, options));
        Deciders { host: decider.clone(), app: decider.clone(), judge: Some(decider) }
    }

    /// One decider for the HostAgent and the AppAgents, and no judge.
    pub fn without_judge(decider: Arc<dyn Decider>) -> Deciders {
        Deciders { host: decider.clone(), app: decider, judge: None }
    }

    /// The decider for agents of this kind.
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
    /// The answers, in the order of the questions. `id` is the number of the entry that asks: the log has the question before
    /// anybody sees it. Fails with [`UserAbsent`] when nobody is there to answer.
    async fn ask(
        &mut self,
        id: QuestionId,
        questions: &[Question],
    ) -> Result<UserReply<Vec<Answer>>, UserAbsent>;

    /// The user's answer to a confirmation; [`UserAbsent`] when nobody is there to answer.
    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent>;

    /// Waits until the user ends this pause; fails with [`UserAbsent`] when nobody is there to end it.
    async fn hand_back(&mut self, id: QuestionId, cause: &PauseCause) -> Result<(), UserAbsent>;
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
    /// A reply without a known author.
    fn from(content: T) -> UserReply<T> {
        UserReply { content, by: None }
    }
}

/// A request to confirm an operation.
#[derive(Clone, Copy, Debug)]
pub struct Confirmation<'a> {
    /// The number of the entry that asks.
    pub id: QuestionId,
    /// The operation, and why a yes is needed.
    pub waiting: &'a ApprovalRequest,
    /// The agent that wants to do it.
    pub agent: &'a AgentName,
    /// A picture of the operation's target, as a PNG file.
    pub picture: Option<&'a [u8]>,
}

/// Nobody is there to answer. The session stops here and can be resumed from its log when somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserAbsent;
