//! Parses an AppAgent's reply.

use super::{
    args::Args,
    commands::{SET_EDIT_TEXT, UI_COMMANDS, no_window},
    compound_commands::{COMPOUND_COMMANDS, CompoundCommand},
    host::{is_none, may_mean},
    note_commands::SHOW_NOTE,
    operator_commands::OPERATOR_COMMANDS,
    optional_commands::{ASK_AGENT, DESCRIBE_COMMAND, RECALL, optional_command},
    remarks::{questions, remarks},
    status::status,
    ui_command::{ControlNeed, UiCommand},
    wire::{Fields, complain, wrong_type},
};
use crate::prompt::CommandOffer;
use deskpilot_core::{
    Action, Aim, AppDecision, AppView, Call, Caution, CommandSpec, Complaint, Control, DeferredMatch, Label,
    MatchedBy, NextStatus, Role, Status, Verb, Window, match_deferred, nearest_controls, parse_deferred,
    window_to_switch_to,
};
use deskpilot_deciders::{ActionRequest, AppResponse, Target};
use serde_json::{Map, Value};
use std::{borrow::Cow, sync::Arc};

/// How many of the nearest controls a complaint names.
const MAX_NEAR: usize = 4;
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

/// The command of this name that stands for several actions, unless a native one does the same.
fn compound_command(name: &str, native: &[Arc<CommandSpec>]) -> Option<&'static CompoundCommand> {
    let command = COMPOUND_COMMANDS.iter().find(|it| it.spec.name.eq_ignore_ascii_case(name))?;
    native.iter().all(|it| it.name != command.spec.name).then_some(command)
}

/// The position of an action in the reply's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListPosition {
    /// There is no list.
    Alone,
    /// The first action: the window is as it was seen, but may not have been complete yet.
    First,
    /// A later action: its control may appear by an earlier action.
    Later,
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

/// An existing command.
enum ResolvedCommand<'n> {
    Native(&'n CommandSpec),
    Ui(&'static UiCommand),
}

impl ResolvedCommand<'_> {
    fn name(&self) -> &str {
        match self {
            ResolvedCommand::Native(spec) => &spec.name,
            ResolvedCommand::Ui(command) => &command.spec.name,
        }
    }
}

/// The command of this name, if the offer has it.
fn resolve_offered<'n>(name: &str, offer: &CommandOffer<'n>) -> Result<ResolvedCommand<'n>, Complaint> {
    let known = find_command(name, offer.native()).filter(|it| offer.accepts(it.name()));
    known.ok_or_else(|| no_function(name, offer.callable()))
}

fn find_command<'n>(name: &str, native: &'n [Arc<CommandSpec>]) -> Option<ResolvedCommand<'n>> {
    let offered = native.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    if let Some(command) = offered.and_then(|it| optional_command(&it.name)) {
        return Some(ResolvedCommand::Ui(command));
    }
    let own = || own_commands().find(|command| command.spec.name.eq_ignore_ascii_case(name));
    offered.map(|it| ResolvedCommand::Native(it)).or_else(|| own().map(ResolvedCommand::Ui))
}

fn no_function<'a>(name: &str, callable: impl Iterator<Item = &'a CommandSpec>) -> Complaint {
    let names: Vec<&str> = callable.map(|it| it.name.as_ref()).collect();
    complain(format!("there is no function {name:?}: the functions are {}", names.join(", ")))
}

/// The commands that need no receiver.
fn own_commands() -> impl Iterator<Item = &'static UiCommand> {
    UI_COMMANDS.iter().chain(OPERATOR_COMMANDS).chain([DESCRIBE_COMMAND, SHOW_NOTE])
}

/// Whether a native command may be offered: what an application offers must not replace a command that needs no receiver, which
/// only one of Deskpilot's own tables may do.
pub(crate) fn may_be_offered(native: &CommandSpec) -> bool {
    native.is_built_in() || !is_reserved(&native.name)
}

fn is_reserved(name: &str) -> bool {
    let is_compound = compound_command(name, &[]).is_some();
    is_compound || own_commands().chain([RECALL, ASK_AGENT]).any(|it| it.spec.name.eq_ignore_ascii_case(name))
}

fn build_action(view: &AppView, spec: &CommandSpec, args: Args, aim: Aim, verb: Verb) -> Action {
    Action {
        call: Call { command: spec.name.to_string(), args: args.into_map() },
        window: view.window.clone(),
        aim,
        verb,
    }
}

/// The control with the reply's label; a complaint when its text does not match.
fn control<'v>(
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
    let name = &command.spec.name;
    let unnamed = || complain(format!("{name} needs a control: write its label in ControlLabel"));
    let expected = parse_deferred(text).filter(|_| !is_none(text)).ok_or_else(unnamed)?;
    // A later action finds its control by name when its turn comes: a dialog may have opened by then.
    if position == ListPosition::Later && command.acts_on_control() {
        return Ok(Cow::Owned(expected));
    }
    let labelled = || view.controls.iter().filter(|it| it.label.is_some());
    // The menu "Edit" has the name of a kind.
    let mut of_this_name = labelled().filter(|it| it.name == text);
    if let (Some(only), None) = (of_this_name.next(), of_this_name.next()) {
        return Ok(Cow::Borrowed(only));
    }
    match match_deferred(&expected, labelled()) {
        DeferredMatch::One(only, MatchedBy::Kind) if *name == SET_EDIT_TEXT && !only.text().is_empty() => {
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
        DeferredMatch::Nothing => {
            let near: Vec<String> =
                nearest_controls(&expected, labelled(), MAX_NEAR).into_iter().map(listed).collect();
            Err(match near.as_slice() {
                [] if command.control == ControlNeed::Optional => complain(format!(
                    "{name}: there is no {text:?} in this window: leave ControlText empty, or name a control"
                )),
                [] => unnamed(),
                near => complain(format!(
                    "{name} needs a control, and there is no {text:?}: write the label of one in ControlLabel; the \
                     nearest are {}",
                    near.join(", ")
                )),
            })
        }
        DeferredMatch::Several(several, _) => {
            let named: Vec<String> = several.into_iter().map(listed).collect();
            Err(complain(format!(
                "several controls may be meant by {text:?}: write the label of one in ControlLabel: {}",
                named.join(", ")
            )))
        }
    }
}

/// A control as a complaint names it: with its label.
fn listed(control: &Control) -> String {
    let label = control.label.map_or(String::new(), |it| format!("{it} "));
    format!("{label}{}", control.id())
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
