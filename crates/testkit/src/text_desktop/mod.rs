//! A desktop described by a text, for tests of everything above a platform.

mod arithmetic;
mod draw;
mod evidence;
mod fixture;
mod hands;
mod layout;
mod ledger;
mod mishap;
mod plan;
mod root;
mod widget;
mod words;
mod world;

pub use mishap::Mishap;

use async_trait::async_trait;
use deskpilot_core::{
    Application, Control, DesktopInfo, Effect, Input, Launch, Outcome, State, Truncation, Window, WindowId,
};
use deskpilot_desktop::{Area, Budget, Claim, Desktop, DesktopError, Freshness, Image, Seen};
use ledger::{Ledger, SessionId};
use root::ROOT;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use world::{SCREEN, World};

/// A desktop described by a text. A clone is the same desktop for the same session: a test keeps one and gives the other
/// away. [`TextDesktop::for_another_session`] is the same desktop for somebody else.
///
/// Indentation is two blanks a level. `window` and `app` stand at the margin, controls inside a window, items inside a
/// list. A line that begins with `#` is passed over.
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
/// app "Calculator" calc "Pocket calculator"
///   window "Calculator" calc
///     edit "Result" readonly
///     button "7" -> append "7" to "Result"
///     button "=" -> compute "Result"
///     button "C" -> set "Result" to ""
/// ```
///
/// A control is its kind, its name, `= "value"` where it has one, and flags: `checked`, `disabled`, `expanded`, `focused`,
/// `multiline`, `protected`, `readonly`, `selected`. Behind `->` stands what comes of pressing it; the lines below a
/// control that opens a window describe that window. Check boxes, lists, combo boxes, menus and text fields work without
/// being told. What is typed while no text field has the focus presses the buttons of these names. `save` writes to files
/// that only [`TextDesktop::file`] and launching with a file see.
#[derive(Clone)]
pub struct TextDesktop {
    inside: Arc<Mutex<Inside>>,
    ledger: Ledger,
    session: SessionId,
}

struct Inside {
    world: World,
    performed: Vec<Input>,
    started: Vec<(String, Vec<String>)>,
    mishaps: Vec<(usize, Mishap)>,
    /// How many sessions it has.
    sessions: u64,
}

impl TextDesktop {
    /// The desktop that the fixture describes; an error names the line that cannot be read.
    pub fn new(fixture: &str) -> Result<TextDesktop, String> {
        let world = World::new(fixture::parse(fixture)?);
        let inside =
            Inside { world, performed: Vec::new(), started: Vec::new(), mishaps: Vec::new(), sessions: 1 };
        let inside = Arc::new(Mutex::new(inside));
        Ok(TextDesktop { inside, ledger: Ledger::default(), session: SessionId(1) })
    }

    /// The same desktop for another session: what the one has claimed the other cannot.
    #[must_use]
    pub fn for_another_session(&self) -> TextDesktop {
        let mut inside = self.lock();
        inside.sessions += 1;
        TextDesktop { session: SessionId(inside.sessions), ..self.clone() }
    }

    /// Lets the `nth` input from the beginning, counted from 1, meet with a mishap.
    #[must_use]
    pub fn with_mishap(self, nth: usize, mishap: Mishap) -> TextDesktop {
        self.lock().mishaps.push((nth, mishap));
        self
    }

    /// Puts a file where launching finds it.
    #[must_use]
    pub fn with_file(self, name: &str, text: &str) -> TextDesktop {
        self.lock().world.files.insert(name.to_owned(), text.to_owned());
        self
    }

    /// The text of a file, if one was saved under this name.
    pub fn file(&self, name: &str) -> Option<String> {
        self.lock().world.files.get(name).cloned()
    }

    /// The value of the first control of this name in any window, the topmost first, hidden or not.
    pub fn value(&self, control: &str) -> Option<String> {
        let inside = self.lock();
        let mut widgets = inside.world.windows.iter().flat_map(|window| &window.widgets);
        widgets.find(|it| it.name == control)?.value.clone()
    }

    /// Gives the first control of this name another value, as a person at the same desktop might.
    pub fn put(&self, control: &str, value: &str) {
        let mut inside = self.lock();
        let mut widgets = inside.world.windows.iter_mut().flat_map(|window| &mut window.widgets);
        if let Some(widget) = widgets.find(|it| it.name == control) {
            widget.value = Some(value.to_owned());
        }
    }

    /// Every input that arrived, in order, those that failed included.
    pub fn performed(&self) -> Vec<Input> {
        self.lock().performed.clone()
    }

    /// The applications that were opened, each with the arguments for its program, in their order.
    pub fn started(&self) -> Vec<(String, Vec<String>)> {
        self.lock().started.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the input, and takes out the mishap that waits for it.
    fn arrived(&self, input: &Input) -> Option<Mishap> {
        let mut inside = self.lock();
        inside.performed.push(input.clone());
        let count = inside.performed.len();
        let waiting = inside.mishaps.iter().position(|(nth, _)| *nth == count)?;
        Some(inside.mishaps.swap_remove(waiting).1)
    }
}

#[async_trait]
impl Desktop for TextDesktop {
    fn info(&self) -> DesktopInfo {
        DesktopInfo { name: "text desktop".into(), size: SCREEN, monitors: Vec::new() }
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        Ok(self.lock().world.applications())
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.lock().world.application_of(launch)
    }

    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        Ok(self.lock().world.listed())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Ok(root::window())
    }

    async fn claim(&mut self, window: &Window, task: &str) -> Result<Claim, DesktopError> {
        if window.id != ROOT {
            self.lock().world.window(window.id)?;
        }
        self.ledger.claim((window.id, self.session, task), ROOT, &window.title)
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Seen, DesktopError> {
        let (mut controls, windows) = match &self.lock().world {
            world if window.id == ROOT => {
                let windows = world.windows.iter().map(|it| it.id);
                (world.visible_controls(), [ROOT].into_iter().chain(windows).collect())
            }
            world => (world.window(window.id)?.controls(), vec![window.id]),
        };
        let allowed = if budget.deadline.is_zero() { 0 } else { budget.controls };
        let unread = controls.len().saturating_sub(allowed);
        controls.truncate(allowed);
        let reason = format!("budget of {} ms and {} controls", budget.deadline.as_millis(), budget.controls);
        let truncated = (unread > 0).then_some(Truncation { reason, unread: Some(unread as u64) });
        Ok(Seen { controls, levels: Vec::new(), truncated, windows, freshness: Freshness::Read })
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        let world = &self.lock().world;
        Ok(match area {
            Area::Desktop | Area::Window(ROOT) => draw::desktop(world),
            Area::Window(id) => draw::window(world.window(*id)?),
        })
    }

    async fn until_drawn(&mut self, _: WindowId) -> Result<(), DesktopError> {
        Ok(())
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let world = &self.lock().world;
        let index = world.find(window, control)?;
        let widget = &world.window(window)?.widgets[index];
        if widget.states.has(State::Protected) {
            let why = "its text is hidden".into();
            return Err(DesktopError::NotPossible { what: widget.id().to_string(), why });
        }
        Ok(widget.value.clone().unwrap_or_else(|| widget.name.clone()))
    }

    /// A document that is called like an address shows that page.
    async fn page(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        Ok(Some(document.name.clone()).filter(|name| name.contains("://")))
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match self.arrived(input) {
            None => self.lock().world.perform(input),
            Some(Mishap::Refuses(why)) => Ok(Effect::Refused(why).into()),
            Some(Mishap::Fails(error)) => Err(error),
            Some(Mishap::Hangs) => std::future::pending().await,
            Some(Mishap::WindowVanishes) => {
                let world = &mut self.lock().world;
                let title = world.window(input.window)?.title.clone();
                world.close(input.window);
                Err(DesktopError::WindowGone(title))
            }
        }
    }

    async fn launch(&mut self, launch: &Launch, args: &[String]) -> Result<Window, DesktopError> {
        let mut inside = self.lock();
        let window = inside.world.launch(launch)?;
        inside.started.push((window.application.clone(), args.to_vec()));
        Ok(window)
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
