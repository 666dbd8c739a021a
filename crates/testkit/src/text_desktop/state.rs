//! The state of a text desktop: open windows, files, clipboard, pointer.

use super::arithmetic;
use super::files::Files;
use super::layout;
use super::plan::{Consequence, ControlPlan, FileName, Plan, Shortcut, WindowPlan};
use super::widget::Widget;
use deskpilot_core::{
    Application, Control, ControlSource, Launch, Point, Rect, Size, State, WhenInUse, Window, WindowId,
    WindowState, is_same_name, nearest_names,
};
use deskpilot_desktop::{DesktopError, DocumentState, OpenedApplication};
use std::io;

/// The state of a text desktop.
pub(super) struct DesktopState {
    plan: Plan,
    /// Topmost first; the topmost has the keyboard focus.
    pub(super) windows: Vec<OpenWindow>,
    pub(super) files: Files,
    pub(super) clipboard: String,
    pub(super) pointer: Point,
    /// The files that another program has open.
    in_use: Vec<String>,
    /// The files that the applications of open windows show.
    shown: Vec<String>,
    /// What applications ask before they show a document.
    pub(super) questions: Vec<WindowPlan>,
    opened: u64,
}

/// An open window.
#[derive(Clone)]
pub(super) struct OpenWindow {
    pub(super) id: WindowId,
    pub(super) title: String,
    pub(super) application: String,
    pub(super) rect: Rect,
    pub(super) widgets: Vec<Widget>,
    pub(super) shortcuts: Vec<Shortcut>,
}

/// The size of the screen.
pub(super) const SCREEN: Size = Size { width: 1280, height: 800 };

impl DesktopState {
    pub(super) fn new(plan: Plan) -> DesktopState {
        let mut state = DesktopState {
            plan,
            windows: Vec::new(),
            files: Files::default(),
            clipboard: String::new(),
            pointer: Point::default(),
            in_use: Vec::new(),
            shown: Vec::new(),
            questions: Vec::new(),
            opened: 0,
        };
        for window in state.plan.windows.clone().into_iter().rev() {
            state.open(window);
        }
        state
    }

    pub(super) fn applications(&self) -> Vec<Application> {
        self.plan.applications.iter().map(|it| it.application.clone()).collect()
    }

    /// The application that a launch names, or that opens files like its own where it names none.
    pub(super) fn application_of(&self, launch: &Launch) -> Result<Application, DesktopError> {
        self.plan_of(launch).map(|it| it.application.clone())
    }

    fn plan_of(&self, launch: &Launch) -> Result<&super::plan::ApplicationPlan, DesktopError> {
        let names = |it: &Application| [it.name.clone(), it.id.clone(), it.generic_name.clone()];
        let is_it = |name: &String| !name.is_empty() && is_same_name(name, &launch.application);
        let has_ending = |file: &String, it: &Application| {
            it.opens.iter().any(|ending| file.ends_with(&format!(".{ending}")))
        };
        let asked = |it: &Application| match &launch.file {
            Some(file) if launch.application.is_empty() => has_ending(file, it),
            _ => names(it).iter().any(is_it),
        };
        self.plan.applications.iter().find(|it| asked(&it.application)).ok_or_else(|| {
            let known = self.plan.applications.iter().map(|it| it.application.name.as_str());
            let close = nearest_names(&launch.application, known).into_iter().map(str::to_owned).collect();
            DesktopError::NoSuchApplication { name: launch.application.clone(), close }
        })
    }

    /// Adds a file that another program has open.
    pub(super) fn put_in_use(&mut self, name: &str, text: &str) {
        self.files.put(name, text);
        self.in_use.push(name.to_owned());
    }

    /// Adds a file that its application shows in the window that is open.
    pub(super) fn put_shown(&mut self, name: &str, text: &str) {
        self.files.put(name, text);
        self.shown.push(name.to_owned());
    }

    /// Opens an application by any of its names, and the file in its first text field; or what the application asks first. A file
    /// that is shown comes forward in its window.
    pub(super) fn launch(&mut self, launch: &Launch) -> Result<OpenedApplication, DesktopError> {
        let mut window = self.plan_of(launch)?.window.clone();
        let Some(file) = &launch.file else {
            self.open(window);
            return Ok(self.windows[0].window(0).into());
        };
        let text = self.files.read(file).ok_or_else(|| no_file(&launch.application, file))?;
        if let Some(open) = self.window_with(file, &window.application) {
            self.raise(open)?;
            return Ok(self.windows[0].window(0).into());
        }
        let question = self.questions.iter().find(|it| it.application == window.application).cloned();
        if let Some(question) = question {
            self.open(question);
            let window = self.windows[0].window(0);
            return Ok(OpenedApplication { window, document: DocumentState::BehindDialog });
        }
        if let Some(field) = window.controls.iter_mut().find(|it| it.role.holds_text()) {
            field.value = Some(text);
        }
        let document = match (self.in_use.contains(file), launch.when_in_use) {
            (false, _) => DocumentState::Shown,
            (true, how) => DocumentState::InUse(how),
        };
        if document == DocumentState::InUse(WhenInUse::ReadOnly) {
            window.title.push_str(" (read-only)");
        }
        self.open(window);
        Ok(OpenedApplication { window: self.windows[0].window(0), document })
    }

    fn window_with(&self, file: &str, application: &str) -> Option<WindowId> {
        let open = self.windows.iter().find(|it| it.application == application)?;
        self.shown.iter().any(|it| it == file).then_some(open.id)
    }

    /// Opens a window above all others.
    pub(super) fn open(&mut self, plan: WindowPlan) {
        self.opened += 1;
        let id = WindowId(self.opened);
        let widget = |(index, it): (usize, ControlPlan)| Widget::new(format!("{}/{index}", id.0), it);
        let widgets: Vec<Widget> = plan.controls.into_iter().enumerate().map(widget).collect();
        let Size { width, height } = layout::window_size(&widgets);
        let step = (self.opened % 8) as i32;
        let rect = Rect::new(24 + 32 * step, 16 + 24 * step, width, height);
        let WindowPlan { title, application, shortcuts, .. } = plan;
        self.windows.insert(0, OpenWindow { id, title, application, rect, widgets, shortcuts });
    }

    pub(super) fn window(&self, id: WindowId) -> Result<&OpenWindow, DesktopError> {
        self.windows
            .iter()
            .find(|it| it.id == id)
            .ok_or_else(|| DesktopError::WindowGone(format!("window {}", id.0)))
    }

    pub(super) fn close(&mut self, id: WindowId) {
        self.windows.retain(|it| it.id != id);
    }

    /// Closes every window of the application of this one.
    pub(super) fn end_application(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let application = self.window(id)?.application.clone();
        self.windows.retain(|it| it.application != application);
        Ok(())
    }

    /// Raises a window to the top, which gives it the keyboard focus.
    pub(super) fn raise(&mut self, id: WindowId) -> Result<(), DesktopError> {
        self.window(id)?;
        self.windows.sort_by_key(|it| it.id != id);
        Ok(())
    }

    /// The index of a control, after comparing its identity.
    pub(super) fn find(&self, id: WindowId, wanted: &Control) -> Result<usize, DesktopError> {
        let window = self.window(id)?;
        let gone = || DesktopError::ControlGone(wanted.id().to_string());
        let index = match &wanted.source {
            ControlSource::Accessibility { node } => window.widgets.iter().position(|it| it.node == node.0),
            ControlSource::Deferred | ControlSource::Optional => return Err(gone()),
            ControlSource::Vision { .. } | ControlSource::Page => {
                return window.at(wanted.rect.center()).ok_or_else(gone);
            }
        };
        let index = index.filter(|it| window.rects()[*it].is_some()).ok_or_else(gone)?;
        let found = window.widgets[index].id();
        if found == wanted.id() {
            return Ok(index);
        }
        Err(DesktopError::ControlChanged { expected: wanted.id().to_string(), found: found.to_string() })
    }

    /// Applies one consequence of a press in a window.
    pub(super) fn apply(&mut self, id: WindowId, consequence: &Consequence) -> Result<(), DesktopError> {
        match consequence {
            Consequence::Open(plan) => self.open(plan.clone()),
            Consequence::Close => self.close(id),
            Consequence::Unmask(control) => self.named(id, control)?.set_state(State::Protected, false),
            Consequence::Append { text, to } => {
                let value = self.text_of(id, to)?;
                value.push_str(text);
            }
            Consequence::Set { control, text } => self.text_of(id, control)?.clone_from(text),
            Consequence::Compute(control) => {
                let value = self.text_of(id, control)?;
                *value = arithmetic::value(value).unwrap_or_else(|| "Error".into());
            }
            Consequence::Save { control, file } => {
                let text = self.text_of(id, control)?.clone();
                let file = match file {
                    FileName::Fixed(name) => name.clone(),
                    FileName::In(edit) => self.text_of(id, edit)?.clone(),
                };
                self.files.write(&file, &text).map_err(|why| not_saved(&file, &why))?;
            }
        }
        Ok(())
    }

    fn text_of(&mut self, id: WindowId, name: &str) -> Result<&mut String, DesktopError> {
        Ok(self.named(id, name)?.value.get_or_insert_default())
    }

    /// A control by name: in this window, then in others of its application.
    fn named(&mut self, id: WindowId, name: &str) -> Result<&mut Widget, DesktopError> {
        let application = self.window(id)?.application.clone();
        let mut windows: Vec<&mut OpenWindow> =
            self.windows.iter_mut().filter(|it| it.application == application).collect();
        windows.sort_by_key(|it| it.id != id);
        let widget = windows.into_iter().flat_map(|it| &mut it.widgets).find(|it| it.name == name);
        widget.ok_or_else(|| DesktopError::ControlGone(format!("{name:?}")))
    }
}

impl OpenWindow {
    /// The window as listed at this depth of the stack.
    pub(super) fn window(&self, depth: usize) -> Window {
        Window {
            label: None,
            id: self.id,
            title: self.title.clone(),
            application: self.application.clone(),
            process: None,
            rect: self.rect,
            state: WindowState::Normal,
            focused: depth == 0,
        }
    }

    pub(super) fn rects(&self) -> Vec<Option<Rect>> {
        layout::rects(self.rect.origin(), &self.widgets)
    }

    /// Its visible controls.
    pub(super) fn controls(&self) -> Vec<Control> {
        let seen = self.widgets.iter().zip(self.rects());
        seen.filter_map(|(widget, rect)| Some(widget.control(rect?))).collect()
    }

    /// The index of the innermost control at a point.
    pub(super) fn at(&self, point: Point) -> Option<usize> {
        self.rects().iter().rposition(|rect| rect.is_some_and(|it| it.contains(point)))
    }

    pub(super) fn focused(&self) -> Option<usize> {
        self.widgets.iter().position(|it| it.states.has(State::Focused))
    }

    /// Moves the focus to one control.
    pub(super) fn focus(&mut self, index: usize) {
        for (at, widget) in self.widgets.iter_mut().enumerate() {
            widget.set_state(State::Focused, at == index);
        }
    }
}

fn not_saved(file: &str, why: &io::Error) -> DesktopError {
    DesktopError::NotPossible { what: format!("the file {file:?}"), why: why.to_string() }
}

fn no_file(application: &str, file: &str) -> DesktopError {
    DesktopError::NotStarted { name: application.to_owned(), why: format!("there is no file {file:?}") }
}
