//! Opens an application and waits for its window.

use super::reader::{PATIENCE, Reader};
use super::window_group::WindowGroup;
use crate::{Catalog, LaunchedApplication, Seat};
use deskpilot_core::{Control, Launch, Role, State, Window};
use deskpilot_desktop::{Budget, DesktopError};
use deskpilot_x11::Client;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an application may take to show a usable window. An office suite on its first start on a busy machine took
/// 30 s.
const OPENING: Duration = Duration::from_secs(60);
/// How long a window may show no controls before it is accepted without: some applications report none.
const SILENT: Duration = Duration::from_secs(5);
/// How long an application that already runs may take to raise its window instead.
const COMING_FORWARD: Duration = Duration::from_secs(2);
/// How long an application sends no events once its window is complete.
const QUIET: Duration = Duration::from_millis(200);
/// How long to wait between two looks at the windows.
const PAUSE: Duration = Duration::from_millis(30);

/// Opens applications on one seat.
pub(super) struct Launcher {
    pub(super) seat: Seat,
}

impl Launcher {
    /// The installed applications.
    pub(super) async fn catalog(&self) -> Result<Catalog, DesktopError> {
        let environment = self.seat.environment().clone();
        let reading = tokio::task::spawn_blocking(move || Catalog::read(&environment));
        reading.await.map_err(|error| DesktopError::Lost(error.to_string()))
    }

    /// Opens an application, and waits up to 60 s for a window that can be used.
    pub(super) async fn open(
        &self,
        reader: &mut Reader,
        launch: &Launch,
        args: &[String],
    ) -> Result<Window, DesktopError> {
        let catalog = self.catalog().await?;
        let before = reader.windows.clients().await?;
        let launched = self.seat.launch(&catalog, launch, args).await?;
        let name = launched.application().name.clone();
        let started = Instant::now();
        let failing = launched.clone();
        let opened = tokio::select! {
            error = failing.failure() => return Err(error.into()),
            opened = tokio::time::timeout(OPENING, until_opened(reader, &launched, before, started)) => opened,
        };
        opened.unwrap_or_else(|_| {
            let why = format!("it showed no window within {} s", OPENING.as_secs());
            Err(DesktopError::NotStarted { name, why })
        })
    }
}

/// Waits for a window of the application that shows controls.
async fn until_opened(
    reader: &mut Reader,
    launched: &LaunchedApplication,
    before: Vec<Client>,
    started: Instant,
) -> Result<Window, DesktopError> {
    let mut first_seen: Option<(u32, Instant)> = None;
    loop {
        let now = reader.windows.clients().await?;
        if let Some(client) = opened(launched, &before, &now, started) {
            // A window that replaced another has not been seen as long.
            let known = first_seen.filter(|(id, _)| *id == client.id);
            let (_, seen_since) = *first_seen.insert(known.unwrap_or((client.id, Instant::now())));
            let window = client.window();
            let is_ready = is_ready(reader, &window).await? && is_quiet(reader, &window);
            let is_ready = is_ready || seen_since.elapsed() > SILENT;
            // Window managers place a window a moment after it appears.
            if is_ready && stands(reader, &window).await? {
                return Ok(window);
            }
        }
        sleep(PAUSE).await;
    }
}

/// Whether a window still has the same rectangle.
async fn stands(reader: &mut Reader, window: &Window) -> Result<bool, DesktopError> {
    let now = reader.windows.clients().await?;
    Ok(now.iter().map(Client::window).any(|it| it.id == window.id && it.rect == window.rect))
}

/// Whether the application has sent no event for a while: what it opened may still be loading into the window.
fn is_quiet(reader: &Reader, window: &Window) -> bool {
    let bus = reader.known(window.id).and_then(WindowGroup::bus);
    let activity = bus.and_then(|bus| reader.events.activity(&bus));
    activity.is_none_or(|activity| activity.last.elapsed() >= QUIET)
}

/// Whether the window shows controls and has finished loading.
async fn is_ready(reader: &mut Reader, window: &Window) -> Result<bool, DesktopError> {
    let budget = Budget { deadline: PATIENCE, controls: 50 };
    match reader.controls(window.id, budget).await {
        Ok(seen) => Ok(!seen.controls.is_empty() && !seen.controls.iter().any(is_loading)),
        Err(error @ DesktopError::Lost(_)) => Err(error),
        // It is still starting, or it was only a splash screen.
        Err(_) => Ok(false),
    }
}

fn is_loading(control: &Control) -> bool {
    control.role == Role::Document && control.states.has(State::Busy)
}

/// The window a launch opened: a new one of the process, else a new one of the application, else any new one, else an
/// existing one that came to the front.
fn opened<'a>(
    launched: &LaunchedApplication,
    before: &[Client],
    now: &'a [Client],
    started: Instant,
) -> Option<&'a Client> {
    // The X server reuses the window ids of a dead program for the next.
    let is_same = |was: &Client, client: &Client| (was.id, was.process) == (client.id, client.process);
    let new = || now.iter().filter(|client| before.iter().all(|was| !is_same(was, client)));
    let is_late = started.elapsed() > COMING_FORWARD;
    let handed_over = launched.running().ended().is_some();
    let of_process = new().find(|client| client.process == Some(launched.pid()));
    let of_application = || new().find(|client| is_of(launched, client));
    let any = || new().next().filter(|_| handed_over || is_late);
    // An existing window is accepted at once only if its title or active state changed.
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

fn is_of(launched: &LaunchedApplication, client: &Client) -> bool {
    let application = launched.application();
    let id = application.id.to_lowercase();
    let class = launched.window_class().map(str::to_lowercase);
    let names = [Some(id.rsplit('.').next().unwrap_or(&id).to_owned()), Some(id.clone()), class];
    names.into_iter().flatten().any(|name| name == client.application)
}
