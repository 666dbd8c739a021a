//! Keeps the end of a program's stderr.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    task::JoinHandle,
};

/// The number of bytes kept.
const KEPT_BYTES: usize = 2048;

/// The end of a stream as it arrives; older output is dropped.
#[derive(Debug)]
pub(super) struct StderrTail {
    bytes: Arc<Mutex<Vec<u8>>>,
    reading: JoinHandle<()>,
}

impl StderrTail {
    pub(super) fn of(stream: impl AsyncRead + Send + Unpin + 'static) -> StderrTail {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let reading = tokio::spawn(read(stream, bytes.clone()));
        StderrTail { bytes, reading }
    }

    /// Waits for the end of the stream.
    pub(super) async fn end(&mut self) {
        // Only this type aborts the reading task.
        let _ = (&mut self.reading).await;
    }

    pub(super) fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes);
        // Control characters could move a terminal's cursor or change its colours.
        let text: String = text.chars().filter(|it| matches!(it, '\n' | '\t') || !it.is_control()).collect();
        let text = text.trim_matches(|it: char| it.is_whitespace() || it == char::REPLACEMENT_CHARACTER);
        if bytes.len() < KEPT_BYTES { text.to_owned() } else { format!("...{text}") }
    }
}

impl Drop for StderrTail {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

async fn read(mut stream: impl AsyncRead + Send + Unpin, kept: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = vec![0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT_BYTES);
        kept.drain(..excess);
    }
}
