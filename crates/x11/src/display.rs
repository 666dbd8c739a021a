//! The connection to the X server. Its calls block, so each runs on a thread of its own under a deadline.

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

/// How long the X server may take for anything.
const DEADLINE: Duration = Duration::from_secs(5);

/// The X server of a desktop. Cheap to clone.
#[derive(Clone)]
pub struct Display {
    server: Arc<Server>,
    size: Size,
    /// Where further connections go.
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

    /// The whole desktop's width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of the window that is the whole desktop.
    pub fn root(&self) -> XWindow {
        self.server.root
    }

    /// Whether keys have other symbols for a while.
    pub fn has_bound_keys(&self) -> bool {
        !self.server.held().bound.is_empty()
    }

    pub(super) fn address(&self) -> Arc<DisplayAddress> {
        Arc::clone(&self.address)
    }

    /// Runs requests. They go on to their end even when nobody waits any more, so they are kept short.
    ///
    /// The outer error is that of a lost desktop.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Server) -> Result<T, XError> + Send + 'static,
    ) -> Result<Result<T, XError>, DesktopError> {
        let server = Arc::clone(&self.server);
        let working = spawn_blocking(move || {
            // What nobody waits for any more may still run; what comes after it must not overtake it.
            let _turn = server.turn();
            let result = work(&server);
            // Of what the server told in the meantime only the fate of pictures matters; nothing of it may pile up.
            server.hear()?;
            result
        });
        match timeout(DEADLINE, working).await {
            Ok(Ok(Err(error @ (XError::Lost(_) | XError::Unreachable { .. })))) => {
                Err(DesktopError::Lost(error.to_string()))
            }
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => Err(DesktopError::Lost(error.to_string())),
            Err(_) => Err(DesktopError::Lost(format!(
                "the X server did not answer within {} s",
                DEADLINE.as_secs()
            ))),
        }
    }
}
