//! Scenes: borrowed, typed views of the session's state and the agent's observation, which deciders get.

use crate::SubtaskKind;
use deskpilot_core::{
    Action, AgentName, AgentProfile, AppView, Assignment, Call, CommandSpec, Complaint, Control, DesktopView,
    Effect, Launch, Passage, Picture, ReasonCode, ReplyLength, Window,
    fold::{AgentMemory, Blackboard, Changes, LoopGuard, MemoryItem, Round, Steps},
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// The knowledge that both kinds of agent share.
#[derive(Clone, Copy)]
pub struct AgentContext<'a> {
    /// The round: the request and its progress.
    pub round: &'a Round,
    /// The step counters of the session.
    pub steps: &'a Steps,
    /// The recalled knowledge for the request or the subtask.
    pub passages: &'a [Passage],
    /// The agents' shared memory.
    pub blackboard: &'a Blackboard,
    /// The agent's memory of its own steps.
    pub memory: &'a AgentMemory,
    /// Pictures of the observation, according to its needs and the settings.
    pub pictures: &'a [Picture],
    /// The complaint about its last decision in this step.
    pub complaint: Option<&'a Complaint>,
    /// The attempt within this step.
    pub attempt: Attempt,
}

/// An attempt at one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Its number, from 0.
    pub number: u32,
    /// How long the reply of a language model may be.
    pub reply_length: ReplyLength,
    /// How much time the budgets leave; `None` for any.
    pub time_left: Option<Duration>,
}

/// The scene of a HostAgent.
#[derive(Clone, Copy)]
pub struct HostScene<'a> {
    /// The shared knowledge.
    pub context: AgentContext<'a>,
    /// The desktop.
    pub view: &'a DesktopView,
    /// The external agents that can get a subtask.
    pub others: &'a [&'a AgentProfile],
    /// Returns the AppAgent's name for a window.
    pub agent_for: &'a (dyn Fn(&Window) -> AgentName + Sync),
}

/// The scene of an AppAgent.
#[derive(Clone, Copy)]
pub struct AppScene<'a> {
    /// The shared knowledge.
    pub context: AgentContext<'a>,
    /// Its subtask.
    pub assignment: &'a Assignment,
    /// Its window.
    pub view: &'a AppView,
    /// The changes since its last observation.
    pub changes: &'a Changes,
    /// Detects whether it loops.
    pub loop_guard: &'a LoopGuard,
    /// The names of the secrets that it may type.
    pub secrets: &'a [String],
    /// The available commands.
    pub commands: &'a dyn Commands,
    /// How many actions it may decide on at once.
    pub action_limit: ActionLimit,
    /// What kind of subtask it has.
    pub subtask_kind: SubtaskKind,
}

/// How many actions an AppAgent may decide on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionLimit {
    /// A batch, which runs while the window stays as observed.
    Several,
    /// Just one.
    One,
}

/// The commands of an AppAgent.
pub trait Commands: Sync {
    /// The native commands at hand in the window.
    fn native(&self) -> &[Arc<CommandSpec>];

    /// Converts a request to an action in this view; a complaint if the command does not exist or rejects its
    /// arguments.
    fn action(&self, requested: &ActionRequest, view: &AppView) -> Result<Action, Complaint>;

    /// The same for a command that may stand for several actions.
    fn actions(&self, requested: &ActionRequest, view: &AppView) -> Result<Vec<Action>, Complaint> {
        self.action(requested, view).map(|it| vec![it])
    }
}

/// A command with its arguments and target.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRequest {
    /// The command and its arguments.
    pub call: Call,
    /// Its target.
    pub target: Target,
}

/// The target of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The window.
    Window,
    /// A control of the view.
    Control(Control),
    /// A control that an earlier action should bring up, written as in a listing.
    Expected(String),
}

impl<'a> AgentContext<'a> {
    /// What the agent did in its last step, in order.
    ///
    /// A single held-back action comes last; several are left out, because none of them was tried.
    pub fn last_actions(&self) -> Vec<LastAction<'a>> {
        let held = if self.memory.held.len() == 1 { self.memory.held.as_slice() } else { &[] };
        let done = self.memory.last.iter().enumerate();
        let done = done.map(|(at, done)| LastAction { done, repeat_times: self.memory.repeat_times(at) });
        done.chain(held.iter().map(|done| LastAction { done, repeat_times: 0 })).collect()
    }

    /// The last of them, unless held-back actions were left out.
    pub fn last_action(&self) -> Option<LastAction<'a>> {
        self.last_actions().pop().filter(|_| self.memory.held.len() <= 1)
    }

    /// The step whose operations are in the agent's memory, so that the blackboard need not repeat them.
    pub fn step_in_memory(&self) -> Option<u32> {
        let (now, _) = self.steps.current.as_ref()?;
        now.session.checked_sub(1).filter(|_| !self.memory.last.is_empty())
    }
}

/// An action of an agent and its outcome.
#[derive(Clone, Copy, Debug)]
pub struct LastAction<'a> {
    done: &'a MemoryItem,
    /// How many times in a row it was done before.
    pub repeat_times: usize,
}

impl<'a> LastAction<'a> {
    /// The command.
    pub fn command(&self) -> &'a str {
        &self.done.call.command
    }

    /// The text of its control; empty if it targeted the window.
    pub fn control_text(&self) -> &'a str {
        &self.done.control_text
    }

    /// The launch, if it was one.
    pub const fn launch(&self) -> Option<&'a Launch> {
        self.done.launch.as_ref()
    }

    /// Its effect.
    pub const fn effect(&self) -> &'a Effect {
        &self.done.outcome.effect
    }

    /// The reason code, if nothing was sent or changed.
    pub fn code(&self) -> Option<ReasonCode> {
        self.effect().code()
    }

    /// Whether it happened, or nothing suggests otherwise.
    pub const fn succeeded(&self) -> bool {
        self.effect().is_success()
    }

    /// An argument.
    pub fn arg(&self, name: &str) -> Option<&'a Value> {
        self.done.call.args.get(name)
    }

    /// A string argument.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.arg(name).and_then(Value::as_str)
    }

    /// Whether an argument is given and true.
    pub fn flag(&self, name: &str) -> bool {
        self.arg(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// The result in words for a person, without the effect word.
    pub fn reason(&self) -> String {
        let text = self.done.outcome.output.clone().unwrap_or_else(|| self.effect().detail());
        match text.trim() {
            "" => "no reason was given".into(),
            text => text.to_owned(),
        }
    }
}
