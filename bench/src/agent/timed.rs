//! A desktop and a model whose time is counted, so that what is left is ours.

use async_trait::async_trait;
use deskpilot_core::{
    Application, Completion, Control, DesktopInfo, Input, Launch, Outcome, PictureLimits, Point, Prompt,
    Window, WindowId,
};
use deskpilot_desktop::{Area, Budget, Claim, Desktop, DesktopError, Image, Seen};
use deskpilot_linux::LinuxDesktop;
use deskpilot_model::{Model, ModelError, WindowPicture};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

/// How long was spent outside of Deskpilot's own code: in the desktop with its applications, and in the model.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside(Arc<AtomicU64>);

impl Outside {
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    async fn counted<T>(&self, future: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let value = future.await;
        let nanos = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::Relaxed);
        value
    }
}

/// The real desktop, counted.
pub(super) struct Timed {
    pub(super) inside: LinuxDesktop,
    pub(super) outside: Outside,
}

#[async_trait]
impl Desktop for Timed {
    fn info(&self) -> DesktopInfo {
        self.inside.info()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.outside.counted(self.inside.applications()).await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.outside.counted(self.inside.resolve_application(launch)).await
    }

    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        self.outside.counted(self.inside.windows()).await
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.outside.counted(self.inside.root_window()).await
    }

    async fn at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        self.outside.counted(self.inside.at(point)).await
    }

    async fn claim(&mut self, window: &Window, task: &str) -> Result<Claim, DesktopError> {
        self.outside.counted(self.inside.claim(window, task)).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Seen, DesktopError> {
        self.outside.counted(self.inside.controls(window, budget)).await
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        self.outside.counted(self.inside.capture(area)).await
    }

    async fn until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError> {
        self.outside.counted(self.inside.until_drawn(window)).await
    }

    async fn until_told(&mut self, window: WindowId) -> Result<(), DesktopError> {
        self.outside.counted(self.inside.until_told(window)).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.outside.counted(self.inside.read(window, control)).await
    }

    async fn page(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        self.outside.counted(self.inside.page(document)).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.outside.counted(self.inside.perform(input)).await
    }

    async fn launch(&mut self, launch: &Launch, args: &[String]) -> Result<Window, DesktopError> {
        self.outside.counted(self.inside.launch(launch, args)).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.outside.counted(self.inside.release()).await
    }
}

/// A model, counted.
pub(super) struct TimedModel<M> {
    pub(super) inside: M,
    pub(super) outside: Outside,
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
        self.outside.counted(self.inside.complete(prompt)).await
    }
}
