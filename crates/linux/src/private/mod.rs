//! A desktop of our own: an X server without a screen, buses, and a window manager, seen by nobody else.
//!
//! Nothing of it survives: not its end, not a dropped bring-up, not our own death by any signal.

mod buses;
mod directory;
mod display;
mod part;
mod screen;
#[cfg(test)]
mod tests;
mod window_manager;

use crate::process::ProcessSpawner;
use crate::seat::{Environment, Ownership, Seat};
use crate::{LinuxError, seat};
use deskpilot_core::{Monitor, Size};
use deskpilot_x11::{Cookie, DisplayAddress};
use directory::Directory;
pub use screen::Scale;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// How long applications are given to end by themselves when the desktop is closed.
const GRACE: Duration = Duration::from_secs(1);

/// Where data lies that everybody has, where nothing says so.
const SYSTEM_DATA: &str = "/usr/local/share:/usr/share";

/// What a private desktop is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateOptions {
    /// Its width and height in pixels.
    pub size: Size,
    /// The home directory of its applications; `None` for one that goes with the desktop.
    pub home: Option<PathBuf>,
    /// Its monitors, all inside of its size; none for one that is as large as it.
    pub monitors: Vec<Monitor>,
    /// How large its applications draw.
    pub scale: Scale,
    /// Variables its applications get besides their usual ones, or instead of them.
    pub variables: Vec<(String, String)>,
}

impl PrivateOptions {
    /// 1920 by 1080 pixels, with a home that goes with the desktop.
    pub const USUAL: PrivateOptions = PrivateOptions {
        size: Size { width: 1920, height: 1080 },
        home: None,
        monitors: Vec::new(),
        scale: Scale::USUAL,
        variables: Vec::new(),
    };
}

/// A desktop of our own. Dropping it ends everything on it by force; [`PrivateDesktop::close`] asks first.
#[derive(Debug)]
pub struct PrivateDesktop {
    seat: Seat,
    size: Size,
    window_manager: &'static str,
    foundation: Foundation,
}

impl PrivateDesktop {
    /// Brings a desktop up; takes about half a second. What dead desktops left behind is removed first.
    ///
    /// When the wait is dropped, or a part fails, everything that was started is ended again.
    pub async fn bring_up(options: &PrivateOptions) -> Result<PrivateDesktop, LinuxError> {
        let foundation = Foundation::lay().await?;
        let spawner = &*foundation.spawner;
        let mut environment = foundation.environment(options)?;
        let cookie = foundation.cookie(&mut environment)?;

        let authority = foundation.authority();
        let display = display::bring_up(spawner, &environment, options.size, &authority).await?;
        environment.set("DISPLAY", &display);

        let session_bus = buses::bring_up_session(spawner, &environment, foundation.directory.path()).await?;
        environment.set("DBUS_SESSION_BUS_ADDRESS", &session_bus);
        let session = seat::bus::connect(&session_bus).await?;
        let accessibility_bus = buses::bring_up_accessibility(spawner, &environment, &session).await?;
        // Applications ask the session bus for the address: Qt 6 offers nothing at all where a variable tells it.
        buses::share(&environment, &session).await?;

        let spawner = Arc::clone(&foundation.spawner);
        let (ownership, display) = (Ownership::Private, DisplayAddress::private(display, cookie));
        let seat = Seat { ownership, display, session_bus, accessibility_bus, environment, spawner };
        screen::lay_out(&seat, options).await?;
        let window_manager = window_manager::bring_up(&foundation.spawner, &seat).await?;
        Ok(PrivateDesktop { seat, size: options.size, window_manager, foundation })
    }

    /// The place at it.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Its width and height in pixels.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Which window manager it has.
    pub fn window_manager(&self) -> &'static str {
        self.window_manager
    }

    /// Where everything of it is kept while it lives.
    pub fn directory(&self) -> &Path {
        self.foundation.directory.path()
    }

    /// Ends it: its applications first, which are asked and given a second, the X server last.
    pub async fn close(self) {
        // An error means that the runtime is ending; then the drop does the same without the grace.
        let _ = spawn_blocking(move || self.foundation.spawner.close(GRACE)).await;
    }
}

/// What is there before the first part, and goes after the last.
#[derive(Debug)]
struct Foundation {
    spawner: Arc<ProcessSpawner>,
    directory: Directory,
}

impl Foundation {
    async fn lay() -> Result<Foundation, LinuxError> {
        let claimed = spawn_blocking(Directory::claim).await;
        let directory = claimed.map_err(|error| LinuxError::io("wait for a thread", error.into()))??;
        let spawner = ProcessSpawner::open().map_err(|error| LinuxError::io("start a thread", error))?;
        Ok(Foundation { spawner: Arc::new(spawner), directory })
    }

    /// The environment of everything on the desktop, as far as it is known before the first part is up.
    fn environment(&self, options: &PrivateOptions) -> Result<Environment, LinuxError> {
        let home = options.home.clone().unwrap_or_else(|| self.directory.home());
        let mut environment = Environment::of_private_desktop();
        environment.set("XDG_RUNTIME_DIR", self.directory.runtime().to_string_lossy());
        environment.set("HOME", home.to_string_lossy());
        for (name, place) in [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_CACHE_HOME", ".cache"),
            ("XDG_DATA_HOME", ".local/share"),
            ("XDG_STATE_HOME", ".local/state"),
        ] {
            let place = self.directory.home().join(place);
            std::fs::create_dir_all(&place).map_err(|error| LinuxError::io("make a home", error))?;
            environment.set(name, place.to_string_lossy());
        }
        if let Some(home) = &options.home {
            add_data_of(home, &mut environment);
        }
        options.scale.tell(&mut environment);
        for (name, value) in &options.variables {
            environment.set(name, value);
        }
        Ok(environment)
    }

    /// Makes the secret of the display, and tells the environment where it is.
    fn cookie(&self, environment: &mut Environment) -> Result<Cookie, LinuxError> {
        let make = || {
            let cookie = Cookie::random()?;
            cookie.write(&self.authority())?;
            Ok(cookie)
        };
        environment.set("XAUTHORITY", self.authority().to_string_lossy());
        make().map_err(|error| LinuxError::io("make a secret for the display", error))
    }

    fn authority(&self) -> PathBuf {
        self.directory.path().join("authority")
    }
}

/// What a person has in a home of their own, such as entries of applications, wins over what the system has.
fn add_data_of(home: &Path, environment: &mut Environment) {
    let system = environment.value("XDG_DATA_DIRS").unwrap_or(SYSTEM_DATA);
    let all = format!("{}:{system}", home.join(".local/share").display());
    environment.set("XDG_DATA_DIRS", all);
}

impl Drop for Foundation {
    /// The directory goes after this, and what others started on the desktop with it.
    fn drop(&mut self) {
        self.spawner.close(Duration::ZERO);
    }
}
