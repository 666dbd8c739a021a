//! Connections between a session and other processes, which the platform makes.

use async_trait::async_trait;
use std::{fmt, io, path::Path};
use tokio::io::{AsyncRead, AsyncWrite};

/// Connects a session with other processes of its user.
#[async_trait]
pub trait ControlTransport: Send + Sync {
    /// Listens in the folder of a task for other processes of the user. This process holds the folder's lock, so a socket that
    /// another process left there is stale. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// This process cannot listen in the folder.
    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>>;

    /// Connects to the process of this user that listens in the folder of a task.
    ///
    /// # Errors
    /// `NotFound` or `ConnectionRefused` if no process listens, `PermissionDenied` if it belongs to another user.
    async fn connect(&self, folder: &Path) -> io::Result<Connection>;
}

/// Accepts connections of other processes of the user to a session. Dropping it removes its socket.
#[async_trait]
pub trait ControlListener: Send + Sync {
    /// Accepts the next connection of this user. Rejects this process's children and their descendants, because an agent must
    /// not answer its own questions.
    ///
    /// # Errors
    /// No connection can be accepted now.
    async fn accept(&self) -> io::Result<Connection>;
}

/// A two-way connection to another process.
pub struct Connection {
    /// What the other side writes.
    pub reader: Box<dyn AsyncRead + Send + Unpin>,
    /// What the other side reads.
    pub writer: Box<dyn AsyncWrite + Send + Unpin>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}
