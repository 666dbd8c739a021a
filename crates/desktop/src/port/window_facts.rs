//! What a platform may know of a window beyond what a look shows.

use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{
    Control, NodeId, Window,
    policy::{Foreground, KeyBinding},
};

/// Facts about a window that the policy, waits and knowledge ask for. A platform that does not know one has the answer of the
/// default body.
#[async_trait]
pub trait WindowFacts: Send {
    /// Controls that appeared in this window's application since the last action there and that some read saw, oldest first.
    /// Some may be gone again. Empty if the last action was elsewhere.
    async fn recently_shown(&mut self, _window: &Window) -> Result<Vec<Control>, DesktopError> {
        Ok(Vec::new())
    }

    /// The controls of a window that are pressed for their name, and whose name or role changed by itself within the last
    /// second. What an action changed does not count, unless it changed again. Asks no application.
    async fn unsteady_controls(&mut self, _window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        Ok(Vec::new())
    }

    /// The controls of a window's application that keys press, as far as it says which. Some calls to the application; the
    /// answer is kept until its windows change.
    async fn key_bindings(&mut self, _window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        Ok(Vec::new())
    }

    /// What has the terminal of a window, and so takes its keys; unknown where the platform does not
    /// know, and for windows without one.
    async fn foreground(&mut self, _window: &Window) -> Foreground {
        Foreground::Unknown
    }

    /// The version of the application that shows a window, as the platform's packages state it; `None` if unknown. It may read
    /// the lists of all packages; callers keep the answer.
    async fn application_version(&mut self, _window: &Window) -> Option<String> {
        None
    }
}
