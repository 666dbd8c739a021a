//! The ports to the world of windows.

use crate::{Claim, DesktopError, Image};
use async_trait::async_trait;
use deskpilot_core::{
    Application, Call, CommandSpec, Control, DesktopInfo, Input, Launch, Outcome, Point, Rect, Role,
    Truncation, Window, WindowId, window_at,
};
use std::{sync::Arc, time::Duration};

/// A desktop with windows on it. Every method has a deadline of its own and may be dropped at any wait; after a drop in
/// the middle of [`Desktop::perform`], [`Desktop::release`] lets go of whatever is held.
#[async_trait]
pub trait Desktop: Send {
    /// What desktop this is.
    fn info(&self) -> DesktopInfo;

    /// The names of the secrets that can be typed here; see [`RedactedDesktop`](crate::RedactedDesktop).
    fn secrets(&self) -> Vec<String> {
        Vec::new()
    }

    /// The applications that can be opened here, by name.
    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError>;

    /// The application that a launch would open: it is known by several names, and what may be opened goes by all of them.
    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError>;

    /// The top-level windows a person could see or call back, the topmost first, without labels.
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError>;

    /// The root window, which stands for the whole desktop and is not listed with the others. What can be seen of the
    /// controls of all windows are its controls, those of the topmost first; its picture is that of the desktop.
    /// [`root_window`](crate::root_window) finds the windows that take what is meant for it.
    async fn root_window(&mut self) -> Result<Window, DesktopError>;

    /// The window that a click at this place would go to, by way of its menu too; `None` for the desktop's own background and
    /// for what belongs to no window.
    async fn at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        Ok(window_at(&self.windows().await?, point).cloned())
    }

    /// Takes a window for a task, so that no other session works in it; that it is taken already is an error that says by
    /// whom. Claims of one session do not stand in the way of each other. Who has claimed the whole desktop has claimed
    /// every window.
    async fn claim(&mut self, window: &Window, task: &str) -> Result<Claim, DesktopError>;

    /// The controls of a window that a person could see, open menus and dialogs of its application included, in the
    /// order of the tree, without labels.
    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Seen, DesktopError>;

    /// What came into the windows of the application of this one since something was last done there, as far as anybody
    /// looked, the first first: some of it may be gone. Nothing where nothing was done there last.
    async fn shown_lately(&mut self, _window: &Window) -> Result<Vec<Control>, DesktopError> {
        Ok(Vec::new())
    }

    /// Waits until an application tells of a change, at the most this long, so that a look comes before what is shown
    /// for a moment is gone. Desktops that are told of nothing wait all of it.
    async fn until_news(&mut self, deadline: Duration) {
        tokio::time::sleep(deadline).await;
    }

    /// A picture of an area, as a person would see it.
    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError>;

    /// Waits until a window that something was just done in has been drawn, a moment at the most: what is told of it is
    /// ahead of its picture.
    async fn until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError>;

    /// Waits until what was just done in a window can be read from its application; its picture may come later.
    async fn until_told(&mut self, _window: WindowId) -> Result<(), DesktopError> {
        Ok(())
    }

    /// The whole text of a control; its number or choice where it has no text.
    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError>;

    /// The address of the page that a document shows; `None` for what is no page, and where nothing tells.
    async fn page(&mut self, document: &Control) -> Result<Option<String>, DesktopError>;

    /// Does one thing to one window, waits for what comes of it, and says how sure we are that it happened. To the root window
    /// only what is for a place without a window can be done.
    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError>;

    /// Opens an application and waits for its window. These arguments go to its program before the document; an application
    /// that hands over to an instance which runs already, or whose command has no room for them, may not heed them.
    async fn launch(&mut self, launch: &Launch, args: &[String]) -> Result<Window, DesktopError>;

    /// Lets go of every key and button that is held.
    async fn release(&mut self) -> Result<(), DesktopError>;
}

/// How much may be read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When the read ends with what it has.
    pub deadline: Duration,
    /// How many controls it returns at the most.
    pub controls: usize,
}

impl Budget {
    /// What an agent's look may take: 1.5 s and 2,000 controls.
    pub const LOOK: Budget = Budget { deadline: Duration::from_millis(1500), controls: 2000 };
}

/// The controls of a window, as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The controls.
    pub controls: Vec<Control>,
    /// In how many of these controls each is, in their order; those of which nothing is said are in the window itself.
    pub levels: Vec<u16>,
    /// What was left out, if anything was.
    pub truncated: Option<Truncation>,
    /// The windows that these controls are of: the one that was asked for, and the dialogs that belong to it.
    pub windows: Vec<WindowId>,
    /// How far it can be relied on.
    pub freshness: Freshness,
}

/// How far what was read can be relied on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freshness {
    /// All of it was asked for at this moment.
    #[default]
    Read,
    /// Part of it was known before, and is believed to hold because the application told of every change since.
    Kept,
}

/// What a picture is taken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// The whole desktop.
    Desktop,
    /// One window, with its open menus, even where another window covers it.
    Window(WindowId),
}

/// Carries out the commands of one native interface. What its commands are called, take and do is said by their tables
/// alone: prompt, schema, validation, manual and ruling come from there. What it owes, `conformance::check_receiver` of the crate
/// `testkit` checks.
#[async_trait]
pub trait Receiver: Send {
    /// The name in logs and in the manual, such as `SHELL`.
    fn name(&self) -> &'static str;

    /// Whether it carries out commands here. Asked at every step: told from what is known of the window, without a wait.
    fn serves(&self, scope: Scope<'_>) -> bool;

    /// The commands that it always has where it serves; none where all of them are discovered.
    fn table(&self) -> &'static [CommandSpec];

    /// The commands that it has here and now. Asked at every step and before every action, within
    /// [`DISCOVERY`]: a receiver that discovers them keeps what it found.
    ///
    /// # Errors
    /// What it asks does not answer; the step goes on without its commands.
    async fn commands(&mut self, _scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        Ok(self.table().iter().cloned().map(Arc::new).collect())
    }

    /// Carries one of its commands out, with arguments that fit its table, and ends before the deadline. It confirms what it
    /// saw to be so afterwards, with that as the evidence: that an application took a call is no evidence.
    ///
    /// # Errors
    /// It has no such command, or what it asks is gone.
    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError>;

    /// Arguments with which an application is started so that it can be told directly, such as `--accept=…`. What they open
    /// must be open to this user alone.
    fn launch_args(&self, _application: &Application) -> Vec<String> {
        Vec::new()
    }
}

/// How long a receiver may take to say which commands it has.
pub const DISCOVERY: Duration = Duration::from_secs(1);
/// How much later than its deadline a receiver may end before it is dropped where it waits.
pub const GRACE: Duration = Duration::from_secs(1);

/// Where a native command is carried out.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// In the window of an AppAgent.
    Window(&'a Window),
    /// In no window: a HostAgent asks for it.
    Desktop,
}

/// A native command that is to be carried out.
#[derive(Clone, Copy, Debug)]
pub struct NativeAction<'a> {
    /// Its name and its arguments.
    pub call: &'a Call,
    /// Where.
    pub scope: Scope<'a>,
    /// How long it may take.
    pub deadline: Duration,
}

/// Finds controls in a picture where the accessibility tree is silent.
#[async_trait]
pub trait Grounding: Send {
    /// What is seen in the picture: lines of text, and what looks as if it could be used.
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError>;
}

/// What was seen in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detections {
    /// What is there, in the order in which a person would read it.
    pub elements: Vec<DetectedElement>,
    /// What was left out, if anything was.
    pub truncated: Option<Truncation>,
}

/// One thing that was seen in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DetectedElement {
    /// What it looks like: `Text` for a line of text, `Button` for what can be pressed, `Image` for an ornament.
    pub role: Role,
    /// What is written there, or what it shows.
    pub name: String,
    /// Where it is, in desktop pixels.
    pub rect: Rect,
    /// How sure it is, 0 to 1.
    pub confidence: f32,
}
