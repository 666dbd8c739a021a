//! Shared by the tests of this crate: an X server of their own, and a program on it.

mod canvas;
mod server;

pub(crate) use canvas::Canvas;
pub(crate) use server::XServer;
