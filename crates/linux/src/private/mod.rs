//! A private desktop: an X server without a screen, buses, and a window manager, invisible to everybody else.
//!
//! Nothing of it survives its end, a cancelled start, or our own death by any signal: no process, no lock file of an application
//! next to a document or in a profile, and no other file but the lock of its display number, which the next desktop takes over.

mod buses;
mod closing;
mod directory;
mod display;
mod display_number;
mod gtk_settings;
mod leftovers;
mod screen;
mod stale_locks;
mod startup;
mod sweeper;
#[cfg(test)]
mod tests;
mod user_folders;
mod window_manager;

use crate::LinuxError;
use crate::process::{Ending, ProcessSpawner};
use crate::seat::{Environment, Ownership, Seat};
use deskpilot_atspi::SessionBus;
use deskpilot_core::{Monitor, Size};
use deskpilot_x11::Cookie;
use directory::Directory;
use display_number::DisplayNumber;
pub(crate) use leftovers::Leftovers;
pub use screen::Scale;
pub(crate) use stale_locks::remove_of as remove_stale_lock_of;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// How long applications may take to end by themselves when the desktop is closed.
const GRACE: Duration = Duration::from_secs(1);

/// The system data directories where `XDG_DATA_DIRS` is not set.
const SYSTEM_DATA: &str = "/usr/local/share:/usr/share";

/// Options of a private desktop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateOptions {
    /// Its width and height in pixels.
    pub size: Size,
    /// The home directory of its applications; `None` for one that is removed with the desktop.
    pub home: Option<PathBuf>,
    /// Where its applications keep settings, caches and logins; `None` for a place that is removed with the desktop.
    pub settings: Option<PathBuf>,
    /// The folder in which its applications start and their dialogs begin; `None` for the home directory.
    pub working: Option<PathBuf>,
    /// Its monitors, all within its size; none for a single one of full size.
    pub monitors: Vec<Monitor>,
    /// The scale of its applications.
    pub scale: Scale,
    /// Variables for its applications, in addition to the usual ones or overriding them.
    pub variables: Vec<(String, String)>,
}

impl PrivateOptions {
    /// 1920 by 1080 pixels, with a home that is removed with the desktop.
    pub const USUAL: PrivateOptions = PrivateOptions {
        size: Size { width: 1920, height: 1080 },
        home: None,
        settings: None,
        working: None,
        monitors: Vec::new(),
        scale: Scale::USUAL,
        variables: Vec::new(),
    };
}

/// A private desktop. Dropping it kills everything on it; [`PrivateDesktop::close`] asks first.
#[derive(Debug)]
pub struct PrivateDesktop {
    seat: Seat,
    size: Size,
    window_manager: &'static str,
    resources: DesktopResources,
}

impl PrivateDesktop {
    /// Starts a desktop, after removing what dead desktops left behind; takes about half a second.
    ///
    /// If the future is dropped or a part fails, everything started is ended again.
    pub async fn bring_up(options: &PrivateOptions) -> Result<PrivateDesktop, LinuxError> {
        let mut resources = DesktopResources::create().await?;
        let mut environment = resources.environment(options)?;
        let cookie = resources.cookie(&mut environment)?;
        let display = display::bring_up(&mut resources, &environment, options.size, cookie).await?;
        environment.set("DISPLAY", display.name());
        let spawner = &*resources.spawner;

        let session_bus = buses::bring_up_session(spawner, &environment, resources.directory.path()).await?;
        environment.set("DBUS_SESSION_BUS_ADDRESS", &session_bus);
        let session = SessionBus::connect(&session_bus).await?;
        let accessibility_bus = buses::bring_up_accessibility(spawner, &environment, &session).await?;
        // Applications ask the session bus for the address: Qt 6 exposes nothing at all when a variable gives it.
        session.set_activation_environment(environment.iter().collect()).await?;

        let spawner = Arc::clone(&resources.spawner);
        let (ownership, working) = (Ownership::Private, options.working.clone());
        let seat = Seat { ownership, display, session_bus, accessibility_bus, environment, working, spawner };
        screen::lay_out(&seat, options).await?;
        let window_manager = window_manager::bring_up(&resources.spawner, &seat).await?;
        Ok(PrivateDesktop { seat, size: options.size, window_manager, resources })
    }

    /// Gives it the home, settings, working folder and variables of these options, as if it had been brought up with them. No
    /// application may have been started on it before.
    ///
    /// The parts of the desktop itself keep what they were started with; none of them uses the home.
    ///
    /// # Errors
    /// A folder cannot be created, or the session bus does not answer.
    pub async fn move_in(&mut self, options: &PrivateOptions) -> Result<(), LinuxError> {
        let mut environment = self.resources.environment(options)?;
        // The X server and the buses already run: applications must find them where they are.
        for name in ["XAUTHORITY", "DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            environment.set(name, self.seat.environment.value(name).unwrap_or_default());
        }
        let session = self.seat.connect_session_bus().await?;
        session.set_activation_environment(environment.iter().collect()).await?;
        self.seat.environment = environment;
        self.seat.working = options.working.clone();
        Ok(())
    }

    /// Its addresses.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Its width and height in pixels.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The name of its window manager.
    pub fn window_manager(&self) -> &'static str {
        self.window_manager
    }

    /// The directory with everything of it while it lives.
    pub fn directory(&self) -> &Path {
        self.resources.directory.path()
    }

    /// Ends it: first its applications, which get requests to close their windows and a second to end by themselves; the X server
    /// last. Saves nothing.
    pub async fn close(self) {
        closing::close_windows(&self.seat).await;
        let ending = Ending::Ask { grace: GRACE, runtime: self.resources.directory.runtime() };
        // An error means that the runtime is shutting down; the drop then does the same without the grace period.
        let _ = spawn_blocking(move || self.resources.spawner.close(ending)).await;
    }
}

/// What exists before the first part and goes after the last.
#[derive(Debug)]
struct DesktopResources {
    // Rust drops fields in the order in which they stand here: the number goes after its server, the
    // directory last.
    spawner: Arc<ProcessSpawner>,
    /// The number of the X server; given back after that has ended.
    display: Option<DisplayNumber>,
    directory: Directory,
}

impl DesktopResources {
    async fn create() -> Result<DesktopResources, LinuxError> {
        let claimed = spawn_blocking(Directory::claim).await;
        let directory = claimed.map_err(|error| LinuxError::io("wait for a thread", error.into()))??;
        let spawner = ProcessSpawner::open().map_err(|error| LinuxError::io("start a thread", error))?;
        Ok(DesktopResources { spawner: Arc::new(spawner), display: None, directory })
    }

    /// The environment of everything on the desktop, as far as known before the first part is up.
    fn environment(&self, options: &PrivateOptions) -> Result<Environment, LinuxError> {
        let home = options.home.clone().unwrap_or_else(|| self.directory.home());
        let mut environment = Environment::of_private_desktop();
        environment.set("XDG_RUNTIME_DIR", self.directory.runtime().to_string_lossy());
        environment.set("TMPDIR", self.directory.temporary().to_string_lossy());
        environment.set("HOME", home.to_string_lossy());
        let settings = options.settings.clone().unwrap_or_else(|| self.directory.home());
        for (name, place) in [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_CACHE_HOME", ".cache"),
            ("XDG_DATA_HOME", ".local/share"),
            ("XDG_STATE_HOME", ".local/state"),
        ] {
            let place = settings.join(place);
            std::fs::create_dir_all(&place).map_err(|error| LinuxError::io("make a home", error))?;
            environment.set(name, place.to_string_lossy());
        }
        let written = user_folders::write(&settings.join(".config"), options.working.as_deref());
        written.map_err(|error| LinuxError::io("name the folder for documents", error))?;
        let written = gtk_settings::write(&settings.join(".config"));
        written.map_err(|error| LinuxError::io("write settings of GTK", error))?;
        if let Some(home) = &options.home {
            add_data_of(home, &mut environment);
        }
        options.scale.set_variables(&mut environment);
        for (name, value) in &options.variables {
            environment.set(name, value);
        }
        let recorded = self.record_folders(options, &environment);
        recorded.map_err(|error| LinuxError::io("record the folders of applications", error))?;
        Ok(environment)
    }

    /// Records where applications may leave something, and removes there what desktops left that could not.
    fn record_folders(&self, options: &PrivateOptions, environment: &Environment) -> io::Result<()> {
        let leftovers = self.directory.leftovers();
        leftovers.are_of(environment)?;
        let mut folders = options.home.iter().chain(&options.working);
        folders.try_for_each(|folder| {
            stale_locks::remove_in(folder);
            leftovers.may_be_in(folder)
        })
    }

    /// Creates the cookie of the display, and sets `XAUTHORITY`.
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

/// Data in the user's own home, such as application entries, takes precedence over the system's.
fn add_data_of(home: &Path, environment: &mut Environment) {
    let system = environment.value("XDG_DATA_DIRS").unwrap_or(SYSTEM_DATA);
    let all = format!("{}:{system}", home.join(".local/share").display());
    environment.set("XDG_DATA_DIRS", all);
}

impl Drop for DesktopResources {
    /// The directory is removed after this, together with processes others started on the desktop.
    fn drop(&mut self) {
        self.spawner.close(Ending::Kill);
    }
}
