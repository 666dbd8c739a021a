//! A connection to a private desktop, and hands of a person who looks at it from elsewhere.

use super::desktop_threads::{Confined, DesktopThreads};
use crate::desktop::{Applications, WindowsDesktop};
use crate::platform::remote_hands::WindowsHands;
use async_trait::async_trait;
use deskpilot_core::{
    Application, Control, DesktopInfo, Input, Launch, NodeId, Outcome, Point, Window, WindowId,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, RemoteHands, RemoteInput, WindowClaim, WindowFacts, WindowList,
};
use std::{path::PathBuf, sync::Arc};

/// A connection to a private desktop.
pub(super) struct PrivateConnection {
    desktop: Confined<WindowsDesktop>,
    info: DesktopInfo,
}

impl PrivateConnection {
    /// Connects to the desktop of these threads.
    pub(super) async fn open(
        threads: &Arc<DesktopThreads>,
        applications: Arc<dyn Applications>,
        leases: PathBuf,
    ) -> Result<PrivateConnection, DesktopError> {
        let desktop = Arc::clone(threads.desktop());
        let connecting = async move { WindowsDesktop::private(desktop, applications, &leases) };
        let connected = threads.run(connecting).await?;
        let info = connected.info();
        Ok(PrivateConnection { desktop: Confined::new(Arc::clone(threads), connected), info })
    }
}

#[async_trait]
impl WindowList for PrivateConnection {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        self.desktop.with(|it| it.windows()).await
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.desktop.with(|it| it.root_window()).await
    }

    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        self.desktop.with(move |it| it.window_at(point)).await
    }
}

#[async_trait]
impl DesktopReader for PrivateConnection {
    fn info(&self) -> DesktopInfo {
        self.info.clone()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.desktop.with(|it| it.applications()).await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        let launch = launch.clone();
        self.desktop.with(move |it| Box::pin(async move { it.resolve_application(&launch).await })).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let window = window.clone();
        self.desktop.with(move |it| Box::pin(async move { it.controls(&window, budget).await })).await
    }

    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let window = window.clone();
        self.desktop.with(move |it| Box::pin(async move { it.glance(&window, budget).await })).await
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        self.desktop.with(move |it| it.wait_until(window, readiness)).await
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        let area = area.clone();
        self.desktop.with(move |it| Box::pin(async move { it.capture(&area).await })).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let control = control.clone();
        self.desktop.with(move |it| Box::pin(async move { it.read(window, &control).await })).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let document = document.clone();
        self.desktop.with(move |it| Box::pin(async move { it.document_url(&document).await })).await
    }
}

#[async_trait]
impl WindowFacts for PrivateConnection {
    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        let window = window.clone();
        self.desktop.with(move |it| Box::pin(async move { it.unsteady_controls(&window).await })).await
    }

    async fn recently_shown(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        let window = window.clone();
        self.desktop.with(move |it| Box::pin(async move { it.recently_shown(&window).await })).await
    }
}

#[async_trait]
impl Desktop for PrivateConnection {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        let (window, task) = (window.clone(), task.to_owned());
        self.desktop.with(move |it| Box::pin(async move { it.claim(&window, &task).await })).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let input = input.clone();
        self.desktop.with(move |it| Box::pin(async move { it.perform(&input).await })).await
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        let (launch, extras) = (launch.clone(), extras.to_vec());
        self.desktop.with(move |it| Box::pin(async move { it.open(&launch, &extras).await })).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.desktop.with(|it| it.release()).await
    }
}

/// Hands on a private desktop.
pub(super) struct PrivateHands(pub(super) Confined<WindowsHands>);

#[async_trait]
impl RemoteHands for PrivateHands {
    async fn perform(&mut self, input: &RemoteInput) -> Result<(), DesktopError> {
        let input = input.clone();
        self.0.with(move |it| Box::pin(async move { it.perform(&input).await })).await
    }

    async fn copied(&mut self) -> Result<String, DesktopError> {
        self.0.with(|it| it.copied()).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.0.with(|it| it.release()).await
    }
}
