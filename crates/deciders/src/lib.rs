//! Deciders: the port [`Decider`], the scenes that deciders get, and the deciders that need no language model.
//!
//! A decider gets a typed scene and returns a typed decision. [`Steps`] follows a request written as steps,
//! [`Script`] a task file; [`plan`] has the HostAgents of plan files, and [`ReplayDecider`] replays the decisions of
//! a log. A language model is a decider too: the crate `agent` builds it from a model, its prompts and the
//! parsing of its replies.

mod draft;
mod error;
mod facts;
mod needs;
mod password_prompt;
pub mod plan;
mod port;
mod replay;
mod scene;
mod script;
mod steps;
#[cfg(test)]
mod testing;

pub use error::{DeciderError, NoReply, NotRecorded};
pub use needs::{BarsNeed, DesktopNeed, FollowUp, Needs, SubtaskKind, WindowNeed};
pub use port::{AppResponse, Decider, HostResponse, Recorder};
pub use replay::{RecordedDecision, ReplayDecider};
pub use scene::{
    ActionLimit, ActionRequest, AgentContext, AppScene, Attempt, Commands, HostScene, LastAction, Target,
};
pub use script::{Player, Script};
pub use steps::{Steps, help};
