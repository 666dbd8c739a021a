//! Starts the X server of a private desktop.

use super::startup::{DEADLINE, ReadyLine, ready, start, words};
use crate::LinuxError;
use crate::process::{ProcessRole, ProcessSpawner};
use crate::seat::Environment;
use deskpilot_core::Size;
use std::path::Path;

/// Starts Xvfb on the first free display number, which it prints once it accepts connections; returns the display name.
pub(super) async fn bring_up(
    spawner: &ProcessSpawner,
    environment: &Environment,
    size: Size,
    authority: &Path,
) -> Result<String, LinuxError> {
    let (ready_line, writer, number) = ReadyLine::pipe()?;
    let screen = format!("{}x{}x24", size.width, size.height);
    let mut argv = words(["Xvfb", "-displayfd", &number, "-screen", "0", &screen, "-dpi", "96"]);
    argv.extend(words(["-nolisten", "tcp", "-noreset", "-auth"]));
    argv.push(authority.into());
    argv.extend(
        ["XTEST", "DAMAGE", "MIT-SHM", "Composite"].iter().flat_map(|name| words(["+extension", name])),
    );
    let server = start(spawner, ProcessRole::Display, argv, environment, vec![writer]).await?;
    let number = ready(ProcessRole::Display, &server, DEADLINE, ready_line.line()).await?;
    Ok(format!(":{number}"))
}
