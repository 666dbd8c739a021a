//! Why a call has no result, in words for the model that made it: what is wrong, and what to do.

use super::{effects::ActionEffect, view::View, waiting::Waiting, window_row::WindowRow};
use deskpilot_log::LogError;
use deskpilot_runtime::RuntimeError;

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum HandsError {
    /// A person is asked first.
    #[error("a person is asked first; nothing is lost: call observe once it is answered")]
    Waiting(Box<Waiting>),
    /// It takes longer than a call may.
    #[error("still working after {seconds} s: call observe, which tells what comes of it")]
    StillWorking {
        /// How long a call may take.
        seconds: u64,
    },
    /// Another call of the client is at work.
    #[error(
        "another call of yours is still at work after {seconds} s: wait for its reply before the next call"
    )]
    Busy {
        /// How long a call may take.
        seconds: u64,
    },
    /// There is no such desktop.
    #[error("there is no desktop {0:?}: call open, or desktop with the action list")]
    NoDesktop(String),
    /// The session of the desktop has ended.
    #[error("the desktop is closed: {0}; call open for another one")]
    Closed(String),
    /// The view is not the present one; nothing was done.
    #[error("{named} is not the present view: nothing was done; choose from the present one")]
    OldView {
        /// The view that the call names.
        named: String,
        /// The present one.
        present: Box<View>,
    },
    /// There is no view to act on.
    #[error("{named} is no view of a window that you are at: call observe with one of the windows")]
    NoView {
        /// The view that the call names.
        named: String,
        /// The open windows.
        windows: Vec<WindowRow>,
    },
    /// The call cannot be carried out as it is; nothing was done.
    #[error("nothing was done: {complaint}")]
    Rejected {
        /// What is wrong with it.
        complaint: String,
    },
    /// No one window is meant.
    #[error("no one window is called {wanted:?}: name one of the windows, or open something")]
    NoWindow {
        /// The window that the call names.
        wanted: String,
        /// The open windows.
        windows: Vec<WindowRow>,
    },
    /// Nothing opened, or it is not clear which window it is.
    #[error("no window is known to have opened for it: look at what was done, or observe one of the windows")]
    NotOpened {
        /// What was done.
        done: Vec<ActionEffect>,
        /// The open windows.
        windows: Vec<WindowRow>,
    },
    /// What was to be read was not.
    #[error("it was not read: look at what was done")]
    NotRead {
        /// What was done.
        done: Vec<ActionEffect>,
    },
    /// The session went on by itself before it got the call.
    #[error(
        "the desktop went on meanwhile, and nothing was done: call observe, and act on what is there now"
    )]
    Overtaken,
    /// The session cannot begin.
    #[error(transparent)]
    NotStarted(Box<RuntimeError>),
    /// The log of the session cannot be read.
    #[error(transparent)]
    NoLog(Box<LogError>),
}

impl From<RuntimeError> for HandsError {
    fn from(error: RuntimeError) -> HandsError {
        HandsError::NotStarted(Box::new(error))
    }
}

impl From<LogError> for HandsError {
    fn from(error: LogError) -> HandsError {
        HandsError::NoLog(Box::new(error))
    }
}
