//! Which control a reply means, by its label or its name.

use super::{
    commands::SET_EDIT_TEXT,
    host::{is_none, may_mean},
    list_position::ListPosition,
    ui_command::{ControlNeed, UiCommand},
    wire::{Fields, complain},
};
use deskpilot_core::{
    AppView, Complaint, Control, DeferredMatch, Label, MatchedBy, Role, match_deferred, nearest_controls,
    parse_deferred,
};
use std::borrow::Cow;

/// How many of the nearest controls a complaint names.
const MAX_NEAR: usize = 4;

/// The control with the reply's label; a complaint when its text does not match.
pub(super) fn control<'v>(
    fields: &Fields,
    view: &'v AppView,
    command: &UiCommand,
    position: ListPosition,
) -> Result<Option<Cow<'v, Control>>, Complaint> {
    let label = fields.text("ControlLabel")?;
    if is_none(&label) {
        let text = fields.text("ControlText")?;
        let is_by_name = match command.control {
            ControlNeed::Required => true,
            ControlNeed::Optional => names_control(&text),
            ControlNeed::Ignored => false,
        };
        return is_by_name.then(|| control_by_text(&text, view, command, position)).transpose();
    }
    if command.control == ControlNeed::Ignored {
        return Ok(None);
    }
    let Some(control) = label.parse().ok().and_then(|number| view.control(Label(number))) else {
        let last = view.controls.iter().filter_map(|it| it.label).max();
        return Err(complain(match last {
            Some(last) => format!("there is no control {label}: the labels of this view are 1 to {last}"),
            None => format!("there is no control {label}: this window has none"),
        }));
    };
    let text = fields.text("ControlText")?;
    let value = control.value.as_deref().unwrap_or("");
    if !may_mean(&text, &control.name) && !may_mean(&text, value) && !may_mean(&text, control.role.name()) {
        return Err(complain(format!(
            "control {label} is {}, not {text:?}: choose label and text of one control",
            control.id()
        )));
    }
    Ok(Some(Cow::Borrowed(control)))
}

/// Whether a text names a control by its kind and its name or value. Where a command needs none, other words are a title or a
/// remark.
fn names_control(text: &str) -> bool {
    let is_of_window = |role: Role| matches!(role, Role::Other | Role::Window | Role::Dialog);
    parse_deferred(text)
        .is_some_and(|it| !is_of_window(it.role) && (!it.name.is_empty() || it.value.is_some()))
}

/// The only control of this name, for plans that have no labels. Later in a list, a control that is expected to appear.
fn control_by_text<'v>(
    text: &str,
    view: &'v AppView,
    command: &UiCommand,
    position: ListPosition,
) -> Result<Cow<'v, Control>, Complaint> {
    let expected = parse_deferred(text).filter(|_| !is_none(text)).ok_or_else(|| needs_control(command))?;
    // A later action finds its control by name when its turn comes: a dialog may have opened by then.
    if position == ListPosition::Later && command.acts_on_control() {
        return Ok(Cow::Owned(expected));
    }
    // The menu "Edit" has the name of a kind.
    let mut of_this_name = labelled(view).filter(|it| it.name == text);
    if let (Some(only), None) = (of_this_name.next(), of_this_name.next()) {
        return Ok(Cow::Borrowed(only));
    }
    match match_deferred(&expected, labelled(view)) {
        DeferredMatch::One(only, MatchedBy::Kind)
            if command.spec.name == SET_EDIT_TEXT && !only.text().is_empty() =>
        {
            Err(complain(format!(
                "{text:?} names a kind alone, and the only one is {} with a text: write its label in ControlLabel, or \
                 its name in ControlText",
                listed(only)
            )))
        }
        DeferredMatch::One(only, _) => Ok(Cow::Borrowed(only)),
        DeferredMatch::Nothing if position == ListPosition::First && command.acts_on_control() => {
            Ok(Cow::Owned(expected))
        }
        DeferredMatch::Nothing => Err(no_control(text, &expected, view, command)),
        DeferredMatch::Several(several, _) => {
            let named: Vec<String> = several.into_iter().map(listed).collect();
            Err(complain(format!(
                "several controls may be meant by {text:?}: write the label of one in ControlLabel: {}",
                named.join(", ")
            )))
        }
    }
}

fn labelled(view: &AppView) -> impl Iterator<Item = &Control> {
    view.controls.iter().filter(|it| it.label.is_some())
}

fn needs_control(command: &UiCommand) -> Complaint {
    complain(format!("{} needs a control: write its label in ControlLabel", command.spec.name))
}

/// The complaint that no control is called this, with those that are called nearly so.
fn no_control(text: &str, expected: &Control, view: &AppView, command: &UiCommand) -> Complaint {
    let name = &command.spec.name;
    let near = nearest_controls(expected, labelled(view), MAX_NEAR);
    match near.into_iter().map(listed).collect::<Vec<String>>().as_slice() {
        [] if command.control == ControlNeed::Optional => complain(format!(
            "{name}: there is no {text:?} in this window: leave ControlText empty, or name a control"
        )),
        [] => needs_control(command),
        near => complain(format!(
            "{name} needs a control, and there is no {text:?}: write the label of one in ControlLabel; the \
             nearest are {}",
            near.join(", ")
        )),
    }
}

/// A control as a complaint names it: with its label.
fn listed(control: &Control) -> String {
    let label = control.label.map_or(String::new(), |it| format!("{it} "));
    format!("{label}{}", control.id())
}
