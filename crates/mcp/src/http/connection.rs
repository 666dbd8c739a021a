//! The connections of clients with one token: one for each session, and one that all requests without a session share.

use super::idle_slot::IdleSlot;
use crate::offer::{ClientServices, Offer};
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

/// Opens connections, and knows which of them have not ended yet.
#[derive(Clone)]
pub(super) struct Connections {
    /// What they are for.
    pub(super) offer: Offer,
    /// Ends all of them.
    pub(super) ending: CancellationToken,
    /// Their ends, each of which stops tasks.
    ends: TaskTracker,
}

impl Connections {
    pub(super) fn new(offer: Offer) -> Connections {
        Connections { offer, ending: CancellationToken::new(), ends: TaskTracker::new() }
    }

    /// Those of one token, which can end before the others.
    pub(super) fn of_one_token(&self) -> Connections {
        Connections { ending: self.ending.child_token(), ..self.clone() }
    }

    /// Ends all connections, and waits until their tasks have stopped.
    pub(super) async fn end(&self) {
        self.ending.cancel();
        self.ends.close();
        self.ends.wait().await;
    }

    /// Opens a connection. Must be called within a tokio runtime.
    fn open(&self) -> OpenConnection {
        let client = (self.offer.begin)();
        let ended = self.ending.child_token();
        let (gone, end) = (client.clone(), ended.clone());
        self.ends.spawn(async move {
            end.cancelled().await;
            gone.end().await;
        });
        OpenConnection { client, _ended: ended.drop_guard() }
    }
}

/// A connection. Its tasks are stopped once nothing holds it.
struct OpenConnection {
    client: Arc<dyn ClientServices>,
    _ended: DropGuard,
}

/// The connection that all requests without a session share. It is there from the first one on.
pub(super) struct SharedConnection {
    connections: Connections,
    open: IdleSlot<OpenConnection>,
}

impl SharedConnection {
    pub(super) fn new(connections: Connections) -> SharedConnection {
        SharedConnection { connections, open: IdleSlot::default() }
    }

    /// The connection, which lasts at least as long as what is returned.
    fn held(&self) -> Arc<OpenConnection> {
        self.open.held(|| self.connections.open())
    }

    /// Ends the connection if no request has used it for so long.
    pub(super) fn end_if_idle(&self, limit: Duration) {
        self.open.close_if_idle(limit);
    }
}

/// The connection of one server: that of its session, or the shared one for a server that has one request.
pub(crate) struct HttpConnection {
    shared: Arc<SharedConnection>,
    chosen: OnceLock<Arc<OpenConnection>>,
}

impl HttpConnection {
    pub(super) fn new(shared: Arc<SharedConnection>) -> HttpConnection {
        HttpConnection { shared, chosen: OnceLock::new() }
    }

    /// Gives the session that begins a connection of its own.
    pub(crate) fn begin_session(&self) {
        // Only the first handshake opens one: what the session has begun stays.
        let _ = self.chosen.get_or_init(|| Arc::new(self.shared.connections.open()));
    }

    /// What is done for the client.
    pub(crate) fn client(&self) -> Arc<dyn ClientServices> {
        self.chosen.get_or_init(|| self.shared.held()).client.clone()
    }
}
