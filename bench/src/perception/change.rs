//! Changes one thing in an application from outside, so that the next look has something to notice.

use crate::reference::Bus;
use anyhow::{Context, Result};
use deskpilot_core::{Control, Role};

/// A change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// The control of this role and name carries out its first action.
    Press(Role, &'static str),
    /// This text goes into the first control of this role.
    Insert(Role, &'static str),
}

impl Change {
    /// Makes the change in one of these controls; an error where none of them fits.
    pub(super) async fn make(self, bus: &Bus, controls: &[Control]) -> Result<()> {
        let missing = || format!("there is no control for {self:?} among {}", names(controls, self.role()));
        let control = controls.iter().find(|it| self.fits(it)).with_context(missing)?;
        match self {
            Change::Press(..) => bus.press(control).await,
            Change::Insert(_, text) => bus.insert(control, text).await,
        }
    }

    fn role(self) -> Role {
        match self {
            Change::Press(role, _) | Change::Insert(role, _) => role,
        }
    }

    fn fits(self, control: &Control) -> bool {
        match self {
            Change::Press(role, name) => control.role == role && control.name == name,
            Change::Insert(role, _) => control.role == role,
        }
    }
}

/// The names of the controls of a role.
fn names(controls: &[Control], role: Role) -> String {
    let names = controls.iter().filter(|it| it.role == role).map(|it| format!("{:?}", it.name));
    names.collect::<Vec<_>>().join(", ")
}
