//! A node that was looked at, as a person would speak of it. Pure.

use crate::facts::Facts;
use crate::node::NodeRef;
use crate::translate::{Interface, states_of};
use deskpilot_core::{Control, Rect, Role, Source, State, States};

/// A node that was looked at.
#[derive(Clone, Debug)]
pub struct Item {
    /// The accessible object it was made of.
    pub node: NodeRef,
    /// What the application says of it.
    pub facts: Facts,
    /// What it is called, which may be told by a label beside it.
    pub(crate) name: String,
    pub(crate) value: Option<String>,
    /// Where it can be seen, in pixels of the desktop.
    pub rect: Rect,
    /// In how many of the nodes that are listed it is.
    pub level: u16,
    /// What it is part of.
    pub part: Part,
}

/// Whether a node belongs to what a person works in, or to what comes and goes beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The window, its dialogs, its menus.
    #[default]
    Window,
    /// A notification, which an application takes away after a while.
    Notification,
    /// A tool tip, which comes and goes with the pointer and with time.
    ToolTip,
}

impl Item {
    /// Its states in the words of the core.
    pub fn states(&self) -> States {
        states_of(self.facts.role, self.facts.states, self.facts.interfaces)
    }

    /// The node as the rest of the program knows it.
    pub fn control(&self) -> Control {
        Control {
            label: None,
            role: self.facts.kind(),
            name: self.name.clone(),
            value: self.value.clone(),
            states: self.states(),
            rect: self.rect,
            source: Source::Accessibility { node: self.node.id() },
        }
    }

    /// Whether anything is lost when it is left out of the list of controls.
    pub(crate) fn is_worth_listing(&self) -> bool {
        if self.rect.is_empty() {
            return false;
        }
        let speaks = !self.name.trim().is_empty()
            || self.value.as_deref().is_some_and(|value| !value.trim().is_empty());
        match self.facts.kind() {
            Role::Separator | Role::Window => false,
            Role::Group
            | Role::Other
            | Role::MenuBar
            | Role::ToolBar
            | Role::Text
            | Role::Image
            | Role::Alert => {
                speaks || (self.facts.offers(Interface::Action) && self.states().has(State::Focusable))
            }
            _ => true,
        }
    }
}
