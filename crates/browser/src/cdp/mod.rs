//! Chromium's debugging protocol over two pipes, the way in which Chromium is told what to do: nobody but us has an end of them.

mod connection;
mod event;
mod replies;
mod session;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use session::CdpSession;
