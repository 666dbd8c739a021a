//! Session, Round, HostAgent, AppAgent, and the Processor that carries out their steps.
//!
//! A [`Session`] changes only by recording events; the agents' prompts are built from folds of them.

mod action_batch;
mod action_runner;
mod agent_decision;
mod app_agent;
mod approval;
mod budget_check;
mod clock;
mod consent;
mod deferred_target;
mod delegation;
mod divergence_check;
mod ended_application;
mod error;
mod evaluation;
mod file_state;
mod first_contents;
mod fixed_prompt;
#[cfg(any(test, fuzzing))]
mod fixtures;
mod folders;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod hand_over;
mod host_agent;
mod in_app_agents;
mod instantiation;
mod journal;
mod judge_with_disk;
mod kept_results;
mod knowledge;
mod known_files;
mod last_save;
mod life_cycle;
mod looker;
mod model_client;
mod model_decider;
mod note_operations;
mod objections;
mod observation;
mod opened_window;
mod options;
mod other_sheets;
mod page_targets;
mod policy_gate;
mod ports;
mod processor;
mod promise;
mod promised_files;
mod prompt;
mod proof;
mod real_paths;
mod recorder;
mod rejections;
mod reply;
mod resolve_opening;
mod resolve_switch;
mod resolve_window;
mod saved_files;
mod session;
mod session_control;
mod session_parts;
mod snapshot;
mod step_screenshots;
mod think;
mod turn;
mod unproven;
mod window_lease;
mod working_window;
mod world;

pub use clock::SystemClock;
pub use error::{AgentError, Halt};
pub use evaluation::Judge;
pub use fixed_prompt::{FixedPrompt, PromptScene};
pub use instantiation::{
    Feasibility, InstantiationPrompt, InstantiationReport, Instantiator, PlaceTemplate, PlannedCommand,
    RawTaskText, TemplateDescription,
};
pub use judge_with_disk::judge_with_disk;
pub use model_decider::{ModelDecider, PromptOptions};
pub use options::{
    Guidance, Images, LastPicture, OpenedWindows, Options, RoundFinish, Speculation, Timeouts,
};
pub use ports::{
    Confirmation, ContentReader, Deciders, KindCheck, Knowledge, Ports, User, UserAbsent, UserReply, Watcher,
};
pub use prompt::{LONGEST_REQUEST, changes};
pub use reply::{
    COMPOUND_COMMANDS, CompoundCommand, OPERATOR_COMMANDS, UI_COMMANDS, UiCommand, operation_for_call,
};
pub use session::{Ending, REMEMBERED, Session};
pub use session_control::SessionControl;
