//! The `deskpilot` command on desktops that are texts. Tests of what the command asks, shows and writes run it in milliseconds.

use deskpilot_linux::Linux;
use deskpilot_testkit::{CALCULATOR_AND_EDITOR, TextPlatform};
use std::{process::ExitCode, sync::Arc};

fn main() -> ExitCode {
    deskpilot_cli::run(Arc::new(TextPlatform::new(Arc::new(Linux), CALCULATOR_AND_EDITOR)))
}
