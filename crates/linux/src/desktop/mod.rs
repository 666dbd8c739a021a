//! The Linux implementation of [`Desktop`]: combines X11 windows, accessibility reading, and actions.

mod act;
mod clipboard;
mod coordinate_mapping;
mod errors;
mod opening;
mod reading;
mod waiting;
mod windows;

use crate::lease::Leases;
use crate::{LinuxError, Seat, Traffic};
use act::{ActionExecutor, InputMethod};
use async_trait::async_trait;
pub use coordinate_mapping::CoordinateMapping;
use deskpilot_atspi::{NodeRef, RawNode, SelfChanges};
use deskpilot_core::{
    Aim, Application, Control, DesktopInfo, Gesture, Input, Launch, NodeId, Outcome, Point, Truncation,
    Window, WindowId,
    policy::{Foreground, KeyBinding},
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use deskpilot_x11::{Client, Clipboard};
use opening::launcher::Launcher;
use reading::reader::Reader;
use std::fmt;
use std::time::Duration;
use tokio::{task::spawn_blocking, time::Instant};
use windows::{application_version, claims::Claims, foreground, open_windows::Windows, root_controls};

/// A desktop with X11 and AT-SPI2.
pub struct LinuxDesktop {
    executor: ActionExecutor,
    launcher: Launcher,
    clipboard: Clipboard,
    claims: Claims,
}

impl LinuxDesktop {
    /// Connects to the desktop of this seat.
    pub async fn connect(seat: Seat) -> Result<LinuxDesktop, LinuxError> {
        let windows = Windows::connect(&seat).await?;
        let reader = Reader::connect(&seat, windows).await?;
        let leases = Leases::at(&seat)?;
        let input_method = InputMethod::of(&seat);
        let executor = ActionExecutor::new(reader, leases.input_lock()?, input_method);
        let clipboard = Clipboard::of(&seat.display);
        Ok(LinuxDesktop { executor, launcher: Launcher { seat }, clipboard, claims: Claims(leases) })
    }

    /// The traffic over the accessibility bus so far, in messages and bytes.
    pub fn traffic(&self) -> Traffic {
        self.executor.reader.bus.traffic()
    }

    /// Finds the application of a window on the bus, and the fastest way to call it. Every look does so; call this
    /// before to make the first look as fast as later ones.
    pub async fn find_application(&mut self, id: WindowId) -> Result<(), DesktopError> {
        self.reader().find_application(id).await
    }

    /// Everything the application of a window reports about all its nodes, hidden ones included, and what is missing.
    /// Takes many times as long as a look.
    pub async fn full_tree(
        &mut self,
        id: WindowId,
        deadline: Duration,
    ) -> Result<(Vec<RawNode>, Option<Truncation>), DesktopError> {
        self.reader().full_tree(id, deadline).await
    }

    /// How the application reports coordinates in this window; `None` where it reports nothing.
    pub async fn coordinate_mapping(
        &mut self,
        window: WindowId,
    ) -> Result<Option<CoordinateMapping>, DesktopError> {
        Ok(CoordinateMapping::of(&self.reader().group(window).await?))
    }

    fn reader(&mut self) -> &mut Reader {
        &mut self.executor.reader
    }

    fn windows_of_server(&mut self) -> &mut Windows {
        &mut self.executor.reader.windows
    }
}

#[async_trait]
impl WindowList for LinuxDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        Ok(self.windows_of_server().clients().await?.iter().map(Client::window).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Ok(self.windows_of_server().root_window())
    }

    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        Ok(self.windows_of_server().window_under(point).await?.as_ref().map(Client::window))
    }
}

#[async_trait]
impl DesktopReader for LinuxDesktop {
    fn info(&self) -> DesktopInfo {
        self.executor.reader.windows.info().clone()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        Ok(self.launcher.catalog().await?.applications())
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        Ok(self.launcher.catalog().await?.find(launch)?.application.clone())
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let seen = self.glance(window, budget).await?;
        // Not in `glance`: the policy rules on what `controls` returned last (decision 110).
        if window.id != self.windows_of_server().root() {
            self.reader().given.give(window.id, &seen.controls);
        }
        Ok(seen)
    }

    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        if window.id == self.windows_of_server().root() {
            return root_controls::read(self.reader(), budget).await;
        }
        self.reader().controls(window.id, budget).await
    }

    async fn wait_for_change(&mut self, deadline: Duration) {
        self.reader().wait_for_change(deadline).await;
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        let windows = self.windows_of_server();
        match area {
            Area::Desktop => windows.picture(windows.root()).await,
            Area::Window(id) => windows.picture(*id).await,
        }
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        let reader = self.reader();
        match readiness {
            Readiness::Drawn => {
                reader.until_caught_up(window).await;
                reader.until_still(window).await
            }
            Readiness::Reported => {
                reader.until_caught_up(window).await;
                Ok(())
            }
            Readiness::Still => reader.until_still(window).await,
        }
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.reader().text(window, control).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        Ok(self.reader().document_url(document).await)
    }
}

#[async_trait]
impl WindowFacts for LinuxDesktop {
    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        Ok(self.reader().unsteady_controls(window.id).iter().map(NodeRef::id).collect())
    }

    async fn recently_shown(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        Ok(self.reader().recent_controls.of(window.process).to_vec())
    }

    async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        self.reader().key_bindings(window.id).await
    }

    async fn foreground(&mut self, window: &Window) -> Foreground {
        let Some(process) = window.process else { return Foreground::Unknown };
        spawn_blocking(move || foreground::of_process(process)).await.unwrap_or_default()
    }

    async fn application_version(&mut self, window: &Window) -> Option<String> {
        application_version::of_process(window.process?).await
    }
}

#[async_trait]
impl Desktop for LinuxDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        self.claims.take(&mut self.executor.reader.windows, window.id, task).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match &input.gesture {
            Gesture::WriteClipboard(text) => return clipboard::write(&self.clipboard, text).await,
            Gesture::ReadClipboard => return clipboard::read(&self.clipboard).await,
            _ => {}
        }
        let is_window = input.window != self.windows_of_server().root();
        match &input.aim {
            _ if is_window && input.gesture == Gesture::EndApplication => {
                self.executor.end_application(input.window).await
            }
            _ if is_window => self.executor.perform(input).await,
            Aim::Point(point) => self.executor.act_on_background(*point, &input.gesture).await,
            Aim::Window | Aim::Control(_) => Err(DesktopError::no_place()),
        }
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        let (started, reader) = (Instant::now(), &mut self.executor.reader);
        // Held until the window is there: what changes meanwhile is an effect of the launch.
        let _input = reader.events.self_changes.input(SelfChanges::EFFECTS);
        let opened = self.launcher.open(reader, launch, extras).await;
        reader.actions.record_input(started);
        opened
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.executor.release().await
    }
}

impl fmt::Debug for LinuxDesktop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LinuxDesktop({})", self.launcher.seat.display())
    }
}
