//! How long a program has done nothing. Pure.

use std::time::Duration;
use tokio::time::Instant;

/// The processor time that a program uses if it works. A program that blinks or waits uses less than this within seconds; one
/// that loads uses it within a second, even while a hundred others run.
const WORK: Duration = Duration::from_millis(50);

/// How long a program has done nothing, judged by the processor time that it has used: on a busy machine that says more than
/// the clock.
pub(in crate::desktop) struct Idleness {
    /// When it last had worked.
    since: Instant,
    /// What it had used by then.
    used: Duration,
}

impl Idleness {
    pub(in crate::desktop) fn new(used: Duration, now: Instant) -> Idleness {
        Idleness { since: now, used }
    }

    /// How long it has done nothing, now that it has used so much.
    pub(in crate::desktop) fn at(&mut self, used: Duration, now: Instant) -> Duration {
        if used >= self.used + WORK {
            *self = Idleness::new(used, now);
        }
        now - self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_idle_while_it_uses_next_to_nothing() {
        let (seconds, mut now) = (Duration::from_secs, Instant::now());
        let mut idleness = Idleness::new(seconds(1), now);
        for (used, expected) in [(1000, 2), (1010, 4), (1049, 6), (1060, 0), (1070, 2), (1900, 0), (1900, 2)]
        {
            now += seconds(2);
            assert_eq!(idleness.at(Duration::from_millis(used), now), seconds(expected), "{used} ms");
        }
    }
}
