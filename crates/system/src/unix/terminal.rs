//! What termios says of standard input.

use rustix::termios::{LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
use std::io::{self, stdin};

pub(crate) fn discard_typed() -> io::Result<()> {
    Ok(tcflush(stdin(), QueueSelector::IFlush)?)
}

/// How the terminal shows what is typed.
#[derive(Debug)]
pub(crate) struct Shown(Termios);

impl Shown {
    pub(crate) fn now() -> io::Result<Shown> {
        Ok(Shown(tcgetattr(stdin())?))
    }

    /// Shows nothing of what is typed from now on, and forgets what was typed.
    pub(crate) fn hide(&self) -> io::Result<()> {
        let mut silent = self.0.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        Ok(tcsetattr(stdin(), OptionalActions::Flush, &silent)?)
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        Ok(tcsetattr(stdin(), OptionalActions::Flush, &self.0)?)
    }
}
