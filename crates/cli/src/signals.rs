//! Whatever asks this program to end stops its session; the key that asks for a pause pauses it.

use anyhow::Result;
use deskpilot_runtime::SessionHandle;
use deskpilot_system::{PauseSignal, StopSignals};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// A token that is cancelled the first time that this program is asked to end. The second time ends it at once.
pub(crate) fn stop_token() -> Result<CancellationToken> {
    let token = CancellationToken::new();
    let stop = token.clone();
    let mut signals = StopSignals::listen()?;
    tokio::spawn(async move {
        loop {
            signals.next().await;
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
    let mut pauses = PauseSignal::listen()?;
    let (handle, stop) = (handle.clone(), stop.clone());
    Ok(AbortOnDropHandle::new(tokio::spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => {
                    handle.stop();
                    return;
                }
                () = pauses.next() => handle.pause(),
            }
        }
    })))
}
