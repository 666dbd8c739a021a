//! SIGINT, SIGTERM and SIGHUP ask this process to end; SIGTSTP asks for a pause.

use rustix::process::Signal as Number;
use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

#[derive(Debug)]
pub(crate) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl StopSignals {
    pub(crate) fn listen() -> io::Result<StopSignals> {
        let interrupt = signal(SignalKind::interrupt())?;
        let terminate = signal(SignalKind::terminate())?;
        Ok(StopSignals { interrupt, terminate, hangup: signal(SignalKind::hangup())? })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

#[derive(Debug)]
pub(crate) struct PauseSignal(Signal);

impl PauseSignal {
    pub(crate) fn listen() -> io::Result<PauseSignal> {
        signal(SignalKind::from_raw(Number::TSTP.as_raw())).map(PauseSignal)
    }

    pub(crate) async fn next(&mut self) {
        self.0.recv().await;
    }
}
