//! A platform whose desktops are texts, for tests of the code above platforms.

mod bare_system;
mod closable_application;
mod open_desktop;
mod page_opener;
mod single_entry_keyring;

use crate::TextDesktop;
use async_trait::async_trait;
use bare_system::BareSystem;
use closable_application::ClosableApplication;
use deskpilot_core::PathStyle;
use deskpilot_desktop::{
    BrowserProfile, Check, CheckDepth, CommandTable, Connection, ControlListener, ControlTransport,
    DesktopKind, DesktopOptions, DesktopSource, FilePermissions, Keyring, NativeInterfaces, OpenDesktop,
    Platform, PlatformError, PlatformTerms, Prerequisites, Receiver, RemoteInput, UserFolders,
};
use open_desktop::OpenTextDesktop;
use page_opener::PageOpener;
use single_entry_keyring::SingleEntryKeyring;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tokio::sync::Notify;

/// A calculator and a text editor that can be opened, as [`TextDesktop`] describes them. What the text editor saves is on disk.
pub const CALCULATOR_AND_EDITOR: &str = include_str!("desktop.txt");

/// The variable with which a user has a keyring.
const KEYRING: &str = "KEYRING";

/// A platform whose desktops are texts. Folders, permissions and sockets are those of the operating system, for which it asks the
/// platform that hosts it. A user whose variables have `KEYRING` has a keyring with one entry, `KEY`. The windows of an application
/// `browser` have the native command `open_page`.
#[derive(Clone, Debug)]
pub struct TextPlatform {
    host: Arc<dyn Platform>,
    fixture: &'static str,
    /// The desktop that its user sits at.
    current: Option<TextDesktop>,
    /// What its applications ask before they show a document.
    question: Option<&'static str>,
    desktops: Arc<DesktopCounts>,
}

/// What became of the desktops of a platform.
#[derive(Debug, Default)]
pub struct DesktopCounts {
    /// How many were opened.
    pub opened: AtomicUsize,
    /// How many were taken by a session after they had waited.
    pub moved_in: AtomicUsize,
    /// How many were closed.
    pub closed: AtomicUsize,
    /// How often an application was closed on a desktop that was still there.
    pub applications_closed: AtomicUsize,
    /// Whether desktops that waited do not answer.
    pub are_dead: AtomicBool,
    /// What a test locks as long as no desktop may end its closing.
    pub closing: tokio::sync::Mutex<()>,
    /// What people elsewhere did on desktops that they took over.
    pub remote_inputs: Mutex<Vec<RemoteInput>>,
    /// How often a desktop was connected to.
    pub connected: AtomicUsize,
    /// The desktop that was opened last.
    pub last: Mutex<Option<TextDesktop>>,
    /// What a test notifies where the user at the current desktop uses the pointer.
    pub touched: Notify,
    /// The addresses of the pages that browsers were to open.
    pub pages: Mutex<Vec<String>>,
}

impl TextPlatform {
    /// A platform on this one, whose desktops the fixture describes.
    pub fn new(host: Arc<dyn Platform>, fixture: &'static str) -> TextPlatform {
        TextPlatform { host, fixture, current: None, question: None, desktops: Arc::default() }
    }

    /// The same, on which an application asks something before it shows a document, in the window of this fixture.
    #[must_use]
    pub fn asking(self, question: &'static str) -> TextPlatform {
        TextPlatform { question: Some(question), ..self }
    }

    /// A platform that asks no operating system, whose desktops the fixture describes: a user's folders are those of `HOME`, files have
    /// no permissions, and no other process reaches a session.
    pub fn bare(fixture: &'static str) -> TextPlatform {
        TextPlatform::new(Arc::new(BareSystem), fixture)
    }

    /// The same platform, whose user sits at this desktop. Without one, the current desktop is another that the fixture describes.
    #[must_use]
    pub fn with_current(self, desktop: TextDesktop) -> TextPlatform {
        TextPlatform { current: Some(desktop), ..self }
    }

    /// What became of its desktops.
    pub fn desktops(&self) -> Arc<DesktopCounts> {
        Arc::clone(&self.desktops)
    }
}

impl Platform for TextPlatform {
    fn name(&self) -> &'static str {
        self.host.name()
    }

    fn path_style(&self) -> PathStyle {
        self.host.path_style()
    }

    fn terms(&self) -> PlatformTerms {
        self.host.terms()
    }

    fn folders(&self, variables: &[(String, String)]) -> UserFolders {
        self.host.folders(variables)
    }

    fn files(&self) -> &dyn FilePermissions {
        self.host.files()
    }

    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>> {
        let is_there = variables.iter().any(|(name, _)| name == KEYRING);
        is_there.then(|| Box::new(SingleEntryKeyring) as Box<dyn Keyring>)
    }
}

#[async_trait]
impl DesktopSource for TextPlatform {
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        self.desktops.opened.fetch_add(1, Ordering::SeqCst);
        let unreadable = |why| PlatformError::new(io::Error::other::<String>(why), None);
        let desktop = match &self.current {
            Some(desktop) if options.kind == DesktopKind::Current => desktop.for_another_session(),
            _ => TextDesktop::new(self.fixture).map_err(unreadable)?,
        };
        let desktop = match self.question {
            Some(question) => desktop.with_question(question).map_err(unreadable)?,
            None => desktop,
        };
        *self.desktops.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(desktop.clone());
        Ok(Box::new(OpenTextDesktop::new(desktop, options, self.desktops())?))
    }
}

impl NativeInterfaces for TextPlatform {
    fn receivers(&self, _: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        vec![Box::new(ClosableApplication(self.desktops())), Box::new(PageOpener(self.desktops()))]
    }

    fn command_tables(&self) -> Vec<CommandTable> {
        self.host.command_tables()
    }

    fn browsers(&self) -> &'static [BrowserProfile] {
        self.host.browsers()
    }

    fn office_python(&self) -> Option<PathBuf> {
        self.host.office_python()
    }
}

#[async_trait]
impl ControlTransport for TextPlatform {
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>> {
        self.host.listen(folder)
    }

    async fn connect(&self, folder: &Path) -> io::Result<Connection> {
        self.host.connect(folder).await
    }
}

#[async_trait]
impl Prerequisites for TextPlatform {
    async fn checks(&self, _: CheckDepth) -> Vec<Check> {
        Vec::new()
    }

    fn installation(&self, packages: &[String]) -> Option<Vec<Vec<String>>> {
        self.host.installation(packages)
    }
}
