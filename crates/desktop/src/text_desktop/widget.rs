//! A control of an open window.

use super::plan::{Consequence, ControlPlan};
use deskpilot_core::{Control, ControlId, ControlSource, NodeId, Rect, Role, State, States};

/// How much of a control's text its listing shows.
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
    /// The selected part of the text: what is typed takes its place.
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

    /// Brings it into a state, or out of it.
    pub(super) fn turn(&mut self, state: State, on: bool) {
        let others = self.states.iter().filter(|it| *it != state);
        self.states = others.chain(on.then_some(state)).collect();
    }

    #[must_use]
    pub(super) fn in_state(mut self, state: State, on: bool) -> Widget {
        self.turn(state, on);
        self
    }

    pub(super) fn control(&self, rect: Rect) -> Control {
        let shown = |value: &String| value.chars().take(VALUE_CHARS).collect();
        Control {
            label: None,
            role: self.role,
            name: self.name.clone(),
            value: self.value.as_ref().filter(|_| !self.states.has(State::Protected)).map(shown),
            states: self.states,
            rect,
            source: ControlSource::Accessibility { node: NodeId(self.node.clone()) },
        }
    }
}
