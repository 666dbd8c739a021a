//! Connections between a session and other processes, which the platform makes.

use async_trait::async_trait;
use std::{fmt, io};
use tokio::io::{AsyncRead, AsyncWrite};

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
