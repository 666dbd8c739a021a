//! The D-Bus protocol, as far as reading accessibility trees needs it: many small concurrent calls.
//!
//! The usual D-Bus library for Rust spends three to five times as much processor time on a call, and a window takes
//! thousands of calls. It would also make up a fifth of what the demonstration has to compile. The protocol is the
//! D-Bus Specification 0.41.

mod address;
mod connection;
mod error;
mod greeting;
mod message;
mod read;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use connection::Traffic;
pub(crate) use connection::{Ear, Wire};
pub(crate) use error::Failure;
pub(crate) use message::{Callee, Signal};
pub(crate) use read::{Malformed, Reader};
pub(crate) use values::{Put, Take, Together, Types, Variant};
