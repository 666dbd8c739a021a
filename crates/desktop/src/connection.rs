//! A connection to a session of another process, as a platform makes it.

use async_trait::async_trait;
use std::{fmt, io};
use tokio::io::{AsyncRead, AsyncWrite};

/// Where a session listens for other processes of its user. Dropping it takes away what it left for them to find.
#[async_trait]
pub trait ControlListener: Send + Sync {
    /// The next connection of this user, from a process that this one did not start, nor anybody whom it started: an agent
    /// must not answer its own questions.
    ///
    /// # Errors
    /// No connection can be taken now.
    async fn accept(&self) -> io::Result<Connection>;
}

/// A connection to another process, in both directions.
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
