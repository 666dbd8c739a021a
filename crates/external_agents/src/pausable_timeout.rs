//! A time limit that stops while a person decides on the agent's request.

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, timeout_at};

/// The minimum wait before the time limit is checked again.
const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The time that an agent has waited for people.
#[derive(Clone, Debug, Default)]
pub(crate) struct PausableTimeout(Arc<Mutex<DecisionTimes>>);

#[derive(Debug, Default)]
struct DecisionTimes {
    over: Duration,
    /// How many decisions are pending, and since when at least one has been.
    open: usize,
    since: Option<Instant>,
}

/// A pending decision, until dropped.
pub(crate) struct PauseGuard(PausableTimeout);

/// The agent exceeded its time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimitExceeded;

impl PausableTimeout {
    /// Starts a period that does not count.
    pub(crate) fn pause(&self) -> PauseGuard {
        let mut times = self.times();
        times.open += 1;
        times.since.get_or_insert_with(Instant::now);
        PauseGuard(self.clone())
    }

    /// Awaits the future for at most this much counted time.
    pub(crate) async fn within<T>(
        &self,
        most: Duration,
        future: impl Future<Output = T>,
    ) -> Result<T, TimeLimitExceeded> {
        let (started, mut future) = (Instant::now(), pin!(future));
        let mut end = started + most;
        loop {
            if let Ok(value) = timeout_at(end, future.as_mut()).await {
                return Ok(value);
            }
            let due = started + most + self.paused_time();
            if due <= end {
                return Err(TimeLimitExceeded);
            }
            end = due.max(Instant::now() + MIN_CHECK_INTERVAL);
        }
    }

    fn paused_time(&self) -> Duration {
        let times = self.times();
        times.over + times.since.map_or(Duration::ZERO, |it| it.elapsed())
    }

    fn times(&self) -> MutexGuard<'_, DecisionTimes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PauseGuard {
    fn drop(&mut self) {
        let mut times = self.0.times();
        times.open = times.open.saturating_sub(1);
        if times.open == 0
            && let Some(since) = times.since.take()
        {
            times.over += since.elapsed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::sleep;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn the_time_in_which_somebody_thinks_does_not_count() {
        for (works, thinks, is_done) in [(9, 0, true), (11, 0, false), (9, 3600, true), (11, 3600, false)] {
            let timeout = PausableTimeout::default();
            let work = async {
                sleep(SECOND * works / 2).await;
                let one = timeout.pause();
                let other = (thinks > 0).then(|| timeout.pause());
                sleep(SECOND * thinks).await;
                drop((one, other));
                sleep(SECOND * works - SECOND * works / 2).await;
            };
            let done = timeout.within(SECOND * 10, work).await;
            assert_eq!(
                done,
                if is_done { Ok(()) } else { Err(TimeLimitExceeded) },
                "{works} s, and {thinks} s of thinking"
            );
        }
    }
}
