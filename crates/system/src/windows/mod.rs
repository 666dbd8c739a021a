//! Windows: inherited permissions, jobs, control events and modes of the console.

mod child;
mod child_pipes;
mod console_text;
mod descent;
mod error;
mod files;
mod job;
mod processes;
mod restricted;
mod resume;
mod sandbox;
mod signals;
mod terminal;
mod variables;

pub(crate) use child::Child;
pub use child_pipes::{ChildPipes, PipeReader, PipeWriter};
pub(crate) use console_text::console_text;
pub(crate) use descent::{mark, may_be_started_by_us};
pub(crate) use files::{
    changed_at, check_own_folder, free_space, lock_folder, open_without_waiting, private_file_options,
    private_folder_options, private_temporary_folder, special_file, usual_form,
};
pub use job::Job;
pub(crate) use processes::{
    DEFAULT_PATH, Group, MAKE_EXECUTABLE, PYTHON, detached, executable_at, exit_signal, user,
};
pub(crate) use restricted::{spawn_restricted, try_restricted};
pub(crate) use sandbox::{NO_SANDBOX, SANDBOX, SANDBOX_PROGRAM};
pub(crate) use signals::{PauseSignal, StopSignals};
pub(crate) use terminal::{EchoMode, discard_input};
pub(crate) use variables::{HOME_VARIABLE, NEEDED_VARIABLES, is_same_variable};
