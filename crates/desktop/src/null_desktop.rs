//! The desktop of a session that is only shown again, not continued.

use crate::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use async_trait::async_trait;
use deskpilot_core::{Application, Control, DesktopInfo, Input, Launch, Outcome, Size, Window, WindowId};

/// A desktop on which every call fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullDesktop;

fn lost() -> DesktopError {
    DesktopError::Unusable("this session has no desktop: it is only looked back upon".into())
}

#[async_trait]
impl WindowList for NullDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        Err(lost())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Err(lost())
    }
}

#[async_trait]
impl DesktopReader for NullDesktop {
    fn info(&self) -> DesktopInfo {
        DesktopInfo { name: "no desktop".into(), size: Size::default(), monitors: Vec::new() }
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        Err(lost())
    }

    async fn resolve_application(&mut self, _: &Launch) -> Result<Application, DesktopError> {
        Err(lost())
    }

    async fn controls(&mut self, _: &Window, _: Budget) -> Result<ControlSnapshot, DesktopError> {
        Err(lost())
    }

    async fn capture(&mut self, _: &Area) -> Result<Image, DesktopError> {
        Err(lost())
    }

    async fn wait_until(&mut self, _: WindowId, _: Readiness) -> Result<(), DesktopError> {
        Err(lost())
    }

    async fn read(&mut self, _: WindowId, _: &Control) -> Result<String, DesktopError> {
        Err(lost())
    }

    async fn document_url(&mut self, _: &Control) -> Result<Option<String>, DesktopError> {
        Err(lost())
    }
}

impl WindowFacts for NullDesktop {}

#[async_trait]
impl Desktop for NullDesktop {
    async fn claim(&mut self, _: &Window, _: &str) -> Result<WindowClaim, DesktopError> {
        Err(lost())
    }

    async fn perform(&mut self, _: &Input) -> Result<Outcome, DesktopError> {
        Err(lost())
    }

    async fn open(&mut self, _: &Launch, _: &[LaunchExtra]) -> Result<OpenedApplication, DesktopError> {
        Err(lost())
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        Ok(())
    }
}
