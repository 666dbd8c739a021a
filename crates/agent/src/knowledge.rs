//! Searches the knowledge sources once for a request, once for each subtask, and when an agent asks. A source that fails
//! ends neither.

use crate::{
    AgentError, looker::StepContext, policy_gate::OperationContext, ports::Knowledge, reply::RECALL,
};
use deskpilot_core::{
    ActiveAgent, AppView, Caution, CommandSpec, Effect, Event, Evidence, NoChangeReason, Operation, Outcome,
    PermissionKind, PermissionRequest, Remedy, Ruling, Stage,
};
use deskpilot_knowledge::{OutboundQueries, Query};
use std::{collections::BTreeSet, sync::Arc};

/// The most bytes of the words on the screen in a query: a weak signal, of which the index takes 32 words.
const LONGEST_SCREEN: usize = 1000;

impl Knowledge {
    /// The native commands, and `recall` if there is a knowledge source.
    pub(crate) fn commands(&self, native: &[Arc<CommandSpec>]) -> Vec<Arc<CommandSpec>> {
        let recall = (!self.library.is_empty()).then(|| Arc::new(RECALL.spec.clone()));
        native.iter().cloned().chain(recall).collect()
    }

    /// Recalls passages about the request or the subtask, unless that was done already.
    pub(crate) async fn recall_once(
        &self,
        who: &ActiveAgent,
        context: &mut StepContext<'_>,
    ) -> Result<(), AgentError> {
        let is_known = context.journal.ledger().recalled.of(who).is_some();
        if is_known || self.library.is_empty() {
            return Ok(());
        }
        let query = query(who, None, context).await?;
        self.recall(query, context).await.map(drop)
    }

    /// Recalls passages about the agent's question; the next prompt has them.
    pub(crate) async fn recall_again(
        &self,
        who: &ActiveAgent,
        about: &str,
        context: &mut StepContext<'_>,
    ) -> Result<Outcome, AgentError> {
        let query = query(who, Some(about), context).await?;
        let effect = match self.recall(query, context).await? {
            0 => Effect::NoChange(NoChangeReason::Same(Evidence::Reported(format!(
                "no passages about {about:?}"
            )))),
            count => Effect::Confirmed(Evidence::Reported(format!("recalled passages: {count}"))),
        };
        Ok(effect.into())
    }

    /// Asks the sources and records their passages. Returns how many there are.
    async fn recall(&self, query: Query, context: &mut StepContext<'_>) -> Result<usize, AgentError> {
        let departures = self.departures(&query, context);
        let found = context.world.wait_for(self.library.recall(&query, &departures)).await?;
        for failure in found.failures {
            context.journal.fault(Stage::GetPromptMessage, failure, Remedy::TellAgent)?;
        }
        let count = found.passages.len();
        context.journal.record(Event::Recalled { passages: found.passages })?;
        Ok(count)
    }

    /// The query for each source beyond this machine, without secrets. A source gets it only if the policy allows it without
    /// asking: users would answer a question in every subtask without reading it.
    fn departures(&self, query: &Query, context: &StepContext<'_>) -> OutboundQueries {
        let departure = |(source, address): (String, String)| {
            let struck = |text: &str| context.world.without_secrets(text);
            let outbound = Query {
                request: struck(&query.request),
                subtask: struck(&query.subtask),
                screen: String::new(),
                ..query.clone()
            };
            let permit = PermissionRequest {
                agent: source.clone(),
                application: None,
                kind: PermissionKind::Fetches,
                title: "search for knowledge".into(),
                places: vec![address.clone()],
                details: outbound.text().to_owned(),
                home: String::new(),
            };
            let operation = Operation::Permit(Box::new(permit));
            let judged = context.gate.judge(
                &operation,
                &Caution::Usual,
                &OperationContext::default(),
                context.journal,
            );
            let sent = match judged.ruling {
                Ruling::Allow => Ok(outbound),
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

/// The query for the agent's question, or else for its subtask.
async fn query(
    who: &ActiveAgent,
    about: Option<&str>,
    context: &mut StepContext<'_>,
) -> Result<Query, AgentError> {
    let request = context.journal.ledger().round.request.clone();
    let ActiveAgent::App(assigned) = who else {
        return Ok(Query { request, subtask: about.unwrap_or_default().to_owned(), ..Query::default() });
    };
    let window = &assigned.window;
    let seen = context.journal.ledger().changes.seen(window.id);
    let screen = seen.map_or_else(|| window.title.clone(), words_on_screen);
    Ok(Query {
        request,
        subtask: about.unwrap_or(&assigned.subtask.text).to_owned(),
        application: window.application.clone(),
        version: context.world.application_version(window).await?,
        screen,
    })
}

/// The title of the window and the names of its controls, each once, up to a length.
fn words_on_screen(view: &AppView) -> String {
    let names = view.controls.iter().map(|it| it.name.trim());
    let mut screen = view.window.title.clone();
    let mut known = BTreeSet::from([view.window.title.as_str(), ""]);
    for name in names {
        if screen.len() + name.len() < LONGEST_SCREEN && known.insert(name) {
            screen.push(' ');
            screen.push_str(name);
        }
    }
    screen
}
