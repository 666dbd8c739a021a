//! A node with its name, value and visible rectangle, before it becomes a core [`Control`]. Pure.

use crate::nodes::facts::Facts;
use crate::nodes::state_overrides::StateOverrides;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::Interface;
use deskpilot_core::{Control, ControlSource, Rect, RoleListing, State, States};
use deskpilot_desktop::verdict::Surface;

/// A node that was read.
#[derive(Clone, Debug)]
pub struct Element {
    /// The accessible object.
    pub node: NodeRef,
    /// The facts the application reports.
    pub facts: Facts,
    /// Its name, which may come from a label next to it.
    pub(crate) name: String,
    pub(crate) value: Option<String>,
    /// How its states differ from those of its facts.
    pub(crate) state_overrides: StateOverrides,
    /// Its visible rectangle, in desktop pixels.
    pub rect: Rect,
    /// How many of its ancestors are listed.
    pub level: u16,
    /// Which part of the window it belongs to.
    pub surface: Surface,
}

impl Element {
    /// Its states as core [`States`].
    pub fn states(&self) -> States {
        self.state_overrides.applied_to(self.facts.states())
    }

    /// The same node under a name that was read with its surroundings.
    #[must_use]
    pub fn named(self, name: &str) -> Element {
        Element { name: name.to_owned(), ..self }
    }

    /// The node as a core [`Control`].
    pub fn control(&self) -> Control {
        Control {
            label: None,
            role: self.facts.kind(),
            name: self.name.clone(),
            value: self.value.clone(),
            states: self.states(),
            rect: self.rect,
            source: ControlSource::Accessibility { node: self.node.id() },
        }
    }

    /// Whether a list of controls loses anything without it.
    pub(crate) fn is_worth_listing(&self) -> bool {
        if self.rect.is_empty() {
            return false;
        }
        let speaks = !self.name.trim().is_empty()
            || self.value.as_deref().is_some_and(|value| !value.trim().is_empty());
        match self.facts.kind().listing() {
            RoleListing::Never => false,
            RoleListing::Always => true,
            RoleListing::WithContent => {
                let states = self.states();
                let takes_keys = self.facts.offers(Interface::Action) && states.has(State::Focusable);
                // An empty paragraph with the focus is where a text would be typed.
                let is_in_use = states.has(State::Clickable) || states.has(State::Focused);
                speaks || takes_keys || is_in_use
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::protocol::translate::Interfaces;

    /// An element of this role and name, of one pixel.
    pub(crate) fn element(role: u32, name: &str) -> Element {
        let facts = Facts {
            role,
            name: name.into(),
            description: None,
            states: 0,
            interfaces: Interfaces::default(),
            child_count: 0,
        };
        Element {
            node: NodeRef::new(":1.1", "/x"),
            facts,
            name: name.into(),
            value: None,
            state_overrides: StateOverrides::default(),
            rect: Rect::new(0, 0, 1, 1),
            level: 0,
            surface: Surface::Window,
        }
    }
}
