//! The agent's only access to the desktop. Every wait ends as soon as a person stops or pauses the session.

use crate::{Halt, SessionControl};
use deskpilot_core::{
    Action, Aim, Application, Control, DesktopInfo, Gesture, Input, Launch, NodeId, Operation, Outcome,
    Point, Remedy, Verb, Window, WindowId,
    policy::{Foreground, KeyBinding},
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopLook, DesktopReader, Freshness, LookOptions,
    NativeCommands, PageHit, Puppeteer, RedactedImage, Scope, SecretSearch, WindowClaim, WindowFacts,
    WindowList, WindowLook, look_at_desktop, root_window,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    time::Duration,
};
use tokio::time::Instant;

/// How long an application may be busy before a look gives it up.
const BUSY: Duration = Duration::from_secs(15);
/// How long a window may have no application that reports its controls before a look takes it as it is. Those of an application that
/// starts come later than its window; those of many programs never come.
const UNREPORTED: Duration = Duration::from_secs(5);
/// How long to wait between two looks at a busy one. Each takes a second and more before it ends without an answer.
const PAUSE: Duration = Duration::from_millis(100);

/// The desktop and the native interfaces, and the person's control over them.
pub(crate) struct World {
    puppeteer: Puppeteer,
    control: SessionControl,
    /// The versions of applications, by their names and processes: a restarted program may be another version.
    versions: BTreeMap<(String, Option<u32>), Option<String>>,
    /// The windows whose controls nobody reported at the last look. No look waits for them again.
    unreported: BTreeSet<WindowId>,
}

/// Why an access to the desktop failed.
#[derive(Debug)]
pub(crate) enum WorldError {
    /// A person stopped or paused the session.
    Halted(Halt),
    /// The desktop failed.
    Desktop(DesktopError),
}

/// The result of reading a window's controls.
pub(crate) enum WindowControls {
    /// The controls.
    Read(ControlSnapshot),
    /// The window is gone.
    Gone,
    /// The desktop cannot read them now.
    Unreadable,
}

impl World {
    /// The world behind this puppeteer, under this control.
    pub(crate) fn new(puppeteer: Puppeteer, control: SessionControl) -> World {
        World { puppeteer, control, versions: BTreeMap::new(), unreported: BTreeSet::new() }
    }

    /// Stop, pause and hand back.
    pub(crate) fn control(&self) -> &SessionControl {
        &self.control
    }

    /// The kind of desktop.
    pub(crate) fn info(&self) -> DesktopInfo {
        self.puppeteer.info()
    }

    /// The native commands available in a window.
    pub(crate) async fn commands(&mut self, window: &Window) -> Result<NativeCommands, Halt> {
        let World { puppeteer, control, .. } = self;
        control.unless_halted(puppeteer.commands(Scope::Window(window))).await
    }

    /// The action with what only a receiver knows of its native command written out, or why there is no such thing as it means.
    pub(crate) async fn complete(&mut self, action: Action) -> Result<Result<Action, String>, Halt> {
        if action.verb != Verb::Native {
            return Ok(Ok(action));
        }
        let World { puppeteer, control, .. } = self;
        let scope = Scope::Window(&action.window);
        let completed = control.unless_halted(puppeteer.complete(&action.call, scope)).await?;
        Ok(completed.map(|call| match call {
            Some(call) => Action { call, ..action },
            None => action,
        }))
    }

    /// Ends the applications before a private desktop is closed, also after a stop.
    pub(crate) async fn close_applications(&mut self) {
        self.puppeteer.close_applications().await;
    }

    /// The names of the secrets that the agent may type.
    pub(crate) fn secrets(&self) -> Vec<String> {
        self.puppeteer.secrets()
    }

    /// The text, with each typed secret replaced by its name.
    pub(crate) fn without_secrets(&self, text: &str) -> String {
        self.puppeteer.without_secrets(text)
    }

    /// Searches a text for the user's secrets, typed or not.
    pub(crate) async fn search_secrets(&mut self, text: &str) -> Result<SecretSearch, Halt> {
        let World { puppeteer, control, .. } = self;
        control.unless_halted(puppeteer.search_secrets(text)).await
    }

    /// Awaits the future; drops it when the session is halted first.
    pub(crate) async fn wait_for<T>(&self, future: impl Future<Output = T>) -> Result<T, Halt> {
        self.control.unless_halted(future).await
    }

    /// Awaits a person's answer, unless the session is halted first. The agent rests meanwhile, so the person may use the
    /// pointer and keyboard.
    pub(crate) async fn wait_for_person<T>(&self, answer: impl Future<Output = T>) -> Result<T, Halt> {
        self.control.while_resting(self.control.unless_halted(answer)).await
    }

    /// Sleeps, unless the session is halted first.
    pub(crate) async fn sleep(&self, time: Duration) -> Result<(), Halt> {
        self.wait_for(tokio::time::sleep(time)).await
    }

    /// The listed windows; empty when the desktop cannot list them.
    pub(crate) async fn windows(&mut self) -> Result<Vec<Window>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().windows()).await?.unwrap_or_default())
    }

    /// The listed windows, or why the desktop cannot list them.
    pub(crate) async fn list_windows(&mut self) -> Result<Vec<Window>, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().windows()).await??)
    }

    /// The version of the application that shows a window; `None` if unknown. Asks the desktop once for each process.
    pub(crate) async fn application_version(&mut self, window: &Window) -> Result<Option<String>, Halt> {
        let key = (window.application.clone(), window.process);
        if let Some(known) = self.versions.get(&key) {
            return Ok(known.clone());
        }
        let World { puppeteer, control, .. } = self;
        let version = control.unless_halted(puppeteer.desktop().application_version(window)).await?;
        self.versions.insert(key, version.clone());
        Ok(version)
    }

    /// The window's entry in this listing; the root window, which no listing has, is looked up on the desktop.
    pub(crate) async fn as_listed(&mut self, window: &Window, all: &[Window]) -> Result<Window, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(root_window::as_listed(puppeteer.desktop(), window, all)).await??)
    }

    /// The window with its present title, place and state.
    pub(crate) async fn current(&mut self, window: &Window) -> Result<Window, WorldError> {
        let all = self.list_windows().await?;
        self.as_listed(window, &all).await
    }

    /// Brings a window forward and returns its present state. A window that cannot get the keyboard can still be used.
    pub(crate) async fn bring_forward(&mut self, window: &Window) -> Result<Window, WorldError> {
        let stands = self.current(window).await?;
        // The root window never has the keyboard.
        if stands.focused || self.root_window().await?.id == stands.id {
            return Ok(stands);
        }
        let World { puppeteer, control, .. } = self;
        let focus = Input { window: window.id, aim: Aim::Window, gesture: Gesture::Focus };
        match control.unless_halted(puppeteer.desktop().perform(&focus)).await? {
            Err(error) if error.remedy() == Remedy::GiveUp => Err(error.into()),
            _ => Ok(stands),
        }
    }

    /// The root window, which stands for the whole desktop.
    pub(crate) async fn root_window(&mut self) -> Result<Window, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().root_window()).await??)
    }

    /// The window that takes an action on the root window; see [`root_window::target`].
    pub(crate) async fn root_target(
        &mut self,
        root: &Window,
        action: &Action,
    ) -> Result<Option<Window>, WorldError> {
        let World { puppeteer, control, .. } = self;
        let gesture = match &action.verb {
            Verb::Gesture(gesture) => Some(gesture),
            _ => None,
        };
        let looking = root_window::target(puppeteer.desktop(), root, &action.aim, gesture);
        Ok(control.unless_halted(looking).await??)
    }

    /// The applications that can be opened.
    pub(crate) async fn applications(&mut self) -> Result<Vec<Application>, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().applications()).await??)
    }

    /// The window at a point; `None` for the background, and when the desktop cannot say.
    pub(crate) async fn window_at(&mut self, point: Point) -> Result<Option<Window>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().window_at(point)).await?.ok().flatten())
    }

    /// Reads the controls of a window.
    pub(crate) async fn controls(&mut self, window: &Window, budget: Budget) -> Result<WindowControls, Halt> {
        let World { puppeteer, control, .. } = self;
        let read = control.unless_halted(puppeteer.desktop().controls(window, budget)).await?;
        Ok(match read {
            Ok(seen) => WindowControls::Read(seen),
            Err(DesktopError::WindowGone(_)) => WindowControls::Gone,
            Err(_) => WindowControls::Unreadable,
        })
    }

    /// The controls whose name changed by itself a moment ago; empty when the desktop cannot say.
    pub(crate) async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().unsteady_controls(window)).await?.unwrap_or_default())
    }

    /// What the page in a window with these controls has at a point now.
    pub(crate) async fn page_hit(
        &mut self,
        window: &Window,
        controls: &[Control],
        point: Point,
    ) -> Result<PageHit, Halt> {
        let World { puppeteer, control, .. } = self;
        control.unless_halted(puppeteer.page_hit(window, controls, point)).await
    }

    /// The URL of a document's page; `None` for other documents, and when the desktop cannot say.
    pub(crate) async fn document_url(&mut self, document: &Control) -> Result<Option<String>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().document_url(document)).await?.ok().flatten())
    }

    /// The controls of the window's application that keys press; empty when the desktop cannot say.
    pub(crate) async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().key_bindings(window)).await?.unwrap_or_default())
    }

    /// What has the terminal of a window.
    pub(crate) async fn foreground(&mut self, window: &Window) -> Result<Foreground, Halt> {
        let World { puppeteer, control, .. } = self;
        control.unless_halted(puppeteer.desktop().foreground(window)).await
    }

    /// The application that a launch would open; `None` when none has that name.
    pub(crate) async fn resolve_application(&mut self, launch: &Launch) -> Result<Option<Application>, Halt> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().resolve_application(launch)).await?.ok())
    }

    /// Claims a window for a task, so that no other session works in it.
    pub(crate) async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().claim(window, task)).await??)
    }

    /// Looks at the whole desktop.
    pub(crate) async fn look_at_desktop(&mut self) -> Result<DesktopLook, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(look_at_desktop(puppeteer.desktop())).await??)
    }

    /// A picture of the whole desktop.
    pub(crate) async fn screenshot(&mut self) -> Result<RedactedImage, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.desktop().screenshot(&Area::Desktop)).await??)
    }

    /// Looks at a window that was listed a moment ago. Waits for an application that is busy, as one that loads or saves a
    /// document is: it does not answer, or not in time for a single control. One that was busy is complete only once a look has
    /// read everything, or no more than the look before. Of one that stays busy the picture is left, and of one whose controls nobody
    /// reports.
    pub(crate) async fn look_at_window(
        &mut self,
        window: Window,
        listed: &[Window],
        mut options: LookOptions<'_>,
    ) -> Result<WindowLook, WorldError> {
        let (began, id) = (Instant::now(), window.id);
        // How many controls the look before read of an application that was busy.
        let mut read_before = None;
        loop {
            let World { puppeteer, control, .. } = self;
            let look = puppeteer.look_at_listed(window.clone(), listed, options.for_one_look());
            match control.unless_halted(look).await? {
                // What the next look reads in part counts as growing, so one more follows.
                Err(DesktopError::Hung { .. }) if began.elapsed() < BUSY => read_before = Some(0),
                Err(DesktopError::Hung { .. }) => {
                    let look = puppeteer.look_at_picture(window, listed, options);
                    return Ok(control.unless_halted(look).await??);
                }
                Ok(look)
                    if is_to_be_repeated(&look, read_before) && began.elapsed() < self.patience(&look) =>
                {
                    read_before = Some(look.controls.len());
                }
                looked => {
                    let look = looked?;
                    if look.freshness == Freshness::Unreported {
                        self.unreported.insert(id);
                    } else {
                        self.unreported.remove(&id);
                    }
                    return Ok(look);
                }
            }
            self.sleep(PAUSE).await?;
        }
    }

    /// How long a look at a window that showed no controls is repeated.
    fn patience(&self, look: &WindowLook) -> Duration {
        match look.freshness {
            Freshness::Unreported if self.unreported.contains(&look.window.id) => Duration::ZERO,
            Freshness::Unreported => UNREPORTED,
            Freshness::Read | Freshness::Cached => BUSY,
        }
    }

    /// Does one operation.
    pub(crate) async fn perform(&mut self, operation: &Operation) -> Result<Outcome, WorldError> {
        let World { puppeteer, control, .. } = self;
        Ok(control.unless_halted(puppeteer.perform(operation)).await??)
    }

    /// Releases every key and button, halted or not: a person at the keyboard must not find Control held. A failure is
    /// ignored, because nothing else can be done.
    pub(crate) async fn release(&mut self) {
        let _ = self.puppeteer.desktop().release().await;
    }
}

/// Whether the look read nothing of the window in time, or only a part where the look before found the application busy.
fn is_to_be_repeated(look: &WindowLook, read_before: Option<usize>) -> bool {
    let read = look.controls.len();
    look.truncated.is_some() && (read == 0 || read_before.is_some_and(|before| read > before))
}

impl From<Halt> for WorldError {
    fn from(halt: Halt) -> WorldError {
        WorldError::Halted(halt)
    }
}

impl From<DesktopError> for WorldError {
    fn from(error: DesktopError) -> WorldError {
        WorldError::Desktop(error)
    }
}
