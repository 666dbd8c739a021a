//! Opens desktops, and watches the person at one.

use crate::{Desktop, InputWatch, PlatformError, RemoteHands};
use async_trait::async_trait;
use deskpilot_core::{PauseCause, Size};
use std::{io, path::PathBuf};

/// Opens desktops.
#[async_trait]
pub trait DesktopSource: Send + Sync {
    /// Starts a private desktop, or connects to the user's current one.
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError>;

    /// The kind of desktop on which every installed application opens; a private one, unless the platform says otherwise.
    fn kind_for_every_application(&self) -> DesktopKind {
        DesktopKind::Private
    }
}

/// Which desktop to open.
#[derive(Clone, Debug)]
pub struct DesktopOptions {
    /// Whether it is private.
    pub kind: DesktopKind,
    /// Width and height of a private desktop, in pixels.
    pub size: Size,
    /// The home folder of the applications on a private desktop; by default a temporary one that closing the desktop deletes.
    pub home: Option<PathBuf>,
    /// Where the applications on a private desktop keep settings, caches and logins; by default a place that closing the desktop
    /// deletes, so that none of it is in the home.
    pub settings: Option<PathBuf>,
    /// The folder in which applications start and their dialogs begin; by default the home.
    pub working: Option<PathBuf>,
}

/// Which kind of desktop to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesktopKind {
    /// A new one for Deskpilot alone.
    Private,
    /// The one that the user works at.
    Current,
}

/// A running desktop.
#[async_trait]
pub trait OpenDesktop: Send + Sync {
    /// Gives a private desktop on which no program was started yet the folders of these options, as if it had been opened with them.
    ///
    /// # Errors
    /// A folder cannot be created, or the desktop does not answer any more.
    async fn move_in(&mut self, options: &DesktopOptions) -> Result<(), PlatformError>;

    /// Opens an independent connection, which shares no state with others.
    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError>;

    /// The environment variables of programs started on it.
    fn environment(&self) -> Vec<(String, String)>;

    /// The names of the programs running on it; empty if they cannot be listed.
    fn programs(&self) -> Vec<String>;

    /// Starts to watch for input of the person at it.
    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError>;

    /// Starts to report every input at it, for a demonstration.
    ///
    /// # Errors
    /// The platform does not report input; this is what it says unless it implements the method.
    async fn watch_input(&self) -> Result<InputWatch, PlatformError> {
        let unsupported = io::Error::from(io::ErrorKind::Unsupported);
        Err(PlatformError::new(
            unsupported,
            Some("record the demonstration on the desktop you sit at".into()),
        ))
    }

    /// Hands for a person who is elsewhere and takes over.
    ///
    /// # Errors
    /// The platform has none; this is what it says unless it implements the method.
    async fn remote_hands(&self) -> Result<Box<dyn RemoteHands>, PlatformError> {
        let unsupported = io::Error::from(io::ErrorKind::Unsupported);
        Err(PlatformError::new(unsupported, Some("take over at the desktop itself".into())))
    }

    /// Closes a private desktop; the user's own desktop keeps running.
    async fn close(self: Box<Self>);
}

/// Watches for a person who uses pointer or keyboard.
#[async_trait]
pub trait PersonWatch: Send {
    /// Waits for the next input of the person, and returns which device it came from.
    async fn touched(&mut self) -> Result<PauseCause, PlatformError>;
}
