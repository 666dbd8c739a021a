//! Opens an application and waits for its window.

use super::candidate::{Candidate, LaunchTrace};
use crate::desktop::reading::reader::Reader;
use crate::desktop::waiting::idleness::Idleness;
use crate::desktop::windows::window_group::WindowGroup;
use crate::process::processor_time;
use crate::{Catalog, LaunchedApplication, Seat};
use deskpilot_atspi::{Element, TreeSnapshot, role};
use deskpilot_core::{Control, Launch, Role, State, Window, WindowId};
use deskpilot_desktop::{Budget, DesktopError, DocumentState, LaunchExtra, OpenedApplication};
use deskpilot_x11::Client;
use std::{process::ExitStatus, time::Duration};
use tokio::time::{Instant, sleep};

/// How long an application may take to show a usable window. An office suite on its first start on a busy machine took
/// 30 s.
const OPENING: Duration = Duration::from_secs(60);
/// How long a window may show no controls, while its program does nothing, before it is accepted without: some applications
/// report none.
const SILENT: Duration = Duration::from_secs(5);
/// The same while its program works: it may not have come to its controls yet. Also how long its document may load: some pages never
/// end.
const WORKING: Duration = Duration::from_secs(20);
/// How long a dialog stays before the application counts as waiting behind it: some come and go while a document loads.
const DIALOG: Duration = Duration::from_secs(2);
/// How long a browser may show an empty page before that counts as its page, and as that of the document to open: on a busy machine
/// a browser works for longer before its first page comes.
const BLANK: BlankPatience = BlankPatience { idle: Duration::from_secs(3), working: Duration::from_secs(3) };
const BLANK_DOCUMENT: BlankPatience = BlankPatience { idle: Duration::from_secs(8), working: WORKING };
/// How long a browser does nothing once it only waits for a page.
const PAGE_IDLE: Duration = Duration::from_secs(1);
/// How long the window of an application that lags may go on to change before it is accepted as it is.
const CHANGING: Duration = Duration::from_secs(12);
/// How long the window of an application that lags stays as it is once it is complete.
const UNCHANGED: Duration = Duration::from_millis(300);
/// How long an application sends no events once its window is complete.
const QUIET: Duration = Duration::from_millis(200);
/// How long to wait between two looks at the windows.
const PAUSE: Duration = Duration::from_millis(30);

/// Opens applications on one seat.
pub(in crate::desktop) struct Launcher {
    pub(in crate::desktop) seat: Seat,
}

impl Launcher {
    /// The installed applications.
    pub(in crate::desktop) async fn catalog(&self) -> Result<Catalog, DesktopError> {
        let environment = self.seat.environment().clone();
        let reading = tokio::task::spawn_blocking(move || Catalog::read(&environment));
        reading
            .await
            .map_err(|error| DesktopError::Unusable(format!("its applications are unknown: {error}")))
    }

    /// Opens an application, and waits up to 60 s for a window that can be used, or for a dialog that the application waits behind. A
    /// window that is still not complete then is accepted as it is: what it shows later, the next look finds.
    pub(in crate::desktop) async fn open(
        &self,
        reader: &mut Reader,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        let catalog = self.catalog().await?;
        // Listed before the start: a window of a fast program would otherwise count as one that was open
        // before.
        let before = reader.windows.clients().await?;
        let launched = self.seat.launch(&catalog, launch, extras).await?;
        let name = launched.application().name.clone();
        launched.file().iter().for_each(|file| reader.opened_files.remember(file));
        let started = Instant::now();
        let failing = launched.clone();
        let names = listed_names(&launched);
        let mut opening = Opening { launch, launched: &launched, names, before, started, seen: None };
        let opened = tokio::select! {
            // A program that fails ends the wait at once, and not after 60 s.
            error = failing.failure() => return Err(error.into()),
            opened = tokio::time::timeout(OPENING, opening.until_complete(reader)) => opened,
        };
        match (opened, opening.seen) {
            (Ok(opened), _) => opened,
            (Err(_), Some(seen)) => seen.at_deadline(reader).await,
            (Err(_), None) => {
                let why = no_window(&tried(&launched), launched.running().ended());
                Err(DesktopError::NotStarted { name, why })
            }
        }
    }
}

/// What was tried to open an application.
fn tried(launched: &LaunchedApplication) -> String {
    let document = launched.file().map(|it| format!(" with {}", it.display())).unwrap_or_default();
    format!("process {} was started{document}", launched.pid())
}

/// Why an application counts as not started that showed no window in time: what was tried, what is known of its program, and what
/// to do.
fn no_window(tried: &str, ended: Option<ExitStatus>) -> String {
    let seconds = OPENING.as_secs();
    let state = match ended {
        None => "its program still runs: look again before you open it once more".to_owned(),
        Some(status) if status.success() => {
            "its program ended without an error: look whether a window that was open before shows it"
                .to_owned()
        }
        Some(status) => format!("its program ended with {status}"),
    };
    format!("{tried}, and no window of it came up within {seconds} s; {state}")
}

/// The names under which the windows of an application are listed.
fn listed_names(launched: &LaunchedApplication) -> Vec<String> {
    let id = launched.application().id.to_lowercase();
    let last = id.rsplit('.').next().unwrap_or(&id).to_owned();
    vec![last, id, launched.window_class().to_lowercase()]
}

/// An application that is starting, and what it has shown.
struct Opening<'a> {
    launch: &'a Launch,
    launched: &'a LaunchedApplication,
    /// The names under which its windows are listed.
    names: Vec<String>,
    /// The windows before it was started.
    before: Vec<Client>,
    started: Instant,
    /// What it brought up last.
    seen: Option<SeenWindow>,
}

/// A window that an application brought up, and what that shows once it is complete.
struct SeenWindow {
    opening: OpeningWindow,
    document: DocumentState,
}

impl SeenWindow {
    /// What it is at the deadline, complete or not.
    async fn at_deadline(self, reader: &mut Reader) -> Result<OpenedApplication, DesktopError> {
        let window = reader.windows.scene(self.opening.id).await?.client.window();
        Ok(OpenedApplication { window, document: self.document })
    }
}

impl Opening<'_> {
    /// Waits for a window of the application that shows controls, or a dialog in front of it, and until that is complete.
    async fn until_complete(&mut self, reader: &mut Reader) -> Result<OpenedApplication, DesktopError> {
        loop {
            let now = reader.windows.clients().await?;
            if let Some(found) = self.trace().find(&self.before, &now) {
                let opened = self.opened(found);
                // Window managers place a window a moment after it appears.
                if self.is_complete(reader, &opened).await?
                    && let Some(window) = standing(reader, &opened.window).await?
                {
                    return Ok(OpenedApplication { window, ..opened });
                }
            }
            sleep(PAUSE).await;
        }
    }

    fn trace(&self) -> LaunchTrace<'_> {
        LaunchTrace {
            process: self.launched.pid(),
            handed_over: self.launched.running().ended().is_some(),
            names: &self.names,
            file: self.launched.file(),
            elapsed: self.started.elapsed(),
        }
    }

    /// What the launch opened, if it is this.
    fn opened(&self, found: Candidate<'_>) -> OpenedApplication {
        let document = match found {
            Candidate::Window(_) => self.launched.in_use().map_or(DocumentState::Shown, DocumentState::InUse),
            Candidate::Dialog(_) => DocumentState::BehindDialog,
            Candidate::Loading(_) => DocumentState::NotShown,
        };
        OpenedApplication { window: found.client().window(), document }
    }

    /// Whether the window is complete; one whose document is still loading never is.
    async fn is_complete(
        &mut self,
        reader: &mut Reader,
        opened: &OpenedApplication,
    ) -> Result<bool, DesktopError> {
        let OpenedApplication { window, document } = opened;
        // A window that replaced another has not been seen as long.
        let known = self.seen.take().map(|it| it.opening).filter(|it| it.id == window.id);
        let opening = known.unwrap_or_else(|| OpeningWindow::new(window, self.launch, self.launched));
        let seen = self.seen.insert(SeenWindow { opening, document: *document });
        match document {
            DocumentState::NotShown => Ok(false),
            DocumentState::BehindDialog if seen.opening.since.elapsed() < DIALOG => Ok(false),
            DocumentState::BehindDialog | DocumentState::Shown | DocumentState::InUse(_) => {
                seen.opening.is_complete(reader, window).await
            }
        }
    }
}

/// How long a browser may show an empty page.
#[derive(Clone, Copy)]
struct BlankPatience {
    /// Where its program does nothing.
    idle: Duration,
    /// Where it works.
    working: Duration,
}

impl BlankPatience {
    /// Whether a page that has been empty for so long counts as the page, in a program that has done nothing for so long.
    fn is_over(self, empty: Duration, idle: Duration) -> bool {
        empty > self.working || empty > self.idle && idle > PAGE_IDLE
    }
}

/// A window that may still be loading.
struct OpeningWindow {
    id: WindowId,
    /// When it was first seen.
    since: Instant,
    /// How long its program has done nothing.
    idleness: Idleness,
    /// The controls of the first whole look at it as it is now, and when that began.
    last: Option<(Instant, Vec<Control>)>,
    /// The look after which the launcher requested the keys of its controls.
    asked_for_keys: Option<Instant>,
    blank: BlankPatience,
    is_browser: bool,
}

impl OpeningWindow {
    fn new(window: &Window, launch: &Launch, launched: &LaunchedApplication) -> OpeningWindow {
        let blank = if launch.file.is_some() { BLANK_DOCUMENT } else { BLANK };
        let now = Instant::now();
        let idleness = Idleness::new(used_by(window), now);
        let is_browser = launched.is_browser();
        OpeningWindow {
            id: window.id,
            since: now,
            idleness,
            last: None,
            asked_for_keys: None,
            blank,
            is_browser,
        }
    }

    /// Whether the window shows everything that it opens with: it has controls, its application sends no events, and what
    /// it shows stays as it is.
    async fn is_complete(&mut self, reader: &mut Reader, window: &Window) -> Result<bool, DesktopError> {
        if self.last.is_none() {
            let began = Instant::now();
            let elements = look(reader, window).await?.elements;
            if elements.is_empty() {
                let now = Instant::now();
                let is_silent = self.idleness.at(used_by(window), now) > SILENT;
                return Ok(is_silent || now - self.since > WORKING);
            }
            // Only remembered: a later look has to find it unchanged.
            self.is_unchanged(&elements, began);
        }
        let is_lagging = is_lagging(reader, window);
        let longest = if is_lagging { CHANGING } else { SILENT };
        let is_quiet = is_quiet(reader, window);
        if !is_quiet && self.since.elapsed() <= longest {
            return Ok(false);
        }
        let began = Instant::now();
        let TreeSnapshot { elements, omissions, .. } = look(reader, window).await?;
        let is_behind = omissions.is_late() || is_quiet && is_loading(&elements);
        if is_behind && self.since.elapsed() <= WORKING {
            return Ok(false);
        }
        // On a busy machine a browser keeps changing for longer than its page takes elsewhere.
        if self.lacks_page(&elements) {
            let now = Instant::now();
            let idle = self.idleness.at(used_by(window), now);
            return Ok(self.blank.is_over(now - self.since, idle));
        }
        // Without quiet, the window gets this far only once it has gone on changing for `longest`.
        if !is_quiet || !is_lagging || self.is_unchanged(&elements, began) || self.since.elapsed() > longest {
            return Ok(true);
        }
        self.ask_for_keys(reader, window).await
    }

    /// Asks for the keys of the window's controls while it has to stay unchanged: the first action needs them, and an
    /// application that lags takes a while to report them. Asks again if the window did change.
    async fn ask_for_keys(&mut self, reader: &mut Reader, window: &Window) -> Result<bool, DesktopError> {
        let look = self.last.as_ref().map(|(began, _)| *began);
        if self.asked_for_keys != look {
            reader.forget_key_bindings();
            reader.key_bindings(window.id).await?;
            self.asked_for_keys = look;
        }
        Ok(false)
    }

    /// Whether it is a browser that shows no page yet, or an empty one.
    fn lacks_page(&self, elements: &[Element]) -> bool {
        match elements.iter().position(|it| it.facts.role == role::DOCUMENT_WEB) {
            Some(at) => is_blank_page(&elements[at..]),
            None => self.is_browser,
        }
    }

    /// Whether the window is as it was some time before, seen by whole looks, the last of which `began` then. An application
    /// that lags sends no events for buttons and panes that it brings up to date later.
    fn is_unchanged(&mut self, elements: &[Element], began: Instant) -> bool {
        let now: Vec<Control> = elements.iter().map(Element::control).collect();
        let same = |last: &Vec<Control>| {
            last.len() == now.len() && last.iter().zip(&now).all(|(was, is)| looks_alike(was, is))
        };
        match &self.last {
            Some((since, last)) if same(last) => since.elapsed() >= UNCHANGED,
            _ => {
                self.last = Some((began, now));
                false
            }
        }
    }
}

/// The processor time that the program of a window has used; nothing if that is not known.
fn used_by(window: &Window) -> Duration {
    window.process.and_then(processor_time).unwrap_or_default()
}

/// Whether nothing that a person sees of a control differs.
fn looks_alike(was: &Control, is: &Control) -> bool {
    (was.id(), &was.value, was.states, was.rect) == (is.id(), &is.value, is.states, is.rect)
}

/// The window as it is now, if it still has the same rectangle and application: looks at it may have taken seconds, in which LibreOffice
/// makes the window of a document of its first one.
async fn standing(reader: &mut Reader, window: &Window) -> Result<Option<Window>, DesktopError> {
    let now = reader.windows.clients().await?;
    let is_it =
        |it: &Window| (it.id, it.rect, &it.application) == (window.id, window.rect, &window.application);
    Ok(now.iter().map(Client::window).find(is_it))
}

/// Whether the application has sent no event for a while: what it opened may still be loading into the window.
fn is_quiet(reader: &Reader, window: &Window) -> bool {
    let bus = reader.known(window.id).and_then(WindowGroup::bus);
    let activity = bus.and_then(|bus| reader.events.activity(&bus));
    activity.is_none_or(|activity| activity.last.elapsed() >= QUIET)
}

fn is_lagging(reader: &Reader, window: &Window) -> bool {
    reader.known(window.id).is_some_and(|group| reader.lags(group))
}

/// What the window shows; nothing while it is still starting.
async fn look(reader: &mut Reader, window: &Window) -> Result<TreeSnapshot, DesktopError> {
    match reader.look_patiently(window.id, Budget::LOOK).await {
        Ok((reading, _)) => Ok(reading.snapshot),
        Err(error) if error.is_of_whole_desktop() => Err(error),
        // It is still starting, or it was only a splash screen.
        Err(_) => Ok(TreeSnapshot::default()),
    }
}

fn is_loading(elements: &[Element]) -> bool {
    elements.iter().any(|it| it.facts.kind() == Role::Document && it.states().has(State::Busy))
}

/// Whether nothing is in the page that comes first.
fn is_blank_page(elements: &[Element]) -> bool {
    let [page, after @ ..] = elements else { return true };
    let has_parts = after.first().is_some_and(|next| next.level > page.level);
    !has_parts && page.control().value.is_none_or(|text| text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn an_application_without_a_window_is_described_by_what_its_program_does() {
        for (ended, expected) in [
            (None, "its program still runs: look again before you open it once more"),
            (
                Some(0),
                "its program ended without an error: look whether a window that was open before shows it",
            ),
            (Some(1 << 8), "its program ended with exit status: 1"),
        ] {
            let tried = "process 7 was started with /tmp/a.odt";
            let why = no_window(tried, ended.map(ExitStatus::from_raw));
            assert_eq!(why, format!("{tried}, and no window of it came up within 60 s; {expected}"));
        }
    }

    #[test]
    fn an_empty_page_of_a_browser_that_works_is_no_page_yet() {
        for (patience, empty, idle, expected) in [
            (BLANK_DOCUMENT, 7, 5, false),
            (BLANK_DOCUMENT, 9, 2, true),
            (BLANK_DOCUMENT, 9, 0, false),
            (BLANK_DOCUMENT, 21, 0, true),
            (BLANK, 4, 0, true),
        ] {
            let seconds = Duration::from_secs;
            assert_eq!(patience.is_over(seconds(empty), seconds(idle)), expected, "{empty} s, idle {idle} s");
        }
    }
}
