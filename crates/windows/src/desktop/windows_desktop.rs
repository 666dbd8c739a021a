//! The Windows implementation of [`Desktop`].

use super::act::Executor;
use super::applications::Applications;
use super::backend::Backend;
use super::errors::blocking;
use super::leases::Leases;
use super::reading::reader::{Reader, Reading};
use super::reading::root_controls;
use super::screen::Screen;
use super::{clipboard, opening, pictures};
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Application, Control, ControlSource, DesktopInfo, Gesture, Input, Launch, NodeId, Outcome, Point,
    Rect, Truncation, Window, WindowId, WindowState,
};
use deskpilot_desktop::verdict::ReadCoverage;
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Freshness, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList, root_window,
};
use deskpilot_uia::{NodeRef, Uia};
use deskpilot_win32::{PrivateDesktop, frame, monitors, toplevel, toplevel_at, use_physical_pixels, windows};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The id of the root window: no window of Windows has this number.
const ROOT: WindowId = WindowId(0);
/// How long a window may take to show the last action.
const DRAWING: Duration = Duration::from_millis(50);
/// How long the address of a page may take.
const ADDRESS: Duration = Duration::from_millis(500);

/// A desktop of Windows.
pub struct WindowsDesktop {
    executor: Executor,
    applications: Arc<dyn Applications>,
    info: DesktopInfo,
    screen: Screen,
}

impl WindowsDesktop {
    /// Connects to the desktop of this process, which has these applications. The lock files that sessions respect are in this
    /// folder.
    ///
    /// # Errors
    /// Windows scales the coordinates of this process, or the folder cannot be used.
    pub fn connect(
        applications: Arc<dyn Applications>,
        leases: &Path,
    ) -> Result<WindowsDesktop, DesktopError> {
        WindowsDesktop::over(Uia::of_desktop(), applications, leases)
    }

    /// The same with this UI Automation.
    ///
    /// # Errors
    /// As [`WindowsDesktop::connect`].
    pub fn over(
        uia: Uia,
        applications: Arc<dyn Applications>,
        leases: &Path,
    ) -> Result<WindowsDesktop, DesktopError> {
        WindowsDesktop::on(Screen::Shown, uia, applications, leases)
    }

    /// A private desktop, on whose threads alone this is called and the result is used.
    ///
    /// # Errors
    /// As [`WindowsDesktop::connect`].
    pub(crate) fn private(
        desktop: Arc<PrivateDesktop>,
        applications: Arc<dyn Applications>,
        leases: &Path,
    ) -> Result<WindowsDesktop, DesktopError> {
        let uia = Uia::of_desktop_after(move || desktop.enter().is_ok());
        WindowsDesktop::on(Screen::Hidden, uia, applications, leases)
    }

    fn on(
        screen: Screen,
        uia: Uia,
        applications: Arc<dyn Applications>,
        leases: &Path,
    ) -> Result<WindowsDesktop, DesktopError> {
        use_physical_pixels().map_err(|error| DesktopError::Unusable(error.to_string()))?;
        let leases = Leases::at(leases)
            .map_err(|error| DesktopError::Unusable(format!("{}: {error}", leases.display())))?;
        let all = monitors().map_err(|error| DesktopError::Unusable(error.to_string()))?;
        let all: Vec<_> = all.into_iter().map(|it| it.monitor).collect();
        let monitors = if all.len() > 1 { all } else { Vec::new() };
        let name = match screen {
            Screen::Shown => "Windows desktop",
            Screen::Hidden => "private Windows desktop",
        };
        let info = DesktopInfo { name: name.into(), size: frame().size(), monitors };
        let executor = Executor::new(Reader::new(uia), leases, screen);
        Ok(WindowsDesktop { executor, applications, info, screen })
    }

    /// By what the windows of an application are read; `None` where none was read yet. The ids of its controls say the same in a log.
    pub fn backend_of(&self, window: &Window) -> Option<Backend> {
        self.executor.reader.backend_of(&toplevel(window.id.into()).ok()?)
    }

    fn reader(&mut self) -> &mut Reader {
        &mut self.executor.reader
    }

    fn whole(&self) -> Rect {
        Rect::new(0, 0, self.info.size.width, self.info.size.height)
    }
}

#[async_trait]
impl WindowList for WindowsDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        let open = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
        Ok(open.iter().map(deskpilot_win32::Toplevel::window).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Ok(Window {
            label: None,
            id: ROOT,
            title: self.info.name.clone(),
            application: "desktop".into(),
            process: None,
            rect: self.whole(),
            state: WindowState::Normal,
            focused: false,
        })
    }

    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        let Some(found) = blocking(move || toplevel_at(point)).await? else { return Ok(None) };
        let open = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
        if let Some(window) = open.iter().find(|it| it.hwnd == found) {
            return Ok(Some(window.window()));
        }
        // An open menu belongs to the window in front of its program.
        let popup = blocking(move || deskpilot_win32::toplevel(found)).await?;
        let process = popup.ok().filter(|it| it.kind == deskpilot_win32::WindowKind::Popup);
        let process = process.and_then(|it| it.process);
        let of_its_program = open.iter().find(|it| process.is_some() && it.process == process);
        Ok(of_its_program.map(deskpilot_win32::Toplevel::window))
    }
}

#[async_trait]
impl DesktopReader for WindowsDesktop {
    fn info(&self) -> DesktopInfo {
        self.info.clone()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        let applications = Arc::clone(&self.applications);
        blocking(move || applications.list()).await?
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        let (applications, launch) = (Arc::clone(&self.applications), launch.clone());
        blocking(move || applications.resolve(&launch)).await?
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let seen = self.glance(window, budget).await?;
        if window.id != ROOT && seen.freshness != Freshness::Unreported {
            self.reader().self_changes.record(window.id, &seen.controls, Instant::now().into_std());
            self.reader().give(window.id, &seen.controls);
        }
        Ok(seen)
    }

    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        if window.id == ROOT {
            return root_controls::read(self.reader(), ROOT, budget).await;
        }
        match self.reader().read(window.id, budget).await {
            Ok(reading) => Ok(snapshot_of(&reading)),
            Err(error @ DesktopError::WindowGone(_)) => Err(error),
            Err(error) if error.is_of_whole_desktop() => Err(error),
            // Its picture, places and keys may still do.
            Err(error) => Ok(ControlSnapshot::unreported(vec![window.id], error.to_string())),
        }
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        if window != ROOT {
            self.reader().group(window).await?;
        }
        if readiness != Readiness::Reported {
            // Programs draw after they have changed; Windows says nothing of when they have.
            sleep(DRAWING).await;
        }
        Ok(())
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        match area {
            Area::Desktop | Area::Window(ROOT) => pictures::of_desktop(self.screen, self.info.size).await,
            Area::Window(id) => pictures::of_window_group(&mut self.executor.reader, *id, self.screen).await,
        }
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let window = root_window::window_of(self, window, control).await?;
        let reading = self.reader().read(window, Budget::LOOK).await?;
        let found = control.node().and_then(|it| reading.find(it));
        let element = found.ok_or_else(|| DesktopError::ControlGone(control.id().to_string()))?;
        self.executor.reader.whole_text(element, &reading.group.main).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let ControlSource::Accessibility { node } = &document.source else { return Ok(None) };
        let Some(node) = NodeRef::of(node) else { return Ok(None) };
        let facts = self.reader().uia.until(Instant::now() + ADDRESS).facts(&node).await;
        Ok(facts.ok().and_then(|it| it.page_address().map(str::to_owned)))
    }
}

#[async_trait]
impl WindowFacts for WindowsDesktop {
    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        Ok(self.reader().self_changes.unsteady(window.id, Instant::now().into_std()))
    }

    async fn recently_shown(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        let recent = self.reader().recent.as_ref();
        let of_window = recent.filter(|(process, _)| Some(*process) == window.process);
        Ok(of_window.map(|(_, shown)| shown.clone()).unwrap_or_default())
    }
}

#[async_trait]
impl Desktop for WindowsDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        let Executor { reader, leases, .. } = &mut self.executor;
        leases.claim(reader, window.id, ROOT, task).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match &input.gesture {
            Gesture::WriteClipboard(text) => return clipboard::write(text).await,
            Gesture::ReadClipboard => return clipboard::read().await,
            _ => {}
        }
        match &input.aim {
            _ if input.window != ROOT && input.gesture == Gesture::EndApplication => {
                self.executor.end_application(input.window).await
            }
            _ if input.window != ROOT => Box::pin(self.executor.perform(input)).await,
            Aim::Point(point) => self.executor.act_on_background(*point, &input.gesture).await,
            Aim::Window | Aim::Control(_) => Err(DesktopError::no_place()),
        }
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        opening::open(Arc::clone(&self.applications), self.reader(), launch, extras).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.executor.release().await
    }
}

fn snapshot_of(reading: &Reading) -> ControlSnapshot {
    let is_silent = reading.elements.is_empty() && reading.truncated.is_none();
    let freshness = match is_silent {
        true => Freshness::Unreported,
        false => Freshness::Read,
    };
    let lacks = || {
        let is_partial = reading.coverage == ReadCoverage::Incomplete;
        let reason = if is_silent { "the application reports no controls" } else { "a part was not read" };
        (is_silent || is_partial).then(|| Truncation { reason: reason.to_owned(), unread: None })
    };
    ControlSnapshot {
        controls: reading.controls(),
        levels: reading.elements.iter().map(|it| it.level).collect(),
        truncated: reading.truncated.clone().or_else(lacks),
        windows: reading.group.ids(),
        freshness,
    }
}

impl fmt::Debug for WindowsDesktop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WindowsDesktop({} by {})", self.info.size.width, self.info.size.height)
    }
}
