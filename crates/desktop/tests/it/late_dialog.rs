//! A text desktop on which a dialog opens between two calls.

use async_trait::async_trait;
use deskpilot_core::{
    Application, Control, DesktopInfo, Input, Launch, Outcome, Truncation, Window, WindowId,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use deskpilot_testkit::TextDesktop;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

/// A desktop on which a dialog is in the accessibility tree from the second read, its window from another moment, and a text
/// appears only briefly.
pub(crate) struct LateDialogDesktop {
    pub(crate) desktop: TextDesktop,
    pub(crate) dialog: Option<Control>,
    pub(crate) passed: Vec<Control>,
    /// After how many reads the window of the dialog is listed.
    pub(crate) listed_after: u32,
    pub(crate) reads: u32,
    /// The window that is not read in time.
    pub(crate) late: Option<WindowId>,
    /// How many pictures were taken.
    pub(crate) captures: Arc<AtomicU32>,
}

#[async_trait]
impl WindowList for LateDialogDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        let mut windows = self.desktop.windows().await?;
        if self.dialog.is_some() && self.reads >= self.listed_after {
            let title = "Save As".to_owned();
            windows.push(Window { id: WindowId(77), title, ..windows[0].clone() });
        }
        Ok(windows)
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.desktop.root_window().await
    }
}

#[async_trait]
impl DesktopReader for LateDialogDesktop {
    fn info(&self) -> DesktopInfo {
        self.desktop.info()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.desktop.applications().await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.desktop.resolve_application(launch).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let mut seen = self.desktop.controls(window, budget).await?;
        self.reads += 1;
        if self.late == Some(window.id) {
            let truncated = Some(Truncation { reason: "deadline of 1000 ms".into(), unread: None });
            return Ok(ControlSnapshot { controls: Vec::new(), levels: Vec::new(), truncated, ..seen });
        }
        seen.controls.extend(self.dialog.clone().filter(|_| self.reads > 1));
        Ok(seen)
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        self.captures.fetch_add(1, Ordering::Relaxed);
        self.desktop.capture(area).await
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        self.desktop.wait_until(window, readiness).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.desktop.read(window, control).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        self.desktop.document_url(document).await
    }
}

#[async_trait]
impl WindowFacts for LateDialogDesktop {
    async fn recently_shown(&mut self, _: &Window) -> Result<Vec<Control>, DesktopError> {
        Ok(self.passed.clone())
    }
}

#[async_trait]
impl Desktop for LateDialogDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        self.desktop.claim(window, task).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.desktop.perform(input).await
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        self.desktop.open(launch, extras).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.desktop.release().await
    }
}
