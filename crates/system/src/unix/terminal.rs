//! Echo and pending input of standard input, by termios.

use rustix::termios::{LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
use std::io::{self, stdin};

pub(crate) fn discard_input() -> io::Result<()> {
    Ok(tcflush(stdin(), QueueSelector::IFlush)?)
}

/// The terminal modes to restore, echo among them.
#[derive(Debug)]
pub(crate) struct EchoMode(Termios);

impl EchoMode {
    pub(crate) fn read() -> io::Result<EchoMode> {
        Ok(EchoMode(tcgetattr(stdin())?))
    }

    /// Turns the echo off and discards pending input.
    pub(crate) fn hide(&self) -> io::Result<()> {
        let mut silent = self.0.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        Ok(tcsetattr(stdin(), OptionalActions::Flush, &silent)?)
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        Ok(tcsetattr(stdin(), OptionalActions::Flush, &self.0)?)
    }
}
