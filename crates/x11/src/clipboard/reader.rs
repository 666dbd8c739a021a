//! Reads the clipboard's content from its owner.

use super::{ClipboardAtoms, MOST_BYTES, PATIENCE};
use crate::address::DisplayAddress;
use crate::error::XError;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, Property,
    Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// The content of the clipboard.
#[derive(Debug, PartialEq, Eq)]
pub enum ClipboardContent {
    /// It is empty.
    Empty,
    /// A text.
    Text(String),
    /// It has content that must not or cannot be read, and why.
    Unreadable(&'static str),
}

/// A client that requests the clipboard's content.
struct Reader {
    connection: RustConnection,
    window: XWindow,
    /// The clipboard's current owner.
    owner: XWindow,
    names: ClipboardAtoms,
    /// The deadline of the whole read, however steadily parts arrive.
    end: Instant,
}

pub(super) fn read(address: &DisplayAddress, end: Instant) -> Result<ClipboardContent, XError> {
    let (connection, screen) = address.connect()?;
    let root = connection.setup().roots.get(screen).map(|screen| screen.root).unwrap_or_default();
    let names = ClipboardAtoms::new(&connection)?.reply()?;
    let window = hidden_window(&connection, root)?;
    Reader { window, owner: x11rb::NONE, connection, names, end }.content()
}

/// An unmapped window, to receive events and properties.
pub(super) fn hidden_window(connection: &RustConnection, root: XWindow) -> Result<XWindow, XError> {
    let window = connection.generate_id()?;
    let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    // 0 is `CopyFromParent`; an `InputOnly` window may have no depth of its own.
    let (depth, visual) = (0, 0);
    connection
        .create_window(depth, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, visual, &events)?
        .check()?;
    Ok(window)
}

impl Reader {
    /// Requests the content from the clipboard's owner. If the owner exits before it replies, asks the next owner;
    /// without one the clipboard is empty.
    fn content(&mut self) -> Result<ClipboardContent, XError> {
        loop {
            self.owner = self.connection.get_selection_owner(self.names.CLIPBOARD)?.reply()?.owner;
            if self.owner == x11rb::NONE {
                return Ok(ClipboardContent::Empty);
            }
            match self.watch_owner().and_then(|()| self.requested_content()) {
                Err(XError::Gone) if Instant::now() < self.end => {}
                content => return content,
            }
        }
    }

    /// Asks the server to report when the owner's window is destroyed.
    fn watch_owner(&self) -> Result<(), XError> {
        let events = ChangeWindowAttributesAux::new().event_mask(EventMask::STRUCTURE_NOTIFY);
        // Checked: an owner that has just gone is an error here, and not a wait until the deadline.
        Ok(self.connection.change_window_attributes(self.owner, &events)?.check()?)
    }

    fn requested_content(&self) -> Result<ClipboardContent, XError> {
        let offered = self.offered()?;
        if offered.contains(&self.names.SECRET) {
            return Ok(ClipboardContent::Unreadable(
                "a password keeper put it there; ask the user to paste it",
            ));
        }
        let string = Atom::from(AtomEnum::STRING);
        // UTF-8 before `STRING`, which by ICCCM is Latin-1 and lacks most characters.
        let wanted = [self.names.UTF8_STRING, self.names.UTF8_TEXT, string];
        let Some(kind) = wanted.into_iter().find(|kind| offered.contains(kind)) else {
            return Ok(ClipboardContent::Unreadable("it is not text"));
        };
        match self.converted(kind)? {
            None => Ok(ClipboardContent::Unreadable("its owner refuses to provide it")),
            Some(bytes) if kind == string => {
                // Each byte of Latin-1 is the Unicode number of its character.
                Ok(ClipboardContent::Text(bytes.into_iter().map(char::from).collect()))
            }
            Some(bytes) => Ok(ClipboardContent::Text(String::from_utf8_lossy(&bytes).into_owned())),
        }
    }

    /// The targets that the owner offers.
    fn offered(&self) -> Result<Vec<Atom>, XError> {
        let bytes = self.converted(self.names.TARGETS)?.unwrap_or_default();
        // The server swaps values of 32 bits into the byte order of each client.
        let four = |bytes: &[u8]| bytes.try_into().map(u32::from_ne_bytes).ok();
        Ok(bytes.chunks_exact(4).filter_map(four).collect())
    }

    /// The content converted to this target; `None` where the owner refuses.
    fn converted(&self, kind: Atom) -> Result<Option<Vec<u8>>, XError> {
        let ClipboardAtoms { CLIPBOARD: clipboard, ANSWER: answer, .. } = self.names;
        self.connection.convert_selection(self.window, clipboard, kind, answer, x11rb::CURRENT_TIME)?;
        let property = self.wait(|event| match event {
            Event::SelectionNotify(it) if it.target == kind => Some(it.property),
            _ => None,
        })?;
        if property == x11rb::NONE {
            return Ok(None);
        }
        match self.take()? {
            // `take` deleted this property, which tells the owner to write the first part.
            (kind, _) if kind == self.names.INCR => self.in_parts().map(Some),
            (_, bytes) => Ok(Some(bytes)),
        }
    }

    /// Reads an `INCR` transfer; an empty part ends it.
    fn in_parts(&self) -> Result<Vec<u8>, XError> {
        // The notice of the `INCR` property came before `SelectionNotify`, and that wait has dropped it.
        let mut all = Vec::new();
        loop {
            self.wait(|event| match event {
                Event::PropertyNotify(it)
                    if it.atom == self.names.ANSWER && it.state == Property::NEW_VALUE =>
                {
                    Some(())
                }
                _ => None,
            })?;
            let (_, part) = self.take()?;
            if part.is_empty() {
                return Ok(all);
            }
            all.extend(part);
            if all.len() > MOST_BYTES {
                return Err(XError::Cannot(format!("it holds more than {MOST_BYTES} bytes")));
            }
        }
    }

    /// Reads and deletes the property: the deletion is the owner's sign that it was received.
    fn take(&self) -> Result<(Atom, Vec<u8>), XError> {
        // The protocol counts in units of four bytes.
        let most = u32::try_from(MOST_BYTES / 4).unwrap_or(u32::MAX);
        let any = AtomEnum::ANY;
        let got =
            self.connection.get_property(true, self.window, self.names.ANSWER, any, 0, most)?.reply()?;
        match got.bytes_after {
            0 => Ok((got.type_, got.value)),
            _ => Err(XError::Cannot(format!("it holds more than {MOST_BYTES} bytes"))),
        }
    }

    /// Waits for a wanted event. Each wait gives the owner its full time again; fails if the owner exits first.
    fn wait<T>(&self, wanted: impl Fn(&Event) -> Option<T>) -> Result<T, XError> {
        let deadline = self.end.min(Instant::now() + PATIENCE);
        // x11rb keeps requests in a buffer until a reply is awaited: the owner would never hear of the
        // request.
        self.connection.flush()?;
        loop {
            while let Some(event) = self.connection.poll_for_event()? {
                if let Some(found) = wanted(&event) {
                    return Ok(found);
                }
                if matches!(&event, Event::DestroyNotify(it) if it.window == self.owner) {
                    return Err(XError::Gone);
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(XError::Cannot("its owner did not answer in time".into()));
            }
            let time = Timespec::try_from(left).ok();
            let mut sockets = [PollFd::new(self.connection.stream(), PollFlags::IN)];
            match poll(&mut sockets, time.as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(XError::Lost(error.to_string())),
            }
        }
    }
}
