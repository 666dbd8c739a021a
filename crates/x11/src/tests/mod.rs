//! What the tests of this crate share: an X server of their own, and programs and people on it.

mod canvas;
mod server;

pub(crate) use canvas::Canvas;
pub(crate) use server::XServer;
