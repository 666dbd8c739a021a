//! Makes guesses slow: each wrong token or cookie waits longer than the one before, and few may wait at once.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};
use tokio::{sync::Semaphore, time::sleep};

/// How many wrong guesses wait at once.
const AT_ONCE: usize = 8;
/// The wait of the first one.
const FIRST: Duration = Duration::from_millis(100);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(5);

/// Too many wrong guesses wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyGuesses;

/// The wrong guesses so far.
#[derive(Debug)]
pub(crate) struct Slowdown {
    wrong: AtomicU32,
    room: Semaphore,
}

impl Default for Slowdown {
    fn default() -> Slowdown {
        Slowdown { wrong: AtomicU32::new(0), room: Semaphore::new(AT_ONCE) }
    }
}

impl Slowdown {
    /// Waits as a wrong guess has to. A right one waits for nothing, so that nobody can keep others out.
    ///
    /// # Errors
    /// Too many wait already.
    pub(crate) async fn wrong_guess(&self) -> Result<(), TooManyGuesses> {
        // With a name, so that the place is taken until the wait is over.
        let _place = self.room.try_acquire().map_err(|_| TooManyGuesses)?;
        sleep(wait_after(self.wrong.fetch_add(1, Ordering::Relaxed))).await;
        Ok(())
    }
}

/// The wait after this many wrong guesses.
fn wait_after(wrong: u32) -> Duration {
    // More doublings would overflow, and ten are beyond the longest wait.
    (FIRST * 2_u32.pow(wrong.min(10))).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::join_all;

    #[test]
    fn each_wrong_guess_waits_longer_up_to_a_limit() {
        let millis: Vec<u128> = [0, 1, 2, 5, 6, 1000, u32::MAX].map(|it| wait_after(it).as_millis()).to_vec();
        assert_eq!(millis, [100, 200, 400, 3200, 5000, 5000, 5000]);
    }

    #[tokio::test]
    async fn more_guesses_at_once_are_not_answered_faster() {
        let slowdown = Slowdown::default();
        let results = join_all((0..=AT_ONCE).map(|_| async {
            tokio::select! {
                biased;
                done = slowdown.wrong_guess() => done,
                // The first one would end next.
                () = sleep(FIRST / 2) => Ok(()),
            }
        }))
        .await;
        assert_eq!(results.iter().filter(|it| it.is_err()).count(), 1, "{results:?}");
    }
}
