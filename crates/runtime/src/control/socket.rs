//! The socket itself: where it is, who may connect, and what a dead process leaves behind. The one file of this crate that
//! knows Unix sockets.

use rustix::fs::{CWD, Mode, OFlags, openat};
use std::{
    fs::{self, Permissions},
    io,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::fs::PermissionsExt,
    },
    path::{Path, PathBuf},
};
use tokio::net::{UnixListener, UnixStream};

/// The name of the socket in the task's folder.
const NAME: &str = "control.sock";

/// How far up the line of parents a peer is followed.
const GENERATIONS: usize = 64;

/// The socket of a session of this process. It is taken away when the value is dropped.
pub(super) struct Listener {
    socket: UnixListener,
    path: PathBuf,
}

impl Listener {
    /// Opens the socket in the folder of a task whose lock this process holds: what another process left there is dead.
    pub(super) fn open(folder: &Path) -> io::Result<Listener> {
        let path = folder.join(NAME);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (_folder, short) = short(folder)?;
        let socket = UnixListener::bind(short)?;
        // The folder is open to its owner only; so is the socket, wherever it may be moved.
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(Listener { socket, path })
    }

    /// The next connection of this user, from a process that the session did not start itself.
    pub(super) async fn accept(&self) -> io::Result<UnixStream> {
        loop {
            let (stream, _) = self.socket.accept().await?;
            let peer = stream.peer_cred()?;
            let is_own = peer.uid() == rustix::process::geteuid().as_raw();
            if is_own && !peer.pid().is_some_and(is_started_by_us) {
                return Ok(stream);
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A connection to the session that is at the task of this folder. `NotFound` and `ConnectionRefused` say that none is.
pub(super) async fn connect(folder: &Path) -> io::Result<UnixStream> {
    let (_folder, short) = short(folder)?;
    let stream = UnixStream::connect(short).await?;
    if stream.peer_cred()?.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "somebody else is at this task"));
    }
    Ok(stream)
}

/// A path to the socket that is short enough for the system however long the folder's own is, as long as the folder is held.
fn short(folder: &Path) -> io::Result<(OwnedFd, PathBuf)> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = openat(CWD, folder, flags, Mode::empty())?;
    let path = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(NAME);
    Ok((folder, path))
}

/// Whether this process started the peer, or started who started it: an agent must not answer its own questions.
fn is_started_by_us(peer: i32) -> bool {
    let us = i32::try_from(std::process::id()).unwrap_or_default();
    let mut line = std::iter::successors(parent(peer), |it| parent(*it)).take(GENERATIONS);
    line.any(|it| it == us)
}

/// The parent of a process; `None` at the end of the line, and where the process is gone.
fn parent(process: i32) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    parent.trim().parse().ok().filter(|it| *it > 0)
}
