//! Signals: those that end the program stop its session, Ctrl-Z pauses it.

use anyhow::Result;
use deskpilot_runtime::SessionHandle;
use deskpilot_system::{PauseSignal, StopSignals};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// A token that the first termination signal cancels. The second one ends the program at once.
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

/// Stops the session on Ctrl-C and pauses it on Ctrl-Z, for as long as the returned value lives. Ctrl-Z must not suspend the
/// process, which could hold a key down meanwhile.
pub(crate) fn control_session(
    handle: &SessionHandle,
    stop: &CancellationToken,
) -> Result<AbortOnDropHandle<()>> {
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
