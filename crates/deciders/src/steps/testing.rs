//! Scenes in short notation, and decisions as one line, for this module's tests.

use super::Steps;
use crate::{
    facts::AppFacts,
    testing::{
        Setting, app_word, application, done, host_parts, memory, native_command, outcome, outcome_of,
        view_of, window,
    },
};
use deskpilot_core::{
    Aim, Answer, AppDecision, AppView, ControlLine, Label, ReasonCode, Role, State, Truncation, Window,
    fold::{Blackboard, MemoryItem, Round},
};
use serde_json::Value;

/// The view of these controls.
pub(super) fn view(controls: &[&str]) -> AppView {
    view_of(controls.iter().map(|line| parse_control(line)).collect())
}

/// The facts of an AppAgent with this view and blackboard, at the first step of a subtask.
pub(super) fn facts<'s>(view: &'s AppView, board: &'s Blackboard) -> AppFacts<'s> {
    AppFacts {
        request: "",
        subtask: "",
        window: &view.window,
        controls: crate::facts::in_search_order(view),
        may_miss_controls: false,
        plan: &[],
        last: None,
        board,
        complaint: None,
        at_once: false,
        native: Vec::new(),
    }
}

/// A control of a line such as `3 Edit Name ~its value [focused,editable]`; `-` has no label.
fn parse_control(line: &str) -> ControlLine {
    let (label, rest) = line.split_once(' ').unwrap();
    let (role, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (rest, states) = match rest.split_once('[') {
        Some((rest, states)) => (rest.trim_end_matches(' '), states.trim_end_matches(']')),
        None => (rest, ""),
    };
    let (name, value) = match rest.split_once('~') {
        Some((name, value)) => (name.trim_end(), Some(value)),
        None => (rest, None),
    };
    let states = states.split(',').filter(|word| !word.is_empty()).chain(["enabled"]);
    ControlLine {
        depth: 0,
        label: (label != "-").then(|| Label(label.parse().unwrap())),
        role: serde_json::from_value(role.into()).unwrap_or(Role::Other),
        name: name.to_owned(),
        value: value.map(str::to_owned),
        states: states.map(|word| serde_json::from_value::<State>(word.into()).unwrap()).collect(),
    }
}

/// An agent's last action, and how many times in a row it was done before.
pub(super) type Last = Option<(MemoryItem, usize)>;

/// A last action: command, arguments, control text, and outcome.
pub(super) fn last(command: &str, args: &Value, control: &str, word: &str, message: &str) -> Last {
    Some((done(command, args, control, outcome(word, message)), 0))
}

/// The same action with a reason code.
pub(super) fn coded(last: &Last, code: ReasonCode) -> Last {
    let (done, times) = last.clone()?;
    let (word, message) = (done.outcome.effect.word(), done.outcome.output.clone().unwrap_or_default());
    Some((MemoryItem { outcome: outcome_of(word, Some(code), &message), ..done }, times))
}

/// The same action, done this many times in a row before.
pub(super) fn repeated(last: &Last, times: usize) -> Last {
    last.clone().map(|(done, _)| (done, times))
}

/// A blackboard with these notes and questions.
pub(super) fn board(value: &Value) -> Blackboard {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let notes = value["notes"].as_object().into_iter().flatten();
    let questions = value["questions"].as_array().into_iter().flatten();
    let mut board = Blackboard::default();
    board.notes.extend(notes.map(|(name, note)| (name.clone(), text(note))));
    board
        .questions
        .extend(questions.map(|it| Answer { question: text(&it["question"]), answer: text(&it["answer"]) }));
    board
}

/// An AppAgent's scene in short notation.
#[derive(Clone, Default)]
pub(super) struct Scene<'s> {
    pub(super) request: &'s str,
    pub(super) subtask: &'s str,
    pub(super) application: &'s str,
    pub(super) controls: &'s [&'s str],
    pub(super) native: &'s [&'s str],
    pub(super) more: &'s str,
    pub(super) plan: &'s [&'s str],
    pub(super) last: Last,
    pub(super) board: Value,
    pub(super) complaint: &'s str,
}

impl Scene<'_> {
    /// The decision as one line.
    pub(super) fn reply(&self) -> String {
        let mut setting = Setting::default().complaining(self.complaint);
        setting.round.request = self.request.to_owned();
        setting.subtask.text = self.subtask.to_owned();
        setting.view = view(self.controls);
        setting.native = self.native.iter().map(|name| native_command(name)).collect();
        setting.view.window.application = self.application.to_owned();
        setting.view.truncated =
            (!self.more.is_empty()).then(|| Truncation { reason: self.more.to_owned(), unread: None });
        setting.blackboard = board(&self.board);
        if let Some((done, times)) = self.last.clone() {
            setting.memory = memory(vec![done], times);
        }
        setting.memory.plan = self.plan.iter().map(|it| (*it).to_owned()).collect();
        let decided = setting.app(&Steps).unwrap();
        let mut line = app_word(&decided.decision).to_owned();
        let mut question = None;
        match &decided.decision {
            AppDecision::Act { actions, .. } => {
                for action in actions {
                    line.push_str(&format!(
                        " {}{}",
                        action.call.command,
                        Value::from(action.call.args.clone())
                    ));
                    if let (Aim::Control(control), Some(label)) = (&action.aim, action.label()) {
                        let name = control.name.trim();
                        let name = if name.is_empty() { control.role.name() } else { name };
                        line.push_str(&format!(" on {label} {name}"));
                    }
                }
            }
            AppDecision::Ask(questions) => question = questions.first().map(|it| it.0.clone()),
            AppDecision::Finish | AppDecision::Fail => {}
        }
        tail(&mut line, question, &decided.remarks.plan, &decided.remarks.comment);
        line
    }
}

fn tail(line: &mut String, question: Option<String>, plan: &[String], comment: &str) {
    if let Some(question) = question {
        line.push_str(&format!(" ask: {question}"));
    }
    if !plan.is_empty() {
        line.push_str(&format!(" | {}", plan.join(" | ")));
    }
    if !comment.is_empty() {
        line.push_str(&format!(" -- {comment}"));
    }
}

/// A HostAgent's scene in short notation: windows as `1 title (application)`, a star before the focused one;
/// applications as `name (generic name)`; subtasks as `FINISH comment` or `GONE title`.
#[derive(Clone, Default)]
pub(super) struct Desk<'s> {
    pub(super) request: &'s str,
    pub(super) windows: &'s [&'s str],
    pub(super) applications: &'s [&'s str],
    pub(super) subtasks: &'s [&'s str],
    pub(super) last: Last,
    pub(super) board: Value,
    pub(super) complaint: &'s str,
}

impl Desk<'_> {
    /// The decision as one line.
    pub(super) fn reply(&self) -> String {
        let mut setting = Setting::default().complaining(self.complaint);
        let subtasks = self.subtasks.iter().map(|line| crate::testing::ended(line, "")).collect();
        setting.round = Round { request: self.request.to_owned(), subtasks, ..Round::default() };
        setting.desktop.windows = self.windows.iter().map(|line| parse_window(line)).collect();
        let applications = self.applications.iter().map(|line| in_brackets(line));
        setting.desktop.applications = applications.map(|(name, kind)| application(name, kind)).collect();
        setting.blackboard = board(&self.board);
        if let Some((done, times)) = self.last.clone() {
            setting.memory = memory(vec![done], times);
        }
        let decided = setting.host(&Steps).unwrap();
        let (word, label, launch) = host_parts(&decided.decision);
        let mut line = word.to_owned();
        if let deskpilot_core::HostDecision::Assign(it) = &decided.decision {
            line.push_str(&format!(" {label} {}: {}", it.window.title, it.subtask.text));
        }
        if let Some(launch) = launch {
            line.push_str(&format!(" {launch}"));
        }
        tail(&mut line, None, &decided.remarks.common.plan, &decided.remarks.common.comment);
        line
    }
}

fn parse_window(line: &str) -> Window {
    let (line, focused) = line.strip_prefix('*').map_or((line, false), |line| (line, true));
    let (label, rest) = line.split_once(' ').unwrap();
    let (title, application) = in_brackets(rest);
    Window {
        label: Some(Label(label.parse().unwrap())),
        title: title.to_owned(),
        application: application.to_owned(),
        focused,
        ..window()
    }
}

fn in_brackets(text: &str) -> (&str, &str) {
    text.split_once(" (").map_or((text, ""), |(before, inside)| (before, inside.trim_end_matches(')')))
}
