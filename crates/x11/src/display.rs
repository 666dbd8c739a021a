//! The connection to the X server. Its calls block, so each runs on a thread of its own under a deadline.

use crate::address::DisplayAddress;
use crate::atoms::Atoms;
use crate::error::XError;
use crate::kept::Kept;
use crate::pointer::Held;
use crate::segment::CaptureTransport;
use deskpilot_core::Size;
use deskpilot_desktop::DesktopError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use x11rb::connection::Connection;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::xproto::{ConnectionExt as _, Window as XWindow};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

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

/// What requests are made of.
pub struct Server {
    pub(super) connection: RustConnection,
    pub(super) root: XWindow,
    pub(super) atoms: Atoms,
    held: Mutex<Held>,
    transport: Mutex<CaptureTransport>,
    kept: Mutex<Kept>,
    turn: Mutex<()>,
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
            let _turn = server.turn.lock().unwrap_or_else(PoisonError::into_inner);
            let result = work(&server);
            // Of what the server told in the meantime only the fate of pictures matters; nothing of it may pile up.
            server.kept().hear(&server)?;
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

impl Server {
    fn new(connection: RustConnection, screen: usize) -> Result<(Server, Size), XError> {
        let screen =
            connection.setup().roots.get(screen).ok_or_else(|| XError::Cannot("it has no screen".into()))?;
        let root = screen.root;
        let size = Size { width: screen.width_in_pixels.into(), height: screen.height_in_pixels.into() };
        let atoms = Atoms::new(&connection)?.reply()?;
        connection.xtest_get_version(2, 2)?.reply()?;
        connection.composite_query_version(0, 4)?.reply()?;
        // Every window then keeps its pixels even where another covers it.
        connection.composite_redirect_subwindows(root, Redirect::AUTOMATIC)?.check()?;
        let (held, transport, kept, turn) = Default::default();
        Ok((Server { connection, root, atoms, held, transport, kept, turn }, size))
    }

    /// What is held down at the moment.
    pub(super) fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How pictures come from the server.
    pub(super) fn transport(&self) -> MutexGuard<'_, CaptureTransport> {
        self.transport.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last pictures of windows.
    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the server has done everything it was asked for.
    pub(super) fn sync(&self) -> Result<(), XError> {
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }
}
