//! What portable code needs from the operating system: files, processes, signals, the terminal.
//!
//! Only this crate has one module for each family of systems, `unix` and `windows`. Both have the same functions; their
//! docs say where a system offers less.

mod atomic_write;
mod command_line;
mod descent;
mod files;
mod loopback;
mod no_sandbox;
mod path_without_links;
mod pipes;
mod processes;
mod program;
mod read_limit;
mod reason;
mod restricted_token;
mod sandbox;
mod sandboxed_program;
mod signals;
mod terminal;
mod unguessable;
#[cfg(unix)]
mod unix;
mod variables;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as os;
#[cfg(windows)]
use windows as os;

pub use atomic_write::AtomicWrite;
pub use command_line::{environment_block, quoted_argument};
pub use descent::{mark_as_started, may_be_started_by_us};
pub use files::{
    canonical_path, changed_at, check_own_folder, free_space, lock_folder, private_file_options,
    private_folder_options, private_temporary_folder, sync_folder,
};
pub use loopback::is_of_this_user;
pub use no_sandbox::NoSandbox;
#[cfg(windows)]
pub use os::Job;
pub use os::{ChildPipes, PipeReader, PipeWriter};
pub use path_without_links::path_without_links;
pub use processes::{
    DEFAULT_PATH, MAKE_EXECUTABLE, PYTHON, ProcessGroup, console_text, executable_at, exit_signal,
    program_in, program_on_path, spawn_detached,
};
pub use program::{Program, ProgramEnd, RunningProgram};
pub use read_limit::{ReadLimit, open_regular};
pub use reason::reason;
pub use restricted_token::RestrictedToken;
pub use sandbox::{Bubblewrap, Network, SANDBOX_PROGRAM, Sandbox, sandbox_of};
pub use sandboxed_program::SandboxedProgram;
pub use signals::{PauseSignal, StopSignals};
pub use terminal::{HiddenInput, KeptModes, discard_input};
pub use unguessable::unguessable_text;
pub use variables::{HOME_VARIABLE, is_passed_variable, is_same_variable};
