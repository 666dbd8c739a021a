//! Opens a queue by its address.

use crate::{Queue, QueueError, QueueOptions, address::Address, nats::NatsQueue, sqlite::SqliteQueue};
use std::sync::Arc;

/// Opens the queue at this address: a path or `sqlite:PATH`, `nats://HOST:PORT` on this machine, or `tls://HOST:PORT`. Creates
/// what is not there yet.
///
/// # Errors
/// The address is wrong, the file is something else, or the server cannot be used.
pub async fn open(address: &str, options: &QueueOptions) -> Result<Arc<dyn Queue>, QueueError> {
    Ok(match Address::parse(address)? {
        Address::File(path) => Arc::new(SqliteQueue::open(path, options).await?),
        Address::Server(server) => Arc::new(NatsQueue::open(server, options).await?),
    })
}
