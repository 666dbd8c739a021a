//! The port through which a desktop knows the applications that can be opened, and starts them.

use deskpilot_core::{Application, Launch};
use deskpilot_desktop::{DesktopError, LaunchExtra};

/// The applications of a desktop. The calls block.
pub trait Applications: Send + Sync {
    /// All that can be opened.
    fn list(&self) -> Result<Vec<Application>, DesktopError>;

    /// The application that a launch would open.
    ///
    /// # Errors
    /// [`DesktopError::NoSuchApplication`] names similar ones.
    fn resolve(&self, launch: &Launch) -> Result<Application, DesktopError>;

    /// Starts the program of a launch. Does not wait for its window.
    ///
    /// # Errors
    /// [`DesktopError::NotStarted`] says what was tried.
    fn start(&self, launch: &Launch, extras: &[LaunchExtra]) -> Result<StartedApplication, DesktopError>;
}

/// An application whose program was started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartedApplication {
    /// Its name, as a person says it.
    pub name: String,
    /// The process that was started; `None` where Windows does not say, as for packaged applications.
    pub process: Option<u32>,
    /// The names under which its windows are listed: those of its programs' files, without their ending.
    pub programs: Vec<String>,
}
