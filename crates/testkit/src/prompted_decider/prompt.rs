//! Parses a prompt, asks the decider with the scene in it, and writes the decision as the prompt asks for it.

use super::{
    replies::{app_fields, host_fields, remarks},
    sections::{application, blackboard, list, memory, subtask, text, view, window},
};
use deskpilot_core::{
    Action, AgentKind, AgentName, Aim, AppView, Assignment, BlobKind, BlobRef, CommandSpec, Complaint,
    Control, DesktopView, Event, Pictures, Prompt, Role, Stage, Subtask, Verb, Window,
    fold::{AgentMemory, Blackboard, Changes, LoopGuard, Round, Steps},
    section,
};
use deskpilot_deciders::{
    ActionLimit, ActionRequest, AgentContext, AppScene, Attempt, Commands, Decider, DeciderError, HostScene,
    NotRecorded, Recorder, SubtaskKind, Target, plan::PLAN_STEP_TIP,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// The decider's reply to a prompt as JSON, before a schema binds it.
///
/// # Errors
/// Fails if the decider returns no decision, and for the EvaluationAgent: a decider acts and does not judge.
pub async fn reply(decider: &dyn Decider, prompt: &Prompt) -> Result<String, DeciderError> {
    let read = ParsedPrompt::of(prompt);
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

/// The content of a prompt's sections. Missing and cut-off parts are left out.
struct ParsedPrompt {
    round: Round,
    blackboard: Blackboard,
    memory: AgentMemory,
    complaint: Option<Complaint>,
    desktop: DesktopView,
    view: AppView,
    subtask: Subtask,
    action_limit: ActionLimit,
    subtask_kind: SubtaskKind,
}

impl ParsedPrompt {
    fn of(prompt: &Prompt) -> ParsedPrompt {
        let listed = |name| list(prompt.section(name));
        let plan = listed(section::PREVIOUS_PLAN).iter().map(text).collect();
        let complaint = prompt.section(section::COMPLAINT);
        let tips = listed(section::HOST_MESSAGE);
        let takes_several = prompt.contract.schema["properties"].get("ActionList").is_some();
        ParsedPrompt {
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
                applications: prompt
                    .section(section::INSTALLED_APPLICATIONS)
                    .lines()
                    .map(application)
                    .collect(),
                pictures: Pictures::default(),
                folders: Vec::new(),
                working: None,
            },
            view: view(prompt),
            subtask: Subtask { text: prompt.section(section::SUB_TASK).to_owned(), ..Subtask::default() },
            action_limit: if takes_several { ActionLimit::Several } else { ActionLimit::One },
            subtask_kind: if tips.contains(&json!(PLAN_STEP_TIP)) {
                SubtaskKind::PlanSteps
            } else {
                SubtaskKind::Goals
            },
        }
    }

    async fn host(&self, decider: &dyn Decider) -> Result<String, DeciderError> {
        let agent_for = |window: &Window| AgentName::app(&window.application, &window.title);
        let steps = Steps::default();
        let context = self.context(&steps);
        let scene = HostScene { context, view: &self.desktop, others: &[], agent_for: &agent_for };
        let decided = decider.host(&scene, &mut NoRecorder).await?;
        let mut reply = remarks(&decided.remarks.common);
        reply.insert("Current Sub-Task".into(), json!(decided.remarks.subtask));
        reply.insert("Message".into(), json!(decided.remarks.message));
        reply.insert("WhenDone".into(), json!(decided.remarks.when_done));
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
            changes: &Changes::default(),
            loop_guard: &LoopGuard::default(),
            secrets: &[],
            commands: &AnyCommand,
            action_limit: self.action_limit,
            subtask_kind: self.subtask_kind,
        };
        let decided = decider.app(&scene, &mut NoRecorder).await?;
        let mut reply = remarks(&decided.remarks);
        app_fields(&decided.decision, self.action_limit, &mut reply);
        Ok(Value::from(reply).to_string())
    }

    fn context<'a>(&'a self, steps: &'a Steps) -> AgentContext<'a> {
        AgentContext {
            round: &self.round,
            steps,
            passages: &[],
            blackboard: &self.blackboard,
            memory: &self.memory,
            pictures: &[],
            complaint: self.complaint.as_ref(),
            attempt: Attempt::default(),
        }
    }
}

/// Accepts every command with any arguments; the reader of the reply checks them.
struct AnyCommand;

impl Commands for AnyCommand {
    fn native(&self) -> &[Arc<CommandSpec>] {
        &[]
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

/// Drops what the decider records: the session records the prompt and the reply.
struct NoRecorder;

impl Recorder for NoRecorder {
    fn record(&mut self, _: Event) -> Result<(), NotRecorded> {
        Ok(())
    }

    fn store(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded> {
        Ok(BlobRef { hash: String::new(), kind, bytes: bytes.len() as u64 })
    }

    fn add_time(&mut self, _: Stage, _: Duration) {}
}
