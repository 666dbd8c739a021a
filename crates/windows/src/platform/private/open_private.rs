//! A private desktop, open for a session.

use super::{
    connection::{PrivateConnection, PrivateHands},
    desktop_threads::{Confined, DesktopThreads},
};
use crate::platform::{
    applications::{InstalledApplications, StartPlace},
    error::WindowsError,
    remote_hands::WindowsHands,
};
use async_trait::async_trait;
use deskpilot_core::PauseCause;
use deskpilot_desktop::{
    Desktop, DesktopOptions, InputWatch, OpenDesktop, PersonWatch, PlatformError, RemoteHands,
};
use deskpilot_system::unguessable_text;
use deskpilot_win32::{PrivateDesktop, windows};
use std::{
    fs,
    future::pending,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::task::spawn_blocking;

/// How many digits of a name that nobody else has.
const DIGITS: usize = 16;

/// A desktop of classic programs that ends with them.
pub(in crate::platform) struct OpenPrivateDesktop {
    applications: Arc<InstalledApplications>,
    threads: Arc<DesktopThreads>,
    folders: OwnFolders,
}

/// The folders that are gone with the desktop.
struct OwnFolders {
    /// In which its sessions say which windows they work in.
    leases: PathBuf,
    /// In which its programs start, where nobody gave another.
    home: Option<PathBuf>,
}

impl OpenPrivateDesktop {
    /// Makes a desktop whose sessions note below this folder which windows they work in.
    pub(in crate::platform) fn make(
        leases: &Path,
        options: &DesktopOptions,
    ) -> Result<OpenPrivateDesktop, WindowsError> {
        let failed = |error: io::Error| WindowsError::PrivateDesktop(error.to_string());
        // A name that somebody has already would open that desktop.
        let name = format!("deskpilot-{}", &unguessable_text().map_err(failed)?[..DIGITS]);
        let made = PrivateDesktop::create(&name);
        let made = made.map_err(|error| WindowsError::PrivateDesktop(error.to_string()))?;
        let own = options.home.is_none().then(|| std::env::temp_dir().join(&name));
        let folders = OwnFolders { leases: leases.join(&name), home: own.clone() };
        let home = options.home.clone().or(own).unwrap_or_else(std::env::temp_dir);
        fs::create_dir_all(&home).map_err(failed)?;
        let place =
            StartPlace { home, working: options.working.clone(), desktop: Some(made.path().to_owned()) };
        let threads = DesktopThreads::start(Arc::new(made)).map_err(failed)?;
        Ok(OpenPrivateDesktop {
            applications: Arc::new(InstalledApplications::of(place)),
            threads: Arc::new(threads),
            folders,
        })
    }
}

#[async_trait]
impl OpenDesktop for OpenPrivateDesktop {
    async fn move_in(&mut self, options: &DesktopOptions) -> Result<(), PlatformError> {
        let Some(home) = options.home.clone() else { return Ok(()) };
        let created = fs::create_dir_all(&home);
        created.map_err(|error| WindowsError::PrivateDesktop(error.to_string()))?;
        let desktop = Some(self.threads.desktop().path().to_owned());
        let place = StartPlace { home, working: options.working.clone(), desktop };
        self.applications = Arc::new(InstalledApplications::of(place));
        Ok(())
    }

    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        let applications = Arc::clone(&self.applications);
        let connected =
            PrivateConnection::open(&self.threads, applications, self.folders.leases.clone()).await;
        Ok(Box::new(connected.map_err(WindowsError::Desktop)?))
    }

    fn environment(&self) -> Vec<(String, String)> {
        std::env::vars().collect()
    }

    fn programs(&self) -> Vec<String> {
        let open = self.threads.call(windows).and_then(Result::ok).unwrap_or_default();
        let mut programs: Vec<String> = open.into_iter().map(|it| it.application).collect();
        programs.sort();
        programs.dedup();
        programs
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Ok(Box::new(Nobody))
    }

    async fn watch_input(&self) -> Result<InputWatch, PlatformError> {
        Err(WindowsError::InputWatch(io::Error::other("nobody can be at a private desktop")).into())
    }

    async fn remote_hands(&self) -> Result<Box<dyn RemoteHands>, PlatformError> {
        Ok(Box::new(PrivateHands(Confined::new(Arc::clone(&self.threads), WindowsHands::posting()))))
    }

    async fn close(self: Box<Self>) {
        let OpenPrivateDesktop { applications, threads, folders } = *self;
        let closing = spawn_blocking(move || {
            applications.end_programs();
            if let Some(threads) = Arc::into_inner(threads) {
                threads.end();
            }
            for folder in [Some(folders.leases), folders.home].into_iter().flatten() {
                // Nobody may have used it, and a program that has not ended yet may keep it.
                let _ = fs::remove_dir_all(folder);
            }
        });
        let _ = closing.await;
    }
}

/// The person at a desktop that no screen shows and no device reaches.
struct Nobody;

#[async_trait]
impl PersonWatch for Nobody {
    async fn touched(&mut self) -> Result<PauseCause, PlatformError> {
        pending().await
    }
}
