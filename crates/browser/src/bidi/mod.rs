//! WebDriver BiDi, the protocol in which Firefox takes commands: its connection and its session.

mod connection;
mod login;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use session::BidiSession;
