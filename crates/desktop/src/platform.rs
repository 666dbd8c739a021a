//! The port for everything of a platform besides windows: opening desktops, watching the person at one, checking what is
//! installed, file permissions, path syntax.
//!
//! A platform is one crate with `impl Platform`. The code that starts sessions receives it and never names a platform.

use crate::{CommandTable, Connection, ControlListener, Desktop, InputWatch, Keyring, Receiver};
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

    /// Its path syntax.
    fn path_style(&self) -> PathStyle;

    /// The folders of a user with these environment variables.
    fn folders(&self, variables: &[(String, String)]) -> UserFolders;

    /// Its file permissions.
    fn files(&self) -> &dyn FilePermissions;

    /// The keyring of a user with these environment variables; `None` if the platform has none that it can use.
    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>>;

    /// Checks what desktops need, in the order in which a user should fix it.
    async fn checks(&self, depth: CheckDepth) -> Vec<Check>;

    /// The commands that install these packages, each as its program and arguments; `None` where the platform has no package
    /// manager that it knows.
    fn installation(&self, packages: &[String]) -> Option<Vec<Vec<String>>>;

    /// The Python for which LibreOffice's own interface is installed; `None` where there is none.
    fn office_python(&self) -> Option<PathBuf>;

    /// The receivers of interfaces that only this platform has, for a desktop whose programs have this environment. Nothing is
    /// connected or started before it is needed.
    fn receivers(&self, _environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        Vec::new()
    }

    /// The tables of the commands that only this platform has and that are known before they run.
    fn command_tables(&self) -> Vec<CommandTable> {
        Vec::new()
    }

    /// Starts a private desktop, or connects to the user's current one.
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError>;

    /// Listens in the folder of a task for other processes of the user. This process holds the folder's lock, so a socket that
    /// another process left there is stale. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// This process cannot listen in the folder.
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>>;

    /// Connects to the process of this user that listens in the folder of a task.
    ///
    /// # Errors
    /// `NotFound` or `ConnectionRefused` if no process listens, `PermissionDenied` if it belongs to another user.
    async fn connect(&self, folder: &Path) -> io::Result<Connection>;
}

/// Where a user's files are; `None` if the variables name no home folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFolders {
    /// The user's own home.
    pub home: Option<PathBuf>,
    /// The user's settings of this program.
    pub settings: Option<PathBuf>,
    /// The data that this program stores for the user.
    pub data: Option<PathBuf>,
    /// The settings of the machine; the user's settings override them.
    pub system_settings: Option<PathBuf>,
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
            Some("record the demonstration on a Linux desktop with X11".into()),
        ))
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

/// The file permissions of a platform.
pub trait FilePermissions: Send + Sync {
    /// Creates a folder if needed, and lets only its owner enter it.
    ///
    /// # Errors
    /// The folder cannot be created, or belongs to another user.
    fn make_private(&self, folder: &Path) -> io::Result<()>;

    /// What other users may do with an open file. It takes an open file so that nobody can replace the file between check and
    /// use.
    ///
    /// # Errors
    /// The file's metadata cannot be read.
    fn access(&self, file: &File) -> io::Result<FileAccess>;

    /// The file itself, or the nearest folder on its way, that somebody besides the user and the administrator can change. `None`
    /// if nobody can.
    ///
    /// # Errors
    /// The file or its metadata cannot be read.
    fn exposure(&self, path: &Path) -> io::Result<Option<Exposure>>;

    /// The command that limits other users to this access, to show to the user.
    fn remedy(&self, path: &Path, most: FileAccess) -> String;
}

/// What other users may do with a file, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileAccess {
    /// Nothing.
    Nothing,
    /// Read it.
    Read,
    /// Change it.
    Change,
    /// Everything: it belongs to another user.
    Own,
}

/// A file or folder that others can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it, and what to do.
    pub remedy: String,
}

/// How thorough the checks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckDepth {
    /// Checks that programs and files exist.
    Shallow,
    /// Also starts a private desktop.
    Deep,
}

/// Whether something that desktops need is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Availability {
    /// It is there: where or how.
    #[serde(rename = "yes")]
    Available(String),
    /// It is not there: why.
    #[serde(rename = "no")]
    Missing(String),
}

/// One check of what desktops need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What is checked.
    pub name: String,
    /// What it is needed for.
    pub why: String,
    /// The result.
    pub found: Availability,
    /// What to do if it is missing.
    pub remedy: Option<String>,
    /// Whether Deskpilot cannot work without it.
    pub required: bool,
    /// The package of the platform that provides it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

impl Check {
    /// Whether it is missing and required.
    pub fn blocks(&self) -> bool {
        self.required && self.is_missing()
    }

    /// Whether it is missing.
    pub const fn is_missing(&self) -> bool {
        matches!(self.found, Availability::Missing(_))
    }
}

/// An error of a platform, with a hint for the user.
#[derive(Debug)]
pub struct PlatformError {
    source: Box<dyn Error + Send + Sync>,
    hint: Option<String>,
}

impl PlatformError {
    /// Wraps an error of a platform, with what to do about it if that is known.
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
