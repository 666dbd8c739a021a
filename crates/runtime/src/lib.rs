//! The composition root: what a session is made of, whoever asked for it. The command, a server and batches start sessions
//! here; platforms and settings are handed in.

mod agents;
pub mod answers;
mod config;
mod environment;
mod error;
mod folders;
mod grounding;
pub mod keys;
mod models;
mod nobody;
mod own_file;
mod platform;
mod policy_file;
mod text;
mod vault;
mod wiring;

pub use agents::{agents_without_a_desktop, specs, specs_file};
pub use config::{
    Answers, Budget, Config, DesktopKind, Evaluation, GroundingConfig, GroundingKind, ModelConfig, Noticed,
    PolicyConfig, knowledge,
};
pub use environment::Environment;
pub use error::UsageError;
pub use grounding::{grounding, weights};
pub use models::{models, models_of_mode};
pub use nobody::Nobody;
pub use platform::{DesktopOptions, OpenDesktop, PersonWatch, Platform, PlatformError};
pub use policy_file::{keep_rule, read_policy};
pub use text::plain;
pub use vault::{SecretNames, Vault, keyring_entry};
pub use wiring::{
    Notify, Place, SessionActors, SessionEnvironment, journal, options, stage, time_of_day, unless,
    watch_person, without_a_desktop,
};
