//! Starts the X server of a private desktop.

use super::part::{Announcement, DEADLINE, ready, start, words};
use crate::LinuxError;
use crate::process::{Part, ProcessSpawner};
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
    let (announcement, writer, number) = Announcement::pipe()?;
    let screen = format!("{}x{}x24", size.width, size.height);
    let mut argv = words(["Xvfb", "-displayfd", &number, "-screen", "0", &screen, "-dpi", "96"]);
    argv.extend(words(["-nolisten", "tcp", "-noreset", "-auth"]));
    argv.push(authority.into());
    argv.extend(
        ["XTEST", "DAMAGE", "MIT-SHM", "Composite"].iter().flat_map(|name| words(["+extension", name])),
    );
    let server = start(spawner, Part::Display, argv, environment, vec![writer]).await?;
    let number = ready(Part::Display, &server, DEADLINE, announcement.line()).await?;
    Ok(format!(":{number}"))
}
