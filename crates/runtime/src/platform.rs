//! What sessions need of a platform: a desktop, what is started beside it, and notice of the person who sits at it.

use crate::DesktopKind;
use async_trait::async_trait;
use deskpilot_core::{PauseCause, Size};
use deskpilot_desktop::Desktop;
use std::{error::Error, fmt, path::PathBuf};

/// Where desktops come from. The only place that knows which platform this is hands one in.
#[async_trait]
pub trait Platform: Send + Sync {
    /// Brings a private desktop up, or finds the one that the user sits at.
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError>;
}

/// Which desktop is wanted.
#[derive(Clone, Debug)]
pub struct DesktopOptions {
    /// Whose it is.
    pub kind: DesktopKind,
    /// Width and height of a private one, in pixels.
    pub size: Size,
    /// The home of the applications of a private one; without it theirs goes with the desktop.
    pub home: Option<PathBuf>,
}

/// A desktop that stands.
#[async_trait]
pub trait OpenDesktop: Send + Sync {
    /// A connection of its own: it remembers nothing of what others did.
    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError>;

    /// The environment of what is started on it.
    fn environment(&self) -> Vec<(String, String)>;

    /// The names of the programs that run on it; none where they cannot be listed.
    fn programs(&self) -> Vec<String>;

    /// Notices the person who sits at it.
    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError>;

    /// Ends a private desktop; a person's own stays.
    async fn close(self: Box<Self>);
}

/// Notices when a person uses pointer or keyboard.
#[async_trait]
pub trait PersonWatch: Send {
    /// Returns when the person uses one of them next, and says which.
    async fn touched(&mut self) -> Result<PauseCause, PlatformError>;
}

/// What went wrong on a platform, and what to do about it.
#[derive(Debug)]
pub struct PlatformError {
    source: Box<dyn Error + Send + Sync>,
    hint: Option<String>,
}

impl PlatformError {
    /// An error of a platform, with what to do about it where that is known.
    pub fn new(source: impl Error + Send + Sync + 'static, hint: Option<String>) -> PlatformError {
        PlatformError { source: Box::new(source), hint }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for PlatformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl Error for PlatformError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.source()
    }
}
