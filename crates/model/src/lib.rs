//! Language models: hosted, local, scripted, and replayed.
#![cfg_attr(
    not(feature = "hosted"),
    expect(dead_code, reason = "what only hosted models use stays with the rest")
)]

#[cfg(not(feature = "hosted"))]
mod absent;
mod access_keys;
mod clock_time;
mod error;
#[cfg(feature = "hosted")]
mod hosted;
mod models;
#[cfg(feature = "hosted")]
pub mod operator;
mod options;
mod picture_tokens;
mod pictures;
mod port;
mod price;
mod prices;
mod provider;
mod replay;
mod scripted;
mod shorten;

/// Targets for fuzzing.
#[cfg(all(any(test, fuzzing), feature = "hosted"))]
pub mod fuzz {
    pub use crate::{hosted::fuzz::chat_reply, operator::fuzz::operator_reply};
}

#[cfg(not(feature = "hosted"))]
pub use absent::{context_size, hosted, operator};
pub use access_keys::AccessKeys;
pub use clock_time::clock_time_after;
pub use deskpilot_core::Secret;
pub use error::ModelError;
#[cfg(feature = "hosted")]
pub use hosted::{context_size, hosted};
pub use models::{
    ClaudeTool, ComputerTool, KnownModel, MODELS_AS_OF, ModelSize, Thinking, known_model, model_size,
};
#[cfg(feature = "hosted")]
pub use operator::{Operator, operator};
pub use options::HostedOptions;
pub use picture_tokens::PictureTokens;
pub use pictures::{picture_limits, picture_tokens};
pub use port::{Model, WindowPicture};
pub use price::Price;
pub use prices::Prices;
pub use provider::{Images, KeyNeed, PROVIDERS, Provider, ReplyFormat};
pub use replay::{RecordedReply, ReplayCheck, ReplayModel};
pub use scripted::{ScriptedModel, ScriptedReply};
