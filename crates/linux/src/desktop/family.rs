//! One window with everything that belongs to it: its dialogs, its open menus, and where accessibility finds them.

use super::join::{Likeness, join};
use super::{LinuxDesktop, PATIENCE};
use crate::a11y::sunken::{self, Sunken};
use crate::a11y::translate::{bit, role};
use crate::a11y::{Applications, Facts, Line, NoAnswer, NodeRef, Toolkit, Top};
use crate::x11::{self, Client, Popup};
use deskpilot_core::{Point, Rect, Size, WindowId};
use deskpilot_desktop::DesktopError;
use futures::future::join_all;
use std::sync::Arc;
use tokio::time::Instant;

/// A window, its dialogs and its menus.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The window that was meant.
    pub(super) client: Client,
    /// That window and its dialogs.
    pub(super) clients: Vec<Client>,
    /// Its open menus and the like, the topmost last.
    pub(super) popups: Vec<Popup>,
    /// The same as accessibility tells of them; empty where the application tells nothing.
    pub(super) members: Vec<Member>,
}

/// A window as accessibility tells of it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) top: Top,
    /// The window it is; `None` for a menu or the like.
    pub(super) client: Option<Client>,
    /// Whether it blocks the other windows.
    pub(super) modal: bool,
}

impl Family {
    /// Where accessibility starts to read. What a dialog blocks cannot be used, and is passed over.
    pub(super) fn tops(&self) -> Vec<Top> {
        let blocking = self.blocking().and_then(|member| member.client.as_ref()).map(|client| client.id);
        let is_free = |member: &&Member| match (blocking, &member.client) {
            (Some(dialog), Some(client)) => client.id == dialog,
            // Menus belong to whatever is in use.
            (Some(_), None) | (None, _) => true,
        };
        self.members.iter().filter(is_free).map(|member| member.top.clone()).collect()
    }

    /// The application on the bus; `None` where it tells nothing.
    pub(super) fn bus(&self) -> Option<Arc<str>> {
        self.members.first().map(|member| member.top.node.bus.clone())
    }

    /// The windows that may have the keyboard when keys are meant for this one.
    pub(super) fn ids(&self) -> Vec<u32> {
        self.clients.iter().map(|client| client.id).collect()
    }

    /// The dialog that must be answered before anything else in the window: of several the topmost.
    pub(super) fn blocking(&self) -> Option<&Member> {
        let depth = |member: &&Member| {
            let own = member.client.as_ref().map(|client| client.id);
            self.clients.iter().position(|client| Some(client.id) == own).unwrap_or(usize::MAX)
        };
        self.members.iter().filter(|member| member.modal).min_by_key(depth)
    }
}

/// A top-level node of an application, and what it says of itself.
struct Stem {
    node: NodeRef,
    facts: Facts,
    rect: Rect,
    toolkit: Toolkit,
    sunken: Option<Sunken>,
}

impl LinuxDesktop {
    /// The window with everything that belongs to it. Tells a window that is gone from an application that hangs.
    pub(super) async fn family(&mut self, id: WindowId) -> Result<Family, DesktopError> {
        let started = Instant::now();
        let (clients, client, popups) = self.with_popups(id).await?;
        let line = self.bus.until(started + PATIENCE);
        let stems = match client.process {
            Some(process) => stems(line, &mut self.applications, process).await,
            None => Ok(Vec::new()),
        };
        let stems = stems.map_err(|error| super::of_no_answer(error, &client, started))?;
        let screen = self.display.size();
        Ok(assemble(clients, client, popups, stems, screen))
    }

    async fn with_popups(&mut self, id: WindowId) -> Result<(Vec<Client>, Client, Vec<Popup>), DesktopError> {
        let gone = || DesktopError::WindowGone(self.title_of(id));
        let window = u32::try_from(id.0).map_err(|_| gone())?;
        let reading =
            self.display.run(move |server| Ok((x11::clients(server)?, x11::popups(server, window)?)));
        let (clients, popups) = reading.await?.map_err(|error| super::of_x_error(error, gone()))?;
        let client = clients.iter().find(|client| client.id == window).cloned().ok_or_else(gone)?;
        self.titles.insert(id, client.title.clone());
        Ok((clients, client, popups))
    }
}

/// The top-level nodes of all applications of a process.
async fn stems(line: Line<'_>, applications: &mut Applications, process: u32) -> Result<Vec<Stem>, NoAnswer> {
    let mut found = Vec::new();
    for bus in applications.of_process(line, process).await? {
        let toolkit = applications.toolkit(line, &bus).await?;
        let nodes = line.children(&NodeRef::root_of(&bus)).await?;
        for stem in join_all(nodes.into_iter().map(|node| stem(line, node, toolkit))).await {
            match stem {
                Ok(stem) => found.extend(Some(stem).filter(|stem| stem.facts.is(bit::SHOWING))),
                Err(NoAnswer::Gone | NoAnswer::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(found)
}

async fn stem(line: Line<'_>, node: NodeRef, toolkit: Toolkit) -> Result<Stem, NoAnswer> {
    let facts = line.facts(&node).await?;
    let rect = line.extents(&node).await?;
    let sunken = match toolkit {
        Toolkit::Vcl if facts.is(bit::SHOWING) => sunken::find(line, &node).await?,
        Toolkit::Vcl | Toolkit::Usual | Toolkit::Gtk4 => None,
    };
    Ok(Stem { node, facts, rect, toolkit, sunken })
}

fn assemble(
    all: Vec<Client>,
    client: Client,
    mut popups: Vec<Popup>,
    stems: Vec<Stem>,
    screen: Size,
) -> Family {
    let ours: Vec<Client> = all.into_iter().filter(|it| it.process == client.process).collect();
    let belongs = |id: u32| belongs(&ours, id, client.id);
    popups.retain(|popup| popup.transient_for.is_none_or(belongs));
    let told: Vec<_> = stems.iter().map(Stem::likeness).collect();
    let shown: Vec<_> = ours.iter().map(Likeness::of_client).collect();
    let joined = join(&told, &shown);
    let mut members = Vec::new();
    for (stem, index) in stems.into_iter().zip(joined) {
        let window = index.and_then(|index| ours.get(index)).cloned();
        let is_ours = match &window {
            Some(window) => belongs(window.id),
            None => popups.iter().any(|popup| !popup.rect.intersection(stem.rect).is_empty()),
        };
        if is_ours {
            members.push(stem.member(window, &client, &popups, screen));
        }
    }
    // The window itself first, then its dialogs, then menus.
    members.sort_by_key(|member| member.client.as_ref().map_or(2, |it| u8::from(it.id != client.id)));
    let clients = ours.iter().filter(|it| belongs(it.id)).cloned().collect();
    Family { client, clients, popups, members }
}

/// Whether a window is this one or, through however many others, a dialog of it.
pub(super) fn belongs(clients: &[Client], id: u32, to: u32) -> bool {
    let mut next = Some(id);
    for _ in 0..=clients.len() {
        match next {
            Some(id) if id == to => return true,
            Some(id) => next = clients.iter().find(|it| it.id == id).and_then(|it| it.transient_for),
            None => return false,
        }
    }
    false
}

impl Stem {
    fn likeness(&self) -> Likeness {
        let place = match self.toolkit {
            Toolkit::Usual | Toolkit::Vcl => Some(self.rect.origin()),
            Toolkit::Gtk4 => None,
        };
        Likeness { title: self.facts.name.clone(), size: self.rect.size(), place }
    }

    fn member(self, window: Option<Client>, main: &Client, popups: &[Popup], screen: Size) -> Member {
        let origin = match (self.toolkit, &window) {
            (Toolkit::Gtk4, Some(client)) => gtk4_origin(client.inner, self.rect.size()),
            _ => Point { x: 0, y: 0 },
        };
        let own = window.as_ref().map_or(self.rect, |client| client.outer);
        // Menus hang in the tree of their window, and stand out of it on the screen.
        let own = if window.as_ref().is_some_and(|it| it.id == main.id) {
            popups.iter().fold(own, |whole, popup| x11::around(whole, popup.rect))
        } else {
            own
        };
        let rect = own.intersection(Rect::new(0, 0, screen.width, screen.height));
        let dialog = matches!(self.facts.role, role::DIALOG | role::ALERT | role::FILE_CHOOSER);
        let modal =
            self.facts.is(bit::MODAL) && (dialog || window.as_ref().is_some_and(|it| it.id != main.id));
        let shown = self.toolkit.shown();
        Member {
            top: Top { node: self.node, origin, rect, shown, sunken: self.sunken },
            client: window,
            modal,
        }
    }
}

/// Such a window draws a shadow of the same width on all sides, and counts from inside of it.
fn gtk4_origin(inner: Rect, told: Size) -> Point {
    let margin = |whole: u32, told: u32| i32::try_from(whole.saturating_sub(told) / 2).unwrap_or(0);
    Point { x: inner.x + margin(inner.width, told.width), y: inner.y + margin(inner.height, told.height) }
}
