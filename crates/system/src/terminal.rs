//! The terminal of this process, as far as standard input and output do not reach it.

use crate::here;
use std::io;

/// Forgets what was typed at the terminal of standard input and was not read yet.
///
/// # Errors
/// Standard input is no terminal, or it went away.
pub fn discard_typed() -> io::Result<()> {
    here::discard_typed()
}

/// The terminal of standard input, which does not show what is typed as long as this lives.
#[derive(Debug)]
pub struct HiddenTyping(here::Shown);

impl HiddenTyping {
    /// Hides what is typed from now on, and forgets what was typed before: that was shown.
    ///
    /// # Errors
    /// Standard input is no terminal, or it cannot hide what is typed.
    pub fn begin() -> io::Result<HiddenTyping> {
        let shown = here::Shown::now()?;
        shown.hide()?;
        Ok(HiddenTyping(shown))
    }
}

impl Drop for HiddenTyping {
    fn drop(&mut self) {
        // A terminal that went away shows nothing anyway.
        let _ = self.0.restore();
    }
}
