//! The window manager of a private desktop.

use super::part::{DEADLINE, ready, start, words};
use crate::needs;
use crate::process::{Nursery, Part};
use crate::{LinuxError, Seat};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyOrIdError};
use x11rb::protocol::xproto::{AtomEnum, ChangeWindowAttributesAux, ConnectionExt, EventMask};
use x11rb::rust_connection::RustConnection;

/// The property by which a window manager says that it manages.
const MANAGES: &[u8] = b"_NET_SUPPORTING_WM_CHECK";

/// Starts the window manager, waits until it manages, and tells its name.
pub(super) async fn bring_up(nursery: &Nursery, seat: &Seat) -> Result<&'static str, LinuxError> {
    let (name, argv) = choose(seat.environment().value("PATH").unwrap_or_default());
    let seat_of_wait = seat.clone();
    let (connection, screen) = blocking(move || seat_of_wait.connect_display()).await?;
    let manager = start(nursery, Part::WindowManager, argv, seat.environment(), Vec::new()).await?;
    let managing =
        blocking(move || wait_until_managed(&connection, screen).map_err(|error| unwatched(&error)));
    ready(Part::WindowManager, &manager, DEADLINE, managing).await?;
    Ok(name)
}

/// openbox, or icewm where only that is installed. Others were tried: they maximise everything, open windows of their
/// own, or do not give the keyboard to the window that is asked for.
fn choose(path: &str) -> (&'static str, Vec<OsString>) {
    match needs::find("openbox", path).or_else(|| needs::find("icewm", path)) {
        Some(program) if program.ends_with("icewm") => ("icewm", words(["icewm"])),
        _ => ("openbox", words(["openbox", "--sm-disable"])),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, LinuxError> + Send + 'static,
) -> Result<T, LinuxError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(LinuxError::io("wait for a thread", std::io::Error::other(error))))
}

/// Blocks until the root window says who manages it; an error when the server goes first, or at the deadline.
fn wait_until_managed(connection: &RustConnection, screen: usize) -> Result<(), ReplyOrIdError> {
    let root = connection.setup().roots[screen].root;
    let events = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    connection.change_window_attributes(root, &events)?.check()?;
    let property = connection.intern_atom(false, MANAGES)?.reply()?.atom;
    let deadline = Instant::now() + DEADLINE;
    loop {
        let value = connection.get_property(false, root, property, AtomEnum::WINDOW, 0, 1)?.reply()?;
        if value.value_len > 0 {
            return Ok(());
        }
        // Reading the reply may have read events too, which will not wake us any more.
        if connection.poll_for_event()?.is_none() {
            wait_for_input(connection, deadline).map_err(ConnectionError::from)?;
        }
    }
}

fn wait_for_input(connection: &RustConnection, deadline: Instant) -> io::Result<()> {
    let timeout = Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok();
    let stream = connection.stream().as_fd();
    match poll(&mut [PollFd::from_borrowed_fd(stream, PollFlags::IN)], timeout.as_ref())? {
        0 => Err(io::ErrorKind::TimedOut.into()),
        _ => Ok(()),
    }
}

fn unwatched(error: &ReplyOrIdError) -> LinuxError {
    LinuxError::NoDisplay { display: "the private desktop".into(), why: error.to_string() }
}
