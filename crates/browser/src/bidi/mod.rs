//! WebDriver BiDi, the protocol in which Firefox is told what to do: its connection and its session.

mod connection;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use session::BidiSession;
