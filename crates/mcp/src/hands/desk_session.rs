//! The sessions of a client's desktops, for those who answer their questions or end them while a call is at work.

use crate::turns::{AtClosing, Turns};
use deskpilot_runtime::{Phase, SessionHandle};
use std::sync::Arc;

/// The session of a desktop, and the prompts with which it waits for the client.
#[derive(Clone)]
pub(super) struct DeskSession {
    /// The desktop's name.
    pub(super) desktop: String,
    pub(super) handle: SessionHandle,
    pub(super) turns: Arc<Turns>,
}

impl DeskSession {
    /// Ends it: an agent that waits for the client finishes, and any other work is stopped. Does not wait for the end.
    pub(super) fn leave(&self) {
        if self.turns.close() == AtClosing::Worked {
            self.handle.stop();
        }
    }

    /// Whether it takes no more calls.
    pub(super) fn is_closed(&self) -> bool {
        self.turns.is_closed() || self.handle.phase() == Phase::Over
    }
}

/// The sessions of a client's desktops.
#[derive(Default)]
pub(super) struct DeskSessions {
    running: Vec<DeskSession>,
    has_left: bool,
}

impl DeskSessions {
    /// Those that are not over.
    pub(super) fn running(&mut self) -> &[DeskSession] {
        self.running.retain(|it| it.handle.phase() != Phase::Over);
        &self.running
    }

    /// Adds one; ends it if the client has left.
    pub(super) fn add(&mut self, session: DeskSession) {
        if self.has_left {
            session.leave();
        }
        self.running.push(session);
    }

    /// Ends all of them, and those that are added from now on.
    pub(super) fn leave(&mut self) {
        self.has_left = true;
        self.running.iter().for_each(DeskSession::leave);
    }
}
