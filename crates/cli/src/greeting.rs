//! What `deskpilot` alone says: what it is, and what to type first.

use std::io::Write;

const GREETING: &str = "\
Deskpilot carries out on the desktop, in real applications, what you ask for in plain language.

  deskpilot demo           shows it at work, in a calculator and a text editor; no key is needed
  deskpilot doctor         checks what this machine has, and says what to do about what is missing
  deskpilot run \"...\"      carries out what you write in the quotation marks
  deskpilot watch          shows what the running task does

`deskpilot --help` lists all commands, `deskpilot manual` the pages of the manual.";

/// Prints it. Ignores errors: the reader may have closed its end.
pub(crate) fn print() {
    let _ = writeln!(std::io::stdout().lock(), "{GREETING}");
}
