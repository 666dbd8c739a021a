//! Ctrl-C, and the signals that ask a program to end, become a stop; Ctrl-Z and `deskpilot pause` a pause.

use anyhow::Result;
use deskpilot_agent::SessionControl;
use deskpilot_core::PauseCause;
use rustix::process::Signal;
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

/// What `deskpilot pause` sends.
pub(crate) const PAUSE: Signal = Signal::USR1;
/// What `deskpilot hand-back` sends.
pub(crate) const HAND_BACK: Signal = Signal::USR2;

/// The session_control of a session: Ctrl-Z at its terminal, or the signal to pause, takes the desktop from the agent. A process that
/// was merely suspended would go on holding whatever key it holds.
pub(crate) fn session_control(stop: CancellationToken) -> Result<SessionControl> {
    let session_control = SessionControl::new(stop);
    let pulled = session_control.clone();
    let (mut suspend, mut pause, mut back) =
        (signal(raw(Signal::TSTP))?, signal(raw(PAUSE))?, signal(raw(HAND_BACK))?);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = suspend.recv() => pulled.pause(PauseCause::Asked),
                _ = pause.recv() => pulled.pause(PauseCause::Asked),
                _ = back.recv() => pulled.hand_back(),
            }
        }
    });
    Ok(session_control)
}

const fn raw(signal: Signal) -> SignalKind {
    SignalKind::from_raw(signal.as_raw())
}
