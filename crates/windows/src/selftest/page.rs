//! Runs trials one after the other, each under a deadline, and reports the results.

use super::outcome::{Found, Unmet};
use deskpilot_desktop::{Trial, TrialOutcome};
use std::{future::Future, time::Duration};
use tokio::{
    sync::mpsc::UnboundedSender,
    task::spawn_blocking,
    time::{Instant, timeout},
};

/// The most that a trial takes: an application may need a minute to open.
const LONGEST: Duration = Duration::from_secs(90);

/// The page to which trials report.
pub(super) struct Page {
    sender: UnboundedSender<Trial>,
}

impl Page {
    /// The page whose reader has the other end.
    pub(super) const fn to(sender: UnboundedSender<Trial>) -> Page {
        Page { sender }
    }

    /// Makes a trial and reports it; gives what it found, if it passed.
    pub(super) async fn attempt<T>(
        &self,
        name: &'static str,
        trial: impl Future<Output = Found<T>>,
    ) -> Option<T> {
        let begun = Instant::now();
        let late = || Unmet::Failed(format!("not done after {} s", LONGEST.as_secs()));
        let found = timeout(LONGEST, trial).await.unwrap_or_else(|_| Err(late()));
        let took = begun.elapsed();
        let (value, outcome) = match found {
            Ok((value, seen)) => (Some(value), TrialOutcome::Passed(seen)),
            Err(Unmet::Failed(seen)) => (None, TrialOutcome::Failed(seen)),
            Err(Unmet::Absent(why)) => (None, TrialOutcome::Skipped(why)),
        };
        // The reader of the page may be gone.
        let _ = self.sender.send(Trial { name, outcome, took });
        value
    }
}

/// Makes calls of Windows, which block.
pub(super) async fn blocking<T: Send + 'static>(
    calls: impl FnOnce() -> Result<T, Unmet> + Send + 'static,
) -> Result<T, Unmet> {
    spawn_blocking(calls).await.unwrap_or_else(|_| Err(Unmet::failed("the trial panicked")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::unbounded_channel;

    #[tokio::test(start_paused = true)]
    async fn a_trial_that_hangs_has_failed_and_the_next_one_is_made() {
        let (sender, mut trials) = unbounded_channel();
        let page = Page::to(sender);
        assert_eq!(page.attempt("a", std::future::pending::<Found<u8>>()).await, None);
        assert_eq!(page.attempt("b", async { Ok((7, "seven".into())) }).await, Some(7));
        let absent = async { Err::<((), String), _>(Unmet::Absent("none".into())) };
        assert_eq!(page.attempt("c", absent).await, None);
        let outcomes = std::iter::from_fn(|| trials.try_recv().ok()).map(|it| it.outcome);
        let expected = [
            TrialOutcome::Failed("not done after 90 s".into()),
            TrialOutcome::Passed("seven".into()),
            TrialOutcome::Skipped("none".into()),
        ];
        assert_eq!(outcomes.collect::<Vec<_>>(), expected);
    }
}
