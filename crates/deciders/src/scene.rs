//! What a decider is shown: borrowed, typed views of what the session knows and the agent sees.

use crate::Assigns;
use deskpilot_core::{
    Action, AgentName, AppView, Assignment, Call, Code, CommandSpec, Complaint, Control, DesktopView, Effect,
    Launch, Passage, Picture, Profile, Window,
    fold::{AgentMemory, Blackboard, Changes, Done, LoopGuard, Round, Steps},
};
use serde_json::Value;
use std::sync::Arc;

/// What either agent knows.
#[derive(Clone, Copy)]
pub struct AgentContext<'a> {
    /// The round: the request, and how far it has come.
    pub round: &'a Round,
    /// Where the steps of the session stand.
    pub steps: &'a Steps,
    /// What is known about the request or the subtask at hand.
    pub passages: &'a [Passage],
    /// What the agents share.
    pub blackboard: &'a Blackboard,
    /// What the agent remembers of its own steps.
    pub memory: &'a AgentMemory,
    /// Pictures of what it sees, as its needs and the settings have them.
    pub pictures: &'a [Picture],
    /// What was wrong with its last decision in this step.
    pub complaint: Option<&'a Complaint>,
    /// The try within this step, from 0.
    pub attempt: u32,
}

/// What a HostAgent decides upon.
#[derive(Clone, Copy)]
pub struct HostScene<'a> {
    /// What it knows.
    pub context: AgentContext<'a>,
    /// The desktop.
    pub view: &'a DesktopView,
    /// The agents beside ours that can be given a subtask.
    pub others: &'a [&'a Profile],
    /// The AppAgent of a window.
    pub agent_for: &'a (dyn Fn(&Window) -> AgentName + Sync),
}

/// What an AppAgent decides upon.
#[derive(Clone, Copy)]
pub struct AppScene<'a> {
    /// What it knows.
    pub context: AgentContext<'a>,
    /// Its subtask.
    pub assignment: &'a Assignment,
    /// Its window.
    pub view: &'a AppView,
    /// What changed since its last look.
    pub changes: &'a Changes,
    /// Whether it goes round in circles.
    pub loop_guard: &'a LoopGuard,
    /// The names of the secrets that can be typed.
    pub secrets: &'a [String],
    /// What it can do.
    pub commands: &'a dyn Commands,
    /// How many actions it may decide upon at once.
    pub takes: Takes,
    /// What its subtask is.
    pub assigns: Assigns,
}

/// How many actions an AppAgent may decide upon at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A list: it is done as long as the window stays as it was seen.
    Several,
    /// Just one.
    One,
}

/// What an AppAgent can do.
pub trait Commands: Sync {
    /// The native commands at hand in the window.
    fn native(&self) -> &[Arc<CommandSpec>];

    /// The action that is requested in this view; a complaint when there is no such command, or it does not take this.
    fn action(&self, requested: &Requested, view: &AppView) -> Result<Action, Complaint>;
}

/// A command with its arguments, and what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Requested {
    /// The command and its arguments.
    pub call: Call,
    /// What it is for.
    pub target: Target,
}

/// What a command is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The window.
    Window,
    /// A control of the view.
    Control(Control),
    /// A control that an earlier action is expected to bring up, in a listing's spelling.
    Expected(String),
}

impl<'a> AgentContext<'a> {
    /// What the agent did at its last step, in order.
    ///
    /// What was held back comes last if it was a single action; several were not even tried, and are not told of.
    pub fn last_actions(&self) -> Vec<LastAction<'a>> {
        let held = if self.memory.held.len() == 1 { self.memory.held.as_slice() } else { &[] };
        let told = |done| LastAction { done, repeat_times: self.memory.repeat_times(done) };
        self.memory.last.iter().chain(held).map(told).collect()
    }

    /// The last of them, if they were told of.
    pub fn last_action(&self) -> Option<LastAction<'a>> {
        self.last_actions().pop().filter(|_| self.memory.held.len() <= 1)
    }

    /// The step whose operations are in the agent's memory, so that the blackboard need not tell of them.
    pub fn told_elsewhere(&self) -> Option<u32> {
        let (now, _) = self.steps.current.as_ref()?;
        now.session.checked_sub(1).filter(|_| !self.memory.last.is_empty())
    }
}

/// Something an agent did, and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct LastAction<'a> {
    done: &'a Done,
    /// How often it was done in a row before.
    pub repeat_times: usize,
}

impl<'a> LastAction<'a> {
    /// The command.
    pub fn command(&self) -> &'a str {
        &self.done.call.command
    }

    /// What its control is called; empty where it was for the window.
    pub fn control_text(&self) -> &'a str {
        &self.done.control_text
    }

    /// The application that it opened, or was to open.
    pub const fn launch(&self) -> Option<&'a Launch> {
        self.done.launch.as_ref()
    }

    /// What can truly be said about it.
    pub const fn effect(&self) -> &'a Effect {
        &self.done.outcome.effect
    }

    /// Why nothing was sent or nothing changed.
    pub fn code(&self) -> Option<Code> {
        self.effect().code()
    }

    /// Whether it happened, or nothing speaks against it.
    pub const fn succeeded(&self) -> bool {
        self.effect().is_success()
    }

    /// An argument.
    pub fn arg(&self, name: &str) -> Option<&'a Value> {
        self.done.call.args.get(name)
    }

    /// An argument that is a text.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.arg(name).and_then(Value::as_str)
    }

    /// Whether an argument is given and true.
    pub fn flag(&self, name: &str) -> bool {
        self.arg(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// What came of it, in words for a person; without the word for the effect.
    pub fn reason(&self) -> String {
        let said = self.done.outcome.output.clone().unwrap_or_else(|| self.effect().detail());
        match said.trim() {
            "" => "no reason was given".into(),
            said => said.to_owned(),
        }
    }
}
