//! The AppAgent's reply.

use super::{
    args::Args,
    commands::{Needs, UI_COMMANDS, UiCommand},
    host::{is_none, is_same},
    offered::{DESCRIBE_COMMAND, RECALL},
    operator::OPERATOR_COMMANDS,
    remarks::{questions, remarks},
    status::status,
    wire::{Fields, complain, wrong},
};
use deskpilot_core::{
    Action, Aim, AppDecision, AppView, Call, Caution, CommandSpec, Complaint, Control, DeferredMatch, Label,
    NextStatus, Status, Verb, match_deferred, parse_deferred,
};
use deskpilot_deciders::{AppDecided, Requested, Target};
use serde_json::Value;
use std::{borrow::Cow, sync::Arc};

const OFFERED: &str = "CONTINUE, PENDING, CONFIRM, FINISH or FAIL";

/// What the AppAgent decides, seeing this view, with these native commands at hand.
pub(crate) fn read_app(
    reply: &str,
    view: &AppView,
    native: &[Arc<CommandSpec>],
) -> Result<AppDecided, Complaint> {
    let fields = Fields::parse(reply)?;
    let remarks = remarks(&fields)?;
    let decision = match status(&fields, OFFERED)? {
        Status::Fail | Status::Error => AppDecision::Fail,
        Status::Pending => AppDecision::Ask(questions(&fields)?),
        Status::Assign => {
            return Err(complain(format!("Status ASSIGN is the HostAgent's: write one of {OFFERED}")));
        }
        Status::Finish => match actions(&fields, view, native)? {
            actions if actions.is_empty() => AppDecision::Finish,
            actions => {
                let caution = caution(&fields, Caution::Usual)?;
                AppDecision::Act { actions, caution, then: NextStatus::Finish }
            }
        },
        Status::Continue => acts(&fields, view, native, caution(&fields, Caution::Usual)?)?,
        Status::Confirm => acts(&fields, view, native, caution(&fields, Caution::AskFirst)?)?,
    };
    Ok(AppDecided { decision, remarks })
}

/// As careful as the status says, unless those who run the model warn: then the user is told of what.
fn caution(fields: &Fields, said: Caution) -> Result<Caution, Complaint> {
    match fields.texts("SafetyChecks")?.as_slice() {
        [] => Ok(said),
        warnings => Ok(Caution::Warned(warnings.join("; "))),
    }
}

fn acts(
    fields: &Fields,
    view: &AppView,
    native: &[Arc<CommandSpec>],
    caution: Caution,
) -> Result<AppDecision, Complaint> {
    let actions = actions(fields, view, native)?;
    if actions.is_empty() {
        return Err(complain("the action is empty: name a Function, or set Status to FINISH or FAIL"));
    }
    Ok(AppDecision::Act { actions, caution, then: NextStatus::Continue })
}

/// The actions of an `ActionList`, of an `action` object, or of the reply itself.
fn actions(fields: &Fields, view: &AppView, native: &[Arc<CommandSpec>]) -> Result<Vec<Action>, Complaint> {
    let listed = match (fields.value("ActionList"), fields.value("Action")) {
        (Some(Value::Array(items)), _) | (None, Some(Value::Array(items))) => items.clone(),
        (Some(object @ Value::Object(_)), _) | (None, Some(object @ Value::Object(_))) => {
            vec![object.clone()]
        }
        (Some(other), _) => return Err(wrong("ActionList", "a list of objects", other)),
        _ => return Ok(action(fields, view, native, Place::Alone)?.into_iter().collect()),
    };
    let mut actions = Vec::new();
    for item in listed {
        let Value::Object(object) = item else { return Err(wrong("ActionList", "a list of objects", &item)) };
        let place = if actions.is_empty() { Place::First } else { Place::Later };
        actions.extend(action(&Fields::of(object), view, native, place)?);
    }
    Ok(actions)
}

/// Where in a list an action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is in none.
    Alone,
    /// It is done in the window as it was seen, which may still have been coming up.
    First,
    /// It may be for a control that an earlier one brings up.
    Later,
}

fn action(
    fields: &Fields,
    view: &AppView,
    native: &[Arc<CommandSpec>],
    place: Place,
) -> Result<Option<Action>, Complaint> {
    let name = fields.text("Function")?;
    if is_none(&name) {
        return Ok(None);
    }
    let command = match known(name.trim_end_matches("()"), native)? {
        Known::Native(spec) => {
            let args = Args::read(fields, spec)?;
            return Ok(Some(done(view, spec, args, Aim::Window, Verb::Native)));
        }
        Known::Ui(command) => command,
    };
    let args = Args::read(fields, &command.spec)?;
    let control = control(fields, view, command, place)?;
    let (aim, verb) = (command.mean)(&args, control.as_deref(), view)?;
    Ok(Some(done(view, &command.spec, args, aim, verb)))
}

/// The action that a decider requests that needs no language model.
pub(super) fn action_of(
    requested: &Requested,
    view: &AppView,
    native: &[Arc<CommandSpec>],
) -> Result<Action, Complaint> {
    let Requested { call, target } = requested;
    match known(&call.command, native)? {
        Known::Native(spec) => {
            let args = Args::of(call.args.clone(), spec)?;
            Ok(done(view, spec, args, Aim::Window, Verb::Native))
        }
        Known::Ui(command) => {
            let args = Args::of(call.args.clone(), &command.spec)?;
            let control = target_of(target, command)?;
            let (aim, verb) = (command.mean)(&args, control.as_deref(), view)?;
            Ok(done(view, &command.spec, args, aim, verb))
        }
    }
}

/// The control that the command is for.
fn target_of<'t>(target: &'t Target, command: &UiCommand) -> Result<Option<Cow<'t, Control>>, Complaint> {
    let expected = |text: &str| parse_deferred(text).filter(|_| command.acts_on_control()).map(Cow::Owned);
    let control = match target {
        _ if command.needs == Needs::Nothing => return Ok(None),
        Target::Window => None,
        Target::Control(control) => Some(Cow::Borrowed(control)),
        Target::Expected(text) => expected(text),
    };
    match (control, command.needs) {
        (None, Needs::Control) => Err(complain(format!("{} needs a control", command.spec.name))),
        (control, _) => Ok(control),
    }
}

/// A command that there is.
enum Known<'n> {
    Native(&'n CommandSpec),
    Ui(&'static UiCommand),
}

fn known<'n>(name: &str, native: &'n [Arc<CommandSpec>]) -> Result<Known<'n>, Complaint> {
    let offered = native.iter().find(|spec| spec.name == name);
    if let Some(command) = RECALL.iter().find(|it| offered.is_some_and(|spec| spec.name == it.spec.name)) {
        return Ok(Known::Ui(command));
    }
    if let Some(spec) = offered {
        return Ok(Known::Native(spec));
    }
    if let Some(command) = ours().find(|command| command.spec.name.eq_ignore_ascii_case(name)) {
        return Ok(Known::Ui(command));
    }
    let native = native.iter().map(|it| it.name.as_ref());
    let names: Vec<&str> = UI_COMMANDS.iter().map(|it| it.spec.name.as_ref()).chain(native).collect();
    Err(complain(format!("there is no function {name:?}: the functions are {}", names.join(", "))))
}

/// The commands that need no receiver.
fn ours() -> impl Iterator<Item = &'static UiCommand> {
    UI_COMMANDS.iter().chain(OPERATOR_COMMANDS).chain([DESCRIBE_COMMAND])
}

/// Whether a native command cannot have this name: it is one of a command that needs no receiver.
pub(crate) fn is_taken(name: &str) -> bool {
    ours().chain(RECALL).any(|it| it.spec.name.eq_ignore_ascii_case(name))
}

fn done(view: &AppView, spec: &CommandSpec, args: Args, aim: Aim, verb: Verb) -> Action {
    Action {
        call: Call { command: spec.name.to_string(), args: args.into_map() },
        window: view.window.clone(),
        aim,
        verb,
    }
}

/// The control that the reply names by its label, and that its text agrees with.
fn control<'v>(
    fields: &Fields,
    view: &'v AppView,
    command: &UiCommand,
    place: Place,
) -> Result<Option<Cow<'v, Control>>, Complaint> {
    let label = fields.text("ControlLabel")?;
    if is_none(&label) {
        return match command.needs {
            Needs::Control => by_text(&fields.text("ControlText")?, view, command, place).map(Some),
            Needs::MayHaveControl | Needs::Nothing => Ok(None),
        };
    }
    if command.needs == Needs::Nothing {
        return Ok(None);
    }
    let Some(control) = label.parse().ok().and_then(|number| view.control(Label(number))) else {
        let last = view.controls.iter().filter_map(|it| it.label).max();
        return Err(complain(match last {
            Some(last) => format!("there is no control {label}: the labels of this view are 1 to {last}"),
            None => format!("there is no control {label}: this window has none"),
        }));
    };
    let said = fields.text("ControlText")?;
    let value = control.value.as_deref().unwrap_or("");
    if !is_same(&said, &control.name) && !is_same(&said, value) && !is_same(&said, control.role.name()) {
        return Err(complain(format!(
            "control {label} is {}, not {said:?}: choose label and text of one control",
            control.id()
        )));
    }
    Ok(Some(Cow::Borrowed(control)))
}

/// The only control of this name, for plans that name controls without their labels; later in a list, one that is
/// expected to come up.
fn by_text<'v>(
    said: &str,
    view: &'v AppView,
    command: &UiCommand,
    place: Place,
) -> Result<Cow<'v, Control>, Complaint> {
    let name = &command.spec.name;
    let unnamed = || complain(format!("{name} needs a control: write its label in ControlLabel"));
    let expected = parse_deferred(said).filter(|_| !is_none(said)).ok_or_else(unnamed)?;
    // Later in a list a name is looked for when its turn comes: a dialog may have opened until then.
    if place == Place::Later && command.acts_on_control() {
        return Ok(Cow::Owned(expected));
    }
    let labelled = view.controls.iter().filter(|it| it.label.is_some());
    match match_deferred(&expected, labelled) {
        DeferredMatch::One(only) => Ok(Cow::Borrowed(only)),
        DeferredMatch::Nothing if place == Place::First && command.acts_on_control() => {
            Ok(Cow::Owned(expected))
        }
        DeferredMatch::Nothing => Err(unnamed()),
        DeferredMatch::Several(several) => {
            let labels: Vec<String> =
                several.iter().filter_map(|it| it.label).map(|it| it.to_string()).collect();
            Err(complain(format!(
                "several controls are called {said:?}: write one label of {} in ControlLabel",
                labels.join(", ")
            )))
        }
    }
}
