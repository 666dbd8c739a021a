//! Signals from the system and from a person at the terminal.

use crate::os;
use std::io;

/// Every request to end this process: Ctrl-C, a terminal that closes, a system that shuts down. Once this listens, these no
/// longer end the process by themselves.
#[derive(Debug)]
pub struct StopSignals(os::StopSignals);

impl StopSignals {
    /// Starts to listen.
    ///
    /// # Errors
    /// The system refuses the listener.
    pub fn listen() -> io::Result<StopSignals> {
        os::StopSignals::listen().map(StopSignals)
    }

    /// Waits for the next request to end.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}

/// The key that asks for a pause: Ctrl-Z on Unix, Ctrl-Break on Windows, where no key suspends a process. Once this listens,
/// the key no longer suspends or ends the process.
#[derive(Debug)]
pub struct PauseSignal(os::PauseSignal);

impl PauseSignal {
    /// Starts to listen.
    ///
    /// # Errors
    /// The system refuses the listener.
    pub fn listen() -> io::Result<PauseSignal> {
        os::PauseSignal::listen().map(PauseSignal)
    }

    /// Waits for the next press of the key.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}
