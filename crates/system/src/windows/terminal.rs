//! The console that standard input is.

use crossterm_winapi::{Console, ConsoleMode, Handle};
use std::io;

/// `ENABLE_ECHO_INPUT`: what is typed is shown.
const ECHO: u32 = 4;

pub(crate) fn discard_typed() -> io::Result<()> {
    // Everything that waits is read at once.
    Console::from(Handle::input_handle()?).read_console_input().map(drop)
}

/// How the console shows what is typed.
#[derive(Debug)]
pub(crate) struct Shown {
    console: ConsoleMode,
    mode: u32,
}

impl Shown {
    pub(crate) fn now() -> io::Result<Shown> {
        let console = ConsoleMode::from(Handle::input_handle()?);
        Ok(Shown { mode: console.mode()?, console })
    }

    /// Shows nothing of what is typed from now on, and forgets what was typed.
    pub(crate) fn hide(&self) -> io::Result<()> {
        self.console.set_mode(self.mode & !ECHO)?;
        discard_typed()
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        self.console.set_mode(self.mode)
    }
}
