//! Which object on the session bus a window on the screen is. Only the platform can know it.

use async_trait::async_trait;
use deskpilot_core::WindowId;
use std::fmt;

/// An object on the session bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowObject {
    /// The unique name of its connection.
    pub peer: String,
    /// Its path.
    pub path: String,
}

/// The windows of a desktop as objects on its session bus.
#[async_trait]
pub trait WindowObjects: fmt::Debug + Send + Sync {
    /// The object of a window, or of the window that a dialog belongs to; `None` where its application announces none.
    /// The receiver believes it only if the window's own process has this object.
    async fn object_of(&self, window: WindowId) -> Option<WindowObject>;
}
