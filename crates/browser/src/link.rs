//! The link to the browser: connects as soon as the browser takes commands, and keeps the session.

use crate::{
    bidi::BidiSession,
    cdp::CdpSession,
    profile::{Profile, prepare_folder},
    session::{BrowserError, Session},
};
use deskpilot_desktop::{LaunchExtra, WebBrowser};
use deskpilot_system::{ChildPipes, PipeReader, PipeWriter};
use futures::future::BoxFuture;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How long a browser may take to be there after its launch.
const STARTING: Duration = Duration::from_secs(60);
/// The pause between two looks for the file with its port: no event announces it.
const PAUSE: Duration = Duration::from_millis(20);
/// Without them, Chromium asks on its first start, after a crash and, where systems have several, for a keyring, and reports no page to
/// accessibility tools. None switches a protection off.
const CHROMIUM_ARGUMENTS: [&str; 5] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--force-renderer-accessibility",
];

/// The browser that takes commands, with the profile that Deskpilot opens it with.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) kind: WebBrowser,
    /// The folder of the profile.
    pub(crate) profile: PathBuf,
}

/// The state of the connection to the browser.
#[derive(Clone, Debug, Default)]
enum LinkState {
    /// None was opened.
    #[default]
    Idle,
    /// It starts.
    Starting,
    /// It is connected.
    Open(Arc<dyn Session>),
    /// It could not be connected.
    Failed(BrowserError),
}

/// The way to the browser of one profile.
#[derive(Debug)]
pub(crate) struct Link {
    browser: Browser,
    state: watch::Sender<LinkState>,
    /// Connects in the background; dropped with this.
    connecting: Mutex<JoinSet<()>>,
}

impl Browser {
    /// Whether this application is it, by the name that its platform has for it: of its package, or of its program.
    pub(crate) fn is(&self, application: &str) -> bool {
        let names: &[&str] = match self.kind {
            WebBrowser::Firefox => &["firefox", "firefox-esr"],
            WebBrowser::Chromium => &["chromium", "chromium-browser"],
            WebBrowser::Chrome => &["chrome"],
            WebBrowser::Edge => &["msedge"],
        };
        names.contains(&application)
    }

    /// What it is launched with, and the wait until it is connected.
    fn begin(&self) -> io::Result<(Vec<LaunchExtra>, BoxFuture<'static, LinkState>)> {
        let mut extras = self.profile_arguments();
        match self.kind {
            // It listens at a port of its own choice, and writes it into its profile.
            WebBrowser::Firefox => {
                let profile = Profile::at(self.profile.clone());
                profile.prepare()?;
                profile.forget_port()?;
                Ok((extras, Box::pin(connect_port(profile))))
            }
            // It reads from a pipe and writes to another.
            WebBrowser::Chromium | WebBrowser::Chrome | WebBrowser::Edge => {
                prepare_folder(&self.profile)?;
                let (theirs, writer, reader) = ChildPipes::open()?;
                extras.push(LaunchExtra::Argument("--remote-debugging-pipe".into()));
                extras.push(LaunchExtra::Pipes(theirs));
                Ok((extras, Box::pin(connect_pipes(writer, reader))))
            }
        }
    }

    /// The arguments of every launch with this profile, also of one that hands over to the browser that runs.
    fn profile_arguments(&self) -> Vec<LaunchExtra> {
        let folder = shown(&self.profile);
        let arguments = match self.kind {
            WebBrowser::Firefox => {
                vec!["--profile".to_owned(), folder, "--remote-debugging-port=0".to_owned()]
            }
            WebBrowser::Chromium | WebBrowser::Chrome | WebBrowser::Edge => {
                let profile = [format!("--user-data-dir={folder}")];
                profile.into_iter().chain(CHROMIUM_ARGUMENTS.map(str::to_owned)).collect()
            }
        };
        arguments.into_iter().map(LaunchExtra::Argument).collect()
    }
}

impl Link {
    pub(crate) fn to(browser: Browser) -> Link {
        Link { browser, state: watch::Sender::default(), connecting: Mutex::default() }
    }

    pub(crate) const fn browser(&self) -> &Browser {
        &self.browser
    }

    /// The launch options with which a browser takes commands; empty where it cannot.
    pub(crate) fn launch_extras(&self) -> Vec<LaunchExtra> {
        let Ok(runtime) = Handle::try_current() else { return Vec::new() };
        if matches!(&*self.state.borrow(), LinkState::Starting) || self.session().is_some() {
            return self.browser.profile_arguments();
        }
        let Ok((extras, connecting)) = self.browser.begin() else { return Vec::new() };
        self.state.send_replace(LinkState::Starting);
        let state = self.state.clone();
        let connecting = async move { drop(state.send_replace(connecting.await)) };
        self.connecting.lock().unwrap_or_else(PoisonError::into_inner).spawn_on(connecting, &runtime);
        extras
    }

    /// The session, if the browser is connected.
    pub(crate) fn session(&self) -> Option<Arc<dyn Session>> {
        match &*self.state.borrow() {
            LinkState::Open(session) if session.is_open() => Some(Arc::clone(session)),
            _ => None,
        }
    }

    /// The session; waits this long for a browser that starts. `None` if none was opened, or it has ended.
    ///
    /// # Errors
    /// The browser could not be connected.
    pub(crate) async fn wait(&self, limit: Duration) -> Result<Option<Arc<dyn Session>>, BrowserError> {
        let mut state = self.state.subscribe();
        // What still starts then has no commands yet.
        let _ = timeout(limit, state.wait_for(|it| !matches!(it, LinkState::Starting))).await;
        let state = state.borrow().clone();
        match state {
            LinkState::Failed(error) => Err(error),
            _ => Ok(self.session()),
        }
    }
}

/// Connects as early as possible: until then, other programs of this machine could.
async fn connect_port(profile: Profile) -> LinkState {
    let port = timeout(STARTING, async {
        loop {
            match profile.port() {
                Some(address) => return address,
                None => sleep(PAUSE).await,
            }
        }
    });
    match port.await {
        Ok(address) => match BidiSession::open(address).await {
            Ok(session) => LinkState::Open(Arc::new(session)),
            Err(error) => LinkState::Failed(error),
        },
        // It handed over to a browser that somebody else has started.
        Err(_) => LinkState::Idle,
    }
}

/// Connects to the browser that has the other ends.
async fn connect_pipes(writer: PipeWriter, reader: PipeReader) -> LinkState {
    match timeout(STARTING, CdpSession::open(writer, reader)).await {
        Ok(Ok(session)) => LinkState::Open(Arc::new(session)),
        // It did not start, or handed over to a browser that somebody else has started.
        Ok(Err(BrowserError::Lost)) => LinkState::Idle,
        Ok(Err(error)) => LinkState::Failed(error),
        Err(_) => LinkState::Failed(BrowserError::Late(STARTING)),
    }
}

fn shown(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[tokio::test]
    async fn the_port_of_a_browser_that_ran_before_is_never_connected() {
        let folder = tempfile::tempdir().unwrap();
        let port = folder.path().join("WebDriverBiDiServer.json");
        fs::write(&port, r#"{"ws_host": "127.0.0.1", "ws_port": 9}"#).unwrap();
        let link = Link::to(Browser { kind: WebBrowser::Firefox, profile: folder.path().to_owned() });
        let expected = ["--profile".into(), shown(folder.path()), "--remote-debugging-port=0".to_owned()];
        assert_eq!(link.launch_extras(), expected.map(LaunchExtra::Argument));
        assert!(!port.exists());
        assert!(link.wait(Duration::ZERO).await.unwrap().is_none(), "it starts still");
        // Another launch while it starts takes nothing away.
        fs::write(&port, r#"{"ws_host": "127.0.0.1", "ws_port": 9}"#).unwrap();
        assert_eq!(link.launch_extras().len(), 3);
        assert!(port.exists());
        let error = link.wait(Duration::from_secs(30)).await.unwrap_err().to_string();
        assert!(error.starts_with("the browser does not listen"), "{error}");
    }

    #[tokio::test]
    async fn chromium_gets_pipes_once_and_no_protection_is_off() {
        for kind in [WebBrowser::Chromium, WebBrowser::Chrome, WebBrowser::Edge] {
            gets_pipes_once_and_no_protection_is_off(kind).await;
        }
    }

    async fn gets_pipes_once_and_no_protection_is_off(kind: WebBrowser) {
        let folder = tempfile::tempdir().unwrap();
        let link = Link::to(Browser { kind, profile: folder.path().join("profile") });
        let extras = link.launch_extras();
        let arguments: Vec<&str> = extras.iter().filter_map(LaunchExtra::argument).collect();
        assert!(arguments.contains(&"--remote-debugging-pipe"), "{arguments:?}");
        for part in ["port", "no-sandbox", "disable"] {
            assert!(arguments.iter().all(|it| !it.contains(part)), "{part} in {arguments:?}");
        }
        assert!(extras.iter().any(|it| matches!(it, LaunchExtra::Pipes(_))));
        // What is launched while it starts hands over to it.
        let again = link.launch_extras();
        assert!(again.iter().all(|it| it.argument().is_some_and(|it| it != "--remote-debugging-pipe")));
        // It ends without a word.
        drop(extras);
        assert!(link.wait(Duration::from_secs(30)).await.unwrap().is_none());
    }
}
