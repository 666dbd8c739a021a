//! The errors of a Linux desktop, with what can be done about each.

use crate::process::ProcessRole;
use crate::requirements::package_of;
use deskpilot_atspi::SessionBusError;
use deskpilot_core::Remedy;
use deskpilot_desktop::DesktopError;
use deskpilot_system::reason;
use deskpilot_x11::{PersonWatchError, XError};
use std::io;
use std::time::Duration;
use thiserror::Error;

/// What went wrong.
#[derive(Debug, Error)]
pub enum LinuxError {
    /// A required program is not installed.
    #[error("{role} cannot start: {program} is not installed")]
    NotInstalled {
        /// The part it was needed for.
        role: ProcessRole,
        /// The program.
        program: String,
    },
    /// A part of a private desktop ended while it was starting.
    #[error("{role} ended at its start: {how}{}", quoted(.output))]
    PartEnded {
        /// The part.
        role: ProcessRole,
        /// How it ended.
        how: String,
        /// The end of its output.
        output: String,
    },
    /// A part of a private desktop did not become ready in time.
    #[error("{role} was not ready after {} ms{}", .waited.as_millis(), quoted(.output))]
    PartLate {
        /// The part.
        role: ProcessRole,
        /// The deadline.
        waited: Duration,
        /// The end of its output.
        output: String,
    },
    /// The directory for private desktops belongs to another user, or others can read it.
    #[error("no safe directory for a private desktop: {0}")]
    UnsafeDirectory(String),
    /// No connection to an X display.
    #[error("no X display{}: {why}", at(.display))]
    NoDisplay {
        /// The display that was tried; empty when none is known.
        display: String,
        /// The reason.
        why: String,
    },
    /// A Wayland desktop without an X server, where no program can list, capture or click the windows of others.
    #[error(
        "{session} has no X server: on Wayland the windows of other programs cannot be listed, pictured or clicked"
    )]
    Wayland {
        /// The session, such as `the Wayland desktop wayland-0`.
        session: String,
    },
    /// The X server does not report raw device input, or no longer does.
    #[error(transparent)]
    PersonWatch(#[from] PersonWatchError),
    /// No address of a session bus is known.
    #[error("no session bus: DBUS_SESSION_BUS_ADDRESS is not set")]
    NoSessionBus,
    /// A bus, or a service on it, does not reply.
    #[error("{service} cannot be reached: {why}")]
    Bus {
        /// The bus or service.
        service: &'static str,
        /// The error from the bus.
        why: String,
    },
    /// No application has this name.
    #[error("no application is called {wanted:?}")]
    NoSuchApplication {
        /// The requested name.
        wanted: String,
        /// Similar names.
        close: Vec<String>,
    },
    /// The application is installed, but its program is missing or cannot run.
    #[error("{application} cannot be started: {why}")]
    CannotStart {
        /// The application.
        application: String,
        /// The reason.
        why: String,
    },
    /// The application ended right after its start.
    #[error("{application} ended at its start: {how}{}", quoted(.output))]
    Crashed {
        /// The application.
        application: String,
        /// How it ended.
        how: String,
        /// The end of its output.
        output: String,
    },
    /// A system operation failed that every desktop needs.
    #[error("cannot {what}: {}", reason(source))]
    System {
        /// What it was for.
        what: String,
        /// The system's error.
        source: io::Error,
    },
}

impl From<SessionBusError> for LinuxError {
    fn from(error: SessionBusError) -> LinuxError {
        LinuxError::Bus { service: error.service, why: error.why }
    }
}

impl LinuxError {
    pub(crate) fn io(what: impl Into<String>, source: io::Error) -> LinuxError {
        LinuxError::System { what: what.into(), source }
    }

    /// The error of a display that could not be reached, or was lost right away.
    pub(crate) fn no_display(display: &str, error: XError) -> LinuxError {
        let why = match error {
            XError::Unreachable { why, .. } => why,
            error => error.to_string(),
        };
        LinuxError::NoDisplay { display: display.to_owned(), why }
    }

    /// Who can fix it: the agent, the user, a retry, or nobody.
    pub fn remedy(&self) -> Remedy {
        match self {
            LinuxError::NoSuchApplication { .. }
            | LinuxError::CannotStart { .. }
            | LinuxError::Crashed { .. } => Remedy::TellAgent,
            LinuxError::NotInstalled { .. } | LinuxError::UnsafeDirectory(_) => Remedy::AskUser,
            LinuxError::NoDisplay { .. }
            | LinuxError::Wayland { .. }
            | LinuxError::PersonWatch(_)
            | LinuxError::NoSessionBus
            | LinuxError::Bus { .. } => Remedy::AskUser,
            LinuxError::PartLate { .. } => Remedy::Retry,
            LinuxError::PartEnded { .. } | LinuxError::System { .. } => Remedy::GiveUp,
        }
    }

    /// Advice for a person, with the command to type; `None` where there is none.
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
            LinuxError::PersonWatch(_) => {
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
            LinuxError::Crashed { application: name, how, output } => {
                DesktopError::NotStarted { name, why: format!("it ended at once: {how}{}", quoted(&output)) }
            }
            // None of these errors comes from an open connection, so none proves that the desktop is gone.
            error => DesktopError::Unusable(match error.hint() {
                Some(hint) => format!("{}; {hint}", reason(&error)),
                None => reason(&error),
            }),
        }
    }
}

fn quoted(output: &str) -> String {
    if output.is_empty() { String::new() } else { format!("; it wrote: {output}") }
}

fn at(display: &str) -> String {
    if display.is_empty() { String::new() } else { format!(" at {display}") }
}
