//! The start and the end of an application, as far as its receiver takes part in them.

use super::LaunchExtra;
use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{Application, Launch, Window};
use std::time::Duration;

/// The time limit for [`ApplicationLifeCycle::wait_until_ready`]: a busy machine needs seconds from the window to the interface.
pub const READY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an application may take to end when a private desktop is closed. LibreOffice with a few documents takes half a second.
pub const CLOSING_TIMEOUT: Duration = Duration::from_secs(5);

/// What a receiver does when its application starts, and before a private desktop closes.
#[async_trait]
pub trait ApplicationLifeCycle: Send {
    /// What makes an application open its native interface at this launch, such as the argument `--accept=…`, and its document without
    /// a question. Only this user may be able to connect to that interface.
    ///
    /// # Errors
    /// The application cannot read the document as the launch says.
    fn launch_extras(
        &self,
        _application: &Application,
        _launch: &Launch,
    ) -> Result<Vec<LaunchExtra>, DesktopError> {
        Ok(Vec::new())
    }

    /// Waits until the application that a launch has opened in this window takes native commands; called with
    /// [`READY_TIMEOUT`] as the limit. One that is not ready by then has no commands until it is.
    async fn wait_until_ready(&mut self, _window: &Window) {}

    /// Ends its application before a private desktop is closed: documents first, without saving them, then the program. Asked once,
    /// with [`CLOSING_TIMEOUT`] as the limit; what still runs afterwards ends with the desktop.
    async fn close_application(&mut self) {}
}
