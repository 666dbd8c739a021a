//! A stop reaches every wait.

use crate::AgentError;
use std::future::Future;
use tokio_util::sync::CancellationToken;

/// What the future gives, unless the user stops the session first; then it is dropped where it waits.
pub(crate) async fn unless_stopped<T>(
    stop: &CancellationToken,
    future: impl Future<Output = T>,
) -> Result<T, AgentError> {
    tokio::select! {
        biased;
        () = stop.cancelled() => Err(AgentError::Stopped),
        value = future => Ok(value),
    }
}
