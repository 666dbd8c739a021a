//! What can go wrong with a Linux desktop, and what can be done about it.

use crate::needs::package_of;
use crate::process::Part;
use deskpilot_core::Remedy;
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{Unwatched, XError};
use std::io;
use std::time::Duration;
use thiserror::Error;

/// What went wrong in the world.
#[derive(Debug, Error)]
pub enum LinuxError {
    /// A program without which there is no desktop is not installed.
    #[error("{part} cannot start: {program} is not installed")]
    NotInstalled {
        /// What it would have been.
        part: Part,
        /// Which program.
        program: String,
    },
    /// A part of a private desktop ended while it was being started.
    #[error("{part} ended at its start: {how}{}", quoted(.said))]
    PartEnded {
        /// Which one.
        part: Part,
        /// How it ended.
        how: String,
        /// What it wrote.
        said: String,
    },
    /// A part of a private desktop was started and did not become ready.
    #[error("{part} was not ready after {} ms{}", .waited.as_millis(), quoted(.said))]
    PartLate {
        /// Which one.
        part: Part,
        /// How long it was waited for.
        waited: Duration,
        /// What it wrote.
        said: String,
    },
    /// The directory that would hold private desktops belongs to somebody else, or others may read it.
    #[error("no place for a private desktop: {0}")]
    UnsafeDirectory(String),
    /// There is no X display to connect to.
    #[error("no X display{}: {why}", at(.display))]
    NoDisplay {
        /// Which one was tried; empty when none is known.
        display: String,
        /// Why there is none.
        why: String,
    },
    /// It is a Wayland desktop without an X server. There no program sees, pictures or clicks what is not its own.
    #[error(
        "{session} has no X server: on Wayland the windows of other programs cannot be listed, pictured or clicked"
    )]
    Wayland {
        /// The session, such as `the Wayland desktop wayland-0`.
        session: String,
    },
    /// The X server does not tell what its devices do, or does so no longer.
    #[error(transparent)]
    Unwatched(#[from] Unwatched),
    /// There is no session bus to connect to.
    #[error("no session bus: DBUS_SESSION_BUS_ADDRESS is not set")]
    NoSessionBus,
    /// A bus, or who should be on it, does not answer.
    #[error("{who} cannot be reached: {why}")]
    Bus {
        /// Who.
        who: &'static str,
        /// What the bus said.
        why: String,
    },
    /// No application bears the name.
    #[error("no application is called {wanted:?}")]
    NoSuchApplication {
        /// What was asked for.
        wanted: String,
        /// Names that are close to it.
        close: Vec<String>,
    },
    /// The application has an entry, but its program is not there or cannot be run.
    #[error("{application} cannot be started: {why}")]
    CannotStart {
        /// Which one.
        application: String,
        /// Why not.
        why: String,
    },
    /// The application was started and ended before it was of any use.
    #[error("{application} ended at its start: {how}{}", quoted(.said))]
    Crashed {
        /// Which one.
        application: String,
        /// How it ended.
        how: String,
        /// What it wrote last.
        said: String,
    },
    /// The system refused something every desktop needs.
    #[error("cannot {what}: {source}")]
    System {
        /// What was wanted.
        what: String,
        /// What the system said.
        source: io::Error,
    },
}

impl LinuxError {
    pub(crate) fn io(what: impl Into<String>, source: io::Error) -> LinuxError {
        LinuxError::System { what: what.into(), source }
    }

    /// The error of a display that could not be reached, or was lost at once.
    pub(crate) fn no_display(display: &str, error: XError) -> LinuxError {
        let why = match error {
            XError::Unreachable { why, .. } => why,
            error => error.to_string(),
        };
        LinuxError::NoDisplay { display: display.to_owned(), why }
    }

    /// What can be done about it.
    pub fn remedy(&self) -> Remedy {
        match self {
            LinuxError::NoSuchApplication { .. }
            | LinuxError::CannotStart { .. }
            | LinuxError::Crashed { .. } => Remedy::TellAgent,
            LinuxError::NotInstalled { .. } | LinuxError::UnsafeDirectory(_) => Remedy::AskUser,
            LinuxError::NoDisplay { .. }
            | LinuxError::Wayland { .. }
            | LinuxError::Unwatched(_)
            | LinuxError::NoSessionBus
            | LinuxError::Bus { .. } => Remedy::AskUser,
            LinuxError::PartLate { .. } => Remedy::Retry,
            LinuxError::PartEnded { .. } | LinuxError::System { .. } => Remedy::GiveUp,
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            LinuxError::NotInstalled { program, .. } => format!("`apt-get install {}`", package_of(program)?),
            LinuxError::NoSuchApplication { close, .. } if !close.is_empty() => {
                format!("did you mean {}?", close.join(" or "))
            }
            LinuxError::NoSuchApplication { .. } => "install it, or ask for one that is in the list".into(),
            LinuxError::UnsafeDirectory(_) => {
                "set XDG_RUNTIME_DIR to a directory of your own, mode 700".into()
            }
            LinuxError::NoDisplay { .. } => {
                "work on a private desktop, or start from a terminal on an X11 desktop".into()
            }
            LinuxError::Wayland { .. } => {
                "work on a private desktop (`--desktop private`), or log in to an X11 session".into()
            }
            LinuxError::Unwatched(_) => {
                "pause the agent yourself before you use the pointer or the keyboard".into()
            }
            LinuxError::NoSessionBus => {
                "work on a private desktop, or start with `dbus-run-session --`".into()
            }
            LinuxError::Bus { .. } => "`apt-get install at-spi2-core`, then log in again".into(),
            LinuxError::PartLate { .. } => "the machine may be busy: try again".into(),
            LinuxError::PartEnded { .. } => "`deskpilot doctor` checks what a private desktop needs".into(),
            LinuxError::CannotStart { .. } | LinuxError::Crashed { .. } | LinuxError::System { .. } => {
                return None;
            }
        })
    }
}

impl From<LinuxError> for DesktopError {
    fn from(error: LinuxError) -> DesktopError {
        match error {
            LinuxError::NoSuchApplication { wanted: name, close } => {
                DesktopError::NoSuchApplication { name, close }
            }
            LinuxError::CannotStart { application: name, why } => DesktopError::NotStarted { name, why },
            LinuxError::Crashed { application: name, how, said } => {
                DesktopError::NotStarted { name, why: format!("it ended at once: {how}{}", quoted(&said)) }
            }
            error => DesktopError::Lost(match error.hint() {
                Some(hint) => format!("{error}; {hint}"),
                None => error.to_string(),
            }),
        }
    }
}

fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("; it wrote: {said}") }
}

fn at(display: &str) -> String {
    if display.is_empty() { String::new() } else { format!(" at {display}") }
}
