//! Operations for the tests of the policy.

use deskpilot_core::{
    Action, Aim, Button, Call, Control, ControlSource, Delegation, Gesture, Launch, NodeId, Operation,
    PermissionKind, PermissionRequest, Point, ProgramCall, Rect, Role, Ruling, State, States, Subtask,
    TextMode, Verb, Window, WindowId, WindowState, parse_keys,
};
use serde_json::{Value, json};

pub(crate) fn control(role: Role, name: &str) -> Control {
    Control {
        label: None,
        role,
        name: name.into(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::new(0, 0, 100, 20),
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    }
}

pub(crate) fn focused(mut control: Control) -> Control {
    control.states = control.states.with(State::Focused);
    control
}

pub(crate) fn hidden(mut control: Control) -> Control {
    control.states = control.states.with(State::Protected);
    control
}

pub(crate) fn window(application: &str, title: &str) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: title.into(),
        application: application.into(),
        process: None,
        rect: Rect::new(0, 0, 800, 600),
        state: WindowState::Normal,
        focused: true,
    }
}

pub(crate) fn on(aim: Aim, command: &str, args: impl Into<Value>, verb: Verb) -> Operation {
    let args = match args.into() {
        Value::Object(args) => args,
        _ => unreachable!("arguments have names"),
    };
    let call = Call { command: command.into(), args };
    Operation::Act(Box::new(Action { call, window: window("mail", "Inbox"), aim, verb }))
}

pub(crate) fn act(control: Control, gesture: Gesture) -> Operation {
    on(Aim::Control(Box::new(control)), "click_input", json!({}), Verb::Gesture(gesture))
}

pub(crate) const CLICK: Gesture = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };

pub(crate) fn click(name: &str) -> Operation {
    act(control(Role::Button, name), CLICK)
}

pub(crate) fn at(x: i32, y: i32) -> Operation {
    on(Aim::Point(Point { x, y }), "click_on_coordinates", json!({}), Verb::Gesture(CLICK))
}

pub(crate) fn keys(text: &str) -> Operation {
    let gesture = Gesture::Keys(parse_keys(text).unwrap());
    on(Aim::Window, "keyboard_input", json!({"keys": text}), Verb::Gesture(gesture))
}

pub(crate) fn keys_on(control: Control, text: &str) -> Operation {
    let gesture = Gesture::Keys(parse_keys(text).unwrap());
    on(Aim::Control(Box::new(control)), "keyboard_input", json!({"keys": text}), Verb::Gesture(gesture))
}

pub(crate) fn typed(control: Control, text: &str) -> Operation {
    let gesture = Gesture::Text { text: text.into(), mode: TextMode::Append };
    on(Aim::Control(Box::new(control)), "set_edit_text", json!({"text": text}), Verb::Gesture(gesture))
}

pub(crate) fn in_window(operation: Operation, application: &str, title: &str) -> Operation {
    let Operation::Act(mut action) = operation else { return operation };
    action.window = window(application, title);
    Operation::Act(action)
}

pub(crate) fn run(line: &str) -> Operation {
    Operation::Run(ProgramCall { argv: line.split(' ').map(str::to_owned).collect() })
}

pub(crate) fn open(application: &str, file: Option<&str>) -> Operation {
    Operation::Launch(Launch {
        application: application.into(),
        file: file.map(str::to_owned),
        ..Launch::default()
    })
}

pub(crate) fn delegate(agent: &str, application: Option<&str>, text: &str) -> Operation {
    Operation::Delegate(Box::new(Delegation {
        agent: agent.into(),
        application: application.map(str::to_owned),
        subtask: Subtask { text: text.into(), ..Subtask::default() },
    }))
}

pub(crate) fn permit(kind: PermissionKind, title: &str, places: &[&str]) -> Operation {
    Operation::Permit(Box::new(PermissionRequest {
        agent: "writer".into(),
        application: None,
        home: String::new(),
        kind,
        title: title.into(),
        places: places.iter().map(|it| (*it).to_owned()).collect(),
        details: "rm -r build".into(),
    }))
}

pub(crate) fn word(ruling: &Ruling) -> &'static str {
    match ruling {
        Ruling::Allow => "allow",
        Ruling::Confirm(_) => "confirm",
        Ruling::Refuse(_) => "refuse",
    }
}
