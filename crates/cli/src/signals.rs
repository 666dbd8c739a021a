//! Ctrl-C, and the signals that ask a program to end, become a stop; Ctrl-Z becomes a pause.

use anyhow::Result;
use deskpilot_runtime::SessionHandle;
use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// A token that is cancelled at the first SIGINT, SIGTERM or SIGHUP. A second one ends the program at once.
pub(crate) fn stop_token() -> Result<CancellationToken> {
    let token = CancellationToken::new();
    let stop = token.clone();
    let (mut interrupt, mut terminate, mut hangup) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            if stop.is_cancelled() {
                std::process::exit(130);
            }
            stop.cancel();
        }
    });
    Ok(token)
}

/// Ctrl-C stops the session and Ctrl-Z takes the desktop from it, as long as the value lives. A process that was merely
/// suspended would go on holding whatever key it holds.
pub(crate) fn steering(handle: &SessionHandle, stop: &CancellationToken) -> Result<AbortOnDropHandle<()>> {
    let mut suspend = signal(SignalKind::from_raw(Signal::TSTP.as_raw()))?;
    let (handle, stop) = (handle.clone(), stop.clone());
    Ok(AbortOnDropHandle::new(tokio::spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => {
                    handle.stop();
                    return;
                }
                _ = suspend.recv() => handle.pause(),
            }
        }
    })))
}
