//! The command from outside: real applications on private desktops, terminals, and what is left behind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod bad_input;
mod bad_luck;
mod batch;
mod calls;
mod crashes;
mod dataflow;
mod datasets_guide;
mod demonstrations;
mod grounding;
mod injected;
mod knowledge;
mod left_behind;
mod looking;
mod main_job;
mod modes;
mod modes_guide;
mod opening;
mod operators;
mod page;
mod person;
mod private_files;
mod replayed_rows;
mod secrets;
mod settings;
mod shown;
mod suite;
mod terminal;
mod threats;

use deskpilot_testkit::command_line::Workspace;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_deskpilot");

/// A folder for it. Its desktops are smaller than usual: to draw, to look at and to keep a large window takes longer.
fn workspace() -> Workspace {
    Workspace::of(PROGRAM).with("DESKPILOT_DESKTOP_SIZE", "1600x900")
}
