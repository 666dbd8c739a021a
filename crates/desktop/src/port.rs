//! The ports to windows, native interfaces and grounding.

use crate::{DesktopError, Image, WindowClaim};
use async_trait::async_trait;
use deskpilot_core::{
    Application, Call, CommandSpec, Control, DesktopInfo, Input, Launch, NodeId, Outcome, Point, Rect, Role,
    Truncation, Window, WindowId,
    policy::{Foreground, KeyBinding},
    window_at,
};
use deskpilot_system::ChildPipes;
use std::{sync::Arc, time::Duration};

/// A desktop with windows. Every method has its own deadline, and a caller may drop its future at any wait. After dropping
/// [`Desktop::perform`], call [`Desktop::release`] to release held keys and buttons.
#[async_trait]
pub trait Desktop: Send {
    /// The name, size and monitors of this desktop.
    fn info(&self) -> DesktopInfo;

    /// The names of the secrets that agents can type here; see [`RedactedDesktop`](crate::RedactedDesktop).
    fn secrets(&self) -> Vec<String> {
        Vec::new()
    }

    /// The applications that can be opened here.
    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError>;

    /// The application that a launch would open. The policy checks all of its names.
    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError>;

    /// The top-level windows that a person could see or restore, topmost first, without labels.
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError>;

    /// The root window, which represents the whole desktop and is not in [`Desktop::windows`]. Its controls are the visible
    /// controls of all windows, topmost window first; its picture shows the desktop. The module
    /// [`root_window`](crate::root_window) finds the window that takes an input for it.
    async fn root_window(&mut self) -> Result<Window, DesktopError>;

    /// The window that would receive a click at this point, also through one of its menus; `None` for the background and for
    /// surfaces that belong to no window.
    async fn window_at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        Ok(window_at(&self.windows().await?, point).cloned())
    }

    /// Claims a window for a task, so that no other session works in it. Claims of one session do not exclude each other. A
    /// claim of the root window is a claim of every window.
    ///
    /// # Errors
    /// [`DesktopError::Taken`] names the session that has claimed it already.
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError>;

    /// The visible controls of a window in tree order, without labels. They include open menus and dialogs of its
    /// application.
    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError>;

    /// The same for the guard of secrets. The policy rules on what [`Desktop::controls`] returned last, and a platform that
    /// compares the target of an input with that does not compare it with this.
    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.controls(window, budget).await
    }

    /// Controls that appeared in this window's application since the last action there and that some read saw, oldest first.
    /// Some may be gone again. Empty if the last action was elsewhere.
    async fn recently_shown(&mut self, _window: &Window) -> Result<Vec<Control>, DesktopError> {
        Ok(Vec::new())
    }

    /// The controls of a window that are pressed for their name, and whose name or role changed by itself within the last
    /// second. What an action changed does not count, unless it changed again. Asks no application.
    async fn unsteady_controls(&mut self, _window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        Ok(Vec::new())
    }

    /// Waits until an application reports a change, at most until the deadline, so that the next read sees what appears only
    /// briefly. A desktop without change events waits for the whole time.
    async fn wait_for_change(&mut self, deadline: Duration) {
        tokio::time::sleep(deadline).await;
    }

    /// The controls of a window's application that keys press, as far as it says which. Some calls to the application; the
    /// answer is kept until its windows change.
    async fn key_bindings(&mut self, _window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        Ok(Vec::new())
    }

    /// What has the terminal of a window, and so takes its keys; unknown where the platform does not
    /// know, and for windows without one.
    async fn foreground(&mut self, _window: &Window) -> Foreground {
        Foreground::Unknown
    }

    /// The version of the application that shows a window, as the platform's packages state it; `None` if unknown. It may read
    /// the lists of all packages; callers keep the answer.
    async fn application_version(&mut self, _window: &Window) -> Option<String> {
        None
    }

    /// A picture of an area as a person would see it.
    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError>;

    /// Waits briefly until a window shows the last action in its picture, which lags behind the accessibility tree.
    async fn wait_until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError>;

    /// Waits until the accessibility tree of a window reports the last action; its picture may lag behind.
    async fn wait_until_reported(&mut self, _window: WindowId) -> Result<(), DesktopError> {
        Ok(())
    }

    /// Waits briefly until the picture of a window stands still after the last action. Does not wait for what an application shows
    /// late, such as the states of tool bars.
    async fn wait_until_still(&mut self, _window: WindowId) -> Result<(), DesktopError> {
        Ok(())
    }

    /// The whole text of a control, or its number or selection if it has no text.
    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError>;

    /// The URL of the page that a document shows; `None` if it is not a page or its URL is unknown.
    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError>;

    /// Performs one input in one window, waits for its effect, and reports how certain that effect is. For the root window it
    /// takes only inputs at a point without a window.
    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError>;

    /// Opens an application and waits for its window. Passes these extras to its program, arguments before the document; an
    /// application that hands over to a running instance may ignore them.
    async fn launch(&mut self, launch: &Launch, extras: &[LaunchExtra]) -> Result<Window, DesktopError>;

    /// Releases every held key and button.
    async fn release(&mut self) -> Result<(), DesktopError>;
}

/// The limits of one read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How long the read may take; it then returns what it has.
    pub deadline: Duration,
    /// The maximum number of controls.
    pub controls: usize,
}

impl Budget {
    /// The budget of an agent's look: 1.5 s and 2,000 controls.
    pub const LOOK: Budget = Budget { deadline: Duration::from_millis(1500), controls: 2000 };
    /// The budget of a search for a text, which looks at all that a window has: 15 s, of which only a slow machine needs more than
    /// one, and 10,000 controls.
    pub const SEARCH: Budget = Budget { deadline: Duration::from_secs(15), controls: 10_000 };
}

/// The controls of a window at the time of a read.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlSnapshot {
    /// The controls.
    pub controls: Vec<Control>,
    /// The nesting level of each control among these, in their order; 0 for the controls beyond the end of this list.
    pub levels: Vec<u16>,
    /// What the read left out, if anything.
    pub truncated: Option<Truncation>,
    /// The windows that these controls belong to: the requested one and its dialogs.
    pub windows: Vec<WindowId>,
    /// Whether all of it was read just now.
    pub freshness: Freshness,
}

/// Whether a snapshot was read just now or partly cached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freshness {
    /// All of it was read for this call.
    #[default]
    Read,
    /// Part of it comes from a cache that the application's change events keep current.
    Cached,
}

/// The area that a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// The whole desktop.
    Desktop,
    /// One window with its open menus, even if another window covers it.
    Window(WindowId),
}

/// Runs the commands of one native interface. Tables alone describe these commands: prompt, schema, validation, manual and
/// ruling come from them. `conformance::check_receiver` in the crate `testkit` checks every implementation.
#[async_trait]
pub trait Receiver: Send {
    /// Its name in logs and in the manual, such as `SHELL`.
    fn name(&self) -> &str;

    /// Whether it has commands in this scope. Called at every step, so it decides by the window alone, without waiting.
    fn serves(&self, scope: Scope<'_>) -> bool;

    /// The commands that it has in every scope that it serves; empty if it discovers all of them.
    fn table(&self) -> &'static [CommandSpec];

    /// The commands that it has in this scope now. Called at every step and before every action, with
    /// [`DISCOVERY_TIMEOUT`] as the limit: a receiver that discovers commands caches them.
    ///
    /// # Errors
    /// Its application does not answer; the step continues without its commands.
    async fn commands(&mut self, _scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        Ok(self.table().iter().cloned().map(Arc::new).collect())
    }

    /// Why it lacks commands that somebody may expect, such as those that its application describes badly: sentences, each
    /// returned once. Asked after [`Receiver::commands`].
    fn take_troubles(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Why it has no commands in a window that it serves, as a sentence for the agent there. Asked after [`Receiver::commands`].
    fn limit(&self, _window: &Window) -> Option<String> {
        None
    }

    /// The call with what only the receiver knows written out, such as the name and the address of an element that a number or a part
    /// of its name means: by that the policy judges it, and [`Receiver::run`] does it only while it is so. `None` where there is
    /// nothing to add. It is asked about the commands of its table alone, changes nothing, and takes at most [`COMPLETION_TIMEOUT`].
    ///
    /// # Errors
    /// What the call means is not there, or its application does not answer.
    async fn complete(&mut self, _action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        Ok(None)
    }

    /// Runs one of its commands before the deadline. The arguments already fit the table. It confirms only an effect that it
    /// observed, and reports that as evidence: an accepted call is not evidence.
    ///
    /// # Errors
    /// It has no such command, or its application is gone.
    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError>;

    /// Whether a call takes a picture of what an application shows. A secret may be anywhere in it, so a session that
    /// has typed one does not carry it out.
    fn takes_picture(&self, _call: &Call) -> bool {
        false
    }

    /// The time limit that a call asks for in its arguments; `None` for that of every command. A receiver that wraps another one
    /// hands on what that one says.
    fn deadline(&self, _call: &Call) -> Option<Duration> {
        None
    }

    /// The elements of the page in a window that react to clicks and that the accessibility tree lacks, each at its place on the
    /// desktop. `page` is where the window shows the page. Asked at every look, with [`PAGE_TIMEOUT`] as the limit; empty where it
    /// knows of no page.
    ///
    /// # Errors
    /// The page does not answer.
    async fn page_elements(
        &mut self,
        _window: &Window,
        _page: Rect,
    ) -> Result<Vec<DetectedElement>, DesktopError> {
        Ok(Vec::new())
    }

    /// What the page in a window has at a point of the desktop now, with the same limit. `page` is where the window shows the page.
    ///
    /// # Errors
    /// The page does not answer.
    async fn page_element_at(
        &mut self,
        _window: &Window,
        _page: Rect,
        _point: Point,
    ) -> Result<PageHit, DesktopError> {
        Ok(PageHit::Unknown)
    }

    /// Ends its application before a private desktop is closed: documents first, without saving them, then the program. Asked once,
    /// with [`CLOSING_TIMEOUT`] as the limit; what still runs afterwards ends with the desktop.
    async fn close_application(&mut self) {}

    /// What makes an application open its native interface at launch, such as the argument `--accept=…`. Only this user may be
    /// able to connect to that interface.
    fn launch_extras(&self, _application: &Application) -> Vec<LaunchExtra> {
        Vec::new()
    }

    /// Waits until the application that a launch has opened in this window takes native commands; called with
    /// [`READY_TIMEOUT`] as the limit. One that is not ready by then has no commands until it is.
    async fn wait_until_ready(&mut self, _window: &Window) {}
}

/// What a program gets at its launch so that it opens its native interface.
#[derive(Clone, Debug, PartialEq)]
pub enum LaunchExtra {
    /// An argument of its command line.
    Argument(String),
    /// The ends of two pipes: its descriptor 3, which it reads, and 4, which it writes.
    Pipes(ChildPipes),
}

impl LaunchExtra {
    /// The argument, if it is one.
    pub fn argument(&self) -> Option<&str> {
        match self {
            LaunchExtra::Argument(argument) => Some(argument),
            LaunchExtra::Pipes(_) => None,
        }
    }
}

/// What a page has at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PageHit {
    /// Nobody knows.
    #[default]
    Unknown,
    /// Nothing that reacts to clicks.
    Nothing,
    /// This element, which takes a click there.
    Element(DetectedElement),
}

/// How long a receiver may take to say what a call means: a large page on a slow machine takes seconds.
pub const COMPLETION_TIMEOUT: Duration = Duration::from_secs(20);

/// The time limit for [`Receiver::page_elements`] and [`Receiver::page_element_at`]: a busy page costs a look no more.
pub const PAGE_TIMEOUT: Duration = Duration::from_millis(500);
/// The time limit for [`Receiver::commands`].
pub const DISCOVERY_TIMEOUT: Duration = Duration::from_secs(1);
/// The time limit for [`Receiver::wait_until_ready`]: a busy machine needs seconds from the window to the interface.
pub const READY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long an application may take to end when a private desktop is closed. LibreOffice with a few documents takes half a second.
pub const CLOSING_TIMEOUT: Duration = Duration::from_secs(5);
/// How long after its deadline a receiver may still finish before its future is dropped.
pub const RUN_GRACE: Duration = Duration::from_secs(1);

/// Where a native command runs.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// In the window of an AppAgent.
    Window(&'a Window),
    /// In no window: the HostAgent runs it.
    Desktop,
}

/// A native command to run.
#[derive(Clone, Copy, Debug)]
pub struct NativeAction<'a> {
    /// Its name and arguments.
    pub call: &'a Call,
    /// Where it runs.
    pub scope: Scope<'a>,
    /// How long it may take.
    pub deadline: Duration,
}

/// Finds controls in a picture that the accessibility tree lacks.
#[async_trait]
pub trait Grounding: Send {
    /// The lines of text and the probable controls in the picture.
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError>;
}

/// What a grounding found in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detections {
    /// The elements in reading order.
    pub elements: Vec<DetectedElement>,
    /// What the grounding left out, if anything.
    pub truncated: Option<Truncation>,
}

/// One element that the accessibility tree may lack: found in a picture, or reported by a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct DetectedElement {
    /// Its probable role: `Text` for a line of text, `Button` for a pressable control, `Image` for decoration.
    pub role: Role,
    /// Its text, or a description of it.
    pub name: String,
    /// Its rectangle in desktop pixels.
    pub rect: Rect,
    /// The confidence, 0 to 1.
    pub confidence: f32,
}
