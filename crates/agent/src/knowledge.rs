//! Searches the sources of knowledge once for a request, once for each subtask, and again when an agent asks. A source that
//! fails ends neither.

use crate::{
    AgentError, journal::Journal, looker::Scene, policy_gate::Around, ports::Knowledge, reply::RECALL,
};
use deskpilot_core::{
    ActiveAgent, Caution, CommandSpec, Effect, Event, Evidence, NoChangeReason, Operation, Outcome,
    PermissionKind, PermissionRequest, Remedy, Ruling, Stage,
};
use deskpilot_knowledge::{OutboundQueries, Query};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// How long a learner may take.
const LEARNING: Duration = Duration::from_secs(10);

impl Knowledge {
    /// The native commands, and `recall` where there is anything to ask.
    pub(crate) fn commands(&self, native: &[Arc<CommandSpec>]) -> Vec<Arc<CommandSpec>> {
        let recall = RECALL.iter().filter(|_| !self.library.is_empty());
        native.iter().cloned().chain(recall.map(|it| Arc::new(it.spec.clone()))).collect()
    }

    /// Recalls what is known about the request or the subtask, if nobody has yet.
    pub(crate) async fn recall_once(
        &self,
        who: &ActiveAgent,
        scene: &mut Scene<'_>,
    ) -> Result<(), AgentError> {
        let is_known = scene.journal.ledger().recalled.of(who).is_some();
        if is_known || self.library.is_empty() {
            return Ok(());
        }
        self.recall(query(who, None, scene.journal), scene).await.map(drop)
    }

    /// Recalls what the agent asks for; it is shown with the next prompt.
    pub(crate) async fn recall_again(
        &self,
        who: &ActiveAgent,
        about: &str,
        scene: &mut Scene<'_>,
    ) -> Result<Outcome, AgentError> {
        let effect = match self.recall(query(who, Some(about), scene.journal), scene).await? {
            0 => Effect::NoChange(NoChangeReason::Same(Evidence::State(format!(
                "nothing is known of {about:?}"
            )))),
            count => Effect::Confirmed(Evidence::State(format!("recalled passages: {count}"))),
        };
        Ok(effect.into())
    }

    /// Gives the session to every learner. The log records one that fails or is late; the session goes on.
    pub(crate) async fn teach(&self, journal: &mut Journal) -> Result<(), AgentError> {
        for learner in &self.learners {
            let why = match timeout(LEARNING, learner.learn(journal.ledger())).await {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error.to_string(),
                Err(_) => format!("it was not done after {} s", LEARNING.as_secs()),
            };
            let message = format!("{} learned nothing: {why}", learner.name());
            journal.fault(Stage::UpdateMemory, message, Remedy::TellAgent)?;
        }
        Ok(())
    }

    /// Asks the sources, and gives back how many passages they had.
    async fn recall(&self, query: Query, scene: &mut Scene<'_>) -> Result<usize, AgentError> {
        let departures = self.departures(&query, scene);
        let found = scene.world.wait_for(self.library.recall(&query, &departures)).await?;
        for trouble in found.failures {
            scene.journal.fault(Stage::GetPromptMessage, trouble, Remedy::TellAgent)?;
        }
        let count = found.passages.len();
        scene.journal.record(Event::Recalled { passages: found.passages })?;
        Ok(count)
    }

    /// The query as each source beyond this machine may be sent it: without secrets, and only where the policy allows it
    /// without asking, for a question in the middle of every subtask would be answered without reading.
    fn departures(&self, query: &Query, scene: &Scene<'_>) -> OutboundQueries {
        let departure = |(source, address): (String, String)| {
            let struck = |text: &str| scene.world.without_secrets(text);
            let told =
                Query { request: struck(&query.request), subtask: struck(&query.subtask), ..query.clone() };
            let permit = PermissionRequest {
                agent: source.clone(),
                application: None,
                kind: PermissionKind::Fetches,
                title: "search for knowledge".into(),
                places: vec![address.clone()],
                details: told.text().to_owned(),
                home: String::new(),
            };
            let operation = Operation::Permit(Box::new(permit));
            let judged = scene.gate.judge(&operation, &Caution::Usual, &Around::default(), scene.journal);
            let sent = match judged.ruling {
                Ruling::Allow => Ok(told),
                Ruling::Confirm(why) => {
                    Err(format!("no rule allows the command \"permit\" at {address}, and {why}"))
                }
                Ruling::Refuse(why) => Err(why),
            };
            (source, sent)
        };
        self.library.destinations().into_iter().map(departure).collect()
    }
}

/// What is looked for: what the agent asks about, or else what it has to do.
fn query(who: &ActiveAgent, about: Option<&str>, journal: &Journal) -> Query {
    let request = journal.ledger().round.request.clone();
    let (subtask, application) = match who {
        ActiveAgent::Host => (String::new(), String::new()),
        ActiveAgent::App(it) => (it.subtask.text.clone(), it.window.application.clone()),
    };
    let subtask = about.map_or(subtask, str::to_owned);
    Query { request, subtask, application, version: None }
}
