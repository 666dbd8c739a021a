//! The D-Bus protocol of AT-SPI: connections, calls, addresses, and the meaning of its numbers.

pub(crate) mod bus;
pub(crate) mod calls;
pub(crate) mod error;
pub(crate) mod node;
pub(crate) mod session_bus;
pub(crate) mod translate;
