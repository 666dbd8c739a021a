//! The receiver for web pages.

use crate::{
    arguments::Arguments,
    commands::{Command, Job},
    link::{Browser, Link},
    page::Page,
    session::{BrowserError, Session},
    tables,
    trouble::Trouble,
    windows::Windows,
};
use async_trait::async_trait;
use deskpilot_core::{
    Application, Call, CommandSpec, Effect, Launch, Outcome, Point, Rect, SideEffects, Window,
};
use deskpilot_desktop::{
    ApplicationLifeCycle, CommandGaps, DesktopError, LaunchExtra, NativeAction, PageElements, PageHit,
    PageReading, READY_TIMEOUT, Receiver, Scope, WebBrowser,
};
use serde_json::{Map, Value};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::time::timeout;

/// How long the discovery of commands waits for a browser that starts.
const STARTING: Duration = Duration::from_millis(700);
/// What a command leaves of its time for reporting its end.
const MARGIN: Duration = Duration::from_millis(200);

/// Tells a browser directly what to do with web pages.
#[derive(Debug)]
pub struct BrowserReceiver {
    link: Link,
    windows: Windows,
}

impl BrowserReceiver {
    /// The receiver for the browser that Deskpilot opens with this profile, a folder that is made if it is missing. One with Chromium's
    /// engine refuses debugging commands with its usual profile, and ends when this is dropped.
    pub fn of(kind: WebBrowser, profile: PathBuf) -> BrowserReceiver {
        BrowserReceiver { link: Link::to(Browser { kind, profile }), windows: Windows::default() }
    }

    /// How a person calls the browser.
    fn browser(&self) -> &'static str {
        self.link.browser().kind.name()
    }

    /// The session of a window's browser; `None` if it does not listen, because somebody else started it. Waits this long for
    /// one that starts.
    async fn session_of(
        &self,
        window: &Window,
        limit: Duration,
    ) -> Result<Option<Arc<dyn Session>>, BrowserError> {
        Ok(self.link.wait(limit).await?.filter(|it| it.is_of(window.process)))
    }

    /// The session of a window's browser and the context of the page in front; `None` if the browser takes no commands.
    async fn front(&mut self, window: &Window) -> Result<Option<(Arc<dyn Session>, String)>, DesktopError> {
        let session = self.session_of(window, Duration::ZERO).await.map_err(Trouble::from);
        let Some(session) = session.map_err(|it| self.unanswered(&it))? else { return Ok(None) };
        let tabs = self.windows.tabs_of(&*session, window).await;
        let (tabs, front) = tabs.map_err(|it| self.unanswered(&it))?;
        Ok(tabs.into_iter().nth(front).map(|it| (session, it.tab.context)))
    }

    fn unanswered(&self, trouble: &Trouble) -> DesktopError {
        DesktopError::NotPossible { what: self.browser().into(), why: trouble.sentence() }
    }

    async fn completed(
        &mut self,
        command: Command,
        window: &Window,
        action: &NativeAction<'_>,
    ) -> Result<Option<Map<String, Value>>, Trouble> {
        let session = self.session_of(window, STARTING).await?;
        let session = session.ok_or(BrowserError::NotListening("use its window instead".into()))?;
        let (tabs, front) = self.windows.tabs_of(&*session, window).await?;
        let arguments = Arguments::of(action.call);
        let job = Job { session: &*session, tabs: &tabs, front, arguments, deadline: action.deadline };
        job.complete(command).await
    }

    async fn carry_out(
        &mut self,
        command: Command,
        window: &Window,
        action: &NativeAction<'_>,
    ) -> Result<Outcome, Trouble> {
        let session = self.session_of(window, STARTING).await?;
        let session = session.ok_or(BrowserError::NotListening("use its window instead".into()))?;
        let (tabs, front) = self.windows.tabs_of(&*session, window).await?;
        let job = Job {
            session: &*session,
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
        match self.link.browser().kind {
            WebBrowser::Firefox => "BROWSER",
            WebBrowser::Chromium => "CHROMIUM",
            WebBrowser::Chrome => "CHROME",
            WebBrowser::Edge => "EDGE",
        }
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if self.link.browser().is(&window.application))
    }

    fn table(&self) -> &'static [CommandSpec] {
        tables::BROWSER
    }

    /// None where the browser takes no commands, because somebody else started it: its window takes everything.
    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let Scope::Window(window) = scope else { return Ok(Vec::new()) };
        let unconnected = |error: BrowserError| DesktopError::NotPossible {
            what: self.browser().into(),
            why: format!("{error}; use its window instead"),
        };
        match self.session_of(window, STARTING).await.map_err(unconnected)? {
            Some(_) => Ok(self.table().iter().cloned().map(Arc::new).collect()),
            None => Ok(Vec::new()),
        }
    }

    async fn complete(&mut self, action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        let (Scope::Window(window), Some(command)) = (action.scope, Command::of(&action.call.command)) else {
            return Ok(None);
        };
        let completed = self.completed(command, window, action).await;
        let args = completed.map_err(|it| self.unanswered(&it))?;
        Ok(args.map(|args| Call { command: action.call.command.clone(), args }))
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

    fn takes_picture(&self, call: &Call) -> bool {
        call.command == "element_screenshot"
    }

    fn take_gaps(&mut self, scope: Scope<'_>) -> CommandGaps {
        let Scope::Window(window) = scope else { return CommandGaps::default() };
        let is_connected = self.link.session().is_some_and(|it| it.is_of(window.process));
        let name = self.browser();
        let unconnected =
            || format!("Deskpilot is not connected to this {name}; do everything in its window.");
        CommandGaps { troubles: Vec::new(), limit: (!is_connected).then(unconnected) }
    }

    fn page_elements(&mut self) -> Option<&mut dyn PageElements> {
        Some(self)
    }

    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        Some(self)
    }
}

#[async_trait]
impl PageElements for BrowserReceiver {
    async fn elements(&mut self, window: &Window, page: Rect) -> Result<PageReading, DesktopError> {
        let Some((session, context)) = self.front(window).await? else { return Ok(PageReading::default()) };
        let found = Page::of(&*session, &context).clickables(page).await;
        found.map_err(|it| self.unanswered(&it))
    }

    async fn element_at(
        &mut self,
        window: &Window,
        page: Rect,
        point: Point,
    ) -> Result<PageHit, DesktopError> {
        let Some((session, context)) = self.front(window).await? else { return Ok(PageHit::Unknown) };
        let hit = Page::of(&*session, &context).element_at(page, point).await;
        hit.map_err(|it| self.unanswered(&it))
    }
}

#[async_trait]
impl ApplicationLifeCycle for BrowserReceiver {
    fn launch_extras(&self, application: &Application, _: &Launch) -> Result<Vec<LaunchExtra>, DesktopError> {
        let is_its = self.link.browser().is(&application.id);
        Ok(if is_its { self.link.launch_extras() } else { Vec::new() })
    }

    async fn wait_until_ready(&mut self, window: &Window) {
        // The list of its commands reports why there is no session.
        let _ = self.session_of(window, READY_TIMEOUT).await;
    }
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
