//! A desktop and a model that count the time spent in them: the rest of a step is Deskpilot's own.

use async_trait::async_trait;
use deskpilot_core::{
    Application, Completion, Control, DesktopInfo, Input, Launch, NodeId, Outcome, PictureLimits, Point,
    Prompt, Window, WindowId, policy::KeyBinding,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use deskpilot_linux::LinuxDesktop;
use deskpilot_model::{Model, ModelError, WindowPicture};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

/// The time spent outside Deskpilot's own code: in the desktop with its applications, and in the model.
#[derive(Clone, Debug, Default)]
pub(super) struct OutsideTime(Arc<AtomicU64>);

impl OutsideTime {
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    async fn count<T>(&self, future: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let value = future.await;
        let nanos = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::Relaxed);
        value
    }
}

/// A real desktop that counts the time of its calls.
pub(super) struct TimedDesktop {
    pub(super) inside: LinuxDesktop,
    pub(super) outside: OutsideTime,
}

#[async_trait]
impl WindowList for TimedDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        self.outside.count(self.inside.windows()).await
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.outside.count(self.inside.root_window()).await
    }

    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        self.outside.count(self.inside.window_at(point)).await
    }
}

#[async_trait]
impl DesktopReader for TimedDesktop {
    fn info(&self) -> DesktopInfo {
        self.inside.info()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.outside.count(self.inside.applications()).await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.outside.count(self.inside.resolve_application(launch)).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.outside.count(self.inside.controls(window, budget)).await
    }

    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.outside.count(self.inside.glance(window, budget)).await
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        self.outside.count(self.inside.capture(area)).await
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        self.outside.count(self.inside.wait_until(window, readiness)).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.outside.count(self.inside.read(window, control)).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        self.outside.count(self.inside.document_url(document)).await
    }
}

#[async_trait]
impl WindowFacts for TimedDesktop {
    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        self.outside.count(self.inside.unsteady_controls(window)).await
    }

    async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        self.outside.count(self.inside.key_bindings(window)).await
    }
}

#[async_trait]
impl Desktop for TimedDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        self.outside.count(self.inside.claim(window, task)).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.outside.count(self.inside.perform(input)).await
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        self.outside.count(self.inside.open(launch, extras)).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.outside.count(self.inside.release()).await
    }
}

/// A model that counts the time of its calls.
pub(super) struct TimedModel<M> {
    pub(super) inside: M,
    pub(super) outside: OutsideTime,
}

#[async_trait]
impl<M: Model> Model for TimedModel<M> {
    fn name(&self) -> &str {
        self.inside.name()
    }

    fn pictures(&self) -> PictureLimits {
        self.inside.pictures()
    }

    fn window_picture(&self) -> WindowPicture {
        self.inside.window_picture()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.outside.count(self.inside.complete(prompt)).await
    }
}
