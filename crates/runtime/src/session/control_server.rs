//! The server of the control protocol. No connection delays the session or another connection.

use super::{SessionHandle, control_connection::serve_connection};
use deskpilot_desktop::ControlListener;
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::task::AbortOnDropHandle;

/// The most connections of a session at once.
const CONNECTIONS: usize = 32;
/// The time limit for telling all connections that the session is over.
const FAREWELL: Duration = Duration::from_millis(500);
/// The pause after a failed accept.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the connections to a session until it is dropped.
pub(super) struct Server(AbortOnDropHandle<()>);

impl Server {
    /// Serves all connections. Must be called within a tokio runtime.
    pub(super) fn of(listener: Box<dyn ControlListener>, handle: SessionHandle) -> Server {
        Server(AbortOnDropHandle::new(tokio::spawn(serve(listener, handle))))
    }

    /// Tells the connections of a session that has ended so, and closes them.
    pub(super) async fn close(self) {
        let _ = timeout(FAREWELL, self.0).await;
    }
}

async fn serve(listener: Box<dyn ControlListener>, handle: SessionHandle) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = handle.wait_until_over() => break,
            // Takes out connections that have ended, so that they count no more.
            Some(_) = connections.join_next() => {}
            // Where there are too many, further ones wait in the socket's queue.
            taken = listener.accept(), if connections.len() < CONNECTIONS => match taken {
                Ok(taken) => { connections.spawn(serve_connection(taken, handle.clone())); }
                // An error may last, such as too many open files: without a pause, this loop would use a
                // whole processor.
                Err(_) => sleep(PAUSE).await,
            },
        }
    }
    while connections.join_next().await.is_some() {}
}
