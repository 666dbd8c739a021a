//! Opens an address in the person's browser, where they sit at a terminal.

use crate::terminal::Terminal;
use std::process::Stdio;
use tokio::process::Command;

/// The program of desktops that opens an address in the browser of the person's choice.
const OPENER: &str = "xdg-open";

/// Opens the address in a browser. Must be called within a tokio runtime. It was printed too, so a machine without a browser is no error.
pub(super) fn open_address(address: &str) {
    if Terminal::is_present() {
        let mut opener = Command::new(OPENER);
        opener.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = opener.spawn();
    }
}
