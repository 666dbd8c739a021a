//! Which client a request of a server is about.

use crate::{http::HttpConnection, offer::ClientServices};
use std::sync::Arc;

/// Which client a request of a server is about.
pub(crate) enum ClientSource {
    /// The one at the other end of two streams.
    Streams(Arc<dyn ClientServices>),
    /// One that has a token: that of the session if there is one.
    Http(HttpConnection),
}

impl ClientSource {
    /// What is done for the client.
    pub(crate) fn client(&self) -> Arc<dyn ClientServices> {
        match self {
            ClientSource::Streams(client) => client.clone(),
            ClientSource::Http(connection) => connection.client(),
        }
    }

    /// Takes note of a handshake, with which a session begins.
    pub(crate) fn greeted(&self) {
        match self {
            // The streams are its session, and its state is there before the handshake.
            ClientSource::Streams(_) => {}
            ClientSource::Http(connection) => connection.begin_session(),
        }
    }
}
