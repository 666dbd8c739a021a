//! What the system and a person at the terminal tell this process to do.

use crate::here;
use std::io;

/// Every way in which this process is asked to end: Ctrl-C, a terminal that closes, a system that shuts down. It does not end
/// by itself any more as soon as this listens.
#[derive(Debug)]
pub struct StopSignals(here::StopSignals);

impl StopSignals {
    /// Listens from now on.
    ///
    /// # Errors
    /// The system does not let this process listen.
    pub fn listen() -> io::Result<StopSignals> {
        here::StopSignals::listen().map(StopSignals)
    }

    /// Returns the next time that this process is asked to end.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}

/// The key with which a person at the terminal asks for a pause: Ctrl-Z on Unix, Ctrl-Break on Windows, which suspends
/// nothing by a key. The system does not suspend or end this process by it any more as soon as this listens.
#[derive(Debug)]
pub struct PauseSignal(here::PauseSignal);

impl PauseSignal {
    /// Listens from now on.
    ///
    /// # Errors
    /// The system does not let this process listen.
    pub fn listen() -> io::Result<PauseSignal> {
        here::PauseSignal::listen().map(PauseSignal)
    }

    /// Returns the next time that the key is pressed.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}
