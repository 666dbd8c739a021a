//! The state behind X requests: the connection, held keys, cached pictures and their transport.

use crate::atoms::Atoms;
use crate::error::XError;
use crate::held_input::HeldInput;
use crate::picture_cache::PictureCache;
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
    held: Mutex<HeldInput>,
    transport: Mutex<CaptureTransport>,
    pictures: Mutex<PictureCache>,
    turn: Mutex<()>,
}

impl Server {
    pub(super) fn new(connection: RustConnection, screen: usize) -> Result<(Server, Size), XError> {
        let screen =
            connection.setup().roots.get(screen).ok_or_else(|| XError::Cannot("it has no screen".into()))?;
        let root = screen.root;
        let size = Size { width: screen.width_in_pixels.into(), height: screen.height_in_pixels.into() };
        let atoms = Atoms::new(&connection)?.reply()?;
        // Both fail on a server without the extension, and Composite takes no other request before this one.
        connection.xtest_get_version(2, 2)?.reply()?;
        connection.composite_query_version(0, 4)?.reply()?;
        // From then on every window keeps its pixels even where others cover it.
        connection.composite_redirect_subwindows(root, Redirect::AUTOMATIC)?.check()?;
        let (held, transport, pictures, turn) = Default::default();
        Ok((Server { connection, root, atoms, held, transport, pictures, turn }, size))
    }

    /// The keys and buttons held down.
    pub(super) fn held(&self) -> MutexGuard<'_, HeldInput> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How pictures come from the server.
    pub(super) fn transport(&self) -> MutexGuard<'_, CaptureTransport> {
        self.transport.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached pictures of windows.
    pub(super) fn pictures(&self) -> MutexGuard<'_, PictureCache> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lock that serialises jobs; released when dropped.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes all pending X events, so that none pile up.
    pub(super) fn process_events(&self) -> Result<(), XError> {
        self.pictures().process_events(&self.connection)
    }

    /// Waits until the server has processed all requests, by a round trip.
    pub(super) fn sync(&self) -> Result<(), XError> {
        // The cheapest request that has a reply; Xlib's `XSync` sends it too.
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }
}
