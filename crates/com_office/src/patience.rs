//! How long a program may reject calls before they fail.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

/// How long a call is repeated that a program rejects. A dialog that is open longer waits for somebody.
const LIMIT: Duration = Duration::from_secs(3);
/// The pause before a call is repeated. COM takes less than this for "at once".
const PAUSE: Duration = Duration::from_millis(100);

/// What an `IMessageFilter` answers to repeat no call.
pub(crate) const GIVE_UP: u32 = u32::MAX;

/// Until when calls are repeated, for all objects of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Patience(Rc<Cell<Instant>>);

impl Patience {
    /// None, until a command begins.
    pub(crate) fn none() -> Patience {
        Patience(Rc::new(Cell::new(Instant::now())))
    }

    /// For a command that must be done by then. Of its time a part is left, so that it can say that the program is busy.
    pub(crate) fn begin(&self, deadline: Instant) {
        let now = Instant::now();
        let time = deadline.saturating_duration_since(now) * 3 / 4;
        self.0.set(now + time.min(LIMIT));
    }

    /// The pause after which a rejected call is repeated; `None` where it fails.
    pub(crate) fn pause(&self) -> Option<Duration> {
        let left = self.0.get().saturating_duration_since(Instant::now());
        (left > Duration::ZERO).then(|| left.min(PAUSE))
    }

    /// The same as an `IMessageFilter` answers it, in milliseconds.
    pub(crate) fn answer(&self) -> u32 {
        self.pause().map_or(GIVE_UP, |_| u32::try_from(PAUSE.as_millis()).unwrap_or(GIVE_UP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_repeated_until_the_command_must_be_done_and_not_for_long() {
        let patience = Patience::none();
        assert_eq!((patience.pause(), patience.answer()), (None, GIVE_UP));
        patience.begin(Instant::now() + Duration::from_secs(60));
        assert_eq!((patience.pause(), patience.answer()), (Some(PAUSE), 100));
        assert!(patience.0.get() <= Instant::now() + LIMIT);
        let deadline = Instant::now() + Duration::from_millis(800);
        patience.begin(deadline);
        assert!(patience.0.get() < deadline);
        patience.begin(Instant::now());
        assert_eq!(patience.answer(), GIVE_UP);
    }
}
