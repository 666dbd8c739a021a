//! Starts the program as users have it, with nothing of the environment but where programs are.

use anyhow::{Result, ensure};
use std::{env, path::Path, process::Stdio};
use tokio::process::Command;

/// The program next to this one, for a user with this home. The error names the benchmark that builds it.
pub(crate) fn product_command(home: &Path, benchmark: &str) -> Result<Command> {
    let program = env::current_exe()?.with_file_name("deskpilot");
    let shown = program.display();
    ensure!(program.exists(), "there is no {shown}: run `cargo xtask bench {benchmark}`, which builds it");
    let mut command = Command::new(&program);
    command.current_dir(home).stdin(Stdio::null());
    command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("HOME", home);
    Ok(command)
}
