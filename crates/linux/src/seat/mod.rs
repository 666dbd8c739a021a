//! A place at a desktop: what is needed to see it, to act on it, and to start applications on it.

mod bus;
mod cookie;
mod current;
mod environment;
mod programs;
#[cfg(test)]
mod tests;

pub(crate) use bus::SessionBus;
pub(crate) use cookie::Cookie;
pub use environment::Environment;

use crate::LinuxError;
use crate::private::PrivateDesktop;
use crate::process::{OnParentExit, Part, ProcessSpawner, Running, SpawnSpec};
use rustix::process::Signal;
use serde::Serialize;
use std::ffi::OsString;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use x11rb::rust_connection::{ConnectError, DefaultStream, RustConnection};

/// Whose desktop it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ownership {
    /// Ours: what is started on it goes with it, and with us.
    Private,
    /// A person's: what is started on it stays.
    Current,
}

/// The addresses of a desktop. Cheap to clone; does not keep a private desktop alive.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    pub(crate) ownership: Ownership,
    pub(crate) display: String,
    pub(crate) session_bus: String,
    pub(crate) accessibility_bus: String,
    pub(crate) environment: Environment,
    #[serde(skip)]
    pub(crate) cookie: Option<Cookie>,
    #[serde(skip)]
    pub(crate) spawner: Arc<ProcessSpawner>,
}

impl Seat {
    /// A place at a private desktop.
    pub fn from_private(desktop: &PrivateDesktop) -> Seat {
        desktop.seat().clone()
    }

    /// Whose desktop it is.
    pub fn ownership(&self) -> Ownership {
        self.ownership
    }

    /// The X display, such as `:7`.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The address of the session bus.
    pub fn session_bus(&self) -> &str {
        &self.session_bus
    }

    /// The address of the accessibility bus.
    pub fn accessibility_bus(&self) -> &str {
        &self.accessibility_bus
    }

    /// The environment of what is started here.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// A connection to the X server, and the number of its screen. Blocks while the server answers.
    pub fn connect_display(&self) -> Result<(RustConnection, usize), LinuxError> {
        let connected = match &self.cookie {
            Some(cookie) => self.connect_private(cookie),
            None => RustConnection::connect(Some(&self.display)),
        };
        connected
            .map_err(|error| LinuxError::NoDisplay { display: self.display.clone(), why: error.to_string() })
    }

    /// A connection to the session bus.
    pub(crate) async fn connect_session_bus(&self) -> Result<SessionBus, LinuxError> {
        SessionBus::connect(&self.session_bus).await
    }

    /// Starts a program here: its words, and where it runs.
    pub async fn start(&self, argv: Vec<OsString>, directory: Option<PathBuf>) -> std::io::Result<Running> {
        let on_parent_exit = match self.ownership {
            Ownership::Private => OnParentExit::DiesWithUs(Signal::KILL),
            Ownership::Current => OnParentExit::OutlivesUs,
        };
        let directory = directory.or_else(|| self.environment.value("HOME").map(PathBuf::from));
        let environment = self.environment.clone();
        let spawn_spec = SpawnSpec {
            argv,
            environment,
            directory,
            part: Part::Application,
            on_parent_exit,
            inherited: Vec::new(),
        };
        self.spawner.start(spawn_spec).await
    }

    /// The display of a private desktop asks for its cookie, which our own environment does not know.
    fn connect_private(&self, cookie: &Cookie) -> Result<(RustConnection, usize), ConnectError> {
        let number = self.display.trim_start_matches(':');
        let stream = UnixStream::connect(format!("/tmp/.X11-unix/X{number}"))?;
        let (stream, _) = DefaultStream::from_unix_stream(stream)?;
        let (scheme, secret) = (cookie::SCHEME.to_vec(), cookie.secret().to_vec());
        Ok((RustConnection::connect_to_stream_with_auth_info(stream, 0, scheme, secret)?, 0))
    }
}
