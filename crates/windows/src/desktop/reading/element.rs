//! A control that was read: what everybody sees of it, and how it can be reached.

use crate::desktop::act::ways::Abilities;
use crate::desktop::node::{Part, Win32Node};
use deskpilot_core::{Control, ControlSource, Rect, Role, RoleListing, State};
use deskpilot_desktop::verdict::Surface;
use deskpilot_uia::{Facts, NodeRef, Pattern, Patterns};
use deskpilot_win32::{AccessibleControl, BranchState, Frame, Hwnd, ShownItem};

/// How many characters of a value a listing has.
const MOST_CHARACTERS: usize = 2000;

/// A control that was read.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct Element {
    /// What everybody sees of it.
    pub(in crate::desktop) control: Control,
    /// How many of its ancestors are listed.
    pub(in crate::desktop) level: u16,
    /// Which part of its window it belongs to.
    pub(in crate::desktop) surface: Surface,
    /// The top-level window in which it was read.
    pub(in crate::desktop) toplevel: Hwnd,
    /// Who reported it.
    pub(in crate::desktop) origin: Origin,
}

/// Who reported a control, which decides how it can be used.
#[derive(Clone, Debug)]
pub(in crate::desktop) enum Origin {
    /// UI Automation.
    Uia {
        /// Where to find it again.
        node: NodeRef,
        /// What its application reports.
        facts: Box<Facts>,
    },
    /// Its accessible object.
    Object(Box<AccessibleControl>),
    /// Messages: the item of a list, a tree or a set of tabs that has no accessible objects.
    Item {
        /// The list.
        list: Hwnd,
        /// By which the list knows it.
        item: usize,
    },
}

impl Element {
    /// The control of an accessible object, of which this rectangle shows.
    pub(super) fn of_object(object: AccessibleControl, rect: Rect) -> Element {
        let node = Win32Node { window: object.hwnd.0, part: Part::Object(object.path.clone()) };
        let value = object.value.as_deref().filter(|_| has_value(object.role));
        let control = Control {
            label: None,
            role: object.role,
            name: object.name.trim().to_owned(),
            value: value.map(shown),
            states: object.states,
            rect,
            source: ControlSource::Accessibility { node: node.id() },
        };
        let toplevel = object.hwnd;
        let origin = Origin::Object(Box::new(object));
        Element { control, level: 0, surface: Surface::Window, toplevel, origin }
    }

    /// The item of a list of this role that has no accessible objects, of which this rectangle shows.
    pub(super) fn of_item(list: Hwnd, of: Role, shown: ShownItem, rect: Rect) -> Element {
        let ShownItem { item, branch, .. } = shown;
        let node = Win32Node { window: list.0, part: Part::Item(item.id) };
        let states = [
            (State::Enabled, true),
            (State::Selected, item.is_selected),
            (State::Expandable, branch.is_some()),
            (State::Expanded, branch == Some(BranchState::Open)),
        ];
        let control = Control {
            label: None,
            role: match of {
                Role::Tree => Role::TreeItem,
                Role::TabList => Role::TabItem,
                _ => Role::ListItem,
            },
            name: item.text.trim().to_owned(),
            value: None,
            states: states.into_iter().filter_map(|(state, is_so)| is_so.then_some(state)).collect(),
            rect,
            source: ControlSource::Accessibility { node: node.id() },
        };
        let origin = Origin::Item { list, item: item.id };
        Element { control, level: 0, surface: Surface::Window, toplevel: list, origin }
    }

    /// The control that UI Automation reports, with its place on the desktop in this frame.
    pub(super) fn of_uia(element: &deskpilot_uia::Element, frame: Frame) -> Element {
        let origin = Origin::Uia { node: element.node.clone(), facts: Box::new(element.facts.clone()) };
        let control = element.control();
        let rect = on_desktop(control.rect, frame);
        let control = Control { rect, ..control };
        let toplevel = Hwnd(element.node.window.0.cast_signed());
        Element { control, level: element.level, surface: element.surface, toplevel, origin }
    }

    /// The window that it is, and nothing else is; `None` for what is drawn in a window with others.
    pub(in crate::desktop) fn own_window(&self) -> Option<Hwnd> {
        match &self.origin {
            Origin::Object(object) => object.path.is_empty().then_some(object.hwnd),
            Origin::Uia { facts, .. } => window_of(facts),
            Origin::Item { .. } => None,
        }
    }

    /// The window in which it is drawn.
    pub(in crate::desktop) fn drawn_in(&self) -> Option<Hwnd> {
        match &self.origin {
            Origin::Object(object) => Some(object.hwnd),
            Origin::Uia { facts, .. } => window_of(facts),
            Origin::Item { list, .. } => Some(*list),
        }
    }

    /// The tree of which it is an item that Win32 reports.
    pub(in crate::desktop) fn tree(&self) -> Option<Hwnd> {
        let is_item = self.control.role == Role::TreeItem && !matches!(self.origin, Origin::Uia { .. });
        self.drawn_in().filter(|_| is_item)
    }

    /// Whether it is a control of which Win32 may know all items, also those that do not show.
    pub(in crate::desktop) fn lists_items(&self) -> bool {
        let is_object = matches!(self.origin, Origin::Object(_));
        is_object && matches!(self.control.role, Role::List | Role::Tree | Role::TabList)
    }

    /// Whether its whole text can be read.
    pub(in crate::desktop) fn has_text(&self) -> bool {
        match &self.origin {
            Origin::Uia { facts, .. } => facts.offers(Pattern::Value) || facts.offers(Pattern::Text),
            Origin::Object(_) => self.control.role.holds_text(),
            Origin::Item { .. } => false,
        }
    }

    /// What can be done with it without pointer and keys.
    pub(in crate::desktop) fn abilities(&self) -> Abilities {
        let (patterns, has_default_action) = match &self.origin {
            Origin::Uia { facts, .. } => (facts.patterns, false),
            Origin::Object(object) => (Patterns::default(), object.default_action.is_some()),
            Origin::Item { .. } => (Patterns::default(), false),
        };
        let is_window = matches!(self.origin, Origin::Object(_)) && self.own_window().is_some();
        let (Control { role, states, .. }, is_branch) = (&self.control, self.tree().is_some());
        Abilities { role: *role, states: *states, patterns, is_window, is_branch, has_default_action }
    }

    /// Whether it reports an action that a program can call.
    pub(in crate::desktop) fn has_action(&self) -> bool {
        let Abilities { patterns, has_default_action, .. } = self.abilities();
        let is_called = |it| patterns.has(it);
        let is_item = matches!(self.origin, Origin::Item { .. });
        is_item
            || has_default_action
            || [Pattern::Invoke, Pattern::Toggle, Pattern::SelectionItem].into_iter().any(is_called)
    }

    /// Its role and name, in words.
    pub(in crate::desktop) fn description(&self) -> String {
        self.control.id().to_string()
    }

    /// Whether a list of controls loses anything without it.
    pub(super) fn is_worth_listing(&self) -> bool {
        let Control { role, name, value, states, rect, .. } = &self.control;
        if rect.is_empty() {
            return false;
        }
        match role.listing() {
            RoleListing::Never => false,
            RoleListing::Always => true,
            RoleListing::WithContent => {
                let has_value = value.as_deref().is_some_and(|it| !it.trim().is_empty());
                !name.is_empty() || has_value || states.has(State::Focused)
            }
        }
    }
}

/// A rectangle of UI Automation, which counts from the corner of the primary monitor, on the desktop.
pub(in crate::desktop) fn on_desktop(rect: Rect, frame: Frame) -> Rect {
    let corner = frame.on_desktop(rect.x, rect.y);
    Rect { x: corner.x, y: corner.y, ..rect }
}

/// What a listing shows of a value.
pub(super) fn shown(value: &str) -> String {
    let value = value.replace("\r\n", "\n");
    match value.char_indices().nth(MOST_CHARACTERS) {
        None => value,
        Some((end, _)) => {
            let count = value.chars().count();
            format!("{}… (the first {MOST_CHARACTERS} of {count} characters)", &value[..end])
        }
    }
}

/// Whether a control of this role has a value of its own: accessible objects of others repeat their names.
fn has_value(role: Role) -> bool {
    let has_number = matches!(role, Role::Slider | Role::Spinner | Role::ProgressBar | Role::ScrollBar);
    has_number || role.holds_text() || matches!(role, Role::ComboBox | Role::Cell)
}

fn window_of(facts: &Facts) -> Option<Hwnd> {
    let number = facts.native_window.0;
    // Handles have 32 bits that mean something, and come without their sign.
    (number != 0).then(|| Hwnd(number.cast_signed()))
}
