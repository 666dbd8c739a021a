//! What the crates above every platform ask of the operating system: files, programs, signals, the terminal.
//!
//! This is the one crate with a half for each family of systems, `unix` and `windows`. A half has the same functions, and
//! says where its system offers less.

mod files;
mod programs;
mod readers;
mod replacement;
mod signals;
mod terminal;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as here;
#[cfg(windows)]
use windows as here;

pub use files::{append_private, lock_folder};
pub use programs::{MAKE_EXECUTABLE, ProgramGroup, USUAL_PATH, program_at, signal_of};
pub use replacement::Replacement;
pub use signals::{PauseSignal, StopSignals};
pub use terminal::{HiddenTyping, discard_typed};
