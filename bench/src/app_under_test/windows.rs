//! The titles of the windows on a desktop, from the X server alone, without a question to the application.

use anyhow::{Result, bail};
use deskpilot_linux::{ProcessHandle, Seat};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, Window};
use x11rb::rust_connection::RustConnection;

/// How long an application may take to show its window.
const OPENING: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);
/// The most of a property that is read, in words of four bytes.
const MAX_WORDS: u32 = 1024;

/// Waits for a window with this text in its title.
pub(super) async fn until_titled(seat: &Seat, title: &str, running: &ProcessHandle) -> Result<()> {
    let end = Instant::now() + OPENING;
    let (server, screen) = seat.connect_display()?;
    loop {
        let titles = titles(&server, screen)?;
        if titles.iter().any(|it| it.contains(title)) {
            return Ok(());
        }
        if let Some(status) = running.ended().filter(|status| !status.success()) {
            bail!("it ended with {status}");
        }
        if Instant::now() > end {
            bail!("no window {title:?} within {} s, but {titles:?}", OPENING.as_secs());
        }
        sleep(PAUSE).await;
    }
}

fn titles(server: &RustConnection, screen: usize) -> Result<Vec<String>> {
    let Some(root) = server.setup().roots.get(screen).map(|screen| screen.root) else {
        return Ok(Vec::new());
    };
    let list = property(server, root, b"_NET_CLIENT_LIST", AtomEnum::WINDOW.into())?;
    let windows = list.as_chunks().0.iter().map(|bytes| Window::from_ne_bytes(*bytes));
    let utf8 = server.intern_atom(false, b"UTF8_STRING")?.reply()?.atom;
    // A window that was closed since the list was read has no title.
    let title = |window| property(server, window, b"_NET_WM_NAME", utf8).ok();
    Ok(windows.filter_map(title).map(|it| String::from_utf8_lossy(&it).into_owned()).collect())
}

fn property(server: &RustConnection, window: Window, name: &[u8], kind: u32) -> Result<Vec<u8>> {
    let name = server.intern_atom(false, name)?.reply()?.atom;
    Ok(server.get_property(false, window, name, kind, 0, MAX_WORDS)?.reply()?.value)
}
