//! Which windows a desktop has, and which of them is where.

use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{Point, Window, window_at};

/// The windows of a desktop: what it takes to find the window that an action goes to.
#[async_trait]
pub trait WindowList: Send {
    /// The top-level windows that a person could see or restore, topmost first, without labels.
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError>;

    /// The root window, which represents the whole desktop and is not in [`WindowList::windows`]. Its controls are the visible
    /// controls of all windows, topmost window first; its picture shows the desktop. The module
    /// [`root_window`](crate::root_window) finds the window that takes an input for it.
    async fn root_window(&mut self) -> Result<Window, DesktopError>;

    /// The window that would receive a click at this point, also through one of its menus; `None` for the background and for
    /// surfaces that belong to no window.
    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        Ok(window_at(&self.windows().await?, point).cloned())
    }
}
