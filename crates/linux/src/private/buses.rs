//! Starts the session bus and the accessibility bus of a private desktop.

use super::startup::{DEADLINE, ReadyLine, ready, start, words};
use crate::LinuxError;
use crate::process::{ProcessRole, ProcessSpawner};
use crate::requirements;
use crate::seat::Environment;
use deskpilot_atspi::SessionBus;
use std::path::Path;

const LAUNCHERS: [&str; 3] =
    ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher", "at-spi-bus-launcher"];
const LAUNCHER_NAME: &str = "org.a11y.Bus";

/// Starts a session bus with its socket in this directory; returns its address.
pub(super) async fn bring_up_session(
    spawner: &ProcessSpawner,
    environment: &Environment,
    directory: &Path,
) -> Result<String, LinuxError> {
    let (ready_line, writer, number) = ReadyLine::pipe()?;
    let address = format!("--address=unix:path={}", escaped(&directory.join("bus")));
    let print = format!("--print-address={number}");
    // In the foreground: a daemon that forks is no child of ours, which we could watch and end.
    let argv = words(["dbus-daemon", "--session", "--nofork", "--nopidfile", &address, &print]);
    let daemon = start(spawner, ProcessRole::SessionBus, argv, environment, vec![writer]).await?;
    ready(ProcessRole::SessionBus, &daemon, DEADLINE, ready_line.line()).await
}

/// Starts the accessibility bus, enables accessibility for toolkits, and returns the bus address.
pub(super) async fn bring_up_accessibility(
    spawner: &ProcessSpawner,
    environment: &Environment,
    session: &SessionBus,
) -> Result<String, LinuxError> {
    let path = environment.value("PATH").unwrap_or_default();
    let program =
        LAUNCHERS.into_iter().find(|name| requirements::find(name, path).is_some()).unwrap_or(LAUNCHERS[0]);
    let argv = words([program, "--launch-immediately"]);
    // Watch the name before the launcher starts. Calling it instead would make the bus start another launcher first,
    // which would not die with us.
    session.watch(LAUNCHER_NAME).await?;
    let launcher = start(spawner, ProcessRole::Accessibility, argv, environment, Vec::new()).await?;
    let prepared = async {
        session.wait_for_owner(LAUNCHER_NAME).await?;
        session.enable_accessibility().await?;
        Ok(session.accessibility_address().await?)
    };
    ready(ProcessRole::Accessibility, &launcher, DEADLINE, prepared).await
}

/// A path, escaped for a bus address.
fn escaped(path: &Path) -> String {
    let spell = |byte: &u8| match *byte {
        plain if plain.is_ascii_alphanumeric() || b"-_/.".contains(&plain) => char::from(plain).to_string(),
        other => format!("%{other:02x}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(spell).collect()
}
