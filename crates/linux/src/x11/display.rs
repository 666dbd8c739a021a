//! The connection to the X server. Its calls block, so each runs on a thread of its own under a deadline.

use super::atoms::Atoms;
use super::error::XError;
use super::kept::Kept;
use super::pointer::Held;
use super::segment::CaptureTransport;
use crate::{LinuxError, Seat};
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
pub(crate) struct Display {
    server: Arc<Server>,
    size: Size,
    /// Where further connections go.
    seat: Arc<Seat>,
}

/// What requests are made of.
pub(crate) struct Server {
    pub(super) connection: RustConnection,
    pub(super) root: XWindow,
    pub(super) atoms: Atoms,
    held: Mutex<Held>,
    transport: Mutex<CaptureTransport>,
    kept: Mutex<Kept>,
    turn: Mutex<()>,
}

impl Display {
    pub(crate) async fn connect(seat: &Seat) -> Result<Display, LinuxError> {
        let no_display = |why: String| LinuxError::NoDisplay { display: seat.display().to_owned(), why };
        let our_seat = seat.clone();
        let connecting = spawn_blocking(move || {
            let (connection, screen) = our_seat.connect_display()?;
            Ok(Server::new(connection, screen))
        });
        match timeout(DEADLINE, connecting).await {
            Ok(Ok(server)) => {
                let (server, size) = server?.map_err(|error: XError| no_display(error.to_string()))?;
                Ok(Display { server: Arc::new(server), size, seat: Arc::new(seat.clone()) })
            }
            Ok(Err(error)) => Err(no_display(error.to_string())),
            Err(_) => Err(no_display(format!("no answer within {} s", DEADLINE.as_secs()))),
        }
    }

    /// The whole desktop's width and height.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The number of the window that is the whole desktop.
    pub(crate) fn root(&self) -> XWindow {
        self.server.root
    }

    /// Whether keys have other symbols for a while.
    pub(crate) fn has_bound_keys(&self) -> bool {
        !self.server.held().bound.is_empty()
    }

    pub(super) fn seat(&self) -> Arc<Seat> {
        Arc::clone(&self.seat)
    }

    /// Runs requests. They go on to their end even when nobody waits any more, so they are kept short.
    ///
    /// The outer error is that of a lost desktop.
    pub(crate) async fn run<T: Send + 'static>(
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
            Ok(Ok(Err(error @ XError::Lost(_)))) => Err(DesktopError::Lost(error.to_string())),
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
