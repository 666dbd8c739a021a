//! A place for something that several use: it is opened when the first one comes, and closed when nobody has used it for long.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A place for a value that several use.
pub(super) struct IdleSlot<T>(Mutex<Option<Used<T>>>);

struct Used<T> {
    value: Arc<T>,
    at: Instant,
}

impl<T> Default for IdleSlot<T> {
    fn default() -> IdleSlot<T> {
        IdleSlot(Mutex::new(None))
    }
}

impl<T> IdleSlot<T> {
    /// The value, which is opened if there is none. It lasts at least as long as what is returned.
    pub(super) fn held(&self, open: impl FnOnce() -> T) -> Arc<T> {
        let mut current = self.current();
        let used = current.get_or_insert_with(|| Used { value: Arc::new(open()), at: Instant::now() });
        used.at = Instant::now();
        used.value.clone()
    }

    /// Drops the value if nobody has it, and nobody has used it for so long.
    pub(super) fn close_if_idle(&self, limit: Duration) {
        let mut current = self.current();
        let Some(used) = current.as_mut() else { return };
        // A request that takes long counts as use until its end.
        if Arc::strong_count(&used.value) > 1 {
            used.at = Instant::now();
        } else if used.at.elapsed() >= limit {
            *current = None;
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<Used<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_uses_ends_after_its_time() {
        let slot = IdleSlot::default();
        let first = slot.held(|| 1);
        slot.close_if_idle(Duration::ZERO);
        assert_eq!(*slot.held(|| 2), 1, "it is in use");
        drop(first);
        slot.close_if_idle(Duration::from_secs(3600));
        assert_eq!(*slot.held(|| 3), 1, "its time is not over");
        slot.close_if_idle(Duration::ZERO);
        assert_eq!(*slot.held(|| 4), 4);
    }
}
