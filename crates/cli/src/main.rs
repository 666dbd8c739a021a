//! The `deskpilot` program: the command on Linux.

use deskpilot_linux::Linux;
use std::{process::ExitCode, sync::Arc};

fn main() -> ExitCode {
    deskpilot_cli::run(Arc::new(Linux))
}
