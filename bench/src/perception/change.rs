//! Changes one thing in an application from outside, so that an observation after it has to notice.

use crate::bus::{Bus, Node};
use anyhow::{Context, Result};
use deskpilot_core::{Control, ControlSource, Role};

/// What is changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// A control of this role and name does the first thing it can do.
    Press(Role, &'static str),
    /// This text goes into the first control of this role.
    Insert(Role, &'static str),
}

impl Change {
    /// Makes the change, on one of these controls.
    pub(super) async fn make(self, bus: &Bus, controls: &[Control]) -> Result<()> {
        let missing = || format!("there is nothing for {self:?} among {}", names(controls, self.role()));
        let node = self.node(controls).with_context(missing)?;
        match self {
            Change::Press(..) => bus.call(&node, "org.a11y.atspi.Action", "DoAction", &0i32).await?,
            Change::Insert(_, text) => {
                let length = i32::try_from(text.len())?;
                bus.call(&node, "org.a11y.atspi.EditableText", "InsertText", &(0i32, text, length)).await?
            }
        };
        Ok(())
    }

    fn role(self) -> Role {
        match self {
            Change::Press(role, _) | Change::Insert(role, _) => role,
        }
    }

    fn node(self, controls: &[Control]) -> Option<Node> {
        let is_meant = |control: &&Control| match self {
            Change::Press(role, name) => control.role == role && control.name == name,
            Change::Insert(role, _) => control.role == role,
        };
        node_of(controls.iter().find(is_meant)?)
    }
}

/// What the controls of a role are called.
fn names(controls: &[Control], role: Role) -> String {
    let names = controls.iter().filter(|it| it.role == role).map(|it| format!("{:?}", it.name));
    names.collect::<Vec<_>>().join(", ")
}

/// The node that a control was made of.
pub(super) fn node_of(control: &Control) -> Option<Node> {
    let ControlSource::Accessibility { node } = &control.source else { return None };
    let (bus, path) = node.0.split_once(' ')?;
    Some(Node { bus: bus.to_owned(), path: path.to_owned() })
}
