//! The Unix socket on which a session listens: its path, who may connect, and the removal of sockets of dead processes.

use async_trait::async_trait;
use deskpilot_desktop::{Connection, ControlListener};
use deskpilot_system::may_be_started_by_us;
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
        // The folder stays open until the socket is bound: the short path leads through its descriptor.
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
            // A refused peer is no failure of the socket: the session goes on listening.
            let (stream, _) = self.socket.accept().await?;
            let peer = stream.peer_cred()?;
            let is_own = peer.uid() == rustix::process::geteuid().as_raw();
            // An agent must not answer its own questions, and a program that it started is the agent's.
            if is_own && peer.pid().is_some_and(|it| !may_be_started_by_us(it)) {
                return Ok(connection(stream));
            }
        }
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        // A socket that stays does no harm: the next session of the task removes it in `open`.
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
    // A Unix socket's address holds 108 bytes (`sun_path`), and the folder of a task may have a longer path.
    let path = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(NAME);
    Ok((folder, path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_system::mark_as_started;
    use std::{env, io::Read, os::unix::net::UnixStream as BlockingStream, process::Command};
    use tokio::task::spawn_blocking;

    /// Names the socket in a process that a test below starts.
    const SOCKET: &str = "DESKPILOT_TEST_CONTROL_SOCKET";

    #[test]
    fn connects_where_another_test_says() {
        let Some(path) = env::var_os(SOCKET) else { return };
        let mut stream = BlockingStream::connect(path).unwrap();
        stream.read_exact(&mut [0]).unwrap();
    }

    /// A program that leaves its parents and connects; it succeeds once the socket answers.
    fn connecting(path: &Path) -> Command {
        let mut command = Command::new("setsid");
        command.args(["--fork", "--wait"]).arg(env::current_exe().unwrap());
        command.args(["control_socket::tests::connects_where_another_test_says", "--exact"]);
        command.env(SOCKET, path);
        command
    }

    #[tokio::test]
    async fn what_the_session_started_is_refused_however_it_left_it_and_others_are_heard() {
        use tokio::io::AsyncWriteExt;
        let folder = tempfile::tempdir().unwrap();
        let socket = ControlSocket::open(folder.path()).unwrap();
        let path = socket.path.clone();
        let accepting = tokio::spawn(async move {
            let mut connection = socket.accept().await.unwrap();
            connection.writer.write_all(b"x").await.unwrap();
        });
        let mut started = connecting(&path);
        mark_as_started(&mut started);
        let output = spawn_blocking(move || started.output().unwrap()).await.unwrap();
        assert!(!output.status.success(), "{output:?}");
        assert!(!accepting.is_finished(), "it was accepted");
        let mut other = connecting(&path);
        let output = spawn_blocking(move || other.output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{output:?}");
        accepting.await.unwrap();
    }
}
