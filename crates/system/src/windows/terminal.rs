//! Echo and pending input of the console of standard input.

use crossterm_winapi::{Console, ConsoleMode, Handle};
use std::io;

/// The console shows what is typed.
const ENABLE_ECHO_INPUT: u32 = 4;

pub(crate) fn discard_input() -> io::Result<()> {
    // One read takes all pending input.
    Console::from(Handle::input_handle()?).read_console_input().map(drop)
}

/// The console mode to restore, echo among its flags.
#[derive(Debug)]
pub(crate) struct EchoMode {
    console: ConsoleMode,
    mode: u32,
}

impl EchoMode {
    pub(crate) fn read() -> io::Result<EchoMode> {
        let console = ConsoleMode::from(Handle::input_handle()?);
        Ok(EchoMode { mode: console.mode()?, console })
    }

    /// Turns the echo off and discards pending input.
    pub(crate) fn hide(&self) -> io::Result<()> {
        self.console.set_mode(self.mode & !ENABLE_ECHO_INPUT)?;
        discard_input()
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        self.console.set_mode(self.mode)
    }
}
