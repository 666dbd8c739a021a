//! The D-Bus protocol, as much of it as reading accessibility trees needs: many small calls on the way at once.
//!
//! The field's library for D-Bus spends three to five times the processor time on a call that this does, and a window is
//! thousands of calls. It still does everything that is not in a hurry. The protocol is the D-Bus Specification 0.41.

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
