//! A D-Bus client, as far as Deskpilot needs one: many small concurrent calls, their replies, and signals.
//!
//! The usual D-Bus library for Rust spends three to five times as much processor time on a call, and a window takes
//! thousands of calls. It would also make up a fifth of what the demonstration has to compile. The protocol is the
//! D-Bus Specification 0.41.

mod address;
mod any_value;
mod connection;
mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod handshake;
mod message;
mod read;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use any_value::AnyValue;
pub use connection::{Connection, SignalCallback, Traffic};
pub use error::WireError;
pub use message::{Callee, Signal};
pub use read::{DecodeError, Reader};
pub use values::{Decode, Encode, Nullable, ObjectPath, Signature, Struct, TypeString, Value, Variant};
pub use write::Writer;
