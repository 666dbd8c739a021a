//! Stages four to seven: what the agent is shown, its model's reply and price, and what the reply means.

use crate::{
    AgentError, Session, app_agent,
    decided::{Decided, Response},
    host_agent,
    objection::Objections,
    processor::Processor,
    prompt::PromptContext,
    reply::{self, HostScene},
    sight::Sight,
};
use deskpilot_core::{BlobKind, Complaint, Completion, Event, Passage, Prompt, Remedy, Stage, Who, Window};
use deskpilot_log::LogError;
use deskpilot_model::ModelError;
use std::time::Duration;
use tokio::time::Instant;

/// Why a model gave no reply.
pub(crate) enum AskError {
    /// The model could not.
    Model(ModelError),
    /// The session cannot go on.
    Session(AgentError),
}

impl Processor<'_> {
    /// What the agent is shown.
    pub(crate) fn prompt_message(
        &self,
        sight: &Sight,
        recalled: &[Passage],
        complaint: Option<&Complaint>,
    ) -> Prompt {
        let session = &*self.session;
        let context = PromptContext {
            ledger: session.ledger(),
            secrets: session.world.secrets(),
            others: session.external_agents(),
            speculation: session.options.speculation,
            view: &session.options.view,
            recalled,
            complaint,
        };
        match (sight, &self.turn.who) {
            (Sight::App(sight), Who::App(it)) => app_agent::prompt(&context, it, sight),
            (Sight::App(_) | Sight::Desktop(_), _) => host_agent::prompt(&context, sight),
        }
    }

    /// The model's reply, paid for.
    pub(crate) async fn response(&mut self, prompt: &Prompt, attempt: u32) -> Result<Response, AgentError> {
        let started = Instant::now();
        let answered = self.session.ask(prompt, attempt).await;
        self.turn.took(Stage::GetResponse, started);
        match answered {
            Ok(completion) => Ok(Response::Text(self.update_cost(completion)?)),
            Err(AskError::Session(error)) => Err(error),
            Err(AskError::Model(error)) if error.remedy() == Remedy::TellAgent => {
                Ok(Response::Complaint(Complaint::new(error.to_string())))
            }
            Err(AskError::Model(error)) => {
                let journal = &mut self.session.journal;
                journal.fault(Stage::GetResponse, error.to_string(), error.remedy())?;
                journal.break_round(error.to_string())?;
                Ok(Response::Unavailable)
            }
        }
    }

    /// What the reply means.
    pub(crate) fn parse_response(
        &mut self,
        text: &str,
        sight: &Sight,
        attempt: u32,
    ) -> Result<Decided, Complaint> {
        let started = Instant::now();
        let decided = match (sight, &self.turn.who) {
            (Sight::App(sight), Who::App(_)) => reply::read_app(text, &sight.view, &sight.commands)
                .map(|(decision, remarks)| Decided::App(decision, remarks)),
            (Sight::Desktop(sight), _) => {
                let ledger = self.session.ledger();
                let scene = HostScene {
                    view: &sight.view,
                    round: &ledger.round,
                    agent: &|window: &Window| self.session.agent_for(window),
                    others: &self.session.external_agents(),
                    noted: &|name: &str| ledger.blackboard.notes.contains_key(name),
                };
                reply::read_host(text, &scene).map(|(decision, remarks)| Decided::Host(decision, remarks))
            }
            (Sight::App(_), Who::Host) => Err(Complaint::new("the HostAgent sees the desktop, not a window")),
        };
        let followed = decided.and_then(|decided| match self.objections().to(&decided, attempt) {
            Some(complaint) => Err(complaint),
            None => Ok(decided),
        });
        self.turn.took(Stage::ParseResponse, started);
        followed
    }

    fn objections(&self) -> Objections<'_> {
        let session = &*self.session;
        let speculation = session.options.speculation;
        Objections { who: &self.turn.who, ledger: session.ledger(), gate: &session.gate, speculation }
    }

    fn update_cost(&mut self, completion: Completion) -> Result<String, AgentError> {
        let started = Instant::now();
        let text = self.session.replied(completion)?;
        self.turn.took(Stage::UpdateCost, started);
        Ok(text)
    }
}

impl Session {
    /// One reply, tried again as long as the error says that it may help. What the model is shown is written down first.
    pub(crate) async fn ask(&mut self, prompt: &Prompt, attempt: u32) -> Result<Completion, AskError> {
        let blob = self.journal.log.keep(BlobKind::Json, &json(prompt)?)?;
        self.record(Event::Prompted { prompt: blob, attempt })?;
        let answered = self.tried(prompt).await;
        if let Err(AskError::Model(error)) = &answered
            && let Some(paid) = error.paid()
        {
            self.replied(paid)?;
        }
        answered
    }

    async fn tried(&mut self, prompt: &Prompt) -> Result<Completion, AskError> {
        let model = self.models.of(prompt.agent).clone();
        for again in 0..self.options.retries {
            match self.world.wait_for(model.complete(prompt)).await? {
                Err(error) if error.remedy() == Remedy::Retry => {
                    self.journal.fault(Stage::GetResponse, error.to_string(), Remedy::Retry)?;
                    self.world.sleep(pause(again, error.retry_after())).await?;
                }
                done => return done.map_err(AskError::Model),
            }
        }
        self.world.wait_for(model.complete(prompt)).await?.map_err(AskError::Model)
    }

    /// Writes the reply down, and gives its text.
    pub(crate) fn replied(&mut self, completion: Completion) -> Result<String, AgentError> {
        let Completion { text, model, usage } = completion;
        self.record(Event::Replied { text: text.clone(), model, usage })?;
        Ok(text)
    }
}

impl<E: Into<AgentError>> From<E> for AskError {
    fn from(error: E) -> AskError {
        AskError::Session(error.into())
    }
}

/// What the provider asks for, else 0.5 s doubled at each try; never more than a minute.
fn pause(again: u32, asked: Option<Duration>) -> Duration {
    let doubled = Duration::from_millis(500).saturating_mul(2_u32.saturating_pow(again));
    asked.unwrap_or(doubled).min(Duration::from_secs(60))
}

fn json(prompt: &Prompt) -> Result<Vec<u8>, LogError> {
    serde_json::to_vec(prompt)
        .map_err(|error| LogError::NotWritten { path: "blobs".into(), source: error.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_provider_decides_how_long_to_wait_up_to_a_minute() {
        for (again, asked, seconds) in
            [(0, None, 0.5), (2, None, 2.0), (60, None, 60.0), (0, Some(7), 7.0), (0, Some(3600), 60.0)]
        {
            assert_eq!(pause(again, asked.map(Duration::from_secs)).as_secs_f64(), seconds);
        }
    }
}
