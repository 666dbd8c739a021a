//! The `deskpilot` program: the command on the platform that it is compiled for.

#[cfg(target_os = "linux")]
use deskpilot_linux::Linux as OwnPlatform;
#[cfg(windows)]
use deskpilot_windows::Windows as OwnPlatform;
use std::{process::ExitCode, sync::Arc};

fn main() -> ExitCode {
    deskpilot_cli::run(Arc::new(OwnPlatform))
}
