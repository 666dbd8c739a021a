//! Asks the windows of a private desktop to close before it ends, so that programs keep their settings and remove their locks.

use crate::Seat;
use deskpilot_x11::{self as x11, Client, Display, Server, XError};
use std::fs;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long programs may take to end after the request to close their windows.
const CLOSING: Duration = Duration::from_secs(1);
/// How long to wait between two looks at them.
const PAUSE: Duration = Duration::from_millis(20);

/// Asks all windows to close. Returns when the programs that showed them have ended, when one shows another window, as to ask whether
/// to save a document, or after a second.
pub(super) async fn close_windows(seat: &Seat) {
    let closing = async {
        let display = seat.open_display().await.ok()?;
        let asked = display.run(ask_all).await.ok()?.ok()?;
        while !is_over(&display, &asked).await? {
            sleep(PAUSE).await;
        }
        Some(())
    };
    // What still runs is ended with the desktop.
    let _ = timeout(CLOSING, closing).await;
}

/// Asks all windows to close, and returns them.
fn ask_all(server: &Server) -> Result<Vec<Client>, XError> {
    let clients = x11::clients(server)?;
    for client in &clients {
        // One that is gone needs no asking.
        let _ = x11::ask_to_close(server, client.id);
    }
    Ok(clients)
}

/// Whether the wait can end: all programs that showed these windows have ended, or another window has opened, whose question
/// nobody will answer.
async fn is_over(display: &Display, asked: &[Client]) -> Option<bool> {
    let now = display.run(x11::clients).await.ok()?.ok()?;
    let is_other = |client: &Client| asked.iter().all(|it| it.id != client.id);
    Some(now.iter().any(is_other) || !asked.iter().filter_map(|it| it.process).any(is_running))
}

/// Whether a process runs. A zombie, whose parent has not reaped it yet, has no program any more.
fn is_running(process: u32) -> bool {
    fs::read_link(format!("/proc/{process}/exe")).is_ok()
}
