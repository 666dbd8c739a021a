//! Opens an application and waits for its window.

use super::applications::{Applications, StartedApplication};
use super::errors::blocking;
use super::reading::reader::Reader;
use deskpilot_core::{Launch, WindowId};
use deskpilot_desktop::{Budget, DesktopError, DocumentState, LaunchExtra, OpenedApplication};
use deskpilot_win32::{Hwnd, Toplevel, windows};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an application may take to show a window.
const OPENING: Duration = Duration::from_secs(60);
/// How long a window may show no controls before it is accepted without: some applications report none.
const SILENT: Duration = Duration::from_secs(5);
/// How long a program that brought up no window of its own may take until one that was open before counts as its window: it handed
/// over to a program that runs already.
const HANDING_OVER: Duration = Duration::from_secs(3);
/// How long to wait between two looks at the windows.
const PAUSE: Duration = Duration::from_millis(100);

/// Opens an application, and waits for a window of it that shows controls.
pub(super) async fn open(
    applications: Arc<dyn Applications>,
    reader: &mut Reader,
    launch: &Launch,
    extras: &[LaunchExtra],
) -> Result<OpenedApplication, DesktopError> {
    // Listed before the start: a window of a fast program would otherwise count as one that was open before.
    let before: HashSet<Hwnd> = listed().await?.iter().map(|it| it.hwnd).collect();
    let (launch, extras) = (launch.clone(), extras.to_vec());
    let started = blocking(move || applications.start(&launch, &extras)).await??;
    let begun = Instant::now();
    loop {
        let open = listed().await?;
        let is_late = begun.elapsed() >= HANDING_OVER;
        if let Some(window) = window_of(&started, &open, &before, is_late)
            && (begun.elapsed() >= OPENING || is_complete(reader, window, begun).await?)
        {
            return Ok(opened(window));
        }
        if begun.elapsed() >= OPENING {
            let tried = started
                .process
                .map_or_else(|| "it was started".to_owned(), |it| format!("process {it} was started"));
            let why = format!("{tried}, and no window of it came up within {} s", OPENING.as_secs());
            return Err(DesktopError::NotStarted { name: started.name, why });
        }
        sleep(PAUSE).await;
    }
}

async fn listed() -> Result<Vec<Toplevel>, DesktopError> {
    blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))
}

/// The window that an application brought up: a new one of its process or of its programs; later also one that was there.
fn window_of<'a>(
    started: &StartedApplication,
    open: &'a [Toplevel],
    before: &HashSet<Hwnd>,
    is_late: bool,
) -> Option<&'a Toplevel> {
    let is_of_process = |it: &&Toplevel| started.process.is_some() && it.process == started.process;
    let is_of_programs =
        |it: &&Toplevel| started.programs.iter().any(|name| name.eq_ignore_ascii_case(&it.application));
    let is_new = |it: &&Toplevel| !before.contains(&it.hwnd);
    let new = open.iter().filter(is_new);
    let found = new.clone().find(is_of_process).or_else(|| new.clone().find(is_of_programs));
    // A program that hands over to another one brings its window to the front.
    found.or_else(|| open.iter().filter(|_| is_late).find(|it| it.active && is_of_programs(it)))
}

/// Whether a window shows what can be used, or has had time enough to.
async fn is_complete(reader: &mut Reader, window: &Toplevel, begun: Instant) -> Result<bool, DesktopError> {
    match reader.read(WindowId::from(window.hwnd), Budget::LOOK).await {
        Ok(reading) if reading.elements.iter().any(|it| it.control.role.is_interactive()) => Ok(true),
        Err(error) if error.is_of_whole_desktop() => Err(error),
        // A splash screen has gone, and the window comes.
        Err(DesktopError::WindowGone(_)) => Ok(false),
        Ok(_) | Err(_) => Ok(begun.elapsed() >= SILENT),
    }
}

fn opened(window: &Toplevel) -> OpenedApplication {
    let document = match window.owner {
        Some(_) => DocumentState::BehindDialog,
        None => DocumentState::Shown,
    };
    OpenedApplication { window: window.window(), document }
}
