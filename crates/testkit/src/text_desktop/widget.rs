//! A control of an open window.

use super::plan::{Consequence, ControlPlan};
use deskpilot_core::{Control, ControlId, ControlSource, NodeId, Rect, Role, State, States};

/// How many characters of a value a listing shows.
const VALUE_CHARS: usize = 200;

/// A control of an open window.
#[derive(Clone, PartialEq)]
pub(super) struct Widget {
    pub(super) node: String,
    pub(super) depth: usize,
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) value: Option<String>,
    pub(super) states: States,
    /// The selected part of the text, which typing replaces.
    pub(super) selection: Option<String>,
    pub(super) consequences: Vec<Consequence>,
}

impl Widget {
    pub(super) fn new(node: String, plan: ControlPlan) -> Widget {
        let ControlPlan { depth, role, name, value, states, consequences } = plan;
        Widget { node, depth, role, name, value, states, selection: None, consequences }
    }

    pub(super) fn id(&self) -> ControlId<'_> {
        ControlId { role: self.role, name: &self.name }
    }

    /// Adds or removes a state.
    pub(super) fn set_state(&mut self, state: State, on: bool) {
        let others = self.states.iter().filter(|it| *it != state);
        self.states = others.chain(on.then_some(state)).collect();
    }

    #[must_use]
    pub(super) fn with_state(mut self, state: State, on: bool) -> Widget {
        self.set_state(state, on);
        self
    }

    /// The control as a listing shows it, with the beginning of its value.
    pub(super) fn control(&self, rect: Rect) -> Control {
        let seen = self.seen(rect);
        Control { value: seen.value.map(|it| it.chars().take(VALUE_CHARS).collect()), ..seen }
    }

    /// The control with its whole value.
    pub(super) fn seen(&self, rect: Rect) -> Control {
        Control {
            label: None,
            role: self.role,
            name: self.name.clone(),
            value: self.value.clone().filter(|_| !self.states.has(State::Protected)),
            states: self.states,
            rect,
            source: ControlSource::Accessibility { node: NodeId(self.node.clone()) },
        }
    }
}
