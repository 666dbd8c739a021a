//! The Unix socket on which a session listens: its path, who may connect, and the removal of sockets of dead processes.

use async_trait::async_trait;
use deskpilot_desktop::{Connection, ControlListener};
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

/// How many ancestors of a peer are checked.
const GENERATIONS: usize = 64;

/// The socket of a session of this process. Dropping it removes the file.
pub(crate) struct ControlSocket {
    socket: UnixListener,
    path: PathBuf,
}

impl ControlSocket {
    /// Opens the socket in the folder of a task whose lock this process holds, and removes a socket that a dead process
    /// left there.
    pub(crate) fn open(folder: &Path) -> io::Result<ControlSocket> {
        let path = folder.join(NAME);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (_folder, short) = short(folder)?;
        let socket = UnixListener::bind(short)?;
        // Only the owner can access the folder; the socket must stay so if it is moved.
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(ControlSocket { socket, path })
    }
}

#[async_trait]
impl ControlListener for ControlSocket {
    async fn accept(&self) -> io::Result<Connection> {
        loop {
            let (stream, _) = self.socket.accept().await?;
            let peer = stream.peer_cred()?;
            let is_own = peer.uid() == rustix::process::geteuid().as_raw();
            if is_own && !peer.pid().is_some_and(is_started_by_us) {
                return Ok(connection(stream));
            }
        }
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Connects to the session that works on the task of this folder. The error is `NotFound` or `ConnectionRefused` where
/// there is none, `PermissionDenied` where it belongs to another user.
pub(crate) async fn connect(folder: &Path) -> io::Result<Connection> {
    let (_folder, short) = short(folder)?;
    let stream = UnixStream::connect(short).await?;
    if stream.peer_cred()?.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "another user is working on this task"));
    }
    Ok(connection(stream))
}

fn connection(stream: UnixStream) -> Connection {
    let (reader, writer) = stream.into_split();
    Connection { reader: Box::new(reader), writer: Box::new(writer) }
}

/// A path to the socket, short enough for the system however long the folder's own path is; valid while the descriptor
/// is open.
fn short(folder: &Path) -> io::Result<(OwnedFd, PathBuf)> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = openat(CWD, folder, flags, Mode::empty())?;
    let path = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(NAME);
    Ok((folder, path))
}

/// Whether this process is an ancestor of the peer: an agent must not answer its own questions.
fn is_started_by_us(peer: i32) -> bool {
    let us = i32::try_from(std::process::id()).unwrap_or_default();
    let mut line = std::iter::successors(parent(peer), |it| parent(*it)).take(GENERATIONS);
    line.any(|it| it == us)
}

/// The parent of a process; `None` for a process without one, and where the process is gone.
fn parent(process: i32) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    parent.trim().parse().ok().filter(|it| *it > 0)
}
