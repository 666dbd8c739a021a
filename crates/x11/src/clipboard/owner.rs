//! Owns the clipboard and serves its text to applications that request it.

use super::reader::hidden_window;
use super::{ClipboardAtoms, PATIENCE};
use crate::address::DisplayAddress;
use crate::error::XError;
use rustix::event::{PollFd, PollFlags, poll};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode, Property,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window as XWindow,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Texts longer than this many bytes are sent in parts of this size.
/// A request of the core protocol has at most 256 KiB; longer properties go in parts (`INCR`, ICCCM 2.7.2).
const PART: usize = 64 * 1024;

/// Our side of the clipboard. Dropping it ends the serving thread, and the text is lost.
pub(super) struct Owner {
    server: Arc<ClipboardServer>,
    /// A byte wakes the thread; closing the stream stops it.
    waker: UnixStream,
}

/// State shared by the thread and the owner.
struct ClipboardServer {
    connection: RustConnection,
    window: XWindow,
    names: ClipboardAtoms,
    text: Mutex<Arc<str>>,
}

/// A text being sent in parts.
struct Transfer {
    to: XWindow,
    property: Atom,
    kind: Atom,
    text: Arc<str>,
    done: usize,
    /// The deadline for the requestor to take the current part.
    until: Instant,
}

impl Owner {
    pub(super) fn start(address: &DisplayAddress) -> Result<Owner, XError> {
        let (connection, screen) = address.connect()?;
        let root = connection.setup().roots.get(screen).map(|screen| screen.root).unwrap_or_default();
        let names = ClipboardAtoms::new(&connection)?.reply()?;
        let window = hidden_window(&connection, root)?;
        let server = Arc::new(ClipboardServer { connection, window, names, text: Mutex::new("".into()) });
        let lost = |error: std::io::Error| XError::Cannot(format!("the clipboard cannot be served: {error}"));
        let (waker, woken) = UnixStream::pair().map_err(lost)?;
        let serving = Arc::clone(&server);
        thread::Builder::new().name("clipboard".into()).spawn(move || serving.serve(woken)).map_err(lost)?;
        Ok(Owner { server, waker })
    }

    /// Puts the text on the clipboard.
    pub(super) fn offer(&self, text: &str) -> Result<(), XError> {
        let ClipboardServer { connection, window, names, text: offered } = self.server.as_ref();
        // The text first: a request may arrive as soon as the window owns the clipboard.
        *offered.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
        connection.set_selection_owner(*window, names.CLIPBOARD, x11rb::CURRENT_TIME)?;
        // SetSelectionOwner reports no failure, so ICCCM 2.1 has the new owner ask who owns the selection
        // now.
        let owner = connection.get_selection_owner(names.CLIPBOARD)?.reply()?.owner;
        // Waiting for the reply may have read a selection request into the queue: wake the thread.
        (&self.waker).write_all(&[1]).map_err(|error| XError::Lost(error.to_string()))?;
        match owner == *window {
            true => Ok(()),
            false => Err(XError::Cannot("another application took the clipboard at the same moment".into())),
        }
    }
}

impl ClipboardServer {
    /// Serves requests until the owner is dropped or the server is gone.
    fn serve(&self, mut woken: UnixStream) {
        let mut transfers = Vec::new();
        while self.answer_all(&mut transfers).is_ok() {
            let mut sockets =
                [PollFd::new(self.connection.stream(), PollFlags::IN), PollFd::new(&woken, PollFlags::IN)];
            // No timeout: dropping the owner ends the wait.
            let waited = poll(&mut sockets, None);
            let is_woken = !sockets[1].revents().is_empty();
            // Reading nothing is the end of the stream: the owner was dropped.
            let is_ended = is_woken && !matches!(woken.read(&mut [0; 64]), Ok(1..));
            if is_ended || !matches!(waited, Ok(_) | Err(rustix::io::Errno::INTR)) {
                return;
            }
        }
    }

    fn answer_all(&self, transfers: &mut Vec<Transfer>) -> Result<(), XError> {
        while let Some(event) = self.next_event()? {
            match event {
                Event::SelectionRequest(request) => transfers.extend(self.answer(&request)?),
                Event::PropertyNotify(it) if it.state == Property::DELETE => {
                    self.send_next_part(transfers, it.window, it.atom)?;
                }
                _ => {}
            }
        }
        let now = Instant::now();
        // A requestor that has ended deletes no property any more; without a deadline its transfer would stay
        // for ever.
        transfers.retain(|it| it.until > now);
        Ok(())
    }

    /// The next event; `None` when there is none and everything is sent. Polls again after flushing: while the server
    /// is slow to accept data, x11rb reads events into its queue, and waiting on the socket would miss them.
    fn next_event(&self) -> Result<Option<Event>, XError> {
        if let Some(event) = self.connection.poll_for_event()? {
            return Ok(Some(event));
        }
        self.connection.flush()?;
        Ok(self.connection.poll_for_event()?)
    }

    /// Answers one request; returns the transfer it starts if the text is long.
    fn answer(&self, request: &SelectionRequestEvent) -> Result<Option<Transfer>, XError> {
        // Old clients leave out the property.
        let property = if request.property == x11rb::NONE { request.target } else { request.property };
        let (connection, to) = (&self.connection, request.requestor);
        let text = Arc::clone(&self.text.lock().unwrap_or_else(PoisonError::into_inner));
        let names = &self.names;
        let mut begun = None;
        let mut granted = property;
        if request.target == names.TARGETS {
            let all = [names.TARGETS, names.UTF8_STRING, names.UTF8_TEXT];
            connection.change_property32(PropMode::REPLACE, to, property, AtomEnum::ATOM, &all)?;
        } else if request.target != names.UTF8_STRING && request.target != names.UTF8_TEXT {
            // ICCCM: the property `None` in the notice says that the owner refuses this target.
            granted = x11rb::NONE;
        } else if text.len() <= PART {
            let bytes = text.as_bytes();
            connection.change_property8(PropMode::REPLACE, to, property, request.target, bytes)?;
        } else {
            // The requestor deletes the property to ask for the next part. Subscribes before it sends the
            // notice, else the first deletion could be missed.
            let deletions = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
            connection.change_window_attributes(to, &deletions)?;
            // In the INCR property stands a lower bound of the size, not a part of the text.
            let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
            connection.change_property32(PropMode::REPLACE, to, property, names.INCR, &[size])?;
            let (kind, until) = (request.target, Instant::now() + PATIENCE);
            begun = Some(Transfer { to, property, kind, text, done: 0, until });
        }
        connection.send_event(false, to, EventMask::NO_EVENT, notice(request, granted))?;
        Ok(begun)
    }

    /// The requestor deleted the last part: writes the next one.
    fn send_next_part(
        &self,
        transfers: &mut Vec<Transfer>,
        to: XWindow,
        property: Atom,
    ) -> Result<(), XError> {
        let Some(at) = transfers.iter().position(|it| it.to == to && it.property == property) else {
            return Ok(());
        };
        let transfer = &mut transfers[at];
        let rest = &transfer.text.as_bytes()[transfer.done..];
        let part = &rest[..rest.len().min(PART)];
        self.connection.change_property8(PropMode::REPLACE, to, property, transfer.kind, part)?;
        transfer.done += part.len();
        transfer.until = Instant::now() + PATIENCE;
        // An empty part says that the text is complete; it was written above.
        if part.is_empty() {
            transfers.swap_remove(at);
        }
        Ok(())
    }
}

fn notice(request: &SelectionRequestEvent, property: Atom) -> SelectionNotifyEvent {
    SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: request.time,
        requestor: request.requestor,
        selection: request.selection,
        target: request.target,
        property,
    }
}
