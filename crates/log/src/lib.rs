//! The log of a session, its blobs and its exports.

mod error;
mod memory;
mod port;

pub use error::LogError;
pub use memory::MemoryLog;
pub use port::SessionLog;
