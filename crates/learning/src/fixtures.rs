//! Trajectories in short notation, for tests.

use crate::{RoundTrajectory, SubtaskStep, SubtaskTrajectory, Trajectories};
use deskpilot_core::{
    Action, Aim, AppView, Call, Control, ControlSource, Effect, Entry, Event, Evidence, Gesture, Label,
    NodeId, Outcome, Projection, Rect, Remarks, Role, State, States, Status, Subtask, SubtaskOutcome,
    TextMode, Timestamp, Verb, Verdict, Window, WindowId, WindowState,
};
use serde_json::Value;
use std::collections::BTreeMap;

pub(crate) fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Untitled".into(),
        application: "editor".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

/// A control with this number.
pub(crate) fn control(number: u32, role: Role, name: &str) -> Control {
    Control {
        label: Some(Label(number)),
        role,
        name: name.to_owned(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::default(),
        source: ControlSource::Accessibility { node: NodeId(number.to_string()) },
    }
}

pub(crate) fn view() -> AppView {
    let mut field = control(3, Role::Edit, "Text");
    field.value = Some("as shown".into());
    let controls = vec![
        control(1, Role::ToolBar, "Main"),
        control(2, Role::Button, "Save"),
        field,
        control(4, Role::ListItem, "Banana"),
    ];
    AppView { levels: vec![0, 1, 0, 0], ..AppView::of(window(), controls) }
}

/// A step on the control with this number in the view.
pub(crate) fn step(at: u32, number: u32, args: &Value, effect: Effect) -> SubtaskStep {
    let args = args.as_object().cloned().unwrap_or_default();
    let text = args.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
    let verb = Verb::Gesture(Gesture::Text { text, mode: TextMode::Replace });
    let aim = Aim::Control(Box::new(view().control(Label(number)).unwrap().clone()));
    SubtaskStep {
        step: at,
        view: Some(view()),
        is_first: true,
        remarks: Remarks::default(),
        status: Status::Continue,
        notes: BTreeMap::from([("total".to_owned(), "42".to_owned())]),
        action: Action { call: Call { command: "set_edit_text".into(), args }, window: window(), aim, verb },
        outcome: Some(Outcome::from(effect)),
        after: None,
    }
}

pub(crate) fn value(after: &str) -> Effect {
    Effect::Confirmed(Evidence::Value { before: None, after: Some(after.into()), of: None })
}

pub(crate) fn subtask(text: &str, steps: Vec<SubtaskStep>) -> SubtaskTrajectory {
    SubtaskTrajectory {
        subtask: Subtask { text: text.into(), ..Subtask::default() },
        window: window(),
        launches: Vec::new(),
        steps,
        was_disturbed: false,
        was_denied: false,
        outcome: Some(SubtaskOutcome::Finished),
        comment: String::new(),
        saved: Vec::new(),
        noted: Vec::new(),
    }
}

/// A round that finished with these subtasks, of which none was planned.
pub(crate) fn round(request: &str, subtasks: Vec<SubtaskTrajectory>) -> RoundTrajectory {
    let mut done = Trajectories::of(&[Entry {
        seq: 0,
        at: Timestamp(0),
        event: Event::RoundStarted { round: 0, request: request.into() },
    }]);
    let mut round = done.rounds.pop().expect("a round was started");
    round.subtasks = subtasks;
    round.verdict = Some(Verdict::Finished(String::new()));
    round
}
