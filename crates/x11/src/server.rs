//! The state behind X requests: the connection, held keys, cached pictures and their transport.

use crate::atoms::Atoms;
use crate::error::XError;
use crate::held::Held;
use crate::kept::Kept;
use crate::segment::CaptureTransport;
use deskpilot_core::Size;
use std::sync::{Mutex, MutexGuard, PoisonError};
use x11rb::connection::Connection;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::xproto::{ConnectionExt as _, Window as XWindow};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// The X connection with its shared state.
pub struct Server {
    pub(super) connection: RustConnection,
    pub(super) root: XWindow,
    pub(super) atoms: Atoms,
    held: Mutex<Held>,
    transport: Mutex<CaptureTransport>,
    kept: Mutex<Kept>,
    turn: Mutex<()>,
}

impl Server {
    pub(super) fn new(connection: RustConnection, screen: usize) -> Result<(Server, Size), XError> {
        let screen =
            connection.setup().roots.get(screen).ok_or_else(|| XError::Cannot("it has no screen".into()))?;
        let root = screen.root;
        let size = Size { width: screen.width_in_pixels.into(), height: screen.height_in_pixels.into() };
        let atoms = Atoms::new(&connection)?.reply()?;
        connection.xtest_get_version(2, 2)?.reply()?;
        connection.composite_query_version(0, 4)?.reply()?;
        // From then on every window keeps its pixels even where others cover it.
        connection.composite_redirect_subwindows(root, Redirect::AUTOMATIC)?.check()?;
        let (held, transport, kept, turn) = Default::default();
        Ok((Server { connection, root, atoms, held, transport, kept, turn }, size))
    }

    /// The keys and buttons held down.
    pub(super) fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How pictures come from the server.
    pub(super) fn transport(&self) -> MutexGuard<'_, CaptureTransport> {
        self.transport.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached pictures of windows.
    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lock that serialises jobs; released when dropped.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes all pending X events, so that none pile up.
    pub(super) fn hear(&self) -> Result<(), XError> {
        self.kept().hear(&self.connection)
    }

    /// Waits until the server has processed all requests, by a round trip.
    pub(super) fn sync(&self) -> Result<(), XError> {
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }
}
