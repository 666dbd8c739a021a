//! Stop, pause and hand back: how a person controls a session. They end every wait of the agent.

use crate::Halt;
use deskpilot_core::PauseCause;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A cloneable handle that stops, pauses and resumes a session from any task or thread.
#[derive(Clone, Debug)]
pub struct SessionControl {
    stop: CancellationToken,
    taken: watch::Sender<Option<PauseCause>>,
    /// Whether the agent works now. While it rests, a person who uses the pointer or keyboard does not pause it.
    at_work: Arc<AtomicBool>,
}

impl SessionControl {
    /// A control whose session stops when this token is cancelled.
    pub fn new(stop: CancellationToken) -> SessionControl {
        SessionControl { stop, taken: watch::Sender::new(None), at_work: Arc::default() }
    }

    /// Stops the session at once.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Pauses the agent at once. The first cause stays until [`SessionControl::hand_back`].
    pub fn pause(&self, cause: PauseCause) {
        self.taken.send_if_modified(|taken| {
            let is_news = taken.is_none();
            taken.get_or_insert(cause);
            is_news
        });
    }

    /// Pauses the agent at once, and gives the desktop to who took over under this name, also from another person who has it.
    pub fn take_over(&self, by: &str) {
        self.taken.send_replace(Some(PauseCause::TakenOver(by.to_owned())));
    }

    /// Who took over; `None` while nobody has.
    pub fn holder(&self) -> Option<String> {
        match &*self.taken.borrow() {
            Some(PauseCause::TakenOver(by)) => Some(by.clone()),
            _ => None,
        }
    }

    /// Changes with each pause, its cause and its end.
    pub fn pauses(&self) -> watch::Receiver<Option<PauseCause>> {
        self.taken.subscribe()
    }

    /// Pauses the agent if it works now; ignores input of a person while the agent rests.
    pub fn pause_if_working(&self, cause: PauseCause) {
        // Relaxed: the flag guards no other data.
        if self.at_work.load(Ordering::Relaxed) {
            self.pause(cause);
        }
    }

    /// Ends the pause.
    pub fn hand_back(&self) {
        self.taken.send_replace(None);
    }

    /// Why the session is paused; `None` when it is not.
    pub fn pause_cause(&self) -> Option<PauseCause> {
        self.taken.borrow().clone()
    }

    pub(crate) fn begin_work(&self) {
        self.at_work.store(true, Ordering::Relaxed);
    }

    pub(crate) fn begin_rest(&self) {
        self.at_work.store(false, Ordering::Relaxed);
    }

    /// Awaits the future while the agent rests, because a person must answer first.
    pub(crate) async fn while_resting<T>(&self, future: impl Future<Output = T>) -> T {
        let _resting = Resting::begin(self);
        future.await
    }

    /// Why the agent must not act now; `None` when it may.
    pub(crate) fn current_halt(&self) -> Option<Halt> {
        if self.stop.is_cancelled() {
            return Some(Halt::Stopped);
        }
        self.pause_cause().map(|_| Halt::Paused)
    }

    /// Waits until the pause ends. Fails when the session is stopped first.
    pub(crate) async fn wait_for_hand_back(&self) -> Result<(), Halt> {
        let mut taken = self.taken.subscribe();
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Halt::Stopped),
            _ = taken.wait_for(Option::is_none) => Ok(()),
        }
    }

    /// Waits until the pause has another cause than this one. Never returns where it ends before.
    pub(crate) async fn wait_for_other_cause(&self, known: &PauseCause) -> PauseCause {
        let mut taken = self.taken.subscribe();
        let other = taken.wait_for(|it| it.as_ref().is_some_and(|it| it != known)).await;
        let other = other.ok().and_then(|it| it.clone());
        // The wait cannot fail: this value owns the sender.
        other.unwrap_or(PauseCause::Asked)
    }

    /// Awaits the future. Drops it and fails when a person stops or pauses the session first.
    pub(crate) async fn unless_halted<T>(&self, future: impl Future<Output = T>) -> Result<T, Halt> {
        let mut taken = self.taken.subscribe();
        tokio::select! {
            // A stop goes before a pause, and both before a value that is ready: nothing begins after them.
            biased;
            () = self.stop.cancelled() => Err(Halt::Stopped),
            _ = taken.wait_for(Option::is_some) => Err(Halt::Paused),
            value = future => Ok(value),
        }
    }
}

/// The agent rests until this guard is dropped, also when the awaiting future is cancelled.
struct Resting<'r>(&'r SessionControl);

impl Resting<'_> {
    fn begin(session_control: &SessionControl) -> Resting<'_> {
        session_control.begin_rest();
        Resting(session_control)
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.begin_work();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        pin::pin,
        task::{Context, Waker},
    };

    #[tokio::test]
    async fn who_takes_over_has_the_desktop_until_another_does_or_hands_it_back() {
        let control = SessionControl::new(CancellationToken::new());
        control.pause(PauseCause::Asked);
        assert_eq!(control.holder(), None);
        control.take_over("browser 1");
        assert_eq!(control.holder().as_deref(), Some("browser 1"));
        let first = PauseCause::TakenOver("browser 1".into());
        control.pause(PauseCause::Asked);
        assert_eq!(control.pause_cause(), Some(first.clone()), "a pause takes the desktop from nobody");
        control.take_over("browser 2");
        let second = control.wait_for_other_cause(&first).await;
        assert_eq!(second, PauseCause::TakenOver("browser 2".into()));
        control.hand_back();
        assert_eq!((control.holder(), control.pause_cause()), (None, None));
    }

    #[test]
    fn a_rest_that_nobody_waits_for_any_more_is_over() {
        let session_control = SessionControl::new(CancellationToken::new());
        session_control.begin_work();
        {
            let mut resting = pin!(session_control.while_resting(std::future::pending::<()>()));
            assert!(resting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            session_control.pause_if_working(PauseCause::Pointer);
            assert_eq!(session_control.pause_cause(), None, "a person who answers uses the pointer");
        }
        session_control.pause_if_working(PauseCause::Pointer);
        assert_eq!(session_control.pause_cause(), Some(PauseCause::Pointer));
    }
}
