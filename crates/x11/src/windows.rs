//! Lists the top-level windows, with their titles, states and frames.

use crate::error::XError;
use crate::server::Server;
use crate::stacking::{ask_children, children, mapped_children, popups_among};
use crate::window_data::{Client, Pending, PendingRect, Popup, numbers, rect_of, window_in};
use deskpilot_core::{Rect, WindowState};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt, GetPropertyReply, QueryTreeReply, Window as XWindow,
};

/// The most of a property to read, in units of four bytes.
const LONG: u32 = 4096;

/// Every top-level window a person could see or restore, the topmost first.
pub fn clients(server: &Server) -> Result<Vec<Client>, XError> {
    let list = server.ask_list()?.answer()?;
    let asked = server.ask_clients(&list)?;
    server.clients(asked, list.active)
}

/// The same, together with the open menus and other popups of the program that made the window `of`, the topmost last.
/// Pipelines the requests of both, which takes hardly longer than either.
pub fn clients_and_popups(server: &Server, of: XWindow) -> Result<(Vec<Client>, Vec<Popup>), XError> {
    let (list, children) = (server.ask_list()?, server.connection.query_tree(server.root)?);
    let (list, children) = (list.answer()?, children.reply()?.children);
    let (asked, children) = (server.ask_clients(&list)?, ask_children(server, children)?);
    let clients = server.clients(asked, list.active)?;
    // A program may have several connections, such as one of its toolkit.
    let process = clients.iter().find(|client| client.id == of).and_then(|client| client.process);
    let same = clients.iter().filter(|client| client.process.is_some() && client.process == process);
    let popups = popups_among(server, mapped_children(children), same.map(|client| client.id).chain([of]))?;
    Ok((clients, popups))
}

/// One top-level window; [`XError::Gone`] where it does not exist.
pub(super) fn client(server: &Server, id: XWindow) -> Result<Client, XError> {
    let mut list = server.ask_list()?.answer()?;
    list.stacking.retain(|it| *it == id);
    let asked = server.ask_clients(&list)?;
    server.clients(asked, list.active)?.pop().ok_or(XError::Gone)
}

/// Pending requests for the list of windows.
struct PendingList<'a> {
    server: &'a Server,
    active: Pending<'a, GetPropertyReply>,
    stacking: Pending<'a, GetPropertyReply>,
}

/// The list of windows.
struct ClientList {
    active: Option<XWindow>,
    /// In stacking order, the topmost last.
    stacking: Vec<XWindow>,
}

impl PendingList<'_> {
    fn answer(self) -> Result<ClientList, XError> {
        let active = window_in(&self.active.reply()?);
        let stacking = match self.stacking.reply()?.value32() {
            Some(windows) => windows.collect(),
            // Without a window manager: the mapped windows.
            None => {
                let mapped = children(self.server)?.into_iter();
                mapped.filter(|child| !child.is_popup).map(|child| child.window).collect()
            }
        };
        Ok(ClientList { active, stacking })
    }
}

/// Pending requests about one window.
struct PendingClient<'a> {
    id: XWindow,
    title: Pending<'a, GetPropertyReply>,
    old_title: Pending<'a, GetPropertyReply>,
    class: Pending<'a, GetPropertyReply>,
    process: Pending<'a, GetPropertyReply>,
    kinds: Pending<'a, GetPropertyReply>,
    states: Pending<'a, GetPropertyReply>,
    shadow: Pending<'a, GetPropertyReply>,
    owner: Pending<'a, GetPropertyReply>,
    rect: PendingRect<'a>,
    tree: Pending<'a, QueryTreeReply>,
}

/// A window whose frame is still to be read.
struct UnframedClient<'a> {
    client: Client,
    shadow: Vec<u32>,
    /// Its parent if that is not the root window: usually the frame, with pending requests.
    parent: Option<(XWindow, PendingRect<'a>, Pending<'a, QueryTreeReply>)>,
}

impl Server {
    fn ask_list(&self) -> Result<PendingList<'_>, XError> {
        let ask =
            |list: Atom| self.connection.get_property(false, self.root, list, AtomEnum::WINDOW, 0, LONG);
        let active = ask(self.atoms._NET_ACTIVE_WINDOW)?;
        Ok(PendingList { server: self, active, stacking: ask(self.atoms._NET_CLIENT_LIST_STACKING)? })
    }

    /// The topmost first.
    fn ask_clients(&self, list: &ClientList) -> Result<Vec<PendingClient<'_>>, XError> {
        list.stacking.iter().rev().map(|id| self.ask_client(*id)).collect()
    }

    fn ask_client(&self, id: XWindow) -> Result<PendingClient<'_>, XError> {
        let atoms = &self.atoms;
        let get = |name: Atom, kind: Atom| self.connection.get_property(false, id, name, kind, 0, LONG);
        Ok(PendingClient {
            id,
            title: get(atoms._NET_WM_NAME, atoms.UTF8_STRING)?,
            old_title: get(AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?,
            class: get(AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?,
            process: get(atoms._NET_WM_PID, AtomEnum::CARDINAL.into())?,
            kinds: get(atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM.into())?,
            states: get(atoms._NET_WM_STATE, AtomEnum::ATOM.into())?,
            shadow: get(atoms._GTK_FRAME_EXTENTS, AtomEnum::CARDINAL.into())?,
            owner: get(atoms.WM_TRANSIENT_FOR, AtomEnum::WINDOW.into())?,
            rect: self.ask_rect(id)?,
            tree: self.connection.query_tree(id)?,
        })
    }

    /// The requested windows, without those closed in the meantime and those nobody works in: panels, the desktop
    /// background, and splash screens.
    fn clients(&self, asked: Vec<PendingClient<'_>>, active: Option<XWindow>) -> Result<Vec<Client>, XError> {
        // First all windows, then all frames: two round trips together, and not two for each window.
        let unframed: Vec<_> = asked.into_iter().filter_map(|asked| self.unframed(asked, active)).collect();
        unframed
            .into_iter()
            .filter_map(|unframed| unless_gone(unframed.and_then(|it| self.framed(it))))
            .collect()
    }

    /// `None` for windows nobody works in, such as panels, and for closed ones.
    fn unframed(
        &self,
        asked: PendingClient<'_>,
        active: Option<XWindow>,
    ) -> Option<Result<UnframedClient<'_>, XError>> {
        unless_gone(self.answer(asked, active)).and_then(Result::transpose)
    }

    fn answer(
        &self,
        asked: PendingClient<'_>,
        active: Option<XWindow>,
    ) -> Result<Option<UnframedClient<'_>>, XError> {
        let (id, atoms) = (asked.id, &self.atoms);
        let kinds = numbers(&asked.kinds.reply()?);
        let no_windows = [
            atoms._NET_WM_WINDOW_TYPE_DESKTOP,
            atoms._NET_WM_WINDOW_TYPE_DOCK,
            atoms._NET_WM_WINDOW_TYPE_SPLASH,
        ];
        if no_windows.iter().any(|it| kinds.contains(it)) {
            return Ok(None);
        }
        // EWMH's `_NET_WM_NAME` is UTF-8; ICCCM's `WM_NAME`, which old programs set alone, may be anything.
        let (title, old_title) = (text(&asked.title.reply()?), text(&asked.old_title.reply()?));
        let (class, process) = (asked.class.reply()?, numbers(&asked.process.reply()?).first().copied());
        let states = numbers(&asked.states.reply()?);
        let inner = rect_of(asked.rect)?;
        let parent = match asked.tree.reply()?.parent {
            parent if parent == self.root || parent == x11rb::NONE => None,
            parent => Some((parent, self.ask_rect(parent)?, self.connection.query_tree(parent)?)),
        };
        let client = Client {
            id,
            title: title.or(old_title).unwrap_or_default(),
            application: class_name(&class).or_else(|| program_of(process?)).unwrap_or_default(),
            process,
            inner,
            outer: inner,
            toplevel: id,
            state: self.state(&states),
            modal: states.contains(&atoms._NET_WM_STATE_MODAL),
            active: active == Some(id),
            transient_for: window_in(&asked.owner.reply()?),
        };
        Ok(Some(UnframedClient { client, shadow: numbers(&asked.shadow.reply()?), parent }))
    }

    fn framed(&self, unframed: UnframedClient<'_>) -> Result<Client, XError> {
        let UnframedClient { client, shadow, parent } = unframed;
        let (toplevel, frame) = match parent {
            None => (client.id, client.inner),
            Some((parent, rect, tree)) => match tree.reply()?.parent {
                // The window manager's frame is nearly always a child of the root window; only nested frames
                // need more round trips.
                above if above == self.root || above == x11rb::NONE => (parent, rect_of(rect)?),
                above => {
                    let toplevel = self.toplevel_of(above)?;
                    (toplevel, self.rect_on_desktop(toplevel)?)
                }
            },
        };
        Ok(Client { toplevel, outer: without_shadow(frame, &shadow), ..client })
    }

    fn state(&self, states: &[u32]) -> WindowState {
        let has = |atom: Atom| states.contains(&atom);
        // Asked first: a minimized window keeps its other states, and EWMH calls it hidden.
        if has(self.atoms._NET_WM_STATE_HIDDEN) {
            WindowState::Minimized
        } else if has(self.atoms._NET_WM_STATE_MAXIMIZED_HORZ) && has(self.atoms._NET_WM_STATE_MAXIMIZED_VERT)
        {
            WindowState::Maximized
        } else {
            WindowState::Normal
        }
    }
}

/// `None` for a window closed in the meantime.
fn unless_gone<T>(answer: Result<T, XError>) -> Option<Result<T, XError>> {
    (!matches!(answer, Err(XError::Gone))).then_some(answer)
}

fn text(reply: &GetPropertyReply) -> Option<String> {
    (!reply.value.is_empty()).then(|| String::from_utf8_lossy(&reply.value).into_owned())
}

/// The class, the second of two names: the first is the name of the instance.
fn class_name(reply: &GetPropertyReply) -> Option<String> {
    let class = reply.value.split(|byte| *byte == 0).nth(1)?;
    (!class.is_empty()).then(|| String::from_utf8_lossy(class).to_lowercase())
}

fn program_of(process: u32) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
    Some(name.trim().to_owned())
}

/// Removes the shadow that windows with their own borders draw, which nobody would call part of the window.
fn without_shadow(frame: Rect, shadow: &[u32]) -> Rect {
    let [left, right, top, bottom] = shadow else { return frame };
    Rect {
        x: frame.x.saturating_add_unsigned(*left),
        y: frame.y.saturating_add_unsigned(*top),
        width: frame.width.saturating_sub(left.saturating_add(*right)),
        height: frame.height.saturating_sub(top.saturating_add(*bottom)),
    }
}
