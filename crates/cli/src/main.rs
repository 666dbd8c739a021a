//! The `deskpilot` program: the command on the platform of this system.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    deskpilot_cli::run(std::sync::Arc::new(deskpilot_linux::Linux))
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("Deskpilot cannot work on this system yet: it has a platform for Linux alone");
    ExitCode::FAILURE
}
