//! Opens a queue by its address.

use crate::{
    Queue, QueueError, QueueOptions,
    address::{Address, ServerAddress},
};
use std::{path::PathBuf, sync::Arc};

/// Opens the queue at this address: a path or `sqlite:PATH`, `nats://HOST:PORT` on this machine, or `tls://HOST:PORT`. Creates
/// what is not there yet.
///
/// # Errors
/// The address is wrong, the file is something else, or the server cannot be used.
pub async fn open(address: &str, options: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    match Address::parse(address)? {
        Address::File(path) => in_file(path, options).await,
        Address::Server(server) => at_server(server, options).await,
    }
}

#[cfg(feature = "sqlite")]
async fn in_file(path: PathBuf, options: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    Ok(Arc::new(crate::sqlite::SqliteQueue::open(path, options).await?))
}

#[cfg(not(feature = "sqlite"))]
async fn in_file(path: PathBuf, _: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    let source = std::io::Error::other("this build leaves out SQLite");
    Err(QueueError::NotOpened { path, source })
}

#[cfg(feature = "nats")]
async fn at_server(server: ServerAddress, options: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    Ok(Arc::new(crate::nats::NatsQueue::open(server, options).await?))
}

#[cfg(not(feature = "nats"))]
async fn at_server(_: ServerAddress, _: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    Err(QueueError::NotBuilt(deskpilot_core::NotBuilt(deskpilot_core::Feature::Fleet)))
}
