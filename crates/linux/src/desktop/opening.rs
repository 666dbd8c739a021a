//! Opens an application and waits for its window.

use super::{LinuxDesktop, PATIENCE};
use crate::Launched;
use deskpilot_core::{Control, Launch, Role, State, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopError};
use deskpilot_x11::Client;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an application may take to show a window that can be used.
const OPENING: Duration = Duration::from_secs(20);
/// How long an application that was already open may take to come forward instead.
const COMING_FORWARD: Duration = Duration::from_secs(2);
/// How long an application tells of nothing once its window is complete.
const QUIET: Duration = Duration::from_millis(200);
/// How long it is waited between two looks at the windows.
const PAUSE: Duration = Duration::from_millis(30);

impl LinuxDesktop {
    pub(super) async fn open(&mut self, launch: &Launch) -> Result<Window, DesktopError> {
        let catalog = self.catalog().await?;
        let before = self.clients().await?;
        let launched = self.seat.launch(&catalog, launch).await?;
        let name = launched.application().name.clone();
        let started = Instant::now();
        let failing = launched.clone();
        let opened = tokio::select! {
            error = failing.failure() => return Err(error.into()),
            opened = tokio::time::timeout(OPENING, self.until_opened(&launched, before, started)) => opened,
        };
        opened.unwrap_or_else(|_| {
            let why = format!("it showed no window within {} s", OPENING.as_secs());
            Err(DesktopError::NotStarted { name, why })
        })
    }

    /// Waits for a window that is of the application and shows controls.
    async fn until_opened(
        &mut self,
        launched: &Launched,
        before: Vec<Client>,
        started: Instant,
    ) -> Result<Window, DesktopError> {
        let mut first_seen = None;
        loop {
            let now = self.clients().await?;
            if let Some(client) = opened(launched, &before, &now, started) {
                let seen_since = *first_seen.get_or_insert_with(Instant::now);
                let window = client.window();
                let is_ready = self.is_ready(&window).await? && self.is_quiet(&window);
                let is_ready = is_ready || seen_since.elapsed() > OPENING / 4;
                // Window managers place a window a moment after it is there.
                if is_ready && self.stands(&window).await? {
                    return Ok(window);
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Whether a window is where it was.
    async fn stands(&mut self, window: &Window) -> Result<bool, DesktopError> {
        let now = self.clients().await?;
        Ok(now.iter().map(Client::window).any(|it| it.id == window.id && it.rect == window.rect))
    }

    /// Whether the application has told of nothing for a while: what it opened may still be on its way into the window.
    fn is_quiet(&self, window: &Window) -> bool {
        let bus = self.families.get(&window.id).and_then(|it| it.group.bus());
        let beat = bus.and_then(|bus| self.pulse.of(&bus));
        beat.is_none_or(|beat| beat.last.elapsed() >= QUIET)
    }

    /// Whether the window shows controls, and what it loads is there.
    async fn is_ready(&mut self, window: &Window) -> Result<bool, DesktopError> {
        let budget = Budget { deadline: PATIENCE, controls: 50 };
        match self.controls(window, budget).await {
            Ok(seen) => Ok(!seen.controls.is_empty() && !seen.controls.iter().any(is_loading)),
            Err(error @ DesktopError::Lost(_)) => Err(error),
            // It is still starting, or it was only a splash.
            Err(_) => Ok(false),
        }
    }
}

fn is_loading(control: &Control) -> bool {
    control.role == Role::Document && control.states.has(State::Busy)
}

/// The window that came of a launch: a new one of the process, then any new one of the application, then any new one,
/// then one that was there and has come forward.
fn opened<'a>(
    launched: &Launched,
    before: &[Client],
    now: &'a [Client],
    started: Instant,
) -> Option<&'a Client> {
    // The X server gives the numbers of a dead program's windows to the next.
    let is_same = |was: &Client, client: &Client| (was.id, was.process) == (client.id, client.process);
    let new = || now.iter().filter(|client| before.iter().all(|was| !is_same(was, client)));
    let is_late = started.elapsed() > COMING_FORWARD;
    let handed_over = launched.running().ended().is_some();
    let of_process = new().find(|client| client.process == Some(launched.pid()));
    let of_application = || new().find(|client| is_of(launched, client));
    let any = || new().next().filter(|_| handed_over || is_late);
    // A window that was there is taken at once only if something about it is new.
    let is_fresh = |client: &Client| {
        before
            .iter()
            .any(|was| was.id == client.id && (was.title != client.title || was.active != client.active))
    };
    let forward = || {
        let top = now.first().filter(|client| handed_over && is_of(launched, client))?;
        (is_late || is_fresh(top)).then_some(top)
    };
    of_process.or_else(of_application).or_else(any).or_else(forward)
}

fn is_of(launched: &Launched, client: &Client) -> bool {
    let application = launched.application();
    let id = application.id.trim_end_matches(".desktop").to_lowercase();
    let class = launched.window_class().map(str::to_lowercase);
    let names = [Some(id.rsplit('.').next().unwrap_or(&id).to_owned()), Some(id.clone()), class];
    names.into_iter().flatten().any(|name| name == client.application)
}
