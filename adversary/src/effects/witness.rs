//! Reads the truth: from the recorder in the window, and from the X server.

use super::truth::{ScreenState, Truth, WindowState};
use crate::policy::INSIDE;
use anyhow::{Context, Result};
use deskpilot_linux::Seat;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    io::AsyncReadExt,
    net::UnixStream,
    time::{Instant, sleep, timeout},
};
use x11rb::{
    connection::Connection,
    protocol::{
        Event,
        xfixes::{ConnectionExt as _, SelectionEventMask},
        xproto::{Atom, AtomEnum, ConnectionExt as _, ImageFormat, MapState, Window},
    },
    rust_connection::RustConnection,
};

/// How long a window may take to answer.
const ANSWER: Duration = Duration::from_secs(6);
/// The pause between two readings, which must be the same.
const PAUSE: Duration = Duration::from_millis(120);
/// How long to wait until two readings are the same.
const RESTLESS: Duration = Duration::from_secs(2);
/// The most of a property that is read, in words of four bytes.
const MAX_WORDS: u32 = 1024;

/// Whether the pixels belong to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pixels {
    /// The recorder does not know all that its window shows.
    Read,
    /// It knows everything.
    Ignored,
}

/// Reads the truth about the window of a block.
pub(crate) struct Witness {
    socket: PathBuf,
    pixels: Pixels,
    server: RustConnection,
    root: Window,
    atoms: Atoms,
    copies: u32,
}

struct Atoms {
    clients: Atom,
    active: Atom,
    title: Atom,
    utf8: Atom,
    kind: Atom,
    tip: Atom,
}

impl Witness {
    /// A witness on this desktop, whose windows append to this record.
    pub(crate) fn on(seat: &Seat, record: &Path, pixels: Pixels) -> Result<Witness> {
        let (server, screen) = seat.connect_display()?;
        let root = server.setup().roots.get(screen).context("the desktop has no screen")?.root;
        let atom = |name: &[u8]| -> Result<Atom> { Ok(server.intern_atom(false, name)?.reply()?.atom) };
        let atoms = Atoms {
            clients: atom(b"_NET_CLIENT_LIST")?,
            active: atom(b"_NET_ACTIVE_WINDOW")?,
            title: atom(b"_NET_WM_NAME")?,
            utf8: atom(b"UTF8_STRING")?,
            kind: atom(b"_NET_WM_WINDOW_TYPE")?,
            tip: atom(b"_NET_WM_WINDOW_TYPE_TOOLTIP")?,
        };
        let clipboard = atom(b"CLIPBOARD")?;
        server.xfixes_query_version(5, 0)?.reply()?;
        server.xfixes_select_selection_input(root, clipboard, SelectionEventMask::SET_SELECTION_OWNER)?;
        server.flush()?;
        let socket = PathBuf::from(format!("{}.{INSIDE}", record.display()));
        Ok(Witness { socket, pixels, server, root, atoms, copies: 0 })
    }

    /// The truth once it stays as it is.
    pub(crate) async fn settled(&mut self) -> Result<Truth> {
        let end = Instant::now() + RESTLESS;
        let mut last = self.truth().await?;
        loop {
            sleep(PAUSE).await;
            let now = self.truth().await?;
            if now.is_same(&last) || Instant::now() > end {
                return Ok(now);
            }
            last = now;
        }
    }

    async fn truth(&mut self) -> Result<Truth> {
        let state = timeout(ANSWER, self.state()).await;
        let unknown = |why: String| WindowState { unknown: Some(why), ..WindowState::default() };
        let state = match state {
            Ok(Ok(state)) => state,
            Ok(Err(error)) => unknown(format!("{error:#}")),
            Err(_) => unknown("it did not answer in time".into()),
        };
        Ok(Truth { state, screen: self.screen()? })
    }

    async fn state(&self) -> Result<WindowState> {
        let mut text = String::new();
        UnixStream::connect(&self.socket).await?.read_to_string(&mut text).await?;
        serde_json::from_str(&text).with_context(|| format!("the window answered {text:?}"))
    }

    fn screen(&mut self) -> Result<ScreenState> {
        while let Some(event) = self.server.poll_for_event()? {
            self.copies += u32::from(matches!(event, Event::XfixesSelectionNotify(_)));
        }
        let pixels = match self.pixels {
            Pixels::Ignored => None,
            Pixels::Read => Some(self.picture()?),
        };
        let at = self.server.query_pointer(self.root)?.reply()?;
        let active = self.property(self.root, self.atoms.active, AtomEnum::WINDOW.into())?;
        let active = active.as_chunks().0.first().map_or(0, |bytes| Window::from_ne_bytes(*bytes));
        let (windows, pointer) = (self.windows()?, (at.root_x, at.root_y));
        Ok(ScreenState { windows, active, pointer, copies: self.copies, pixels })
    }

    fn picture(&self) -> Result<Vec<u8>> {
        let size = self.server.get_geometry(self.root)?.reply()?;
        let image =
            self.server.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, size.width, size.height, !0)?;
        Ok(image.reply()?.data)
    }

    /// The windows, and the menus and pop-ups that no window manager sees. Tool tips come with the pointer alone.
    fn windows(&self) -> Result<BTreeMap<u32, String>> {
        let clients = self.property(self.root, self.atoms.clients, AtomEnum::WINDOW.into())?;
        let clients = clients.as_chunks().0.iter().map(|bytes| Window::from_ne_bytes(*bytes));
        // A window that closed since the list was read has no title.
        let mut windows: BTreeMap<u32, String> =
            clients.filter_map(|id| Some((id, self.in_words(id).ok()?))).collect();
        for child in self.server.query_tree(self.root)?.reply()?.children {
            if !windows.contains_key(&child) && self.is_popup(child).unwrap_or(false) {
                windows.insert(child, "a pop-up".into());
            }
        }
        Ok(windows)
    }

    /// The title of a window, and its place.
    fn in_words(&self, window: Window) -> Result<String> {
        let title = self.property(window, self.atoms.title, self.atoms.utf8)?;
        let size = self.server.get_geometry(window)?.reply()?;
        let at = self.server.translate_coordinates(window, self.root, 0, 0)?.reply()?;
        let title = String::from_utf8_lossy(&title);
        Ok(format!("{title} at {},{} {}x{}", at.dst_x, at.dst_y, size.width, size.height))
    }

    fn is_popup(&self, window: Window) -> Result<bool> {
        let attributes = self.server.get_window_attributes(window)?.reply()?;
        if !attributes.override_redirect || attributes.map_state != MapState::VIEWABLE {
            return Ok(false);
        }
        let kinds = self.property(window, self.atoms.kind, AtomEnum::ATOM.into())?;
        let is_tip = kinds.as_chunks().0.iter().any(|it| Atom::from_ne_bytes(*it) == self.atoms.tip);
        let place = self.server.get_geometry(window)?.reply()?;
        Ok(!is_tip && place.width > 2 && place.height > 2 && place.x >= 0 && place.y >= 0)
    }

    fn property(&self, window: Window, name: Atom, kind: Atom) -> Result<Vec<u8>> {
        Ok(self.server.get_property(false, window, name, kind, 0, MAX_WORDS)?.reply()?.value)
    }
}
