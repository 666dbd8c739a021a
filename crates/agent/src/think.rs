//! Stages five to seven: ask the model, pay, and understand its reply.

use crate::{
    AgentError, Session,
    processor::Processor,
    reply::{self, HostScene},
    session_control::unless_taken,
    sight::Sight,
};
use deskpilot_core::{
    AppDecision, BlobKind, Complaint, Completion, Event, HostDecision, HostRemarks, Prompt, Remarks, Remedy,
    Stage, Who,
};
use deskpilot_log::LogError;
use deskpilot_model::ModelError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A reply understood.
pub(crate) enum Decided {
    /// The HostAgent's.
    Host(HostDecision, HostRemarks),
    /// An AppAgent's.
    App(AppDecision, Remarks),
}

impl Decided {
    pub(crate) fn event(&self) -> Event {
        match self {
            Decided::Host(decision, remarks) => {
                Event::HostDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
            Decided::App(decision, remarks) => {
                Event::AppDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
        }
    }
}

impl Processor<'_> {
    /// The model's reply. A complaint when the model gave no text; `None` when it cannot be had and the round has ended.
    pub(crate) async fn response(
        &mut self,
        prompt: &Prompt,
        attempt: u32,
    ) -> Result<Result<Option<String>, Complaint>, AgentError> {
        let started = Instant::now();
        let answered = self.session.ask(prompt, attempt).await?;
        self.took(Stage::GetResponse, started);
        match answered {
            Ok(completion) => self.update_cost(completion).map(|text| Ok(Some(text))),
            Err(error) if error.remedy() == Remedy::TellAgent => Ok(Err(Complaint::new(error.to_string()))),
            Err(error) => {
                self.fault(Stage::GetResponse, error.to_string(), error.remedy())?;
                self.break_round(error.to_string())?;
                Ok(Ok(None))
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
        let decided = match (sight, &self.who) {
            (Sight::App(sight), Who::App(_)) => reply::read_app(text, &sight.view, &self.session.commands())
                .map(|(decision, remarks)| Decided::App(decision, remarks)),
            (Sight::Desktop(sight), _) => {
                let ledger = &self.session.ledger;
                let scene = HostScene {
                    view: &sight.view,
                    round: &ledger.round,
                    agent: &|window: &deskpilot_core::Window| self.session.agent_for(window),
                    others: &self.session.external_agents(),
                    noted: &|name: &str| ledger.blackboard.notes.contains_key(name),
                };
                reply::read_host(text, &scene).map(|(decision, remarks)| Decided::Host(decision, remarks))
            }
            (Sight::App(_), Who::Host) => Err(Complaint::new("the HostAgent sees the desktop, not a window")),
        };
        let followed = decided.and_then(|decided| match self.objection(&decided, attempt) {
            Some(complaint) => Err(complaint),
            None => Ok(decided),
        });
        self.took(Stage::ParseResponse, started);
        followed
    }

    fn update_cost(&mut self, completion: Completion) -> Result<String, AgentError> {
        let started = Instant::now();
        let text = self.session.replied(completion)?;
        self.took(Stage::UpdateCost, started);
        Ok(text)
    }
}

impl Session {
    /// One reply, tried again as long as the error says that it may help. What the model is shown is written down first.
    pub(crate) async fn ask(
        &mut self,
        prompt: &Prompt,
        attempt: u32,
    ) -> Result<Result<Completion, ModelError>, AgentError> {
        let blob = self.ports.log.keep(BlobKind::Json, &json(prompt)?)?;
        self.record(Event::Prompted { prompt: blob, attempt })?;
        let answered = self.tried(prompt).await?;
        if let Some(paid) = answered.as_ref().err().and_then(ModelError::paid) {
            self.replied(paid)?;
        }
        Ok(answered)
    }

    async fn tried(&mut self, prompt: &Prompt) -> Result<Result<Completion, ModelError>, AgentError> {
        let model = self.ports.models.of(prompt.agent).clone();
        let session_control = self.session_control.clone();
        for again in 0..self.options.retries {
            match unless_taken(&session_control, model.complete(prompt)).await? {
                Err(error) if error.remedy() == Remedy::Retry => {
                    let (stage, message) = (Stage::GetResponse, error.to_string());
                    self.record(Event::Faulted { stage, message, remedy: Remedy::Retry })?;
                    unless_taken(&session_control, sleep(pause(again, error.retry_after()))).await?;
                }
                done => return Ok(done),
            }
        }
        unless_taken(&session_control, model.complete(prompt)).await
    }

    /// Writes the reply down, and gives its text.
    pub(crate) fn replied(&mut self, completion: Completion) -> Result<String, AgentError> {
        let Completion { text, model, usage } = completion;
        self.record(Event::Replied { text: text.clone(), model, usage })?;
        Ok(text)
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
