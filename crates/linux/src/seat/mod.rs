//! The addresses of a desktop and the environment to start applications on it.

mod current;
mod environment;
mod programs;
#[cfg(test)]
mod tests;

pub(crate) use current::session_bus;
pub use environment::Environment;

use crate::LinuxError;
use crate::process::{OnParentExit, ProcessHandle, ProcessRole, ProcessSpawner, SpawnSpec};
use deskpilot_atspi::{Bus, CallError, CallRoute, EventReceiver, SessionBus};
use deskpilot_desktop::InputWatch;
use deskpilot_system::ChildPipes;
use deskpilot_x11::{Display, DisplayAddress, PersonWatch};
use rustix::process::Signal;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use x11rb::rust_connection::RustConnection;

/// Who owns the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ownership {
    /// We do: programs started on it end with it, and with us.
    Private,
    /// A person: programs started on it stay.
    Current,
}

/// The addresses of a desktop. Cheap to clone; does not keep a private desktop alive.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    pub(crate) ownership: Ownership,
    pub(crate) display: DisplayAddress,
    pub(crate) session_bus: String,
    pub(crate) accessibility_bus: String,
    pub(crate) environment: Environment,
    /// The folder in which programs start; the home directory if there is none.
    pub(crate) working: Option<PathBuf>,
    #[serde(skip)]
    pub(crate) spawner: Arc<ProcessSpawner>,
}

impl Seat {
    /// Who owns the desktop.
    pub fn ownership(&self) -> Ownership {
        self.ownership
    }

    /// The X display, such as `:7`.
    pub fn display(&self) -> &str {
        self.display.name()
    }

    /// The address of the session bus.
    pub fn session_bus(&self) -> &str {
        &self.session_bus
    }

    /// The address of the accessibility bus.
    pub fn accessibility_bus(&self) -> &str {
        &self.accessibility_bus
    }

    /// The environment of programs started here.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Connects to the X server; also returns its screen number. Blocks until the server replies.
    pub fn connect_display(&self) -> Result<(RustConnection, usize), LinuxError> {
        self.display.connect().map_err(|error| LinuxError::no_display(self.display(), error))
    }

    /// Connects to the X server, within 5 s.
    pub(crate) async fn open_display(&self) -> Result<Display, LinuxError> {
        Display::connect(&self.display).await.map_err(|error| LinuxError::no_display(self.display(), error))
    }

    /// Connects to the accessibility bus and its events. On a person's desktop calls go through the bus, but for those about the cells
    /// of a sheet: applications there live long, and each peer-to-peer client they ever had makes them reply a little slower. LibreOffice
    /// takes half a percent longer for each, where a sheet is read in a quarter less time.
    pub(crate) async fn connect_accessibility_bus(&self) -> Result<(Bus, EventReceiver), LinuxError> {
        let route = match self.ownership {
            Ownership::Private => CallRoute::PeerToPeer,
            Ownership::Current => CallRoute::Sparing,
        };
        Bus::connect(&self.accessibility_bus, route).await.map_err(|error| {
            let why = match error {
                CallError::Lost(why) => why,
                error => error.to_string(),
            };
            LinuxError::Bus { service: "the accessibility bus", why }
        })
    }

    /// Watches for a person at this desktop. Fails with [`LinuxError::PersonWatch`] where the X server does not report
    /// raw device input; everything else works without the watch.
    pub async fn watch_person(&self) -> Result<PersonWatch, LinuxError> {
        Ok(PersonWatch::start(&self.display).await?)
    }

    /// Reports every input at this desktop, for a demonstration.
    pub(crate) async fn watch_input(&self) -> Result<InputWatch, LinuxError> {
        let started = deskpilot_x11::watch_input(&self.display).await;
        started.map_err(|error| LinuxError::no_display(self.display(), error))
    }

    /// Connects to the session bus.
    pub(crate) async fn connect_session_bus(&self) -> Result<SessionBus, LinuxError> {
        Ok(SessionBus::connect(&self.session_bus).await?)
    }

    /// Starts a program here, in this directory, or else in the working folder or the home directory.
    pub async fn start(
        &self,
        argv: Vec<OsString>,
        directory: Option<PathBuf>,
    ) -> std::io::Result<ProcessHandle> {
        self.start_with(argv, directory, None).await
    }

    /// The same, with these pipes as its descriptors 3 and 4.
    pub(crate) async fn start_with(
        &self,
        argv: Vec<OsString>,
        directory: Option<PathBuf>,
        pipes: Option<ChildPipes>,
    ) -> std::io::Result<ProcessHandle> {
        let on_parent_exit = match self.ownership {
            Ownership::Private => OnParentExit::DiesWithUs(Signal::KILL),
            Ownership::Current => OnParentExit::OutlivesUs,
        };
        let home = || self.environment.value("HOME").map(PathBuf::from);
        let directory = directory.or_else(|| self.working.clone()).or_else(home);
        let environment = self.environment.clone();
        let spawn_spec = SpawnSpec {
            argv,
            environment,
            directory,
            role: ProcessRole::Application,
            on_parent_exit,
            inherited: Vec::new(),
            pipes,
        };
        self.spawner.start(spawn_spec).await
    }
}
