//! The session bus and the accessibility bus of a private desktop.

use super::part::{Announcement, DEADLINE, ready, start, words};
use crate::LinuxError;
use crate::needs;
use crate::process::{Part, ProcessSpawner};
use crate::seat::{Environment, bus};
use futures::StreamExt;
use std::collections::HashMap;
use std::path::Path;
use zbus::Connection;
use zbus::fdo::DBusProxy;

const LAUNCHERS: [&str; 3] =
    ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher", "at-spi-bus-launcher"];
const LAUNCHER_NAME: &str = "org.a11y.Bus";

/// Starts a session bus with its socket in this directory, and tells its address.
pub(super) async fn bring_up_session(
    spawner: &ProcessSpawner,
    environment: &Environment,
    directory: &Path,
) -> Result<String, LinuxError> {
    let (announcement, writer, number) = Announcement::pipe()?;
    let address = format!("--address=unix:path={}", escaped(&directory.join("bus")));
    let print = format!("--print-address={number}");
    let argv = words(["dbus-daemon", "--session", "--nofork", "--nopidfile", &address, &print]);
    let daemon = start(spawner, Part::SessionBus, argv, environment, vec![writer]).await?;
    ready(Part::SessionBus, &daemon, DEADLINE, announcement.line()).await
}

/// Starts the accessibility bus, tells toolkits that somebody reads, and tells its address.
pub(super) async fn bring_up_accessibility(
    spawner: &ProcessSpawner,
    environment: &Environment,
    session: &Connection,
) -> Result<String, LinuxError> {
    let path = environment.value("PATH").unwrap_or_default();
    let program =
        LAUNCHERS.into_iter().find(|name| needs::find(name, path).is_some()).unwrap_or(LAUNCHERS[0]);
    let argv = words([program, "--launch-immediately"]);
    let appearing = Appearance::watch(session).await.map_err(|error| unwatched(&error))?;
    let launcher = start(spawner, Part::Accessibility, argv, environment, Vec::new()).await?;
    let prepared = async {
        appearing.wait().await.map_err(|error| unwatched(&error))?;
        bus::enable_accessibility(session).await?;
        bus::accessibility_address(session).await
    };
    ready(Part::Accessibility, &launcher, DEADLINE, prepared).await
}

/// Gives the environment to the programs that the session bus itself starts.
pub(super) async fn share(environment: &Environment, session: &Connection) -> Result<(), LinuxError> {
    let variables: HashMap<&str, &str> = environment.iter().collect();
    let telling = async { DBusProxy::new(session).await?.update_activation_environment(variables).await };
    telling.await.map_err(|error: zbus::fdo::Error| unwatched(&error.into()))
}

/// Waits for the launcher's name. It is not simply called: the bus would start a second launcher before the first,
/// which would not die with us.
struct Appearance {
    bus: DBusProxy<'static>,
    changes: zbus::fdo::NameOwnerChangedStream,
}

impl Appearance {
    async fn watch(session: &Connection) -> zbus::Result<Appearance> {
        let bus = DBusProxy::new(session).await?;
        let changes = bus.receive_name_owner_changed_with_args(&[(0, LAUNCHER_NAME)]).await?;
        Ok(Appearance { bus, changes })
    }

    async fn wait(mut self) -> zbus::Result<()> {
        let name: zbus::names::BusName<'_> = LAUNCHER_NAME.try_into().map_err(zbus::Error::from)?;
        while !self.bus.name_has_owner(name.clone()).await? {
            self.changes.next().await;
        }
        Ok(())
    }
}

/// A path as a bus address spells it.
fn escaped(path: &Path) -> String {
    let spell = |byte: &u8| match *byte {
        plain if plain.is_ascii_alphanumeric() || b"-_/.".contains(&plain) => char::from(plain).to_string(),
        other => format!("%{other:02x}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(spell).collect()
}

fn unwatched(error: &zbus::Error) -> LinuxError {
    LinuxError::Bus { who: "the session bus", why: error.to_string() }
}
