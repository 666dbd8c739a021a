//! The writing side of one connection, which all who send something over it share.

use crate::control::LineWriter;
use std::{io, sync::Arc};
use tokio::sync::Mutex;

/// The writing side of one connection.
pub(super) type Writer = Arc<Mutex<LineWriter>>;

/// Writes a message as a line.
pub(super) async fn write(writer: &Writer, message: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    writer.lock().await.write(line).await
}
