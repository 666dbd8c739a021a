//! Acting on a desktop: claims, inputs and launches.

use super::{DesktopReader, OpenedApplication, WindowFacts};
use crate::{DesktopError, WindowClaim};
use async_trait::async_trait;
use deskpilot_core::{Input, Launch, Outcome, Window};
use deskpilot_system::ChildPipes;

/// A desktop on which a session acts. Every method has its own deadline, and a caller may drop its future at any wait. After
/// dropping [`Desktop::perform`], call [`Desktop::release`] to release held keys and buttons.
///
/// Callers that only look take a [`DesktopReader`], and those that only need to know which window is where a
/// [`WindowList`](crate::WindowList).
#[async_trait]
pub trait Desktop: DesktopReader + WindowFacts {
    /// Claims a window for a task, so that no other session works in it. Claims of one session do not exclude each other. A
    /// claim of the root window is a claim of every window.
    ///
    /// # Errors
    /// [`DesktopError::Taken`] names the session that has claimed it already.
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError>;

    /// Performs one input in one window, waits for its effect, and reports how certain that effect is. For the root window it
    /// takes only inputs at a point without a window.
    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError>;

    /// Opens an application and waits for its window, or for a dialog that it asks something in first. Passes these extras to its
    /// program, arguments before the document; an application that hands over to a running instance may ignore them.
    ///
    /// # Errors
    /// [`DesktopError::NotStarted`] says what was tried.
    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError>;

    /// The same for callers that only need the window, whatever it shows.
    async fn launch(&mut self, launch: &Launch, extras: &[LaunchExtra]) -> Result<Window, DesktopError> {
        Ok(self.open(launch, extras).await?.window)
    }

    /// Releases every held key and button.
    async fn release(&mut self) -> Result<(), DesktopError>;
}

/// What a program gets at its launch so that it opens its native interface, and its document without a question.
#[derive(Clone, Debug, PartialEq)]
pub enum LaunchExtra {
    /// An argument of its command line.
    Argument(String),
    /// An argument that says how it reads the document behind it.
    Import(String),
    /// The ends of two pipes: its descriptor 3, which it reads, and 4, which it writes.
    Pipes(ChildPipes),
}

impl LaunchExtra {
    /// The argument, if it is one.
    pub fn argument(&self) -> Option<&str> {
        match self {
            LaunchExtra::Argument(argument) | LaunchExtra::Import(argument) => Some(argument),
            LaunchExtra::Pipes(_) => None,
        }
    }

    /// The pipes, if it is these.
    pub fn pipes(&self) -> Option<&ChildPipes> {
        match self {
            LaunchExtra::Pipes(pipes) => Some(pipes),
            LaunchExtra::Argument(_) | LaunchExtra::Import(_) => None,
        }
    }
}
