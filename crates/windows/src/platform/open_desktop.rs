//! The user's desktop, open for a session.

use super::{
    applications::{InstalledApplications, StartPlace},
    error::WindowsError,
    person::{DeviceWatch, watch_input},
    remote_hands::WindowsHands,
};
use crate::desktop::WindowsDesktop;
use async_trait::async_trait;
use deskpilot_core::PauseCause;
use deskpilot_desktop::{
    Desktop, DesktopOptions, InputWatch, OpenDesktop, PersonWatch, PlatformError, RemoteHands, UserFolders,
};
use deskpilot_win32::windows;
use std::{path::PathBuf, sync::Arc};
use tokio::task::spawn_blocking;

/// The folder in our data in which sessions say which windows they work in.
const LEASES: &str = "leases";

/// The desktop that the user works at. Programs that are started on it stay.
pub(super) struct OpenWindowsDesktop {
    applications: Arc<InstalledApplications>,
    leases: PathBuf,
}

impl OpenWindowsDesktop {
    /// The desktop of this process, of the user with these folders.
    pub(super) fn current(
        folders: &UserFolders,
        working: Option<PathBuf>,
    ) -> Result<OpenWindowsDesktop, WindowsError> {
        let home = folders.home.clone().ok_or(WindowsError::NoHome)?;
        let leases = leases(folders)?;
        let place = StartPlace { home, working, desktop: None };
        Ok(OpenWindowsDesktop { applications: Arc::new(InstalledApplications::of(place)), leases })
    }
}

#[async_trait]
impl OpenDesktop for OpenWindowsDesktop {
    async fn move_in(&mut self, _: &DesktopOptions) -> Result<(), PlatformError> {
        Ok(())
    }

    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        let (applications, leases) = (Arc::clone(&self.applications), self.leases.clone());
        let connecting = spawn_blocking(move || WindowsDesktop::connect(applications, &leases));
        let connected = connecting.await.map_err(|error| {
            WindowsError::Desktop(deskpilot_desktop::DesktopError::Unusable(error.to_string()))
        })?;
        Ok(Box::new(connected.map_err(WindowsError::Desktop)?))
    }

    fn environment(&self) -> Vec<(String, String)> {
        std::env::vars().collect()
    }

    fn programs(&self) -> Vec<String> {
        let mut programs: Vec<String> =
            windows().unwrap_or_default().into_iter().map(|it| it.application).collect();
        programs.sort();
        programs.dedup();
        programs
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Ok(Box::new(PersonInput(DeviceWatch::start().map_err(WindowsError::PersonWatch)?)))
    }

    async fn watch_input(&self) -> Result<InputWatch, PlatformError> {
        Ok(watch_input().map_err(WindowsError::InputWatch)?)
    }

    async fn remote_hands(&self) -> Result<Box<dyn RemoteHands>, PlatformError> {
        Ok(Box::new(WindowsHands::default()))
    }

    async fn close(self: Box<Self>) {}
}

/// Where sessions say which windows they work in: below the user's profile, which lets only the user in.
pub(super) fn leases(folders: &UserFolders) -> Result<PathBuf, WindowsError> {
    Ok(folders.data.clone().ok_or(WindowsError::NoHome)?.join(LEASES))
}

/// The person's use of pointer and keyboard.
struct PersonInput(DeviceWatch);

#[async_trait]
impl PersonWatch for PersonInput {
    async fn touched(&mut self) -> Result<PauseCause, PlatformError> {
        Ok(self.0.touched().await.map_err(WindowsError::PersonWatch)?)
    }
}
