//! Watches where and when a program draws, through the DAMAGE extension, and when it takes the clipboard.

use crate::address::DisplayAddress;
use crate::display::Display;
use crate::error::XError;
use crate::event_socket::event_socket;
use crate::geometry::bounding_rect;
use deskpilot_core::Rect;
use deskpilot_desktop::DesktopError;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, timeout, timeout_at};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::damage::{self, ConnectionExt as _, ReportLevel};
use x11rb::protocol::xfixes::{ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Rectangle, Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

/// How long setting up a watch may take.
const DEADLINE: Duration = Duration::from_secs(5);
/// The largest drawing still taken for a blinking caret: width and height in pixels.
const CARET: (u32, u32) = (8, 48);

/// What a program drew since the watch began. Rectangles are in desktop pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damage {
    /// How many drawings were larger than a caret.
    pub count: u64,
    /// How many drawings may have been a blinking caret.
    pub(crate) carets: u64,
    /// When the last larger drawing arrived.
    pub last: Option<Instant>,
    /// The rectangle of the last larger drawing.
    pub(crate) latest: Rect,
    /// The bounding rectangle of all larger drawings.
    pub(crate) area: Rect,
    /// When it last took the clipboard.
    pub copied: Option<Instant>,
}

/// What an event reports about a program.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ProgramEvent {
    /// It drew in this rectangle, or a window opened or closed there.
    Drew(Rect),
    /// It took the clipboard.
    TookClipboard,
}

impl Damage {
    fn record(&mut self, event: ProgramEvent) {
        match event {
            ProgramEvent::Drew(drawn) => self.record_drawing(drawn),
            ProgramEvent::TookClipboard => self.copied = Some(Instant::now()),
        }
    }

    fn record_drawing(&mut self, drawn: Rect) {
        if drawn.width <= CARET.0 && drawn.height <= CARET.1 {
            self.carets += 1;
            return;
        }
        self.count += 1;
        self.last = Some(Instant::now());
        self.latest = drawn;
        self.area = if self.area.is_empty() { drawn } else { bounding_rect(self.area, drawn) };
    }
}

/// Watches what one program draws, until it is dropped.
///
/// It has its own connection: closing that cancels everything requested from the server.
#[derive(Debug)]
pub struct DamageWatch {
    damage: Arc<watch::Sender<Damage>>,
    updates: watch::Receiver<Damage>,
    listening: JoinHandle<()>,
}

impl Display {
    /// Watches the program that made these windows: what it draws in its windows, dialogs and menus, including those
    /// that open later. `None` where the X server lacks the DAMAGE extension, or gives no further connection now. Takes at
    /// most 10 s.
    pub async fn watch(&self, windows: Vec<XWindow>) -> Result<Option<DamageWatch>, DesktopError> {
        let address = self.address();
        let beginning = spawn_blocking(move || Listener::begin(&address, &windows));
        if let Ok(Ok(Ok(listener))) = timeout(DEADLINE, beginning).await
            && let Ok(watch) = DamageWatch::of(listener)
        {
            return Ok(Some(watch));
        }
        // Only the open connection can prove that the desktop is gone.
        self.check().await.map(|()| None)
    }
}

impl DamageWatch {
    fn of(listener: Listener) -> io::Result<DamageWatch> {
        let (damage, updates) = watch::channel(Damage::default());
        let (damage, socket) = (Arc::new(damage), event_socket(&listener.connection)?);
        let listening = tokio::spawn(listener.listen(socket, Arc::clone(&damage)));
        Ok(DamageWatch { damage, updates, listening })
    }

    /// What the program drew so far.
    pub fn snapshot(&self) -> Damage {
        *self.updates.borrow()
    }

    /// Resets the record.
    pub fn reset(&self) {
        self.damage.send_modify(|damage| *damage = Damage::default());
    }

    /// Waits for the next event, a caret's drawing included; `false` if none arrived before the deadline.
    pub async fn next(&mut self, deadline: Instant) -> bool {
        matches!(timeout_at(deadline, self.updates.changed()).await, Ok(Ok(())))
    }
}

impl Drop for DamageWatch {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// The watch's own connection to the X server.
struct Listener {
    connection: RustConnection,
    root: XWindow,
    /// The resource id base of each of the program's connections: the server gives each a range of its own.
    ranges: Vec<XWindow>,
    /// The bits of a window id that hold that base.
    mask: XWindow,
    /// The last reported rectangles of its children of the root window.
    places: HashMap<XWindow, Rect>,
}

impl Listener {
    fn begin(address: &DisplayAddress, windows: &[XWindow]) -> Result<Listener, XError> {
        let (connection, screen) = address.connect()?;
        if connection.extension_information(damage::X11_EXTENSION_NAME)?.is_none() {
            return Err(XError::Cannot("the X server does not report what is drawn".into()));
        }
        // Both extensions refuse other requests until the client has named the version that it speaks.
        connection.xfixes_query_version(5, 0)?.reply()?;
        connection.damage_query_version(1, 1)?.reply()?;
        let setup = connection.setup();
        let root = setup.roots.get(screen).map(|screen| screen.root);
        let root = root.ok_or_else(|| XError::Cannot("it has no screen".into()))?;
        let mask = !setup.resource_id_mask;
        let ranges = windows.iter().map(|window| window & mask).collect();
        let mut listener = Listener { connection, root, ranges, mask, places: HashMap::new() };
        listener.watch_all(windows)?;
        listener.watch_clipboard()?;
        listener.discard_initial_events()?;
        Ok(listener)
    }

    /// The server first reports everything there as drawn: discards that, and returns once the server has done so too. It
    /// would not report what a program draws before.
    fn discard_initial_events(&mut self) -> Result<(), XError> {
        self.connection.get_input_focus()?.reply()?;
        while let Some(event) = self.connection.poll_for_event()? {
            self.interpret(&event)?;
        }
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }

    /// Subscribes to new windows first and then lists the open ones, so that none is missed in between.
    fn watch_all(&self, windows: &[XWindow]) -> Result<(), XError> {
        let opening = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        self.connection.change_window_attributes(self.root, &opening)?;
        windows.iter().try_for_each(|window| self.watch_one(*window))?;
        let tops = self.connection.query_tree(self.root)?.reply()?.children;
        let asked: Result<Vec<_>, _> = tops.iter().map(|top| self.connection.query_tree(*top)).collect();
        let mut ours: Vec<XWindow> = tops.into_iter().filter(|top| self.is_ours(*top)).collect();
        for answer in asked? {
            // A window manager's frame contains the program's window; a frame destroyed in the meantime contains none.
            let framed = answer.reply().map(|tree| tree.children).unwrap_or_default();
            ours.extend(framed.into_iter().filter(|child| self.is_ours(*child)));
        }
        ours.retain(|it| !windows.contains(it));
        ours.into_iter().try_for_each(|it| self.watch_one(it))?;
        Ok(self.connection.flush()?)
    }

    fn watch_clipboard(&self) -> Result<(), XError> {
        let clipboard = self.connection.intern_atom(false, b"CLIPBOARD")?.reply()?.atom;
        // The server reports each claim, also one by the present owner, so that a second copy of a program
        // shows.
        let mask = SelectionEventMask::SET_SELECTION_OWNER;
        self.connection.xfixes_select_selection_input(self.root, clipboard, mask)?;
        Ok(())
    }

    fn is_ours(&self, window: XWindow) -> bool {
        self.ranges.contains(&(window & self.mask))
    }

    /// For a window that is gone or cannot be drawn in, the server sends an error, which is ignored.
    fn watch_one(&self, window: XWindow) -> Result<(), XError> {
        let damage = self.connection.generate_id()?;
        self.connection.damage_create(damage, window, ReportLevel::DELTA_RECTANGLES)?;
        Ok(())
    }

    async fn listen(mut self, socket: UnixStream, damage: Arc<watch::Sender<Damage>>) {
        // Events read before the first wait are already in the queue and would not wake the task.
        let mut reading = self.read_events(&damage);
        while reading.is_ok() && socket.readable().await.is_ok() {
            let _ = socket.try_io(Interest::READABLE, || {
                reading = self.read_events(&damage);
                // Everything is read: the next wait is for new data.
                Err::<(), _>(io::ErrorKind::WouldBlock.into())
            });
        }
    }

    fn read_events(&mut self, damage: &watch::Sender<Damage>) -> Result<(), XError> {
        while let Some(event) = self.connection.poll_for_event()? {
            let event = self.interpret(&event)?;
            // Send our requests first: a reader that acts on the news must not overtake them.
            self.connection.flush()?;
            if let Some(event) = event {
                damage.send_modify(|damage| damage.record(event));
            }
        }
        Ok(())
    }

    /// What an event reports: a drawing, a window that opened or closed, or a copy.
    fn interpret(&mut self, event: &Event) -> Result<Option<ProgramEvent>, XError> {
        match event {
            Event::XfixesSelectionNotify(event) if self.is_ours(event.owner) => {
                return Ok(Some(ProgramEvent::TookClipboard));
            }
            Event::DamageNotify(event) => {
                // The server reports a region only once until it is subtracted.
                self.connection.damage_subtract(event.damage, x11rb::NONE, x11rb::NONE)?;
                // The area counts from the window's corner; the geometry has that corner on the desktop.
                let (of, place) = (rect(event.area), rect(event.geometry));
                let drawn = Rect::new(of.x + place.x, of.y + place.y, of.width, of.height);
                return Ok(Some(ProgramEvent::Drew(drawn)));
            }
            Event::CreateNotify(event) if self.is_ours(event.window) => {
                self.watch_one(event.window)?;
                let place =
                    Rect::new(event.x.into(), event.y.into(), event.width.into(), event.height.into());
                self.places.insert(event.window, place);
            }
            Event::ConfigureNotify(event) if self.is_ours(event.window) => {
                let place =
                    Rect::new(event.x.into(), event.y.into(), event.width.into(), event.height.into());
                self.places.insert(event.window, place);
            }
            Event::MapNotify(event) => {
                return Ok(self.places.get(&event.window).copied().map(ProgramEvent::Drew));
            }
            Event::UnmapNotify(event) => {
                // DAMAGE reports nothing here: what the window covered keeps its pixels and is not drawn
                // again.
                return Ok(self.places.get(&event.window).copied().map(ProgramEvent::Drew));
            }
            Event::DestroyNotify(event) => drop(self.places.remove(&event.window)),
            _ => {}
        }
        Ok(None)
    }
}

fn rect(of: Rectangle) -> Rect {
    Rect::new(of.x.into(), of.y.into(), of.width.into(), of.height.into())
}

#[cfg(test)]
mod tests;
