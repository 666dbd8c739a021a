//! Calls a language model: records each call, retries it, and records its reply and price.

use deskpilot_core::{
    BlobKind, Complaint, Completion, Event, PictureLimits, Prompt, Remedy, ReplyEnding, Stage,
};
use deskpilot_deciders::{Attempt, DeciderError, NoReply, NotRecorded, Recorder};
use deskpilot_model::{Model, ModelError, clock_time_after};
use deskpilot_system::reason;
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

/// A language model whose calls are recorded.
pub(crate) struct ModelClient {
    pub(crate) model: Arc<dyn Model>,
    /// How often a call that may succeed later is retried.
    pub(crate) retries: u32,
    /// The longest wait before a retry that a provider may ask for.
    pub(crate) longest_wait: Duration,
}

impl ModelClient {
    /// The picture sizes that the model sees best.
    pub(crate) fn pictures(&self) -> PictureLimits {
        self.model.pictures()
    }

    /// Sends the prompt and returns the text of the reply. The log has the prompt before the model gets it.
    ///
    /// Fails with a complaint when the model gave no text, with [`DeciderError::NoReply`] when its reply was cut, withheld or
    /// nothing but thoughts, and with [`DeciderError::Failed`] when it cannot be reached or asks for a wait that is not made.
    pub(crate) async fn ask(
        &self,
        prompt: Prompt,
        attempt: Attempt,
        recorder: &mut dyn Recorder,
    ) -> Result<String, DeciderError> {
        let started = Instant::now();
        let Attempt { number: attempt, reply_length, time_left } = attempt;
        let prompt = Prompt { reply_length, ..prompt };
        let bytes = serde_json::to_vec(&prompt).map_err(|_| NotRecorded)?;
        let prompted = Event::Prompted { prompt: recorder.store(BlobKind::Json, &bytes)?, attempt };
        recorder.record(prompted)?;
        let completed = self.complete(&prompt, time_left, recorder).await?;
        recorder.add_time(Stage::GetResponse, started.elapsed());
        match completed {
            Ok(completion) => record_reply(completion, ReplyEnding::Complete, recorder),
            Err(error) => {
                // A reply that is no answer has its price all the same.
                if let Some(completion) = error.billed_completion() {
                    record_reply(completion, error.reply_ending(), recorder)?;
                }
                Err(self.postponed(&error, left(time_left, started)).unwrap_or_else(|| decider_error(&error)))
            }
        }
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        time_left: Option<Duration>,
        recorder: &mut dyn Recorder,
    ) -> Result<Result<Completion, ModelError>, NotRecorded> {
        let (began, mut again) = (Instant::now(), 0);
        loop {
            let error = match self.model.complete(prompt).await {
                Err(error) if error.remedy() == Remedy::Retry => error,
                done => return Ok(done),
            };
            let most = error.most_retries().map_or(self.retries, |most| most.min(self.retries));
            let is_too_long = |wait: Duration| self.too_long(wait, left(time_left, began)).is_some();
            if again >= most || error.retry_after().is_some_and(is_too_long) {
                return Ok(Err(error));
            }
            let pause = pause(again, error.retry_after());
            again += 1;
            let when = format!("retrying in {} s ({again} of {most})", pause.as_secs_f32());
            let (stage, message) = (Stage::GetResponse, format!("{}; {when}", reason(&error)));
            recorder.record(Event::Faulted { stage, message, remedy: Remedy::Retry })?;
            sleep(pause).await;
        }
    }

    /// The end of a call whose provider still asks for a wait. It names the time, because the same call before it would fail again.
    fn postponed(&self, error: &ModelError, time_left: Option<Duration>) -> Option<DeciderError> {
        let wait = error.retry_after()?;
        let reason = self
            .too_long(wait, time_left)
            .unwrap_or_else(|| format!("run.retries, which is {}, allows no other try", self.retries));
        let when = clock_time_after(wait);
        let message = format!("{error}; {reason}: go on at {when} or later with `deskpilot resume TASK`");
        Some(DeciderError::Failed { message, remedy: Remedy::Later })
    }

    /// Why a wait is longer than the settings or the budgets allow; `None` if it is not.
    fn too_long(&self, wait: Duration, time_left: Option<Duration>) -> Option<String> {
        if wait > self.longest_wait {
            let longest = self.longest_wait.as_secs();
            Some(format!("that is longer than model.longest_wait_seconds allows, which is {longest}"))
        } else if time_left.is_some_and(|left| wait > left) {
            Some("that is longer than the budget of time allows".to_owned())
        } else {
            None
        }
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
    let message = reason(error);
    match (error.reply_ending(), error.remedy()) {
        (ReplyEnding::Cut(tokens), _) => DeciderError::NoReply { what: NoReply::Cut(tokens), message },
        (ReplyEnding::Withheld(reason), _) => {
            DeciderError::NoReply { what: NoReply::Withheld(reason), message }
        }
        (ReplyEnding::OnlyThoughts(cut_after), _) => {
            DeciderError::NoReply { what: NoReply::OnlyThoughts(cut_after), message }
        }
        (ReplyEnding::Complete, Remedy::TellAgent) => DeciderError::Rejected(Complaint::new(message)),
        (ReplyEnding::Complete, remedy) => DeciderError::Failed { message, remedy },
    }
}

/// What is left of this time, which began then.
fn left(time: Option<Duration>, began: Instant) -> Option<Duration> {
    time.map(|it| it.saturating_sub(began.elapsed()))
}

/// The pause before a retry: what the provider asks for, else 0.5 s doubled at each try up to one minute. A wait of nothing counts as
/// none: all retries would be over at once.
fn pause(again: u32, asked: Option<Duration>) -> Duration {
    let doubled = Duration::from_millis(500).saturating_mul(2_u32.saturating_pow(again));
    asked.filter(|it| !it.is_zero()).unwrap_or_else(|| doubled.min(Duration::from_secs(60)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::BlobRef;
    use deskpilot_model::{ScriptedModel, ScriptedReply};
    use deskpilot_testkit::prompt;

    /// The messages of the faults that were recorded.
    #[derive(Default)]
    struct Faults(Vec<String>);

    impl Recorder for Faults {
        fn record(&mut self, event: Event) -> Result<(), NotRecorded> {
            if let Event::Faulted { message, .. } = event {
                self.0.push(message);
            }
            Ok(())
        }

        fn store(&mut self, _: BlobKind, _: &[u8]) -> Result<BlobRef, NotRecorded> {
            Err(NotRecorded)
        }

        fn add_time(&mut self, _: Stage, _: Duration) {}
    }

    /// A client of a model that asks for a wait of 90 s twice, and then replies.
    fn of_busy_model() -> ModelClient {
        let busy =
            || ModelError::RateLimited { model: "m".into(), retry_after: Some(Duration::from_secs(90)) };
        let replies: [ScriptedReply; 3] = [busy().into(), busy().into(), "hello".into()];
        let model = Arc::new(ScriptedModel::new("m", replies));
        ModelClient { model, retries: 4, longest_wait: Duration::from_secs(90) }
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_is_allowed_is_made_before_the_next_call() {
        let (began, mut faults) = (Instant::now(), Faults::default());
        let completed = of_busy_model().complete(&prompt(), None, &mut faults).await.unwrap().unwrap();
        assert_eq!((completed.text.as_str(), began.elapsed().as_secs()), ("hello", 180));
        assert_eq!(faults.0.len(), 2, "{:?}", faults.0);
        assert!(faults.0[1].contains("again in 90 s; retrying in 90 s (2 of 4)"), "{:?}", faults.0);
    }

    #[tokio::test(start_paused = true)]
    async fn waits_together_are_no_longer_than_the_budget_of_time() {
        for (left, waits, seconds) in [(181, 2, 180), (179, 1, 90), (89, 0, 0)] {
            let (began, mut faults) = (Instant::now(), Faults::default());
            let left = Some(Duration::from_secs(left));
            let completed = of_busy_model().complete(&prompt(), left, &mut faults).await.unwrap();
            assert_eq!((completed.is_ok(), faults.0.len()), (waits == 2, waits), "{left:?}: {completed:?}");
            assert_eq!(began.elapsed().as_secs(), seconds, "{left:?}");
        }
    }

    #[test]
    fn the_provider_decides_how_long_to_wait() {
        for (again, asked, seconds) in [
            (0, None, 0.5),
            (2, None, 2.0),
            (60, None, 60.0),
            (0, Some(7), 7.0),
            (0, Some(90), 90.0),
            (2, Some(0), 2.0),
        ] {
            assert_eq!(pause(again, asked.map(Duration::from_secs)).as_secs_f64(), seconds);
        }
    }

    #[test]
    fn a_wait_that_is_not_made_ends_the_call_with_the_time_to_go_on() {
        let model = Arc::new(ScriptedModel::new("m", [""; 0]));
        let client = ModelClient { model, retries: 4, longest_wait: Duration::from_secs(120) };
        for (wait, left, expected) in [
            (120, None, "run.retries, which is 4, allows no other try"),
            (121, None, "model.longest_wait_seconds allows, which is 120"),
            (60, Some(60), "run.retries, which is 4, allows no other try"),
            (60, Some(59), "the budget of time allows"),
        ] {
            let error =
                ModelError::RateLimited { model: "m".into(), retry_after: Some(Duration::from_secs(wait)) };
            let error = client.postponed(&error, left.map(Duration::from_secs)).unwrap();
            assert_eq!(error.remedy(), Remedy::Later);
            let message = error.to_string();
            assert!(message.contains(expected) && message.contains("`deskpilot resume TASK`"), "{message}");
        }
        let silent = ModelError::TimedOut { model: "m".into(), seconds: 1 };
        assert_eq!(client.postponed(&silent, Some(Duration::ZERO)), None);
    }
}
