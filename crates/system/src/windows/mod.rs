//! The Windows half: what folders pass on, programs by themselves, control events of the console, its modes.

mod files;
mod programs;
mod signals;
mod terminal;

pub(crate) use files::{append_private, let_read, lock_folder};
pub(crate) use programs::{Group, MAKE_EXECUTABLE, USUAL_PATH, in_a_group, program_at, signal_of};
pub(crate) use signals::{PauseSignal, StopSignals};
pub(crate) use terminal::{Shown, discard_typed};
