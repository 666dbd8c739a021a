//! Recalling: once for a request and once for each subtask, and again when the agent asks. No source can end either.

use crate::{
    AgentError, Session, consent::Around, processor::Processor, reply::RECALL, session_control::unless_taken,
};
use deskpilot_core::{
    Caution, CommandSpec, Effect, Event, Evidence, Operation, Outcome, Permit, PermitKind, Remedy, Ruling,
    Stage, Unchanged, Who,
};
use deskpilot_knowledge::{Departures, Library, Query};
use std::time::Duration;
use tokio::time::timeout;

/// How long a learner may take.
const LEARNING: Duration = Duration::from_secs(10);

impl Session {
    /// The commands beside those that every application has: the native ones, and `recall` where there is anything to ask.
    pub(crate) fn commands(&self) -> Vec<&'static CommandSpec> {
        let recall = RECALL.iter().map(|it| &it.spec).filter(|_| !self.ports.knowledge.is_empty());
        self.ports.puppeteer.commands().into_iter().chain(recall).collect()
    }

    /// The query as each source beyond this machine may be sent it: without secrets, and only where the policy allows it
    /// without asking, for a question in the middle of every subtask would be answered without reading.
    fn departures(&self, query: &Query) -> Departures {
        let departure = |(source, address): (String, String)| {
            let redacted = self.redacted(query);
            let permit = Permit {
                agent: source.clone(),
                application: None,
                kind: PermitKind::Fetches,
                title: "search for knowledge".into(),
                places: vec![address],
                details: redacted.text().to_owned(),
                home: String::new(),
            };
            let operation = Operation::Permit(Box::new(permit));
            let sent = match self.rule(&operation, &Caution::Usual, &Around::default()).ruling {
                Ruling::Allow => Ok(redacted),
                Ruling::Confirm(why) => Err(format!("a rule must allow it first: {why}")),
                Ruling::Refuse(why) => Err(why),
            };
            (source, sent)
        };
        self.ports.knowledge.destinations().into_iter().map(departure).collect()
    }

    fn redacted(&self, query: &Query) -> Query {
        let struck = |text: &String| self.ports.redactor.struck_from(text.clone());
        Query { request: struck(&query.request), subtask: struck(&query.subtask), ..query.clone() }
    }

    /// Has every learner learn from the session. One that fails or is late is written down, and no more.
    pub(crate) async fn teach(&mut self) -> Result<(), AgentError> {
        let mut troubles = Vec::new();
        for learner in &self.ports.learners {
            match timeout(LEARNING, learner.learn(&self.ledger)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => troubles.push(format!("{} learned nothing: {error}", learner.name())),
                Err(_) => troubles.push(format!(
                    "{} learned nothing: it was not done after {} s",
                    learner.name(),
                    LEARNING.as_secs()
                )),
            }
        }
        let remedy = Remedy::TellAgent;
        troubles.into_iter().try_for_each(|message| {
            self.record(Event::Faulted { stage: Stage::UpdateMemory, message, remedy })
        })
    }
}

impl Processor<'_> {
    /// Recalls what is known about the request or the subtask, if nobody has yet.
    pub(crate) async fn recall_once(&mut self) -> Result<(), AgentError> {
        let is_known = self.session.ledger.recalled.of(&self.who).is_some();
        if is_known || self.session.ports.knowledge.is_empty() {
            return Ok(());
        }
        let query = self.query(None);
        self.recall(query).await.map(drop)
    }

    /// Recalls what the agent asks for; it is shown with the next prompt.
    pub(crate) async fn recall_again(&mut self, about: &str) -> Result<Outcome, AgentError> {
        let query = self.query(Some(about));
        let effect = match self.recall(query).await? {
            0 => Effect::NoChange(Unchanged::Same(Evidence::State(format!("nothing is known of {about:?}")))),
            count => Effect::Confirmed(Evidence::State(format!("recalled passages: {count}"))),
        };
        Ok(effect.into())
    }

    /// Asks the sources, and gives back how many passages they had.
    async fn recall(&mut self, query: Query) -> Result<usize, AgentError> {
        let departures = self.session.departures(&query);
        let session_control = self.session.session_control.clone();
        let library: &Library = &self.session.ports.knowledge;
        let found = unless_taken(&session_control, library.recall(&query, &departures)).await?;
        for trouble in found.troubles {
            self.fault(Stage::GetPromptMessage, trouble, Remedy::TellAgent)?;
        }
        let count = found.passages.len();
        self.session.record(Event::Recalled { passages: found.passages })?;
        Ok(count)
    }

    fn query(&self, about: Option<&str>) -> Query {
        let request = self.session.ledger.round.request.clone();
        let (subtask, application) = match &self.who {
            Who::Host => (String::new(), String::new()),
            Who::App(it) => (it.subtask.text.clone(), it.window.application.clone()),
        };
        let subtask = about.map_or(subtask, str::to_owned);
        Query { request, subtask, application, version: None }
    }
}
