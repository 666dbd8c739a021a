//! The terminal of standard input: pending input and echo.

use crate::os;
use std::io;

/// Discards what was typed at the terminal and not read yet.
///
/// # Errors
/// Standard input is not a terminal, or the terminal is gone.
pub fn discard_input() -> io::Result<()> {
    os::discard_input()
}

/// The modes of the terminal as they were read. Sets them again when it is dropped.
#[derive(Debug)]
pub struct KeptModes(os::EchoMode);

impl KeptModes {
    /// Reads the modes.
    ///
    /// # Errors
    /// Standard input is not a terminal.
    pub fn read() -> io::Result<KeptModes> {
        os::EchoMode::read().map(KeptModes)
    }
}

impl Drop for KeptModes {
    fn drop(&mut self) {
        // A terminal that is gone has no modes.
        let _ = self.0.restore();
    }
}

/// Turns off the echo of the terminal until it is dropped.
#[derive(Debug)]
pub struct HiddenInput {
    _modes: KeptModes,
}

impl HiddenInput {
    /// Turns the echo off, and discards what was typed before: the terminal showed it.
    ///
    /// # Errors
    /// Standard input is not a terminal, or the terminal cannot turn its echo off.
    pub fn begin() -> io::Result<HiddenInput> {
        let modes = KeptModes::read()?;
        modes.0.hide()?;
        Ok(HiddenInput { _modes: modes })
    }
}
