//! Parses an AppAgent's reply.

use super::{
    args::Args,
    commands::no_window,
    host::is_none,
    list_position::ListPosition,
    named_control::control,
    remarks::{questions, remarks},
    resolved_command::{ResolvedCommand, compound_command, resolve_offered},
    status::status,
    ui_command::{ControlNeed, UiCommand},
    wire::{Fields, complain, wrong_type},
};
use crate::prompt::CommandOffer;
use deskpilot_core::{
    Action, Aim, AppDecision, AppView, Call, Caution, CommandSpec, Complaint, Control, NextStatus, Status,
    Verb, Window, parse_deferred, window_to_switch_to,
};
use deskpilot_deciders::{ActionRequest, AppResponse, Target};
use serde_json::{Map, Value};
use std::{borrow::Cow, sync::Arc};

/// The mark of an action on which no other of its list depends.
pub(crate) const GO_ON: &str = "go on";
const OFFERED: &str = "CONTINUE, PENDING, CONFIRM, FINISH or FAIL";

/// Parses the reply to this view, which may call the commands of this offer.
pub(crate) fn read_app(
    reply: &str,
    view: &AppView,
    offer: &CommandOffer<'_>,
) -> Result<AppResponse, Complaint> {
    let fields = Fields::parse(reply)?;
    let remarks = remarks(&fields)?;
    let decision = match status(&fields, OFFERED)? {
        Status::Fail | Status::Error => match actions(&fields, view, offer)? {
            (actions, _) if actions.is_empty() => AppDecision::Fail,
            // What it noted, and the dialog that it closed, are worth having in a subtask that failed too.
            (actions, independent) => {
                let caution = caution(&fields, Caution::Usual)?;
                AppDecision::Act { actions, caution, then: NextStatus::Fail, independent }
            }
        },
        Status::Pending => AppDecision::Ask(questions(&fields)?),
        Status::Assign => {
            return Err(complain(format!("Status ASSIGN is the HostAgent's: write one of {OFFERED}")));
        }
        Status::Finish => match actions(&fields, view, offer)? {
            (actions, _) if actions.is_empty() => AppDecision::Finish,
            (actions, independent) => {
                let caution = caution(&fields, Caution::Usual)?;
                AppDecision::Act { actions, caution, then: NextStatus::Finish, independent }
            }
        },
        Status::Continue => act_decision(&fields, view, offer, caution(&fields, Caution::Usual)?)?,
        Status::Confirm => act_decision(&fields, view, offer, caution(&fields, Caution::AskFirst)?)?,
    };
    Ok(AppResponse { decision, remarks })
}

/// The caution of the status, unless the provider sent warnings: then the user sees them.
fn caution(fields: &Fields, requested: Caution) -> Result<Caution, Complaint> {
    match fields.texts("SafetyChecks")?.as_slice() {
        [] => Ok(requested),
        warnings => Ok(Caution::Warned(warnings.join("; "))),
    }
}

fn act_decision(
    fields: &Fields,
    view: &AppView,
    offer: &CommandOffer<'_>,
    caution: Caution,
) -> Result<AppDecision, Complaint> {
    let (actions, independent) = actions(fields, view, offer)?;
    if actions.is_empty() {
        return Err(complain("the action is empty: name a Function, or set Status to FINISH or FAIL"));
    }
    Ok(AppDecision::Act { actions, caution, then: NextStatus::Continue, independent })
}

/// The actions of an `ActionList` or `Action`, or the one action of the reply itself, and the places of those on which no other
/// depends.
fn actions(
    fields: &Fields,
    view: &AppView,
    offer: &CommandOffer<'_>,
) -> Result<(Vec<Action>, Vec<usize>), Complaint> {
    let listed = match (fields.value("ActionList"), fields.value("Action")) {
        (Some(Value::Array(items)), _) | (None, Some(Value::Array(items))) => items.clone(),
        (Some(object @ Value::Object(_)), _) | (None, Some(object @ Value::Object(_))) => {
            vec![object.clone()]
        }
        (Some(other), _) => return Err(wrong_type("ActionList", "a list of objects", other)),
        _ => return Ok((read_item(fields, view, offer, ListPosition::Alone)?, Vec::new())),
    };
    let (mut actions, mut independent) = (Vec::new(), Vec::new());
    for item in listed {
        let Value::Object(object) = item else {
            return Err(wrong_type("ActionList", "a list of objects", &item));
        };
        let position = if actions.is_empty() { ListPosition::First } else { ListPosition::Later };
        let fields = Fields::unambiguous(object)?;
        let read = read_item(&fields, view, offer, position)?;
        // The parts of one that stands for several depend on each other.
        if after_refusal(&fields)? == AfterRefusal::GoOn && read.len() == 1 {
            independent.push(actions.len());
        }
        actions.extend(read);
    }
    Ok((actions, independent))
}

/// What happens to the rest of a list when an action is refused.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterRefusal {
    /// It is not done.
    Stop,
    /// It is done.
    GoOn,
}

/// What an item of a list says about the rest.
fn after_refusal(fields: &Fields) -> Result<AfterRefusal, Complaint> {
    match fields.text("Then")?.to_lowercase().as_str() {
        "" => Ok(AfterRefusal::Stop),
        GO_ON => Ok(AfterRefusal::GoOn),
        other => Err(complain(format!("Then is {GO_ON:?} or empty, and is {other:?}"))),
    }
}

/// The actions of one object with the keys of an action. Of several that it stands for, the position is that of the first.
pub(crate) fn read_item(
    fields: &Fields,
    view: &AppView,
    offer: &CommandOffer<'_>,
    position: ListPosition,
) -> Result<Vec<Action>, Complaint> {
    let Some(parts) = parts(fields, &view.window, offer)? else {
        return Ok(action(fields, view, offer, position)?.into_iter().collect());
    };
    // The parts are Deskpilot's own, and may be what no prompt offers.
    let own = CommandOffer::of_all(offer.native());
    let mut actions = Vec::new();
    for part in parts {
        let position = match position {
            ListPosition::Alone | ListPosition::First if actions.is_empty() => ListPosition::First,
            _ => ListPosition::Later,
        };
        actions.extend(action(&Fields::of(part), view, &own, position)?);
    }
    Ok(actions)
}

/// The actions that one of several stands for; `None` for one that stands for itself, that a native command does at once, or that
/// is not offered.
fn parts(
    fields: &Fields,
    window: &Window,
    offer: &CommandOffer<'_>,
) -> Result<Option<Vec<Map<String, Value>>>, Complaint> {
    let name = fields.text("Function")?;
    let command = compound_command(name.trim_end_matches("()"), offer.native());
    let Some(command) = command.filter(|it| offer.accepts(&it.spec.name)) else { return Ok(None) };
    (command.actions)(&Args::read(fields, &command.spec)?, window).map(Some)
}

fn action(
    fields: &Fields,
    view: &AppView,
    offer: &CommandOffer<'_>,
    position: ListPosition,
) -> Result<Option<Action>, Complaint> {
    let name = fields.text("Function")?;
    if is_none(&name) {
        return Ok(None);
    }
    // Some models write the name like a call: `click_input()`.
    let command = match resolve_offered(name.trim_end_matches("()"), offer)? {
        ResolvedCommand::Native(spec) => {
            let args = Args::read(fields, spec)?;
            return Ok(Some(build_action(view, spec, args, Aim::Window, Verb::Native)));
        }
        ResolvedCommand::Ui(command) => command,
    };
    let args = Args::read(fields, &command.spec)?;
    let control = control(fields, view, command, position)?;
    let (aim, verb) = (command.interpret)(&args, control.as_deref(), view)?;
    let verb = with_window(verb, view, position)?;
    Ok(Some(build_action(view, &command.spec, args, aim, verb)))
}

/// The verb, with the window that it goes to. Later in a list the window is looked for when the action's turn comes: the list may
/// have opened it by then, or gone to another one.
fn with_window(verb: Verb, view: &AppView, position: ListPosition) -> Result<Verb, Complaint> {
    match verb {
        Verb::SwitchTo(title) if position != ListPosition::Later || title.is_empty() => {
            match window_to_switch_to(Some(&view.window), &view.others, &title) {
                Some(window) => Ok(Verb::Switch(Box::new(window.clone()))),
                None => Err(complain(no_window(&title, &view.others))),
            }
        }
        verb => Ok(verb),
    }
}

/// The actions for the request of a decider without a language model.
pub(super) fn actions_of(
    requested: &ActionRequest,
    view: &AppView,
    native: &[Arc<CommandSpec>],
) -> Result<Vec<Action>, Complaint> {
    let ActionRequest { call, .. } = requested;
    let Some(command) = compound_command(&call.command, native) else {
        return action_of(requested, view, native).map(|it| vec![it]);
    };
    let parts = (command.actions)(&Args::of(call.args.clone(), &command.spec)?, &view.window)?;
    let parts = parts.into_iter().map(Fields::of);
    let actions = parts.map(|it| action(&it, view, &CommandOffer::of_all(native), ListPosition::Later));
    Ok(actions.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// The action for the request of a decider without a language model.
pub(super) fn action_of(
    requested: &ActionRequest,
    view: &AppView,
    native: &[Arc<CommandSpec>],
) -> Result<Action, Complaint> {
    let ActionRequest { call, target } = requested;
    match resolve_offered(&call.command, &CommandOffer::of_all(native))? {
        ResolvedCommand::Native(spec) => {
            let args = Args::of(call.args.clone(), spec)?;
            Ok(build_action(view, spec, args, Aim::Window, Verb::Native))
        }
        ResolvedCommand::Ui(command) => {
            let args = Args::of(call.args.clone(), &command.spec)?;
            let control = target_of(target, command)?;
            let (aim, verb) = (command.interpret)(&args, control.as_deref(), view)?;
            let verb = with_window(verb, view, ListPosition::Alone)?;
            Ok(build_action(view, &command.spec, args, aim, verb))
        }
    }
}

/// The control that the command is for.
fn target_of<'t>(target: &'t Target, command: &UiCommand) -> Result<Option<Cow<'t, Control>>, Complaint> {
    let expected = |text: &str| parse_deferred(text).filter(|_| command.acts_on_control()).map(Cow::Owned);
    let control = match target {
        _ if command.control == ControlNeed::Ignored => return Ok(None),
        Target::Window => None,
        Target::Control(control) => Some(Cow::Borrowed(control)),
        Target::Expected(text) => expected(text),
    };
    match (control, command.control) {
        (None, ControlNeed::Required) => Err(complain(format!("{} needs a control", command.spec.name))),
        (control, _) => Ok(control),
    }
}

fn build_action(view: &AppView, spec: &CommandSpec, args: Args, aim: Aim, verb: Verb) -> Action {
    Action {
        call: Call { command: spec.name.to_string(), args: args.into_map() },
        window: view.window.clone(),
        aim,
        verb,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use crate::prompt::OfferContext;

    #[test]
    fn what_comes_with_a_fail_is_done_first() {
        let view = AppView::of(window(1, "t", "a"), Vec::new());
        let offer = CommandOffer::new(&[], OfferContext::default());
        let noted = r#"{"Function": "summary", "Args": {"text": "no printer", "name": "why"}}"#;
        for (action, expected) in [
            (format!(r#""ActionList": [{noted}]"#), Some("summary(text=\"no printer\", name=\"why\")")),
            (r#""ActionList": []"#.to_owned(), None),
            (r#""Function": """#.to_owned(), None),
        ] {
            let reply = format!(r#"{{"Status": "FAIL", "Comment": "no", {action}}}"#);
            match (read_app(&reply, &view, &offer).unwrap().decision, expected) {
                (AppDecision::Act { actions, then, .. }, Some(expected)) => {
                    assert_eq!((actions[0].to_string().as_str(), then), (expected, NextStatus::Fail));
                }
                (decision, expected) => {
                    assert_eq!((decision, expected), (AppDecision::Fail, None), "{reply}");
                }
            }
        }
    }
}
