//! The connection to the X server. Its calls block, so each runs on a blocking thread under a deadline.

use crate::address::DisplayAddress;
use crate::error::XError;
use crate::server::Server;
use deskpilot_core::Size;
use deskpilot_desktop::DesktopError;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use x11rb::protocol::xproto::Window as XWindow;

/// How long any job on the X server may take.
const DEADLINE: Duration = Duration::from_secs(5);

/// The X server of a desktop. Cheap to clone.
#[derive(Clone)]
pub struct Display {
    server: Arc<Server>,
    size: Size,
    /// The address for further connections.
    address: Arc<DisplayAddress>,
}

impl Display {
    /// Connects to the X server, within 5 s.
    pub async fn connect(address: &DisplayAddress) -> Result<Display, XError> {
        let address = Arc::new(address.clone());
        let of_thread = Arc::clone(&address);
        let connecting = spawn_blocking(move || {
            let (connection, screen) = of_thread.connect()?;
            Server::new(connection, screen)
        });
        match timeout(DEADLINE, connecting).await {
            Ok(Ok(connected)) => {
                let (server, size) = connected?;
                Ok(Display { server: Arc::new(server), size, address })
            }
            Ok(Err(error)) => Err(address.unreachable(error.to_string())),
            Err(_) => Err(address.unreachable(format!("no answer within {} s", DEADLINE.as_secs()))),
        }
    }

    /// The size of the whole desktop, in pixels.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The window id of the root window.
    pub fn root(&self) -> XWindow {
        self.server.root
    }

    /// Whether some keys are temporarily bound to other symbols.
    pub fn has_bound_keys(&self) -> bool {
        !self.server.held().bound.is_empty()
    }

    pub(super) fn address(&self) -> Arc<DisplayAddress> {
        Arc::clone(&self.address)
    }

    /// Whether the desktop still exists, judged by the open connection. A new connection that fails proves nothing.
    ///
    /// # Errors
    /// [`DesktopError::Lost`] where it is gone, [`DesktopError::Unusable`] where the X server does not answer.
    pub async fn check(&self) -> Result<(), DesktopError> {
        match self.run(Server::sync).await? {
            Ok(()) => Ok(()),
            Err(error) => Err(DesktopError::Lost(error.to_string())),
        }
    }

    /// Runs requests on a blocking thread, within 5 s. A job that times out still runs to its end, so keep jobs short.
    ///
    /// The outer error is [`DesktopError::Lost`] where the server has closed the connection, and [`DesktopError::Unusable`] where it
    /// does not answer: it may do so later, and what was sent may happen.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Server) -> Result<T, XError> + Send + 'static,
    ) -> Result<Result<T, XError>, DesktopError> {
        let server = Arc::clone(&self.server);
        let working = spawn_blocking(move || {
            // A timed-out job may still run; later jobs queue behind it.
            let _turn = server.turn();
            let result = work(&server);
            // Only picture invalidation needs these events, but all are read so that none pile up.
            server.process_events()?;
            result
        });
        match timeout(DEADLINE, working).await {
            Ok(Ok(Err(error @ XError::Lost(_)))) => Err(DesktopError::Lost(error.to_string())),
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => Err(DesktopError::Unusable(error.to_string())),
            Err(_) => {
                let seconds = DEADLINE.as_secs();
                Err(DesktopError::Unusable(format!("the X server did not answer within {seconds} s")))
            }
        }
    }
}
