//! Language models: hosted, local, scripted, and replayed.

mod error;
mod hosted;
pub mod loopback;
pub mod operator;
mod pictures;
mod port;
mod prices;
mod replay;
mod scripted;
mod shorten;
#[cfg(test)]
mod testing;

pub use deskpilot_core::Secret;
pub use error::ModelError;
pub use hosted::{Hosted, HostedOptions, Images, KeyNeed, PROVIDERS, Provider, Structured};
pub use operator::{Operator, operator};
pub use pictures::{PictureTokens, picture_limits, picture_tokens};
pub use port::{Model, Sees};
pub use prices::Prices;
pub use replay::{Check, RecordedReply, Replay};
pub use scripted::{Reply, Scripted};
