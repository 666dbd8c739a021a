//! A time limit that stops while a person decides on the agent's request.

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, timeout_at};

/// The minimum wait before the time limit is checked again.
const PAUSE: Duration = Duration::from_millis(100);

/// The time that an agent has waited for people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience(Arc<Mutex<Waits>>);

#[derive(Debug, Default)]
struct Waits {
    over: Duration,
    /// How many decisions are pending, and since when at least one has been.
    open: usize,
    since: Option<Instant>,
}

/// A pending decision, until dropped.
pub(crate) struct Thinking(Patience);

/// The agent exceeded its time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl Patience {
    /// Starts a period that does not count.
    pub(crate) fn thinking(&self) -> Thinking {
        let mut waits = self.waits();
        waits.open += 1;
        waits.since.get_or_insert_with(Instant::now);
        Thinking(self.clone())
    }

    /// Awaits the future for at most this much counted time.
    pub(crate) async fn within<T>(
        &self,
        most: Duration,
        future: impl Future<Output = T>,
    ) -> Result<T, TooLong> {
        let (started, mut future) = (Instant::now(), pin!(future));
        let mut end = started + most;
        loop {
            if let Ok(value) = timeout_at(end, future.as_mut()).await {
                return Ok(value);
            }
            let due = started + most + self.waited();
            if due <= end {
                return Err(TooLong);
            }
            end = due.max(Instant::now() + PAUSE);
        }
    }

    fn waited(&self) -> Duration {
        let waits = self.waits();
        waits.over + waits.since.map_or(Duration::ZERO, |it| it.elapsed())
    }

    fn waits(&self) -> MutexGuard<'_, Waits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        let mut waits = self.0.waits();
        waits.open = waits.open.saturating_sub(1);
        if waits.open == 0
            && let Some(since) = waits.since.take()
        {
            waits.over += since.elapsed();
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
            let patience = Patience::default();
            let work = async {
                sleep(SECOND * works / 2).await;
                let one = patience.thinking();
                let other = (thinks > 0).then(|| patience.thinking());
                sleep(SECOND * thinks).await;
                drop((one, other));
                sleep(SECOND * works - SECOND * works / 2).await;
            };
            let done = patience.within(SECOND * 10, work).await;
            assert_eq!(
                done,
                if is_done { Ok(()) } else { Err(TooLong) },
                "{works} s, and {thinks} s of thinking"
            );
        }
    }
}
