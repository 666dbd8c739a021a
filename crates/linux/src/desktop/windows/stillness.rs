//! Waits until a window stands still after an action.

use super::open_windows::STILL;
use crate::desktop::reading::reader::Reader;
use deskpilot_core::WindowId;
use deskpilot_desktop::DesktopError;
use tokio::time::{Instant, sleep_until};

impl Reader {
    /// Waits until a window has drawn nothing but a caret for 40 ms, at most until 400 ms after the last action: animations
    /// may never stop. Without a watch on what it draws, two equal pictures show that.
    pub(in crate::desktop) async fn until_still(&mut self, window: WindowId) -> Result<(), DesktopError> {
        let acted = self.actions.last().map(|it| it.over);
        let Some(end) = self.windows.end_of_aftermath(acted) else { return Ok(()) };
        if !self.is_watched(window).await? {
            return self.windows.until_still(window, end).await;
        }
        while let Some(drawn) = self.last_drawing() {
            let still = drawn + STILL;
            if Instant::now() >= still.min(end) {
                break;
            }
            sleep_until(still.min(end)).await;
        }
        Ok(())
    }

    /// Whether what the application of a window draws has been watched since before its last action, and nothing covers the
    /// window: the X server does not report what is drawn under another one.
    async fn is_watched(&mut self, window: WindowId) -> Result<bool, DesktopError> {
        let Some(windows) = self.known(window).map(|group| group.ids()) else { return Ok(false) };
        let is_watched = self.kept.drawing.as_ref().is_some_and(|it| it.windows == windows);
        Ok(is_watched && self.windows.scene(window).await?.is_in_front())
    }

    fn last_drawing(&self) -> Option<Instant> {
        self.kept.drawing.as_ref()?.watch.snapshot().last
    }
}
