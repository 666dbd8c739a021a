//! Opens an address in the person's browser, where they sit at a terminal.

use crate::terminal::Terminal;
use std::process::Stdio;
use tokio::process::Command;

/// Opens the address in a browser by the platform's program for it, whose words come before the address. Must be called within a tokio
/// runtime. It was printed too, so a machine without a browser is no error.
pub(super) fn open_address(address: &str, opener: &[&str]) {
    let [program, words @ ..] = opener else { return };
    if Terminal::is_present() {
        let mut opener = Command::new(program);
        opener.args(words).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = opener.spawn();
    }
}
