//! The controls that were visible at one moment, and their places. Pure.

use crate::ControlIdentity;
use deskpilot_core::{
    AppView, Control, NodeId, Point, Rect, Role, State, Window, WindowId, is_in_front, pressed_at, window_at,
};
use deskpilot_desktop::Image;
use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

/// The windows and the controls of a moment.
#[derive(Debug)]
pub(super) struct Scene {
    /// When the look began. What an application did later may be missing.
    pub(super) begun: Instant,
    /// All windows, topmost first.
    pub(super) windows: Vec<Window>,
    /// The applications that are recorded.
    pub(super) applications: Vec<String>,
    /// The window whose controls these are.
    pub(super) window: Option<Window>,
    /// Its controls, those of its dialogs and open menus among them.
    pub(super) controls: Vec<Control>,
    /// Their nesting levels.
    pub(super) levels: Vec<u16>,
    /// The whole texts of some fields.
    pub(super) texts: HashMap<NodeId, String>,
    /// The picture of the window.
    pub(super) picture: Option<Image>,
    /// What must not be seen in the picture.
    pub(super) masks: Vec<Rect>,
}

/// Where an input goes.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The application of the window.
    pub(super) application: String,
    /// The title of the window.
    pub(super) title: String,
    /// The index of the control.
    pub(super) control: Option<usize>,
}

/// A field whose whole text the next look reads.
#[derive(Clone, Debug)]
pub(super) struct FieldToRead {
    /// The window in which it was read.
    pub(super) window: WindowId,
    /// The field as it was then.
    pub(super) control: Control,
    /// Whether it is in a dialog. Any other field is still there while a dialog hides it.
    pub(super) in_dialog: bool,
}

impl Scene {
    /// A moment at which nothing can be observed.
    pub(super) fn empty(begun: Instant) -> Scene {
        Scene {
            begun,
            windows: Vec::new(),
            applications: Vec::new(),
            window: None,
            controls: Vec::new(),
            levels: Vec::new(),
            texts: HashMap::new(),
            picture: None,
            masks: Vec::new(),
        }
    }

    /// Whether a window is one of the recorded applications.
    pub(super) fn is_recorded(&self, window: &Window) -> bool {
        self.applications.contains(&window.application)
    }

    /// The recorded windows, topmost first.
    pub(super) fn recorded(&self) -> impl Iterator<Item = &Window> {
        self.windows.iter().filter(|it| self.is_recorded(it))
    }

    /// What a pointer at this point reaches; `None` if it is nothing that is recorded.
    pub(super) fn target_at(&self, point: Point) -> Option<Target> {
        // Menus lie over everything, and beyond their windows.
        let is_menu_entry = |it: &&Control| it.role == Role::MenuItem && it.rect.contains(point);
        let menu_entry = self.controls.iter().rev().find(is_menu_entry);
        let there = window_at(&self.windows, point);
        let window = match (menu_entry, there) {
            (None, Some(window)) if self.is_recorded(window) => window,
            (None, _) => return None,
            (Some(_), there) => there.filter(|it| self.is_recorded(it)).or(self.window.as_ref())?,
        };
        let is_read =
            menu_entry.is_some() || self.window.as_ref().is_some_and(|it| it.process == window.process);
        let control = menu_entry.or_else(|| is_read.then(|| pressed_at(&self.controls, point)).flatten());
        let control = control.and_then(|found| self.controls.iter().position(|it| std::ptr::eq(it, found)));
        let control = control.filter(|at| !matches!(self.controls[*at].role, Role::Window | Role::Dialog));
        Some(Target { application: window.application.clone(), title: window.title.clone(), control })
    }

    /// What takes the keyboard; `None` if it is nothing that is recorded.
    pub(super) fn keyboard_target(&self) -> Option<Target> {
        let window = self.windows.iter().find(|it| it.focused)?;
        let control = self.controls.iter().rposition(|it| it.states.has(State::Focused) && is_input(it));
        let control = control.or_else(|| self.controls.iter().rposition(|it| it.states.has(State::Focused)));
        let is_recorded = self.is_recorded(window);
        is_recorded.then(|| Target {
            application: window.application.clone(),
            title: window.title.clone(),
            control,
        })
    }

    /// This control as a field to read; `None` if no window was read.
    pub(super) fn field_to_read(&self, at: usize) -> Option<FieldToRead> {
        let in_dialog = self.ancestors(at).into_iter().any(|it| is_in_front(self.controls[it].role));
        let window = self.window.as_ref()?.id;
        Some(FieldToRead { window, control: self.controls[at].clone(), in_dialog })
    }

    /// The control with this node.
    pub(super) fn control_of(&self, node: &NodeId) -> Option<&Control> {
        self.controls.iter().find(|it| it.node() == Some(node))
    }

    /// The text of a control: all of it where it was read.
    pub(super) fn text_of(&self, control: &Control) -> String {
        let whole = control.node().and_then(|node| self.texts.get(node)).cloned();
        whole.or_else(|| control.value.clone()).unwrap_or_default()
    }

    /// How to find a control again.
    pub(super) fn identity(&self, at: usize) -> ControlIdentity {
        let control = &self.controls[at];
        let name = identifying_name(control);
        let is_alike = |it: &&Control| it.role == control.role && identifying_name(it) == name;
        let path = self.ancestors(at).into_iter().rev().map(|it| &self.controls[it]);
        let path = path.filter(|it| !it.name.trim().is_empty() && !matches!(it.role, Role::Window));
        ControlIdentity {
            role: control.role,
            name: name.to_owned(),
            path: path.map(|it| format!("{} {:?}", it.role.name(), it.name)).collect(),
            namesakes: self.controls.iter().filter(is_alike).count().max(1),
        }
    }

    /// The names of the menus around an entry of a menu, and its own, the outermost first.
    pub(super) fn menu_path(&self, at: usize) -> Vec<String> {
        let mut path = vec![self.controls[at].text().to_owned()];
        let menus = self.ancestors(at).into_iter().map(|it| &self.controls[it]);
        for menu in menus.filter(|it| matches!(it.role, Role::Menu | Role::MenuItem)) {
            if !menu.name.trim().is_empty() {
                path.insert(0, menu.name.clone());
            }
        }
        path
    }

    /// The window with its controls as an agent sees them, without what hidden fields hold; `None` if no window was read.
    pub(super) fn view(&self, hidden: &HashSet<NodeId>) -> Option<AppView> {
        let shown = |it: &Control| {
            let mut control = it.clone();
            if it.states.has(State::Protected) || it.node().is_some_and(|node| hidden.contains(node)) {
                control.value = None;
                control.states = control.states.with(State::Protected);
            }
            control
        };
        let controls = self.controls.iter().map(shown).collect();
        Some(AppView { levels: self.levels.clone(), ..AppView::of(self.window.clone()?, controls) })
    }

    /// How a skill finds a control again.
    pub(super) fn lasting_identity(&self, at: usize) -> deskpilot_learning::ControlIdentity {
        deskpilot_learning::ControlIdentity::of(&self.controls[at], self.view(&HashSet::new()).as_ref())
    }

    /// How a skill finds the menus around an entry of a menu again, and the entry, the outermost first. The pointer selects and
    /// opens them on its way, which says nothing about them.
    pub(super) fn lasting_menu_path(&self, at: usize) -> Vec<deskpilot_learning::ControlIdentity> {
        let is_menu = |at: &usize| {
            let Control { role, name, .. } = &self.controls[*at];
            matches!(role, Role::Menu | Role::MenuItem) && !name.trim().is_empty()
        };
        let around: Vec<usize> = self.ancestors(at).into_iter().filter(is_menu).collect();
        let path = around.into_iter().rev().chain([at]);
        path.map(|at| deskpilot_learning::ControlIdentity { states: Vec::new(), ..self.lasting_identity(at) })
            .collect()
    }

    /// The combo box around an item of its list.
    pub(super) fn combo_box_of(&self, at: usize) -> Option<usize> {
        let is_item = matches!(self.controls[at].role, Role::MenuItem | Role::ListItem | Role::Cell);
        let around = || self.ancestors(at).into_iter().find(|it| self.controls[*it].role == Role::ComboBox);
        if is_item { around() } else { None }
    }

    /// The indices of the controls around one, the innermost first.
    fn ancestors(&self, at: usize) -> Vec<usize> {
        let level = |at: usize| self.levels.get(at).copied().unwrap_or(0);
        let (mut found, mut below) = (Vec::new(), level(at));
        for before in (0..at).rev() {
            if level(before) < below {
                found.push(before);
                below = level(before);
            }
        }
        found
    }
}

/// Whether a control takes text.
pub(super) fn is_input(control: &Control) -> bool {
    let states = control.states;
    states.has(State::Protected)
        || control.role == Role::Terminal
        || (states.has(State::Editable) && !states.has(State::ReadOnly))
}

/// The name of a control; a field's content is not its name.
fn identifying_name(control: &Control) -> &str {
    if is_input(control) { &control.name } else { control.text() }
}
