//! The D-Bus protocol, as far as reading accessibility trees needs it: many small concurrent calls.
//!
//! The usual D-Bus library for Rust spends three to five times as much processor time on a call, and a window takes
//! thousands of calls. It would also make up a fifth of what the demonstration has to compile. The protocol is the
//! D-Bus Specification 0.41.

mod address;
mod connection;
mod error;
mod handshake;
mod message;
mod read;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use connection::Traffic;
pub(crate) use connection::{Connection, SignalCallback};
pub(crate) use error::WireError;
pub(crate) use message::{Callee, Signal};
pub(crate) use read::{DecodeError, Reader};
pub(crate) use values::{Decode, Encode, Signature, Struct, Variant};
