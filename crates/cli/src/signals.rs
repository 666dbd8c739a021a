//! Ctrl-C, and the signals that ask a program to end, become a stop.

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

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
