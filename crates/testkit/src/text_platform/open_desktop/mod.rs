//! An open text desktop, with the folder in which its applications save.

mod recording_hands;
mod touched_pointer;

use super::DesktopCounts;
use crate::TextDesktop;
use async_trait::async_trait;
use deskpilot_desktop::{Desktop, DesktopOptions, OpenDesktop, PersonWatch, PlatformError, RemoteHands};
use recording_hands::RecordingHands;
use std::{
    fs, io,
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
};
use tempfile::TempDir;
use touched_pointer::TouchedPointer;

/// An open text desktop.
pub(super) struct OpenTextDesktop {
    desktop: TextDesktop,
    home: Home,
    desktops: Arc<DesktopCounts>,
}

/// The home folder of the applications.
enum Home {
    Given(PathBuf),
    /// It goes with the desktop.
    Temporary(TempDir),
}

impl Home {
    fn of(options: &DesktopOptions) -> io::Result<Home> {
        let Some(home) = &options.home else { return Ok(Home::Temporary(tempfile::tempdir()?)) };
        fs::create_dir_all(home)?;
        Ok(Home::Given(home.clone()))
    }

    fn folder(&self) -> PathBuf {
        match self {
            Home::Given(folder) => folder.clone(),
            Home::Temporary(folder) => folder.path().to_owned(),
        }
    }
}

impl OpenTextDesktop {
    pub(super) fn new(
        desktop: TextDesktop,
        options: &DesktopOptions,
        desktops: Arc<DesktopCounts>,
    ) -> Result<OpenTextDesktop, PlatformError> {
        let home = Home::of(options).map_err(unusable)?;
        let desktop = desktop.in_folder(&options.working.clone().unwrap_or_else(|| home.folder()));
        Ok(OpenTextDesktop { desktop, home, desktops })
    }
}

#[async_trait]
impl OpenDesktop for OpenTextDesktop {
    async fn move_in(&mut self, options: &DesktopOptions) -> Result<(), PlatformError> {
        if self.desktops.are_dead.load(Ordering::SeqCst) {
            return Err(unusable(io::Error::other("it is dead")));
        }
        let moved = OpenTextDesktop::new(self.desktop.clone(), options, Arc::clone(&self.desktops))?;
        *self = moved;
        self.desktops.moved_in.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        self.desktops.connected.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(self.desktop.clone()))
    }

    fn environment(&self) -> Vec<(String, String)> {
        vec![("HOME".into(), self.home.folder().display().to_string())]
    }

    fn programs(&self) -> Vec<String> {
        Vec::new()
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Ok(Box::new(TouchedPointer(Arc::clone(&self.desktops))))
    }

    async fn remote_hands(&self) -> Result<Box<dyn RemoteHands>, PlatformError> {
        Ok(Box::new(RecordingHands(Arc::clone(&self.desktops))))
    }

    async fn close(self: Box<Self>) {
        drop(self.desktops.closing.lock().await);
        self.desktops.closed.fetch_add(1, Ordering::SeqCst);
    }
}

fn unusable(why: io::Error) -> PlatformError {
    PlatformError::new(why, None)
}

#[cfg(test)]
mod tests;
