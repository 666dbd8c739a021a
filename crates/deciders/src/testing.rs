//! Scenes in short notation for this crate's tests.

use crate::{
    ActionLimit, ActionRequest, AgentContext, AppResponse, AppScene, Attempt, Commands, Decider,
    DeciderError, HostResponse, HostScene, NotRecorded, Recorder, SubtaskKind, Target,
};
use deskpilot_core::{
    Action, AgentName, Aim, AppDecision, AppView, Application, Assignment, BlobKind, BlobRef, Call, Caution,
    CommandSpec, Complaint, Control, ControlLine, DesktopView, Event, HostDecision, Launch, NextStatus,
    Outcome, Pictures, ReasonCode, Rect, Role, SideEffects, Stage, Status, Subtask, SubtaskOutcome, Verb,
    Window, WindowId, WindowState,
    fold::{
        AgentMemory, Blackboard, Changes, LoopGuard, MemoryItem, Round, Steps, SubtaskNode, SubtaskState,
    },
};
use deskpilot_testkit::prompted_decider::{control, effect};
use serde_json::Value;
use std::{
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

/// A window without a name.
pub(crate) fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: String::new(),
        application: String::new(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: false,
    }
}

/// An application of this name, of this kind.
pub(crate) fn application(name: &str, generic_name: &str) -> Application {
    Application {
        id: name.to_lowercase(),
        name: name.to_owned(),
        generic_name: generic_name.to_owned(),
        ..Application::default()
    }
}

/// A view of these controls.
pub(crate) fn view_of(listing: Vec<ControlLine>) -> AppView {
    let levels = listing.iter().map(|it| it.depth as u16).collect();
    AppView { levels, ..AppView::of(window(), listing.into_iter().map(control).collect()) }
}

/// An outcome from the word for its effect and its text.
pub(crate) fn outcome(word: &str, message: &str) -> Outcome {
    outcome_of(word, None, message)
}

/// The same with a reason code.
pub(crate) fn outcome_of(word: &str, code: Option<ReasonCode>, message: &str) -> Outcome {
    let output = (!message.is_empty()).then(|| message.to_owned());
    Outcome { output, ..effect(word, code, message).into() }
}

/// An action with its outcome.
pub(crate) fn done(command: &str, args: &Value, control_text: &str, outcome: Outcome) -> MemoryItem {
    let args = args.as_object().cloned().unwrap_or_default();
    let text = |name: &str| args.get(name).and_then(Value::as_str).map(str::to_owned);
    let launch =
        Launch { application: text("APP").unwrap_or_default(), file: text("file_path"), ..Launch::default() };
    MemoryItem {
        launch: (command == "AppsToOpen").then_some(launch),
        call: Call { command: command.to_owned(), args },
        control_text: control_text.to_owned(),
        outcome,
    }
}

/// The memory of an agent that did this `times` times and then once more.
pub(crate) fn memory(last: Vec<MemoryItem>, times: usize) -> AgentMemory {
    let history = std::iter::repeat_n(last.clone(), times + 1).flatten().collect();
    AgentMemory { history, last, ..AgentMemory::default() }
}

/// A subtask that ended: `FINISH comment`, `FAIL reason`, `ERROR reason`, or `GONE title` of its window.
pub(crate) fn ended(line: &str, application: &str) -> SubtaskNode {
    let (word, message) = line.split_once(' ').unwrap_or((line, ""));
    let outcome = match word {
        "FINISH" => SubtaskOutcome::Finished,
        "ERROR" => SubtaskOutcome::Errored(message.to_owned()),
        "GONE" => SubtaskOutcome::WindowGone(message.to_owned()),
        _ => SubtaskOutcome::Failed(message.to_owned()),
    };
    SubtaskNode {
        subtask: Subtask::default(),
        application: application.to_owned(),
        state: SubtaskState::Ended(outcome, message.to_owned()),
        missing: Vec::new(),
    }
}

/// The data that scenes borrow.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) round: Round,
    pub(crate) steps: Steps,
    pub(crate) blackboard: Blackboard,
    pub(crate) memory: AgentMemory,
    pub(crate) complaint: Option<Complaint>,
    pub(crate) desktop: DesktopView,
    pub(crate) subtask: Subtask,
    pub(crate) view: AppView,
    pub(crate) action_limit: ActionLimit,
    pub(crate) subtask_kind: SubtaskKind,
    pub(crate) native: Vec<Arc<CommandSpec>>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            round: Round::default(),
            steps: Steps::default(),
            blackboard: Blackboard::default(),
            memory: AgentMemory::default(),
            complaint: None,
            desktop: DesktopView {
                windows: Vec::new(),
                applications: Vec::new(),
                pictures: Pictures::default(),
                folders: Vec::new(),
                working: None,
            },
            subtask: Subtask::default(),
            view: view_of(Vec::new()),
            action_limit: ActionLimit::Several,
            subtask_kind: SubtaskKind::Goals,
            native: Vec::new(),
        }
    }
}

impl Setting {
    /// Adds a complaint, unless it is empty.
    pub(crate) fn complaining(self, complaint: &str) -> Setting {
        let complaint = (!complaint.is_empty()).then(|| Complaint::new(complaint));
        Setting { complaint, ..self }
    }

    fn context(&self) -> AgentContext<'_> {
        AgentContext {
            round: &self.round,
            steps: &self.steps,
            passages: &[],
            blackboard: &self.blackboard,
            memory: &self.memory,
            pictures: &[],
            complaint: self.complaint.as_ref(),
            attempt: Attempt::default(),
        }
    }

    /// Asks the decider as HostAgent.
    pub(crate) fn host(&self, decider: &dyn Decider) -> Result<HostResponse, DeciderError> {
        let agent_for = |window: &Window| AgentName::app(&window.application, &window.title);
        let scene =
            HostScene { context: self.context(), view: &self.desktop, others: &[], agent_for: &agent_for };
        at_once(decider.host(&scene, &mut Nothing))
    }

    /// Asks the decider as AppAgent.
    pub(crate) fn app(&self, decider: &dyn Decider) -> Result<AppResponse, DeciderError> {
        let assignment = Assignment {
            subtask: self.subtask.clone(),
            window: self.view.window.clone(),
            agent: AgentName::app("", ""),
        };
        let scene = AppScene {
            context: self.context(),
            assignment: &assignment,
            view: &self.view,
            changes: &Changes::default(),
            loop_guard: &LoopGuard::default(),
            secrets: &[],
            commands: &AnyCommand(&self.native),
            action_limit: self.action_limit,
            subtask_kind: self.subtask_kind,
        };
        at_once(decider.app(&scene, &mut Nothing))
    }
}

/// The result of a future that never waits.
pub(crate) fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(it) => it,
        Poll::Pending => panic!("it waits"),
    }
}

/// A native command of this name, which takes anything.
pub(crate) fn native_command(name: &str) -> Arc<CommandSpec> {
    Arc::new(CommandSpec {
        name: name.to_owned().into(),
        doc: "Does something.".into(),
        params: std::borrow::Cow::Borrowed(&[]),
        side_effects: SideEffects::Changes,
    })
}

/// Accepts every command with any arguments; these native ones are at hand.
struct AnyCommand<'s>(&'s [Arc<CommandSpec>]);

impl Commands for AnyCommand<'_> {
    fn native(&self) -> &[Arc<CommandSpec>] {
        self.0
    }

    fn action(&self, requested: &ActionRequest, view: &AppView) -> Result<Action, Complaint> {
        let aim = match &requested.target {
            Target::Window => Aim::Window,
            Target::Control(control) => Aim::Control(Box::new(control.clone())),
            Target::Expected(text) => Aim::Control(Box::new(Control::deferred(Role::Other, text))),
        };
        Ok(Action { call: requested.call.clone(), window: view.window.clone(), aim, verb: Verb::Native })
    }
}

/// A recorder for deciders that record nothing.
struct Nothing;

impl Recorder for Nothing {
    fn record(&mut self, _: Event) -> Result<(), NotRecorded> {
        Err(NotRecorded)
    }

    fn store(&mut self, _: BlobKind, _: &[u8]) -> Result<BlobRef, NotRecorded> {
        Err(NotRecorded)
    }

    fn add_time(&mut self, _: Stage, _: Duration) {}
}

/// The status word of an AppAgent's decision.
pub(crate) fn app_word(decision: &AppDecision) -> &'static str {
    let status = match decision {
        AppDecision::Act { then: NextStatus::Finish, .. } | AppDecision::Finish => Status::Finish,
        AppDecision::Act { caution: Caution::AskFirst, .. } => Status::Confirm,
        AppDecision::Act { .. } => Status::Continue,
        AppDecision::Ask(_) => Status::Pending,
        AppDecision::Fail => Status::Fail,
    };
    status.word()
}

/// A HostAgent's decision as parts of a line: status, window label, launch.
pub(crate) fn host_parts(decision: &HostDecision) -> (&'static str, String, Option<Launch>) {
    let label = |window: &Window| window.label.map_or(String::new(), |it| it.to_string());
    match decision {
        HostDecision::Assign(it) => (Status::Assign.word(), label(&it.window), None),
        HostDecision::Launch(launch, _) => (Status::Continue.word(), String::new(), Some(launch.clone())),
        HostDecision::LaunchFor(launch, ..) => (Status::Assign.word(), String::new(), Some(launch.clone())),
        HostDecision::Finish => (Status::Finish.word(), String::new(), None),
        _ => (Status::Fail.word(), String::new(), None),
    }
}
