//! The comparison in the tests: it finds no false confirmation where Deskpilot acts, and all of them where a desktop lies.

use super::{block::EffectBlock, play};
use crate::toolkit::Toolkit;
use async_trait::async_trait;
use deskpilot_core::{
    Application, Control, ControlDetail, DesktopInfo, Effect, Evidence, Input, Launch, NodeId, Outcome,
    Point, Role, Window, WindowId, policy::KeyBinding,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};

/// A desktop that sends nothing, and says that it saw the effect.
struct LyingDesktop(Box<dyn Desktop>);

#[async_trait]
impl WindowList for LyingDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        self.0.windows().await
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.0.root_window().await
    }

    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        self.0.window_at(point).await
    }
}

#[async_trait]
impl DesktopReader for LyingDesktop {
    fn info(&self) -> DesktopInfo {
        self.0.info()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.0.applications().await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.0.resolve_application(launch).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.0.controls(window, budget).await
    }

    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.0.glance(window, budget).await
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        self.0.capture(area).await
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        self.0.wait_until(window, readiness).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.0.read(window, control).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        self.0.document_url(document).await
    }
}

#[async_trait]
impl WindowFacts for LyingDesktop {
    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        self.0.unsteady_controls(window).await
    }

    async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        self.0.key_bindings(window).await
    }
}

#[async_trait]
impl Desktop for LyingDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        self.0.claim(window, task).await
    }

    async fn perform(&mut self, _: &Input) -> Result<Outcome, DesktopError> {
        let gone = vec![ControlDetail::Removed { role: Role::Button, name: "Send".into() }];
        Ok(Effect::Confirmed(Evidence::Controls { added: 0, removed: 837, changed: 0, details: gone }).into())
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        self.0.open(launch, extras).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.0.release().await
    }
}

fn block(toolkit: Toolkit, actions: u32) -> EffectBlock {
    EffectBlock { toolkit, seed: 11, first: 0, actions }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_confirmed_about_actions_in_gtk_is_true() {
    let tally = Box::pin(play(block(Toolkit::Gtk3, 20), |desktop| desktop)).await.unwrap();
    assert!(
        tally.unplayed.is_empty() && tally.falsehoods.iter().all(|it| it.reported != "confirmed"),
        "{tally}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desktop_that_lies_is_found_out() {
    let lying = |desktop| -> Box<dyn Desktop> { Box::new(LyingDesktop(desktop)) };
    let tally = Box::pin(play(block(Toolkit::Gtk3, 8), lying)).await.unwrap();
    assert!(!tally.is_met() && tally.falsehoods.len() > 4, "{tally}");
    assert!(tally.falsehoods.iter().all(|it| it.reported == "confirmed"), "{tally}");
}
