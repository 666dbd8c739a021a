//! Builds the operation that the flags of `policy check` describe.

use crate::args::CheckArgs;
use anyhow::{Result, bail};
use deskpilot_agent::operation_for_call;
use deskpilot_core::{
    Call, Control, ControlSource, Delegation, Launch, NodeId, Operation, PermissionKind, PermissionRequest,
    ProgramCall, Rect, Role, State, States, Subtask, Window, WindowId, WindowState,
};
use deskpilot_runtime::UsageError;
use serde_json::{Map, Value};

/// The operation that the flags describe.
pub(super) fn operation(args: &CheckArgs) -> Result<Operation> {
    if let Some(line) = &args.program {
        let argv: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        return Ok(Operation::Run(ProgramCall { argv }));
    }
    if let Some(application) = &args.open {
        return Ok(Operation::Launch(Launch {
            application: application.clone(),
            file: args.file.clone(),
            ..Launch::default()
        }));
    }
    let Some(command) = &args.command else {
        bail!(UsageError(
            "say what to check: --command, --open or --program for one action, or --task for a task".into()
        ));
    };
    let given = parse_arguments(&args.argument)?;
    match command.as_str() {
        "delegate" => return Ok(Operation::Delegate(Box::new(delegation(args, &given)))),
        "permit" => return permit(args, &given).map(|it| Operation::Permit(Box::new(it))),
        _ if args.file.is_some() => bail!(UsageError("--file needs --open or --command permit".into())),
        _ => {}
    }
    let role = role(args.role.as_deref())?;
    let control = args.control.as_deref().map(|name| control(role, name));
    let call = Call { command: command.clone(), args: given };
    operation_for_call(&call, control, window(args)).map_err(|wrong| UsageError(wrong.to_string()).into())
}

fn parse_arguments(arguments: &[String]) -> Result<Map<String, Value>> {
    let mut given = Map::new();
    for argument in arguments {
        let Some((name, value)) = argument.split_once('=') else {
            bail!(UsageError(format!("--argument must be NAME=VALUE, and is {argument:?}")));
        };
        given.insert(name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| value.into()));
    }
    Ok(given)
}

/// A subtask for the agent that `--application` names.
fn delegation(args: &CheckArgs, given: &Map<String, Value>) -> Delegation {
    let subtask = Subtask { text: text(given, "subtask"), ..Subtask::default() };
    Delegation { agent: args.application.clone().unwrap_or_default(), application: None, subtask }
}

/// The permit that the agent of `--application` asks for.
fn permit(args: &CheckArgs, given: &Map<String, Value>) -> Result<PermissionRequest> {
    let kind = text(given, "kind");
    let kind = match kind.as_str() {
        "" => PermissionKind::Other,
        word => serde_json::from_value(word.into())
            .map_err(|error| UsageError(format!("--argument kind={word}: {error}")))?,
    };
    Ok(PermissionRequest {
        agent: args.application.clone().unwrap_or_default(),
        application: None,
        home: String::new(),
        kind,
        title: text(given, "title"),
        places: args.file.iter().cloned().collect(),
        details: text(given, "details"),
    })
}

fn text(given: &Map<String, Value>, name: &str) -> String {
    match given.get(name) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn role(name: Option<&str>) -> Result<Role> {
    let Some(name) = name else { return Ok(Role::Button) };
    match Role::ALL.iter().find(|it| it.name().eq_ignore_ascii_case(name)) {
        Some(role) => Ok(*role),
        None => {
            let names: Vec<&str> = Role::ALL.iter().map(|it| it.name()).collect();
            bail!(UsageError(format!("--role must be one of {}, and is {name:?}", names.join(", "))))
        }
    }
}

pub(super) fn control(role: Role, name: &str) -> Control {
    Control {
        label: None,
        role,
        name: name.to_owned(),
        value: None,
        states: States::default().with(State::Enabled).with(State::Focused),
        rect: Rect::new(0, 0, 100, 20),
        source: ControlSource::Accessibility { node: NodeId("supposed".into()) },
    }
}

pub(super) fn window(args: &CheckArgs) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: args.window.clone().unwrap_or_default(),
        application: args.application.clone().unwrap_or_default(),
        process: None,
        rect: Rect::new(0, 0, 800, 600),
        state: WindowState::Normal,
        focused: true,
    }
}
