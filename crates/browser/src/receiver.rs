//! The receiver for web pages.

use crate::{
    arguments::Arguments,
    bidi::{BidiError, Session},
    commands::{Command, Job},
    link::Link,
    profile::Profile,
    tables,
    trouble::Trouble,
    windows::Windows,
};
use async_trait::async_trait;
use deskpilot_core::{Application, CommandSpec, Effect, Outcome, SideEffects, Window};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::time::timeout;

/// The applications that are Firefox.
const APPLICATIONS: [&str; 2] = ["firefox", "firefox-esr"];
/// How long the discovery of commands waits for a browser that starts.
const STARTING: Duration = Duration::from_millis(700);
/// What a command leaves of its time to those who report its end.
const MARGIN: Duration = Duration::from_millis(200);

/// Tells Firefox directly what to do with web pages.
#[derive(Debug)]
pub struct BrowserReceiver {
    link: Link,
    windows: Windows,
}

impl BrowserReceiver {
    /// The receiver for the Firefox that Deskpilot opens with this profile, a folder that is made if it is missing. On a
    /// private desktop that is `.mozilla/firefox/deskpilot` in its home, which is Firefox's usual one there; on the desktop of a
    /// person it is a folder of Deskpilot's own.
    pub fn new(profile: PathBuf) -> BrowserReceiver {
        BrowserReceiver { link: Link::to(Profile::at(profile)), windows: Windows::default() }
    }

    /// The session of a window's browser; `None` if it does not listen, because somebody else started it.
    async fn session_of(&self, window: &Window) -> Result<Option<Arc<Session>>, BidiError> {
        Ok(self.link.wait(STARTING).await?.filter(|it| it.is_of(window.process)))
    }

    async fn carry_out(
        &mut self,
        command: Command,
        window: &Window,
        action: &NativeAction<'_>,
    ) -> Result<Outcome, Trouble> {
        let session = self.session_of(window).await?;
        let session = session.ok_or(BidiError::NotListening("use its window instead".into()))?;
        let (tabs, front) = self.windows.tabs_of(&session, window).await?;
        let job = Job {
            session: &session,
            tabs: &tabs,
            front,
            arguments: Arguments::of(action.call),
            deadline: action.deadline,
        };
        job.run(command).await
    }
}

#[async_trait]
impl Receiver for BrowserReceiver {
    fn name(&self) -> &'static str {
        "BROWSER"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if is_firefox(&window.application))
    }

    fn table(&self) -> &'static [CommandSpec] {
        tables::BROWSER
    }

    /// None where Firefox does not listen, because somebody else started it: its window takes everything.
    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let Scope::Window(window) = scope else { return Ok(Vec::new()) };
        let unconnected = |error: BidiError| DesktopError::NotPossible {
            what: "the browser".into(),
            why: format!("{error}; use its window instead"),
        };
        match self.session_of(window).await.map_err(unconnected)? {
            Some(_) => Ok(self.table().iter().cloned().map(Arc::new).collect()),
            None => Ok(Vec::new()),
        }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let name = &action.call.command;
        let (Scope::Window(window), Some(command)) = (action.scope, Command::of(name)) else {
            return Err(DesktopError::NoSuchCommand(name.clone()));
        };
        let limit = action.deadline.saturating_sub(MARGIN).max(MARGIN);
        let done = timeout(limit, Box::pin(self.carry_out(command, window, action))).await;
        Ok(match done {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(trouble)) => trouble.refusal(name),
            Err(_) => late(command, name, limit).into(),
        })
    }

    fn launch_args(&self, application: &Application) -> Vec<String> {
        if is_firefox(&application.id) { self.link.launch_args() } else { Vec::new() }
    }
}

fn is_firefox(application: &str) -> bool {
    APPLICATIONS.contains(&application)
}

/// The effect of a command that did not end in time.
fn late(command: Command, name: &str, limit: Duration) -> Effect {
    let millis = limit.as_millis();
    if command.spec().side_effects == SideEffects::Reads {
        return Effect::Partial(format!("{name} did not finish within {millis} ms, and gives nothing back"));
    }
    let look = "look whether it was done before you repeat it";
    Effect::Partial(format!("{name} was sent and did not finish within {millis} ms; {look}"))
}
