//! Calls a language model: records each call, retries it, and records its reply and price.

use deskpilot_core::{
    BlobKind, Complaint, Completion, Event, PictureLimits, Prompt, Remedy, ReplyEnding, Stage,
};
use deskpilot_deciders::{Attempt, DeciderError, NoReply, NotRecorded, Recorder};
use deskpilot_model::{Model, ModelError};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

/// A language model whose calls are recorded.
pub(crate) struct ModelClient {
    pub(crate) model: Arc<dyn Model>,
    /// How often a call that may succeed later is retried.
    pub(crate) retries: u32,
}

impl ModelClient {
    /// The picture sizes that the model sees best.
    pub(crate) fn pictures(&self) -> PictureLimits {
        self.model.pictures()
    }

    /// Sends the prompt and returns the text of the reply. The log has the prompt before the model gets it.
    ///
    /// Fails with a complaint when the model gave no text, with [`DeciderError::NoReply`] when its reply was cut or withheld,
    /// and with [`DeciderError::Failed`] when it cannot be reached.
    pub(crate) async fn ask(
        &self,
        prompt: Prompt,
        attempt: Attempt,
        recorder: &mut dyn Recorder,
    ) -> Result<String, DeciderError> {
        let started = Instant::now();
        let Attempt { number: attempt, reply_length } = attempt;
        let prompt = Prompt { reply_length, ..prompt };
        let bytes = serde_json::to_vec(&prompt).map_err(|_| NotRecorded)?;
        let prompted = Event::Prompted { prompt: recorder.store(BlobKind::Json, &bytes)?, attempt };
        recorder.record(prompted)?;
        let completed = self.complete(&prompt, recorder).await?;
        recorder.add_time(Stage::GetResponse, started.elapsed());
        match completed {
            Ok(completion) => record_reply(completion, ReplyEnding::Complete, recorder),
            Err(error) => {
                if let Some(completion) = error.billed_completion() {
                    record_reply(completion, error.reply_ending(), recorder)?;
                }
                Err(decider_error(&error))
            }
        }
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        recorder: &mut dyn Recorder,
    ) -> Result<Result<Completion, ModelError>, NotRecorded> {
        for again in 0..self.retries {
            match self.model.complete(prompt).await {
                Err(error) if error.remedy() == Remedy::Retry => {
                    let (pause, retry) = (pause(again, error.retry_after()), again + 1);
                    let when = format!("retrying in {} s ({retry} of {})", pause.as_secs_f32(), self.retries);
                    let (stage, message) = (Stage::GetResponse, format!("{error}; {when}"));
                    recorder.record(Event::Faulted { stage, message, remedy: Remedy::Retry })?;
                    sleep(pause).await;
                }
                done => return Ok(done),
            }
        }
        Ok(self.model.complete(prompt).await)
    }
}

/// Records the reply and its price, and returns its text.
fn record_reply(
    completion: Completion,
    ending: ReplyEnding,
    recorder: &mut dyn Recorder,
) -> Result<String, DeciderError> {
    let started = Instant::now();
    let Completion { text, model, usage } = completion;
    recorder.record(Event::Replied { text: text.clone(), model, usage, ending })?;
    recorder.add_time(Stage::UpdateCost, started.elapsed());
    Ok(text)
}

fn decider_error(error: &ModelError) -> DeciderError {
    let message = error.to_string();
    match (error.reply_ending(), error.remedy()) {
        (ReplyEnding::Cut(tokens), _) => DeciderError::NoReply { what: NoReply::Cut(tokens), message },
        (ReplyEnding::Withheld(reason), _) => {
            DeciderError::NoReply { what: NoReply::Withheld(reason), message }
        }
        (ReplyEnding::Complete, Remedy::TellAgent) => DeciderError::Rejected(Complaint::new(message)),
        (ReplyEnding::Complete, remedy) => DeciderError::Failed { message, remedy },
    }
}

/// The pause before a retry: what the provider asks for, else 0.5 s doubled at each try; at most one minute.
fn pause(again: u32, asked: Option<Duration>) -> Duration {
    let doubled = Duration::from_millis(500).saturating_mul(2_u32.saturating_pow(again));
    asked.unwrap_or(doubled).min(Duration::from_secs(60))
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
