//! Chromium's debugging protocol, which carries commands over two pipes: only Deskpilot and the browser have their ends.

mod connection;
mod event;
mod frames;
mod replies;
mod session;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use session::CdpSession;
