//! The programs.

mod calculator;
mod console;
mod controls;

pub use calculator::calculator;
pub use console::console;
pub use controls::controls;

use crate::{Happened, Recorder, Start, StartError};
use std::{fmt, io};

/// Why a fixture does not run.
#[derive(Debug)]
pub enum ProgramError {
    /// Its command line.
    Start(StartError),
    /// The record cannot be written, or the document not read.
    Record(io::Error),
    /// Windows makes no window.
    Windows(windows::core::Error),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Start(error) => error.fmt(f),
            ProgramError::Record(error) => write!(f, "the record cannot be written: {error}"),
            ProgramError::Windows(error) => write!(f, "no window: {error}"),
        }
    }
}

impl std::error::Error for ProgramError {}

impl From<StartError> for ProgramError {
    fn from(error: StartError) -> ProgramError {
        ProgramError::Start(error)
    }
}

impl From<io::Error> for ProgramError {
    fn from(error: io::Error) -> ProgramError {
        ProgramError::Record(error)
    }
}

impl From<windows::core::Error> for ProgramError {
    fn from(error: windows::core::Error) -> ProgramError {
        ProgramError::Windows(error)
    }
}

/// How this process was started.
fn start() -> Result<Start, StartError> {
    Start::parse(std::env::args().skip(1))
}

/// Writes down what happened. A program that cannot must not go on: a test would take it for one to which nothing happens.
fn record(recorder: &Recorder, happened: &Happened) {
    if recorder.record(happened).is_err() {
        std::process::exit(3);
    }
}
