//! A decider asked as a language model is asked: it reads a prompt, and replies in JSON.
//!
//! For tests and measurements of the way from prompts to decisions: what a decider does with a typed scene it must do
//! with a prompt of that scene too.

use crate::{
    AgentContext, AppScene, Assigns, Commands, Decider, DeciderError, HostScene, NotRecorded, Recorder,
    Requested, Takes, Target, plan::AT_ONCE,
};
use deskpilot_core::{
    Action, AgentKind, AgentName, Aim, AlreadySo, Answer, AppDecision, AppView, Application, Assignment,
    BlobKind, BlobRef, Call, Caution, Code, CommandSpec, Complaint, Control, DesktopView, Effect, Event,
    Evidence, HostDecision, Label, Launch, Listed, NodeId, Outcome, Pictures, Prompt, Rect, Refusal, Remarks,
    Source, Stage, Status, Subtask, SubtaskOutcome, Then, Truncation, Unchanged, Verb, Window, WindowId,
    WindowState,
    fold::{AgentMemory, Blackboard, Changes, Done, LoopGuard, Round, Steps, SubtaskNode, SubtaskState},
    section,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The reply to a prompt, as the prompt asks for it.
///
/// Fails where the decider has no decision, and for the EvaluationAgent: a decider acts and does not judge.
pub async fn reply(decider: &dyn Decider, prompt: &Prompt) -> Result<String, DeciderError> {
    let read = ReadPrompt::of(prompt);
    match prompt.agent {
        AgentKind::HostAgent => read.host(decider).await,
        AgentKind::AppAgent => read.app(decider).await,
        AgentKind::EvaluationAgent => Err(DeciderError::NotForAgent {
            decider: "a program",
            only: AgentKind::AppAgent,
            asked: AgentKind::EvaluationAgent,
        }),
    }
}

/// What a prompt's sections say. What is missing or cut off is read as nothing.
struct ReadPrompt {
    round: Round,
    blackboard: Blackboard,
    memory: AgentMemory,
    complaint: Option<Complaint>,
    desktop: DesktopView,
    view: AppView,
    subtask: Subtask,
    takes: Takes,
    assigns: Assigns,
}

impl ReadPrompt {
    fn of(prompt: &Prompt) -> ReadPrompt {
        let listed = |name| list(prompt.section(name));
        let plan = listed(section::PREVIOUS_PLAN).iter().map(text).collect();
        let complaint = prompt.section(section::COMPLAINT);
        let tips = listed(section::HOST_MESSAGE);
        let takes_several = prompt.contract.schema["properties"].get("ActionList").is_some();
        ReadPrompt {
            round: Round {
                request: prompt.section(section::USER_REQUEST).to_owned(),
                subtasks: listed(section::PREVIOUS_SUBTASKS).iter().map(subtask).collect(),
                ..Round::default()
            },
            blackboard: blackboard(prompt.section(section::BLACKBOARD)),
            memory: AgentMemory { plan, ..memory(&listed(section::LAST_ACTIONS)) },
            complaint: (!complaint.is_empty()).then(|| Complaint::new(complaint)),
            desktop: DesktopView {
                windows: listed(section::APPLICATION_INFORMATION).iter().map(window).collect(),
                applications: listed(section::INSTALLED_APPLICATIONS).iter().map(application).collect(),
                pictures: Pictures::default(),
            },
            view: view(prompt),
            subtask: Subtask { text: prompt.section(section::SUB_TASK).to_owned(), ..Subtask::default() },
            takes: if takes_several { Takes::Several } else { Takes::One },
            assigns: if tips.contains(&json!(AT_ONCE)) { Assigns::PlanSteps } else { Assigns::Goals },
        }
    }

    async fn host(&self, decider: &dyn Decider) -> Result<String, DeciderError> {
        let agent_for = |window: &Window| AgentName::app(&window.application, &window.title);
        let steps = Steps::default();
        let context = self.context(&steps);
        let scene = HostScene { context, view: &self.desktop, others: &[], agent_for: &agent_for };
        let decided = decider.host(&scene, &mut Unwritten).await?;
        let mut reply = remarks(&decided.remarks.common);
        reply.insert("Current Sub-Task".into(), json!(decided.remarks.subtask));
        reply.insert("Message".into(), json!(decided.remarks.message));
        host_fields(&decided.decision, &mut reply);
        Ok(Value::from(reply).to_string())
    }

    async fn app(&self, decider: &dyn Decider) -> Result<String, DeciderError> {
        let window = self.view.window.clone();
        let agent = AgentName::app(&window.application, &window.title);
        let assignment = Assignment { subtask: self.subtask.clone(), window, agent };
        let steps = Steps::default();
        let scene = AppScene {
            context: self.context(&steps),
            assignment: &assignment,
            view: &self.view,
            passages: &[],
            changes: &Changes::default(),
            loop_guard: &LoopGuard::default(),
            secrets: &[],
            commands: &AnyCommand,
            takes: self.takes,
            assigns: self.assigns,
        };
        let decided = decider.app(&scene, &mut Unwritten).await?;
        let mut reply = remarks(&decided.remarks);
        app_fields(&decided.decision, self.takes, &mut reply);
        Ok(Value::from(reply).to_string())
    }

    fn context<'a>(&'a self, steps: &'a Steps) -> AgentContext<'a> {
        AgentContext {
            round: &self.round,
            steps,
            blackboard: &self.blackboard,
            memory: &self.memory,
            pictures: &[],
            complaint: self.complaint.as_ref(),
            attempt: 0,
        }
    }
}

/// Every command, whatever it takes: whoever reads the reply knows the commands.
struct AnyCommand;

impl Commands for AnyCommand {
    fn native(&self) -> Vec<&CommandSpec> {
        Vec::new()
    }

    fn action(&self, requested: &Requested, view: &AppView) -> Result<Action, Complaint> {
        let aim = match &requested.target {
            Target::Window => Aim::Window,
            Target::Control(control) => Aim::Control(Box::new(control.clone())),
            Target::Expected(text) => {
                Aim::Control(Box::new(Control::deferred(deskpilot_core::Role::Other, text)))
            }
        };
        Ok(Action { call: requested.call.clone(), window: view.window.clone(), aim, verb: Verb::Native })
    }
}

/// Writes nothing down: the prompt and the reply are written down already.
struct Unwritten;

impl Recorder for Unwritten {
    fn record(&mut self, _: Event) -> Result<(), NotRecorded> {
        Ok(())
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded> {
        Ok(BlobRef { hash: String::new(), kind, bytes: bytes.len() as u64 })
    }

    fn took(&mut self, _: Stage, _: Duration) {}
}

/// The values of a list. Of a list that is cut off, those whose line is whole.
fn list(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap_or_else(|_| {
        let value = |line: &str| serde_json::from_str(line.trim().trim_matches(['[', ']', ','])).ok();
        text.lines().filter_map(value).collect()
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn subtask(value: &Value) -> SubtaskNode {
    let comment = text(&value["comment"]);
    let outcome = match (value["status"].as_str(), code(&value["code"])) {
        (Some("FINISH"), _) => SubtaskOutcome::Finished,
        (_, Some(Code::WindowGone)) => SubtaskOutcome::WindowGone(quoted(&comment).to_owned()),
        (Some("ERROR"), _) => SubtaskOutcome::Errored(comment.clone()),
        _ => SubtaskOutcome::Failed(comment.clone()),
    };
    SubtaskNode {
        subtask: Subtask { id: text(&value["id"]), text: text(&value["subtask"]), ..Subtask::default() },
        application: text(&value["application"]),
        state: SubtaskState::Ended(outcome, comment),
    }
}

/// A code that this program knows; `None` for any other.
fn code(value: &Value) -> Option<Code> {
    Code::deserialize(value).ok()
}

/// The title that is quoted in a comment.
fn quoted(comment: &str) -> &str {
    let title = comment.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    title.map_or(comment, |(title, _)| title)
}

fn window(value: &Value) -> Window {
    let label = value["label"].as_str().and_then(|it| it.parse().ok()).map(Label);
    let minimized = value["minimized"] == true;
    Window {
        label,
        id: WindowId(label.map_or(0, |it| u64::from(it.0))),
        title: text(&value["title"]),
        application: text(&value["application"]),
        process: None,
        rect: Rect::default(),
        state: if minimized { WindowState::Minimized } else { WindowState::Normal },
        focused: value["focused"] == true,
    }
}

fn application(value: &Value) -> Application {
    Application {
        id: text(&value["id"]),
        name: text(&value["name"]),
        generic_name: text(&value["generic_name"]),
        keywords: value["keywords"].as_array().into_iter().flatten().map(text).collect(),
        aliases: Vec::new(),
    }
}

fn blackboard(section: &str) -> Blackboard {
    let value: Value = serde_json::from_str(section).unwrap_or_default();
    let mut board = Blackboard::default();
    let notes = value["notes"].as_object().into_iter().flatten();
    board.notes.extend(notes.map(|(name, note)| (name.clone(), text(note))));
    let questions = value["questions"].as_array().into_iter().flatten();
    let answer = |it: &Value| Answer { question: text(&it["question"]), answer: text(&it["answer"]) };
    board.questions.extend(questions.map(answer));
    board
}

/// What was done, with as much of a history as tells how often the last was done in a row.
fn memory(actions: &[Value]) -> AgentMemory {
    let last: Vec<Done> = actions.iter().filter(|it| it.get("Function").is_some()).map(done).collect();
    let times = actions.last().and_then(|it| it["RepeatTimes"].as_u64()).unwrap_or(0) as usize;
    let history = last.last().map(|it| vec![it.clone(); times + 1]).unwrap_or_default();
    AgentMemory { last, history, ..AgentMemory::default() }
}

fn done(value: &Value) -> Done {
    let args: Map<String, Value> = value["Args"].as_object().cloned().unwrap_or_default();
    let command = text(&value["Function"]);
    let arg = |name: &str| args.get(name).and_then(Value::as_str).map(str::to_owned);
    let launch = Launch { application: arg("APP").unwrap_or_default(), file: arg("file_path") };
    let results = text(&value["Results"]);
    let effect = effect(&text(&value["Status"]), code(&value["Code"]), &results);
    Done {
        launch: (command == "AppsToOpen").then_some(launch),
        call: Call { command, args },
        control_text: text(&value["ControlText"]),
        // The sentence is told as it was printed, whatever the code has of its data.
        outcome: Outcome { output: Some(results), ..effect.into() },
    }
}

/// The effect of this word and this code, of which that is told. Of a code's data only the code is known.
pub(crate) fn effect(word: &str, code: Option<Code>, told: &str) -> Effect {
    let told = told.to_owned();
    match (word, code) {
        ("confirmed", _) => Effect::Confirmed(Evidence::Window(told)),
        ("unverified", _) => Effect::Unverified(told),
        ("no_change", Some(Code::AlreadySo)) => {
            Effect::NoChange(Unchanged::AlreadySo(AlreadySo::Recorded(told)))
        }
        ("no_change", _) => Effect::NoChange(Unchanged::Same(Evidence::State(told))),
        ("partial", _) => Effect::Partial(told),
        ("refused", _) => Effect::Refused(refusal(code, told)),
        _ => Effect::Interrupted,
    }
}

/// The refusal of this code, as far as a decider acts by it.
fn refusal(code: Option<Code>, what: String) -> Refusal {
    let why = String::new();
    match code {
        Some(Code::ControlGone) => Refusal::ControlGone(what),
        Some(Code::ControlChanged) => Refusal::ControlChanged { expected: what, found: why },
        Some(Code::FieldShows) => Refusal::FieldShows,
        Some(Code::NotPossible) => Refusal::NotPossible { what, why },
        Some(Code::Obscured) => Refusal::Obscured { what, by: why },
        Some(Code::OutOfDate) => Refusal::OutOfDate { what, why },
        _ => Refusal::Recorded(what),
    }
}

fn view(prompt: &Prompt) -> AppView {
    let listing = prompt.section(section::CONTROL_INFORMATION);
    let leaves_out = |line: &str| {
        line.trim_start().starts_with('…') && (line.contains("show_more") || line.contains("find_control"))
    };
    let reason = "the listing leaves some out".to_owned();
    let listed = Listed::read(listing);
    let of: Value = serde_json::from_str(prompt.section(section::CURRENT_APPLICATION)).unwrap_or_default();
    AppView {
        window: window(&of),
        levels: listed.iter().map(|it| u16::try_from(it.depth).unwrap_or(u16::MAX)).collect(),
        controls: listed.into_iter().map(control).collect(),
        truncated: listing.lines().any(leaves_out).then_some(Truncation { reason, unread: None }),
        others: Vec::new(),
        pictures: Pictures::default(),
    }
}

fn control(listed: Listed) -> Control {
    let Listed { label, role, name, value, states, .. } = listed;
    let node = NodeId(format!("{} {name}", role.name()));
    Control {
        label,
        role,
        name,
        value,
        states,
        rect: Rect::default(),
        source: Source::Accessibility { node },
    }
}

fn remarks(remarks: &Remarks) -> Map<String, Value> {
    let fields = [
        ("Observation", json!(remarks.observation)),
        ("Thought", json!(remarks.thought)),
        ("Plan", json!(remarks.plan)),
        ("Comment", json!(remarks.comment)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn host_fields(decision: &HostDecision, reply: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Value| reply.insert(name.to_owned(), value);
    let open = |launch: &Launch| json!({"APP": launch.application, "file_path": launch.file});
    let status = match decision {
        HostDecision::Assign(it) => {
            set("ControlLabel", json!(it.window.label.map(|label| label.to_string())));
            set("ControlText", json!(it.window.title));
            Status::Assign
        }
        HostDecision::LaunchFor(launch, ..) => {
            set("AppsToOpen", open(launch));
            Status::Assign
        }
        HostDecision::Launch(launch, _) => {
            set("AppsToOpen", open(launch));
            Status::Continue
        }
        HostDecision::Ask(questions) => {
            set("Questions", json!(questions));
            Status::Pending
        }
        HostDecision::Finish => Status::Finish,
        HostDecision::Fail | HostDecision::Run(..) | HostDecision::Delegate(..) => Status::Fail,
    };
    set("Status", json!(status));
}

fn app_fields(decision: &AppDecision, takes: Takes, reply: &mut Map<String, Value>) {
    let status = match decision {
        AppDecision::Act { actions, caution, then } => {
            let mut actions = actions.iter().map(action_fields);
            match takes {
                Takes::Several => {
                    let all: Vec<Value> = actions.map(Value::from).collect();
                    reply.insert("ActionList".into(), all.into());
                }
                Takes::One => reply.extend(actions.next().into_iter().flatten()),
            }
            match (caution, then) {
                (_, Then::Finish) => Status::Finish,
                (Caution::Usual, _) => Status::Continue,
                (Caution::AskFirst | Caution::Warned(_), _) => Status::Confirm,
            }
        }
        AppDecision::Ask(questions) => {
            reply.insert("Questions".into(), json!(questions));
            Status::Pending
        }
        AppDecision::Finish => Status::Finish,
        AppDecision::Fail => Status::Fail,
    };
    reply.insert("Status".into(), json!(status));
}

fn action_fields(action: &Action) -> Map<String, Value> {
    let text = match &action.aim {
        Aim::Control(control) if control.is_deferred() => control.name.clone(),
        Aim::Control(control) if control.text().trim().is_empty() => control.role.name().to_owned(),
        Aim::Control(control) => control.text().to_owned(),
        Aim::Window | Aim::Point(_) => String::new(),
    };
    let fields = [
        ("Function", json!(action.call.command)),
        ("Args", Value::from(action.call.args.clone())),
        ("ControlLabel", json!(action.label().map_or(String::new(), |it| it.to_string()))),
        ("ControlText", json!(text)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
