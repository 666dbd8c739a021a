//! The person's side of a session: stop, pause and hand back reach every wait.

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

/// A handle by which a session is stopped, paused and handed back, from wherever.
#[derive(Clone, Debug)]
pub struct SessionControl {
    stop: CancellationToken,
    taken: watch::Sender<Option<PauseCause>>,
    /// Whether the agent is at work: a person who answers a question uses the pointer and the keyboard as well.
    at_work: Arc<AtomicBool>,
}

impl SessionControl {
    /// The control of a session that stops when this token is cancelled.
    pub fn new(stop: CancellationToken) -> SessionControl {
        SessionControl { stop, taken: watch::Sender::new(None), at_work: Arc::default() }
    }

    /// Stops the session where it stands.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Takes the desktop from the agent at once.
    pub fn pause(&self, cause: PauseCause) {
        self.taken.send_if_modified(|taken| {
            let is_news = taken.is_none();
            taken.get_or_insert(cause);
            is_news
        });
    }

    /// Takes the desktop from the agent if it is at work; what a person does meanwhile is their own affair.
    pub fn touched(&self, cause: PauseCause) {
        if self.at_work.load(Ordering::Relaxed) {
            self.pause(cause);
        }
    }

    /// Gives the desktop back to the agent.
    pub fn hand_back(&self) {
        self.taken.send_replace(None);
    }

    /// Why a person has the desktop, if one has.
    pub(crate) fn taken(&self) -> Option<PauseCause> {
        self.taken.borrow().clone()
    }

    pub(crate) fn set_to_work(&self) {
        self.at_work.store(true, Ordering::Relaxed);
    }

    pub(crate) fn set_to_rest(&self) {
        self.at_work.store(false, Ordering::Relaxed);
    }

    /// What the future gives, for which the agent rests: a person has to answer.
    pub(crate) async fn resting<T>(&self, future: impl Future<Output = T>) -> T {
        let _resting = Resting::begin(self);
        future.await
    }

    /// Why the agent may not go on at the moment, if it may not.
    pub(crate) fn halt(&self) -> Option<Halt> {
        if self.stop.is_cancelled() {
            return Some(Halt::Stopped);
        }
        self.taken().map(|_| Halt::Paused)
    }

    /// Returns when the desktop is the agent's again; an error when the session is stopped first.
    pub(crate) async fn handed_back(&self) -> Result<(), Halt> {
        let mut taken = self.taken.subscribe();
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Halt::Stopped),
            _ = taken.wait_for(Option::is_none) => Ok(()),
        }
    }

    /// What the future gives, unless a person stops the session or takes over first; then it is dropped where it waits.
    pub(crate) async fn unless_halted<T>(&self, future: impl Future<Output = T>) -> Result<T, Halt> {
        let mut taken = self.taken.subscribe();
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Halt::Stopped),
            _ = taken.wait_for(Option::is_some) => Err(Halt::Paused),
            value = future => Ok(value),
        }
    }
}

/// The agent rests until this is dropped, be it that nobody waits for the answer any more.
struct Resting<'r>(&'r SessionControl);

impl Resting<'_> {
    fn begin(session_control: &SessionControl) -> Resting<'_> {
        session_control.set_to_rest();
        Resting(session_control)
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.set_to_work();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        pin::pin,
        task::{Context, Waker},
    };

    #[test]
    fn a_rest_that_nobody_waits_for_any_more_is_over() {
        let session_control = SessionControl::new(CancellationToken::new());
        session_control.set_to_work();
        {
            let mut resting = pin!(session_control.resting(std::future::pending::<()>()));
            assert!(resting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            session_control.touched(PauseCause::Pointer);
            assert_eq!(session_control.taken(), None, "whoever answers uses the pointer");
        }
        session_control.touched(PauseCause::Pointer);
        assert_eq!(session_control.taken(), Some(PauseCause::Pointer));
    }
}
