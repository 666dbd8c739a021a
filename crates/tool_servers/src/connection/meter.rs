//! Limits what a server sends. One that sends more is disconnected.

use super::noise::Noise;
use std::{
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// The longest message, in bytes.
pub(super) const MAX_MESSAGE_BYTES: usize = 4 << 20;
/// The most messages in a [`WINDOW`]: progress, logs, requests and answers.
const MAX_MESSAGES: usize = 1000;
/// The most bytes in a [`WINDOW`].
const MAX_BYTES: usize = 64 << 20;
/// The time over which messages and bytes are counted.
const WINDOW: Duration = Duration::from_secs(10);

/// Counts what one connection receives, and ends it at the first excess.
#[derive(Debug)]
pub(super) struct Meter {
    counts: Mutex<Counts>,
    why: OnceLock<String>,
    ended: CancellationToken,
    noise: Arc<Noise>,
}

#[derive(Debug)]
struct Counts {
    began: Instant,
    messages: usize,
    bytes: usize,
}

/// The connection has ended.
#[derive(Debug)]
pub(super) struct Ended;

impl Meter {
    /// A meter of one connection to the server that this noise is from.
    pub(super) fn new(noise: Arc<Noise>) -> Meter {
        let counts = Mutex::new(Counts { began: Instant::now(), messages: 0, bytes: 0 });
        Meter { counts, why: OnceLock::new(), ended: CancellationToken::new(), noise }
    }

    /// What the server sends that is no message.
    pub(super) fn noise(&self) -> &Noise {
        &self.noise
    }

    /// Counts bytes as they arrive, and the messages that end in them.
    pub(super) fn count(&self, messages: usize, bytes: usize) -> Result<(), Ended> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.began.elapsed() >= WINDOW {
            *counts = Counts { began: Instant::now(), messages: 0, bytes: 0 };
        }
        counts.messages += messages;
        counts.bytes += bytes;
        let seconds = WINDOW.as_secs();
        if counts.messages > MAX_MESSAGES {
            return Err(self.end(format!(
                "it sent more than {MAX_MESSAGES} messages or other lines within {seconds} s"
            )));
        }
        if counts.bytes > MAX_BYTES {
            return Err(self.end(format!("it sent more than {} MiB within {seconds} s", MAX_BYTES >> 20)));
        }
        Ok(())
    }

    /// Ends the connection if an unfinished message is too long.
    pub(super) fn check_message(&self, bytes: usize) -> Result<(), Ended> {
        if bytes > MAX_MESSAGE_BYTES {
            return Err(self.end(format!(
                "it sent a message or another line of more than {} MiB",
                MAX_MESSAGE_BYTES >> 20
            )));
        }
        Ok(())
    }

    /// Ends the connection for this reason; the first reason is kept.
    pub(super) fn end(&self, why: String) -> Ended {
        let _ = self.why.set(why);
        self.ended.cancel();
        Ended
    }

    /// Returns once the connection must end.
    pub(super) async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Why Deskpilot ended the connection, if it did.
    pub(super) fn why(&self) -> Option<String> {
        self.why.get().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_excess_ends_the_connection() {
        let meter = Meter::new(Arc::default());
        assert!(meter.count(1000, 1 << 20).is_ok() && meter.why().is_none());
        assert!(meter.count(1, 1).is_err() && meter.check_message(MAX_MESSAGE_BYTES + 1).is_err());
        assert_eq!(meter.why().unwrap(), "it sent more than 1000 messages or other lines within 10 s");
        let meter = Meter::new(Arc::default());
        assert!(meter.count(1, 64 << 20).is_ok());
        assert!(meter.count(0, 1).is_err());
        assert_eq!(meter.why().unwrap(), "it sent more than 64 MiB within 10 s");
    }
}
