//! An Xvfb server for one test.

use crate::DisplayAddress;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Runs until it is dropped, or until its last client disconnects.
pub(crate) struct XServer {
    process: Child,
    address: DisplayAddress,
}

impl XServer {
    /// Starts the server on the first free display number, which it prints once it accepts connections.
    pub(crate) fn start() -> XServer {
        let mut process = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1920x1080x24", "-dpi", "96", "-nolisten", "tcp"])
            .args(["+extension", "XTEST", "+extension", "DAMAGE", "+extension", "MIT-SHM"])
            .args(["+extension", "Composite", "-terminate"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut number).unwrap();
        XServer { process, address: DisplayAddress::current(format!(":{}", number.trim())) }
    }

    pub(crate) fn address(&self) -> &DisplayAddress {
        &self.address
    }
}

impl Drop for XServer {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}
