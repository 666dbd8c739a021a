//! Looking at a desktop: its applications, the controls of its windows, texts and pictures.

use super::WindowList;
use crate::{DesktopError, Image};
use async_trait::async_trait;
use deskpilot_core::{Application, Control, DesktopInfo, Launch, Truncation, Window, WindowId};
use std::time::Duration;

/// A desktop as seen by a caller that does not act there. Every method has its own deadline, and a caller may drop its future
/// at any wait.
#[async_trait]
pub trait DesktopReader: WindowList {
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

    /// The visible controls of a window in tree order, without labels. They include open menus and dialogs of its
    /// application.
    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError>;

    /// The same for the guard of secrets. The policy rules on what [`DesktopReader::controls`] returned last, and a platform that
    /// compares the target of an input with that does not compare it with this.
    async fn glance(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.controls(window, budget).await
    }

    /// Waits until an application reports a change, at most until the deadline, so that the next read sees what appears only
    /// briefly. A desktop without change events waits for the whole time.
    async fn wait_for_change(&mut self, deadline: Duration) {
        tokio::time::sleep(deadline).await;
    }

    /// Waits briefly until a window is ready for a look after the last action.
    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError>;

    /// A picture of an area as a person would see it.
    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError>;

    /// The whole text of a control, or its number or selection if it has no text.
    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError>;

    /// The URL of the page that a document shows; `None` if it is not a page or its URL is unknown.
    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError>;
}

/// What a look waits for before it reads and captures. The picture of a window lags behind its accessibility tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// The picture shows the last action.
    Drawn,
    /// The accessibility tree reports the last action; the picture may still show the state before it.
    Reported,
    /// The picture stands still; what an application shows late, such as the states of tool bars, may be as before the last action,
    /// in the picture and in the tree.
    Still,
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
    /// Whether it was read just now.
    pub freshness: Freshness,
}

impl ControlSnapshot {
    /// The snapshot of windows whose controls nobody reports, for this reason. An empty list without a reason would read as windows
    /// with nothing in them.
    pub fn unreported(windows: Vec<WindowId>, reason: String) -> ControlSnapshot {
        ControlSnapshot {
            controls: Vec::new(),
            levels: Vec::new(),
            truncated: Some(Truncation { reason, unread: None }),
            windows,
            freshness: Freshness::Unreported,
        }
    }
}

/// Whether a snapshot was read just now, partly cached, or could not be read because nobody reports its controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freshness {
    /// All of it was read for this call.
    #[default]
    Read,
    /// Part of it comes from a cache that the application's change events keep current.
    Cached,
    /// Nothing was read: no application reports the controls of this window as far as is known now, or it does not answer.
    Unreported,
}

/// The area that a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// The whole desktop.
    Desktop,
    /// One window with its open menus, even if another window covers it.
    Window(WindowId),
}
