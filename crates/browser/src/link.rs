//! The way to the browser: it connects as soon as the browser listens, and keeps the one session that it gives.

use crate::{
    bidi::{BidiError, Session},
    profile::Profile,
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How long a browser may take to listen after its launch.
const STARTING: Duration = Duration::from_secs(60);
/// The pause between two looks for the file with its port: nobody says when it appears.
const PAUSE: Duration = Duration::from_millis(20);

/// What is known of the browser.
#[derive(Clone, Debug, Default)]
enum LinkState {
    /// None was opened.
    #[default]
    Idle,
    /// It starts.
    Starting,
    /// It is connected.
    Open(Arc<Session>),
    /// It could not be connected.
    Failed(BidiError),
}

/// The way to the browser of one profile.
#[derive(Debug)]
pub(crate) struct Link {
    profile: Profile,
    state: watch::Sender<LinkState>,
    /// Connects in the background; dropped with this.
    connecting: Mutex<JoinSet<()>>,
}

impl Link {
    pub(crate) fn to(profile: Profile) -> Link {
        Link { profile, state: watch::Sender::default(), connecting: Mutex::default() }
    }

    /// The arguments with which a browser listens, which is being launched now; none where it cannot.
    pub(crate) fn launch_args(&self) -> Vec<String> {
        let Ok(runtime) = Handle::try_current() else { return Vec::new() };
        let is_awaited = matches!(&*self.state.borrow(), LinkState::Starting) || self.session().is_some();
        if !is_awaited {
            if self.profile.prepare().and_then(|()| self.profile.forget_port()).is_err() {
                return Vec::new();
            }
            self.state.send_replace(LinkState::Starting);
            let connecting = connect(self.profile.clone(), self.state.clone());
            self.connecting.lock().unwrap_or_else(PoisonError::into_inner).spawn_on(connecting, &runtime);
        }
        let folder = self.profile.folder().to_string_lossy().into_owned();
        vec!["--profile".into(), folder, "--remote-debugging-port=0".into()]
    }

    /// The session, if the browser is connected.
    pub(crate) fn session(&self) -> Option<Arc<Session>> {
        match &*self.state.borrow() {
            LinkState::Open(session) if session.is_open() => Some(Arc::clone(session)),
            _ => None,
        }
    }

    /// The session; waits this long for a browser that starts. `None` if none was opened, or it has ended.
    ///
    /// # Errors
    /// The browser could not be connected.
    pub(crate) async fn wait(&self, limit: Duration) -> Result<Option<Arc<Session>>, BidiError> {
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
async fn connect(profile: Profile, state: watch::Sender<LinkState>) {
    let port = timeout(STARTING, async {
        loop {
            match profile.port() {
                Some(address) => return address,
                None => sleep(PAUSE).await,
            }
        }
    });
    state.send_replace(match port.await {
        Ok(address) => match Session::open(address).await {
            Ok(session) => LinkState::Open(Arc::new(session)),
            Err(error) => LinkState::Failed(error),
        },
        // It handed over to a browser that somebody else has started.
        Err(_) => LinkState::Idle,
    });
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
        let link = Link::to(Profile::at(folder.path().to_owned()));
        let shown = folder.path().to_string_lossy().into_owned();
        assert_eq!(link.launch_args(), ["--profile".into(), shown, "--remote-debugging-port=0".to_owned()]);
        assert!(!port.exists());
        assert!(link.wait(Duration::ZERO).await.unwrap().is_none(), "it starts still");
        // Another launch while it starts takes nothing away.
        fs::write(&port, r#"{"ws_host": "127.0.0.1", "ws_port": 9}"#).unwrap();
        assert_eq!(link.launch_args().len(), 3);
        assert!(port.exists());
        assert!(
            link.wait(Duration::from_secs(30))
                .await
                .unwrap_err()
                .to_string()
                .starts_with("Firefox does not listen")
        );
    }
}
