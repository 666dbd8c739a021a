//! Waits until what was done is drawn.

use super::LinuxDesktop;
use deskpilot_core::WindowId;
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long after an action a window may still be drawing what came of it.
const AFTERMATH: Duration = Duration::from_millis(400);
/// For how long a picture must stay the same.
const STILL: Duration = Duration::from_millis(40);

impl LinuxDesktop {
    /// Waits until two pictures of the window are the same, as long as something was done in it a moment ago. What moves
    /// by itself is not waited for longer than that.
    pub(super) async fn drawn(&mut self, window: WindowId) -> Result<(), DesktopError> {
        let Some(acted) = self.acted else { return Ok(()) };
        let end = acted + AFTERMATH;
        if Instant::now() >= end {
            return Ok(());
        }
        let mut last = self.picture(window).await?;
        while Instant::now() < end {
            sleep(STILL).await;
            let now = self.picture(window).await?;
            if now == last {
                return Ok(());
            }
            last = now;
        }
        Ok(())
    }
}
