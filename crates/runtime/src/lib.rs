//! The composition root: what a session is made of, whoever asked for it. The command, a server and batches start sessions
//! here; platforms and settings are handed in.

mod agents;
pub mod answers;
pub mod batch;
mod config;
pub mod control;
mod environment;
mod error;
mod folders;
mod grounding;
pub mod keys;
mod models;
mod nobody;
mod notify;
mod own_file;
mod policy_file;
mod receivers;
mod session;
mod text;
mod vault;
mod wiring;

pub use agents::{agents_without_a_desktop, specs, specs_file};
pub use config::{
    Answers, Budget, Config, Evaluation, GroundingConfig, GroundingKind, ModelConfig, Noticed, PolicyConfig,
    knowledge,
};
pub use environment::Environment;
pub use error::UsageError;
pub use grounding::{grounding, weights};
pub use models::{deciders, deciders_of_mode, needs_of_mode, prompts};
pub use nobody::Nobody;
pub use notify::Notify;
pub use policy_file::{keep_rule, read_policy};
pub use receivers::receivers;
pub use session::{
    AnswerError, Answering, Attendance, Closed, Events, Outcome, People, Phase, QuestionWatch, Reply,
    SessionError, SessionHandle, SessionSpec, Sessions, Then, opened, verdict,
};
pub use text::plain;
pub use vault::{SecretNames, Vault, keyring_entry};
pub(crate) use wiring::{Place, SessionEnvironment, stage, unless, watch_person};
pub use wiring::{SessionActors, journal, options, time_of_day, without_a_desktop};
