//! How a skill recognizes a control in a later session: by role, name, the containers around it, and its
//! number among identical ones. It is compared letter by letter: what runs without a model finds the control that it
//! had, or stops, and never one that a person might mean by the same text.

use crate::template::{Bindings, Template};
use deskpilot_core::{AppView, Control, Outline, Role, State, is_container};
use serde::{Deserialize, Serialize};

/// The states of a control that say what an action on it does.
const TELLING: &[State] = &[State::Checked, State::Expanded, State::Selected];

/// A control as a skill's file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlIdentity {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: Template,
    /// The containers around it, innermost first, such as `Dialog "Save"`; `None` if they were not seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Vec<String>>,
    /// Its number, from 0, among the controls with the same role, name and containers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: usize,
    /// How many such controls the window had.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub of: usize,
    /// Its states that say what an action does: checked, expanded, selected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<State>,
}

impl ControlIdentity {
    /// The identity of this control in the view. Outside a view, only role and name are known.
    pub fn of(control: &Control, view: Option<&AppView>) -> ControlIdentity {
        let known = view.and_then(|view| {
            let at = view.controls.iter().position(|it| is_same(it, control))?;
            let outline = Outline::of(&view.controls, &view.levels);
            let within = containers(view, &outline, at);
            let alike = alike(view, &outline, control.role, &control.name, Some(&within));
            Some((within, alike.iter().position(|it| *it == at)?, alike.len()))
        });
        let name = Template::literal(&control.name);
        let states = telling_states(control);
        match known {
            Some((within, number, of)) => {
                ControlIdentity { role: control.role, name, within: Some(within), number, of, states }
            }
            None => ControlIdentity { role: control.role, name, within: None, number: 0, of: 1, states },
        }
    }

    /// Its role and name as messages and landmarks print them; `None` if the name has parameters.
    pub(crate) fn role_and_name(&self) -> Option<String> {
        Some(format!("{} {:?}", self.role.name(), self.name.filled(&Bindings::new())?))
    }

    /// The control of the view with this identity, and with these values of parameters.
    ///
    /// # Errors
    /// No control matches, the number of matching controls has changed, or the control's states differ: the
    /// sentence says which.
    pub(crate) fn find<'v>(&self, view: &'v AppView, values: &Bindings) -> Result<&'v Control, String> {
        let name = self.name.filled(values).ok_or("a value of its name is missing")?;
        let description = format!("{} {name:?}", self.role.name());
        let outline = Outline::of(&view.controls, &view.levels);
        let alike = alike(view, &outline, self.role, &name, self.within.as_deref());
        if alike.is_empty() {
            return Err(match self.within.as_deref() {
                Some([inner, ..]) => format!("there is no {description} in {inner}"),
                _ => format!("there is no {description}"),
            });
        }
        let control = match alike.get(self.number) {
            Some(at) if alike.len() == self.of => &view.controls[*at],
            _ => return Err(format!("there are {} of {description}, and not {}", alike.len(), self.of)),
        };
        let states = telling_states(control);
        if states != self.states {
            return Err(format!("{description} is {}, and not {}", listed(&states), listed(&self.states)));
        }
        if control.label.is_none() {
            return Err(format!("{description} cannot be used"));
        }
        Ok(control)
    }
}

fn is_same(one: &Control, other: &Control) -> bool {
    match (one.node(), other.node()) {
        (Some(one), Some(other)) => one == other,
        _ => one.label.is_some() && one.label == other.label && one.id() == other.id(),
    }
}

/// The positions of the controls with this role, name and place.
fn alike(view: &AppView, outline: &Outline, role: Role, name: &str, within: Option<&[String]>) -> Vec<usize> {
    let is_alike = |at: &usize| {
        let control = &view.controls[*at];
        control.role == role
            && control.name == name
            && within.is_none_or(|within| containers(view, outline, *at) == within)
    };
    (0..view.controls.len()).filter(is_alike).collect()
}

/// The containers around a control, innermost first. Windows and documents are named after what they show, which differs from
/// one session to the next; groups without a name say nothing.
fn containers(view: &AppView, outline: &Outline, at: usize) -> Vec<String> {
    let container_name = |at: usize| {
        let Control { role, name, .. } = &view.controls[at];
        match role {
            Role::Window | Role::Document => None,
            Role::Group if name.trim().is_empty() => None,
            role if !is_container(*role) => None,
            role if name.trim().is_empty() => Some(role.name().to_owned()),
            role => Some(format!("{} {name:?}", role.name())),
        }
    };
    outline.around(at).filter_map(container_name).collect()
}

fn telling_states(control: &Control) -> Vec<State> {
    TELLING.iter().copied().filter(|it| control.states.has(*it)).collect()
}

fn listed(states: &[State]) -> String {
    let names: Vec<&str> = states.iter().map(|it| it.name()).collect();
    if names.is_empty() { "neither checked nor selected nor expanded".into() } else { names.join(" and ") }
}

const fn is_zero(number: &usize) -> bool {
    *number == 0
}

const fn is_one(number: &usize) -> bool {
    *number == 1
}

const fn one() -> usize {
    1
}
