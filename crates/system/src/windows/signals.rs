//! Console control events: Ctrl-Break asks for a pause, all others ask this process to end.

use std::io;
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlLogoff, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_logoff,
    ctrl_shutdown,
};

#[derive(Debug)]
pub(crate) struct StopSignals {
    key: CtrlC,
    close: CtrlClose,
    logoff: CtrlLogoff,
    shutdown: CtrlShutdown,
}

impl StopSignals {
    pub(crate) fn listen() -> io::Result<StopSignals> {
        let (key, close) = (ctrl_c()?, ctrl_close()?);
        Ok(StopSignals { key, close, logoff: ctrl_logoff()?, shutdown: ctrl_shutdown()? })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.key.recv() => {}
            _ = self.close.recv() => {}
            _ = self.logoff.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}

#[derive(Debug)]
pub(crate) struct PauseSignal(CtrlBreak);

impl PauseSignal {
    pub(crate) fn listen() -> io::Result<PauseSignal> {
        ctrl_break().map(PauseSignal)
    }

    pub(crate) async fn next(&mut self) {
        self.0.recv().await;
    }
}
