//! Language models: hosted, local, scripted, replayed, and the built-in step follower.

mod error;
mod port;

pub use error::ModelError;
pub use port::Model;
