//! Starts the window manager of a private desktop and waits until it manages windows.

use super::startup::{DEADLINE, ready, start, words};
use crate::process::{ProcessRole, ProcessSpawner};
use crate::requirements;
use crate::{LinuxError, Seat};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};
use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyOrIdError};
use x11rb::properties::WmHints;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt, CreateWindowAux, EventMask, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// The property by which a window manager announces itself.
const MANAGES: &[u8] = b"_NET_SUPPORTING_WM_CHECK";

/// Starts the window manager, waits until it manages windows, and returns its name.
pub(super) async fn bring_up(spawner: &ProcessSpawner, seat: &Seat) -> Result<&'static str, LinuxError> {
    let (name, argv) = choose(seat.environment().value("PATH").unwrap_or_default());
    write_settings(seat)
        .map_err(|error| LinuxError::io("write the settings of the window manager", error))?;
    let seat_of_wait = seat.clone();
    let (connection, screen) = blocking(move || seat_of_wait.connect_display()).await?;
    let manager = start(spawner, ProcessRole::WindowManager, argv, seat.environment(), Vec::new()).await?;
    let managing = blocking(move || {
        let managed = wait_until_managed(&connection, screen);
        managed
            .and_then(|()| wait_until_listening(&connection, screen))
            .map_err(|error| no_window_manager(&error))
    });
    ready(ProcessRole::WindowManager, &manager, DEADLINE, managing).await?;
    Ok(name)
}

/// openbox, or icewm where only that is installed. Others that were tried maximise everything, open windows of their
/// own, or do not focus the requested window.
fn choose(path: &str) -> (&'static str, Vec<OsString>) {
    match requirements::find("openbox", path).or_else(|| requirements::find("icewm", path)) {
        Some(program) if program.ends_with("icewm") => ("icewm", words(["icewm"])),
        // A private desktop has no session manager, which openbox would look for.
        _ => ("openbox", words(["openbox", "--sm-disable"])),
    }
}

/// Writes the settings of openbox in the home of a private desktop.
fn write_settings(seat: &Seat) -> io::Result<()> {
    let Some(settings) = seat.environment().value("XDG_CONFIG_HOME") else { return Ok(()) };
    let folder = Path::new(settings).join("openbox");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("rc.xml"), include_str!("openbox.xml"))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, LinuxError> + Send + 'static,
) -> Result<T, LinuxError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(LinuxError::io("wait for a thread", std::io::Error::other(error))))
}

/// Blocks until the root window names a window manager; fails when the server ends first, or at the deadline.
fn wait_until_managed(connection: &RustConnection, screen: usize) -> Result<(), ReplyOrIdError> {
    let root = connection.setup().roots[screen].root;
    let events = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    connection.change_window_attributes(root, &events)?.check()?;
    has_property(connection, root, MANAGES, Instant::now() + DEADLINE)
}

/// How long to wait for the window manager to manage a probe window.
const TAKING: Duration = Duration::from_millis(200);

/// Blocks until the window manager manages a probe window. It announces itself before it does, and a window mapped in
/// between is never shown.
fn wait_until_listening(connection: &RustConnection, screen: usize) -> Result<(), ReplyOrIdError> {
    let deadline = Instant::now() + DEADLINE;
    loop {
        let probe = asking_to_be_shown(connection, screen)?;
        // A window manager sets it on every window that it manages (ICCCM 4.1.3.1).
        let tried = has_property(connection, probe, b"WM_STATE", Instant::now() + TAKING);
        connection.destroy_window(probe)?.check()?;
        match tried {
            Ok(()) => return wait_until_forgotten(connection, screen, probe, deadline),
            Err(error) if Instant::now() >= deadline => return Err(error),
            Err(_) => {}
        }
    }
}

/// A window of one pixel, off the screen, that takes no focus.
fn asking_to_be_shown(connection: &RustConnection, screen: usize) -> Result<Window, ReplyOrIdError> {
    let root = connection.setup().roots[screen].root;
    let probe = connection.generate_id()?;
    // Without its events `has_property` would wait until its deadline.
    let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    let class = WindowClass::INPUT_OUTPUT;
    connection.create_window(COPY_DEPTH_FROM_PARENT, probe, root, -9, -9, 1, 1, 0, class, 0, &events)?;
    WmHints { input: Some(false), ..WmHints::new() }.set(connection, probe)?;
    connection.map_window(probe)?.check()?;
    Ok(probe)
}

fn has_property(
    connection: &RustConnection,
    window: Window,
    name: &[u8],
    deadline: Instant,
) -> Result<(), ReplyOrIdError> {
    let property = connection.intern_atom(false, name)?.reply()?.atom;
    loop {
        let value = connection.get_property(false, window, property, AtomEnum::ANY, 0, 1)?.reply()?;
        if value.value_len > 0 {
            return Ok(());
        }
        // Reading the reply may have queued events, which would not wake the poll.
        if connection.poll_for_event()?.is_none() {
            wait_for_input(connection, deadline).map_err(ConnectionError::from)?;
        }
    }
}

/// Blocks until the window is no longer listed, so that nobody sees it.
fn wait_until_forgotten(
    connection: &RustConnection,
    screen: usize,
    window: Window,
    deadline: Instant,
) -> Result<(), ReplyOrIdError> {
    let root = connection.setup().roots[screen].root;
    let list = connection.intern_atom(false, b"_NET_CLIENT_LIST")?.reply()?.atom;
    loop {
        let listed = connection.get_property(false, root, list, AtomEnum::WINDOW, 0, u32::MAX)?.reply()?;
        if !listed.value32().is_some_and(|mut all| all.any(|it| it == window)) {
            return Ok(());
        }
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

fn no_window_manager(error: &ReplyOrIdError) -> LinuxError {
    LinuxError::NoDisplay { display: "the private desktop".into(), why: error.to_string() }
}
