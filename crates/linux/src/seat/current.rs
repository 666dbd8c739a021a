//! Connects to the desktop we were started on.

use super::{Environment, Ownership, Seat};
use crate::LinuxError;
use crate::process::ProcessSpawner;
use deskpilot_atspi::SessionBus;
use deskpilot_x11::DisplayAddress;
use std::path::Path;
use std::sync::Arc;

impl Seat {
    /// The seat of the desktop in `DISPLAY` and `DBUS_SESSION_BUS_ADDRESS`.
    pub async fn current() -> Result<Seat, LinuxError> {
        let our_own = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Seat::at(our_own).await
    }

    async fn at(variable: impl Fn(&str) -> Option<String>) -> Result<Seat, LinuxError> {
        let display = variable("DISPLAY").ok_or_else(|| no_display(&variable))?;
        let session_bus = session_bus(&variable).ok_or(LinuxError::NoSessionBus)?;
        let session = SessionBus::connect(&session_bus).await?;
        let accessibility_bus = session.accessibility_address().await?;
        let mut environment = Environment::of_current_desktop();
        environment.set("DISPLAY", &display).set("DBUS_SESSION_BUS_ADDRESS", &session_bus);
        let spawner = ProcessSpawner::open().map_err(|error| LinuxError::io("start a thread", error))?;
        let seat = Seat {
            ownership: Ownership::Current,
            display: DisplayAddress::current(display),
            session_bus,
            accessibility_bus,
            environment,
            working: None,
            spawner: Arc::new(spawner),
        };
        seat.reaches_display().await
    }

    async fn reaches_display(self) -> Result<Seat, LinuxError> {
        let seat = self.clone();
        let connecting = tokio::task::spawn_blocking(move || seat.connect_display().map(drop));
        let late = || LinuxError::NoDisplay {
            display: self.display().to_owned(),
            why: "no answer within 5 s".into(),
        };
        let connected = tokio::time::timeout(SessionBus::DEADLINE, connecting).await.map_err(|_| late())?;
        connected.unwrap_or_else(|_| Err(late()))?;
        Ok(self)
    }
}

/// The address of the session bus that these variables lead to.
pub(crate) fn session_bus(variable: &impl Fn(&str) -> Option<String>) -> Option<String> {
    variable("DBUS_SESSION_BUS_ADDRESS").or_else(|| {
        // systemd puts the user's bus socket here; the variable may be missing, as under cron or ssh.
        let socket = format!("{}/bus", variable("XDG_RUNTIME_DIR")?);
        Path::new(&socket).exists().then(|| format!("unix:path={socket}"))
    })
}

fn no_display(variable: &impl Fn(&str) -> Option<String>) -> LinuxError {
    let is_wayland = variable("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland");
    match variable("WAYLAND_DISPLAY") {
        Some(socket) => LinuxError::Wayland { session: format!("the Wayland desktop {socket}") },
        None if is_wayland => LinuxError::Wayland { session: "this Wayland session".into() },
        None => LinuxError::NoDisplay { display: String::new(), why: "DISPLAY is not set".into() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_missing_display_or_bus_is_reported_with_what_to_do() {
        for (variables, error) in [
            (&[][..], "no X display: DISPLAY is not set"),
            (
                &[("WAYLAND_DISPLAY", "wayland-0"), ("XDG_SESSION_TYPE", "wayland")],
                "the Wayland desktop wayland-0 has no X server: on Wayland the windows of other programs cannot be \
                 listed, pictured or clicked",
            ),
            (
                &[("XDG_SESSION_TYPE", "wayland"), ("DISPLAY", "")],
                "this Wayland session has no X server: on Wayland the windows of other programs cannot be listed, \
                 pictured or clicked",
            ),
            (&[("DISPLAY", ":7")], "no session bus: DBUS_SESSION_BUS_ADDRESS is not set"),
        ] {
            let given = |name: &str| variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
            let value = |name: &str| given(name).filter(|value| !value.is_empty());
            let refused = Seat::at(value).await.unwrap_err();
            assert_eq!(refused.to_string(), error);
            assert!(refused.hint().is_some(), "{error}");
        }
    }
}
