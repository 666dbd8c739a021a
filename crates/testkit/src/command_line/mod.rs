//! Runs the `deskpilot` command, on whichever platform, as a person or a script does.

#![expect(clippy::unwrap_used, reason = "only tests use it, and a test that cannot go on fails")]

pub mod guide;
pub mod page;
mod process;
mod served_page;
mod spoken_operator;
mod spoken_server;
mod terminal;
mod workspace;

pub use process::{DEADLINE, finish, finish_within, signal, transcript, until};
pub use served_page::ServedPage;
pub use spoken_operator::SpokenOperator;
pub use spoken_server::SpokenServer;
pub use terminal::{Recording, Terminal};
pub use workspace::Workspace;
