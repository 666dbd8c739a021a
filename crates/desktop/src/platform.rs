//! The port for everything that a platform owes besides its windows: where desktops come from, the person who sits at one,
//! what must be installed, how files stay with their owner, how paths are written.
//!
//! A platform is one crate with `impl Platform`; what starts sessions receives it and names no platform.

use crate::{Connection, ControlListener, Desktop, Keyring};
use async_trait::async_trait;
use deskpilot_core::{PathStyle, PauseCause, Size};
use serde::Serialize;
use std::{
    error::Error,
    fmt,
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// A platform.
#[async_trait]
pub trait Platform: fmt::Debug + Send + Sync {
    /// Its name in reports and for computer-use models, such as `linux`.
    fn name(&self) -> &'static str;

    /// How it writes paths.
    fn path_style(&self) -> PathStyle;

    /// The folders it keeps for a user with these variables.
    fn folders(&self, variables: &[(String, String)]) -> UserFolders;

    /// How its files stay with their owner.
    fn files(&self) -> &dyn OwnFiles;

    /// The keyring of a user with these variables; `None` where the platform has none that it can use.
    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>>;

    /// Looks for what desktops need, in the order in which it should be mended.
    async fn checks(&self, depth: Depth) -> Vec<Check>;

    /// Brings a private desktop up, or finds the one that the user sits at.
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError>;

    /// Listens for other processes of the user at the folder of a task, whose lock this process holds: what another process
    /// left there is dead. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// Nobody can listen at this folder.
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>>;

    /// Connects to the process of this user that listens at the folder of a task.
    ///
    /// # Errors
    /// `NotFound` or `ConnectionRefused` where nobody listens, `PermissionDenied` where it is somebody else's process.
    async fn connect(&self, folder: &Path) -> io::Result<Connection>;
}

/// Where a user's files are; `None` where the variables name no home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFolders {
    /// The user's own settings of this program.
    pub settings: Option<PathBuf>,
    /// What this program keeps for the user.
    pub data: Option<PathBuf>,
    /// The settings of the machine, which the user's go before.
    pub system_settings: Option<PathBuf>,
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

/// Whose desktop it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesktopKind {
    /// One of its own.
    Private,
    /// The one the user sits at.
    Current,
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

/// How a platform's files stay with their owner.
pub trait OwnFiles: Send + Sync {
    /// Makes a folder, or one that is there, impossible to enter for anybody but its owner.
    ///
    /// # Errors
    /// The folder cannot be made, or belongs to somebody else.
    fn keep_private(&self, folder: &Path) -> io::Result<()>;

    /// What people other than the user may do with a file that is open: whatever link led to it, nothing can be put in
    /// its place meanwhile.
    ///
    /// # Errors
    /// The file cannot be asked.
    fn access(&self, file: &File) -> io::Result<Access>;

    /// The command, to be shown to the user, after which other people have no more than this access.
    fn remedy(&self, path: &Path, most: Access) -> String;
}

/// What people other than the user may do with a file, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Nothing.
    Nothing,
    /// Read it.
    Read,
    /// Change it.
    Change,
    /// Everything: it belongs to somebody else.
    Own,
}

/// How thoroughly to look for what is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Whether programs and files are there.
    Shallow,
    /// Whether a private desktop comes up, too.
    Deep,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// It is there: where, or how.
    Yes(String),
    /// It is not: why.
    No(String),
}

/// One thing that was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked for.
    pub name: String,
    /// What it is for.
    pub why: String,
    /// Whether it is there.
    pub found: Found,
    /// What to do when it is not there.
    pub remedy: Option<String>,
    /// Whether nothing works without it.
    pub required: bool,
}

impl Check {
    /// Whether it stands in the way: it is required, and not there.
    pub fn blocks(&self) -> bool {
        self.required && matches!(self.found, Found::No(_))
    }
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
