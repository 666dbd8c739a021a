//! A desktop described by a text, for tests of the code above platforms.

mod arithmetic;
mod claims;
mod draw;
mod files;
mod fixture;
mod gestures;
mod injected_fault;
mod judged;
mod layout;
mod plan;
mod root;
mod state;
mod tokens;
mod widget;

pub use injected_fault::InjectedFault;

use async_trait::async_trait;
use claims::{ClaimTable, SessionId};
use deskpilot_core::{
    Application, Control, DesktopInfo, Effect, Input, Launch, NoChangeReason, Outcome, State, Truncation,
    Window, WindowId, policy::Foreground,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Freshness, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use root::ROOT;
use state::{DesktopState, SCREEN};
use std::{
    collections::BTreeMap,
    fmt,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A desktop described by a text. A clone is the same desktop in the same session: a test keeps one and passes the other on.
/// [`TextDesktop::for_another_session`] is the same desktop in another session.
///
/// Each level is indented by two blanks: `window` and `app` at the margin, controls inside a window, items inside a list. A
/// line that begins with `#` is a comment.
///
/// ```text
/// window "Notes" editor
///   document "Text" = "first line\nsecond line"
///   edit "Password" protected
///   checkbox "Wrap" checked
///   button "Print" disabled
///   list "Fonts"
///     item "Serif" selected
///   combo "Size"
///     item "10"
///   button "Save" -> window "Save As" editor
///     edit "Name"
///     button "OK" -> save "Text" as edit "Name", close
///   key "Ctrl+Q" -> close
/// app "Calculator" calc "Pocket calculator" "calc sums"
///   window "Calculator" calc
///     edit "Result" readonly
///     button "7" -> append "7" to "Result"
///     button "=" -> compute "Result"
///     button "C" -> set "Result" to ""
/// ```
///
/// A control is a kind, a name, an optional `= "value"`, and flags: `checked`, `disabled`, `expanded`, `focused`,
/// `multiline`, `protected`, `readonly`, `selected`. An application has a name, an identifier and, optionally, what it is and the
/// endings of the documents that it usually opens. The consequences of pressing it follow `->`; the lines below a control
/// that opens a window describe that window. Check boxes, lists, combo boxes, menus and text fields work by themselves.
/// Characters typed while no text field has the focus press the buttons of these names. `save` writes files that only
/// [`TextDesktop::file`] and a launch with a file can read, unless the desktop has a folder on disk
/// ([`TextDesktop::in_folder`]). `unmask` shows the text of a `protected` field.
#[derive(Clone)]
pub struct TextDesktop {
    shared: Arc<Mutex<Shared>>,
    claims: ClaimTable,
    session: SessionId,
}

impl fmt::Debug for TextDesktop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextDesktop").field("session", &self.session).finish_non_exhaustive()
    }
}

struct Shared {
    state: DesktopState,
    performed: Vec<Input>,
    started: Vec<(String, Vec<String>)>,
    faults: Vec<(usize, InjectedFault)>,
    /// The applications that answer no look.
    silent: Vec<String>,
    /// The version of each application that has one.
    versions: BTreeMap<String, String>,
    /// How often a version was asked for.
    version_reads: usize,
    /// How often pointer and keyboard were let go.
    releases: usize,
    /// The number of sessions.
    sessions: u64,
}

impl Shared {
    /// Fails for a window of an application that answers no look.
    fn check_answers(&self, window: WindowId) -> Result<(), DesktopError> {
        let application = self.state.windows.iter().find(|it| it.id == window).map(|it| &it.application);
        match application.filter(|it| self.silent.contains(it)) {
            Some(application) => Err(DesktopError::Hung { application: application.clone(), millis: 1_500 }),
            None => Ok(()),
        }
    }
}

impl TextDesktop {
    /// The desktop that the fixture describes; an error names the malformed line.
    pub fn new(fixture: &str) -> Result<TextDesktop, String> {
        let state = DesktopState::new(fixture::parse(fixture)?);
        let shared = Shared {
            state,
            performed: Vec::new(),
            started: Vec::new(),
            faults: Vec::new(),
            silent: Vec::new(),
            versions: BTreeMap::new(),
            version_reads: 0,
            releases: 0,
            sessions: 1,
        };
        let shared = Arc::new(Mutex::new(shared));
        Ok(TextDesktop { shared, claims: ClaimTable::default(), session: SessionId(1) })
    }

    /// The same desktop for another session, which cannot claim what this one has claimed.
    #[must_use]
    pub fn for_another_session(&self) -> TextDesktop {
        let mut shared = self.lock();
        shared.sessions += 1;
        TextDesktop { session: SessionId(shared.sessions), ..self.clone() }
    }

    /// Injects a fault into the `nth` input, counted from 1.
    #[must_use]
    pub fn with_fault(self, nth: usize, fault: InjectedFault) -> TextDesktop {
        self.lock().faults.push((nth, fault));
        self
    }

    /// Adds a file that a launch can open.
    #[must_use]
    pub fn with_file(self, name: &str, text: &str) -> TextDesktop {
        self.lock().state.files.put(name, text);
        self
    }

    /// Adds a file that another program has open: a launch opens it for reading only, or a copy.
    #[must_use]
    pub fn with_file_in_use(self, name: &str, text: &str) -> TextDesktop {
        self.lock().state.put_in_use(name, text);
        self
    }

    /// Adds a file that its application shows in the window that is open: a launch brings that forward, as it is.
    #[must_use]
    pub fn with_file_shown(self, name: &str, text: &str) -> TextDesktop {
        self.lock().state.put_shown(name, text);
        self
    }

    /// Has an application ask something before it shows a document, in the window of this fixture; an error names the malformed
    /// line.
    pub fn with_question(self, fixture: &str) -> Result<TextDesktop, String> {
        let asked = fixture::parse(fixture)?.windows;
        self.lock().state.questions.extend(asked);
        Ok(self)
    }

    /// What its applications save from now on is on disk: in this folder where the name has none.
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> TextDesktop {
        self.lock().state.files.go_to(folder);
        self
    }

    /// Says which version an application has.
    #[must_use]
    pub fn with_version(self, application: &str, version: &str) -> TextDesktop {
        self.lock().versions.insert(application.to_owned(), version.to_owned());
        self
    }

    /// How often the version of an application was asked for.
    pub fn version_reads(&self) -> usize {
        self.lock().version_reads
    }

    /// How often pointer and keyboard were let go.
    pub fn releases(&self) -> usize {
        self.lock().releases
    }

    /// The text of the saved file of this name, if any.
    pub fn file(&self, name: &str) -> Option<String> {
        self.lock().state.files.read(name)
    }

    /// The value of the first control of this name in any window, topmost first, visible or not.
    pub fn value(&self, control: &str) -> Option<String> {
        let shared = self.lock();
        let mut widgets = shared.state.windows.iter().flat_map(|window| &window.widgets);
        widgets.find(|it| it.name == control)?.value.clone()
    }

    /// Sets the value of the first control of this name, as a person at the same desktop might.
    pub fn put(&self, control: &str, value: &str) {
        let mut shared = self.lock();
        let mut widgets = shared.state.windows.iter_mut().flat_map(|window| &mut window.widgets);
        if let Some(widget) = widgets.find(|it| it.name == control) {
            widget.value = Some(value.to_owned());
        }
    }

    /// Closes the topmost window of this title, as a person at the same desktop might.
    pub fn close_window(&self, title: &str) {
        let state = &mut self.lock().state;
        if let Some(id) = state.windows.iter().find(|it| it.title == title).map(|it| it.id) {
            state.close(id);
        }
    }

    /// All inputs in order, including failed ones.
    pub fn performed(&self) -> Vec<Input> {
        self.lock().performed.clone()
    }

    /// The opened applications in order, each with the arguments of its program.
    pub fn started(&self) -> Vec<(String, Vec<String>)> {
        self.lock().started.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the input and takes out the fault injected into it.
    fn record_input(&self, input: &Input) -> Option<InjectedFault> {
        let mut shared = self.lock();
        shared.performed.push(input.clone());
        let count = shared.performed.len();
        let waiting = shared.faults.iter().position(|(nth, _)| *nth == count)?;
        Some(shared.faults.swap_remove(waiting).1)
    }
}

#[async_trait]
impl WindowList for TextDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        Ok(self.lock().state.listed())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Ok(root::window())
    }
}

#[async_trait]
impl DesktopReader for TextDesktop {
    fn info(&self) -> DesktopInfo {
        DesktopInfo { name: "text desktop".into(), size: SCREEN, monitors: Vec::new() }
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        Ok(self.lock().state.applications())
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.lock().state.application_of(launch)
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let shared = self.lock();
        shared.check_answers(window.id)?;
        let (mut controls, windows) = match &shared.state {
            state if window.id == ROOT => {
                let windows = state.windows.iter().map(|it| it.id);
                (state.visible_controls(), [ROOT].into_iter().chain(windows).collect())
            }
            state => (state.window(window.id)?.controls(), vec![window.id]),
        };
        let allowed = if budget.deadline.is_zero() { 0 } else { budget.controls };
        let unread = controls.len().saturating_sub(allowed);
        controls.truncate(allowed);
        let limits = format!("budget of {} ms and {} controls", budget.deadline.as_millis(), budget.controls);
        let (truncated, freshness) = if controls.is_empty() && unread == 0 && window.id != ROOT {
            let reason = "the application reports no controls".to_owned();
            (Some(Truncation { reason, unread: None }), Freshness::Unreported)
        } else {
            let cut = Truncation { reason: limits, unread: Some(unread as u64) };
            ((unread > 0).then_some(cut), Freshness::Read)
        };
        Ok(ControlSnapshot { controls, levels: Vec::new(), truncated, windows, freshness })
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        let state = &self.lock().state;
        Ok(match area {
            Area::Desktop | Area::Window(ROOT) => draw::desktop(state),
            Area::Window(id) => draw::window(state.window(*id)?),
        })
    }

    async fn wait_until(&mut self, _: WindowId, _: Readiness) -> Result<(), DesktopError> {
        Ok(())
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let state = &self.lock().state;
        let index = state.find(window, control)?;
        let widget = &state.window(window)?.widgets[index];
        if widget.states.has(State::Protected) {
            let why = "its text is hidden".into();
            return Err(DesktopError::NotPossible { what: widget.id().to_string(), why });
        }
        Ok(widget.value.clone().unwrap_or_else(|| widget.name.clone()))
    }

    /// A document whose name is a URL shows that page.
    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        Ok(Some(document.name.clone()).filter(|name| name.contains("://")))
    }
}

#[async_trait]
impl WindowFacts for TextDesktop {
    /// Its terminals have a shell that waits.
    async fn foreground(&mut self, _: &Window) -> Foreground {
        Foreground::Shell
    }

    async fn application_version(&mut self, window: &Window) -> Option<String> {
        let mut shared = self.lock();
        shared.version_reads += 1;
        shared.versions.get(&window.application).cloned()
    }
}

#[async_trait]
impl Desktop for TextDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        if window.id != ROOT {
            self.lock().state.window(window.id)?;
        }
        self.claims.claim(window.id, self.session, task, ROOT, &window.title)
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match self.record_input(input) {
            None => self.lock().state.perform(input),
            Some(InjectedFault::Refuses(why)) => Ok(Effect::Refused(why).into()),
            Some(InjectedFault::Misses(why)) => Ok(Effect::unverified(why).into()),
            Some(InjectedFault::ClosesLate(why)) => {
                self.lock().state.close(input.window);
                Ok(Effect::unverified(why).into())
            }
            Some(InjectedFault::Needless(so)) => Ok(Effect::NoChange(NoChangeReason::AlreadySo(so)).into()),
            Some(InjectedFault::Fails(error)) => Err(error),
            Some(InjectedFault::StopsAnswering) => {
                let mut shared = self.lock();
                let application = shared.state.window(input.window)?.application.clone();
                shared.silent.push(application);
                shared.state.perform(input)
            }
            Some(InjectedFault::Hangs) => std::future::pending().await,
            Some(InjectedFault::WindowVanishes) => {
                let state = &mut self.lock().state;
                let title = state.window(input.window)?.title.clone();
                state.close(input.window);
                Err(DesktopError::WindowGone(title))
            }
        }
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        let mut shared = self.lock();
        let opened = shared.state.launch(launch)?;
        let args = extras.iter().filter_map(LaunchExtra::argument).map(str::to_owned).collect();
        shared.started.push((opened.window.application.clone(), args));
        Ok(opened)
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.lock().releases += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
