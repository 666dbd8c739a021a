//! Work that waits for files, away from the threads that answer requests.

use crate::error::ApiError;
use tokio::task::spawn_blocking;

/// The result of work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(ApiError::Failed("the request broke off".to_owned())))
}
