//! A window with its dialogs and open menus, matched between the X server and accessibility.

use super::errors::of_no_answer;
use super::join::{Likeness, join};
use super::windows::{Scene, Windows, belongs};
use deskpilot_atspi::{
    Applications, Facts, LibreOfficeOffset, Line, Measure, NoAnswer, NodeRef, Toolkit, Top, Way, bit, role,
};
use deskpilot_core::{Rect, Size, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, Client, Popup};
use futures::future::join_all;
use std::sync::Arc;
use tokio::time::Instant;

/// A window, its dialogs and its menus.
#[derive(Clone, Debug)]
pub(super) struct WindowGroup {
    /// The window that was asked for.
    pub(super) client: Client,
    /// That window and its dialogs.
    pub(super) clients: Vec<Client>,
    /// Its open menus and other popups, the topmost last.
    pub(super) popups: Vec<Popup>,
    /// Their accessible counterparts; empty where the application exposes none.
    pub(super) members: Vec<Member>,
    /// The application's dialogs that only one side knows.
    pub(super) unpaired: Vec<Unpaired>,
}

/// A dialog that only one side knows: it is just opening or closing, or the other side never reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unpaired {
    /// Known to accessibility only.
    Told(NodeRef),
    /// Known to the X server only.
    Shown(u32),
}

/// An accessible window.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) top: Top,
    /// Its X11 window; `None` for a menu or other popup.
    pub(super) client: Option<Client>,
    /// Whether it is a dialog.
    pub(super) dialog: bool,
    /// Whether it blocks the other windows of its group.
    pub(super) modal: bool,
}

impl WindowGroup {
    /// The nodes where a read starts. Leaves out windows that a modal dialog blocks.
    pub(super) fn tops(&self) -> Vec<Top> {
        let blocking = self.blocking().map(|client| client.id);
        let is_free = |member: &&Member| match (blocking, &member.client) {
            (Some(dialog), Some(client)) => client.id == dialog,
            // Menus belong to whatever is in use.
            (Some(_), None) | (None, _) => true,
        };
        self.members.iter().filter(is_free).map(|member| member.top.clone()).collect()
    }

    /// The same group with the current data of its windows.
    pub(super) fn renewed(&self, scene: &Scene) -> WindowGroup {
        let now = |was: &Client| scene.clients.iter().find(|it| it.id == was.id).unwrap_or(was).clone();
        let members = self.members.iter();
        let members =
            members.map(|it| Member { client: it.client.as_ref().map(now), ..it.clone() }).collect();
        WindowGroup {
            client: scene.client.clone(),
            clients: self.clients.iter().map(now).collect(),
            popups: scene.popups.clone(),
            members,
            unpaired: self.unpaired.clone(),
        }
    }

    /// The bus name of the application; `None` where it exposes nothing.
    pub(super) fn bus(&self) -> Option<Arc<str>> {
        self.members.first().map(|member| member.top.node.bus.clone())
    }

    /// The bus name of the application, if one call reads most of its nodes.
    pub(super) fn tells_at_once(&self) -> Option<Arc<str>> {
        self.bus().filter(|_| self.members.iter().all(|member| member.top.way == Way::AtOnce))
    }

    /// The windows that may have the focus when keys are meant for this one.
    pub(super) fn ids(&self) -> Vec<u32> {
        self.clients.iter().map(|client| client.id).collect()
    }

    /// The children of the root window that a click may hit: this window of the group, or any of them, and its popups.
    pub(super) fn toplevels(&self, into: Option<&Client>) -> Vec<u32> {
        let is_meant = |client: &&Client| into.is_none_or(|into| into.id == client.id);
        let frames = self.clients.iter().filter(is_meant).map(|client| client.toplevel);
        frames.chain(self.popups.iter().map(|popup| popup.window)).collect()
    }

    /// The modal dialog that must be answered first: of several the topmost. Accessibility need not know it.
    pub(super) fn blocking(&self) -> Option<&Client> {
        self.clients.iter().find(|client| match self.member_of(client) {
            Some(member) => member.modal,
            None => client.modal && client.id != self.client.id,
        })
    }

    /// Whether a dialog is open, or the window is one.
    pub(super) fn has_dialog(&self) -> bool {
        self.clients.len() > 1 || self.members.iter().any(|member| member.dialog)
    }

    /// The modal dialog, if accessibility does not know it.
    pub(super) fn silent(&self) -> Option<&Client> {
        self.blocking().filter(|client| self.member_of(client).is_none())
    }

    fn member_of(&self, client: &Client) -> Option<&Member> {
        self.members.iter().find(|member| member.is_of(client))
    }
}

impl Member {
    fn is_of(&self, client: &Client) -> bool {
        self.client.as_ref().is_some_and(|it| it.id == client.id)
    }
}

/// A top-level node of an application with its facts.
struct Stem {
    node: NodeRef,
    facts: Facts,
    rect: Rect,
    toolkit: Toolkit,
    libreoffice_offset: Option<LibreOfficeOffset>,
}

/// Finds a window with its group, and the scene it is in. Tells a closed window from a hung application.
///
/// `process` is the window's process as of the last look, if known: the application can then be called without waiting
/// for the X server.
pub(super) async fn find(
    line: Line<'_>,
    windows: &mut Windows,
    applications: &mut Applications,
    id: WindowId,
    process: Option<u32>,
) -> Result<(Scene, WindowGroup), DesktopError> {
    let started = Instant::now();
    let (scene, stems) = tokio::join!(windows.scene(id), stems(line, applications, process));
    let scene = scene?;
    let stems = match scene.client.process {
        now if now == process => stems,
        now => self::stems(line, applications, now).await,
    };
    let stems = stems.map_err(|error| of_no_answer(error, &scene.client, started))?;
    let group = assemble(scene.clone(), stems, windows.display.size());
    Ok((scene, group))
}

/// The top-level nodes of all applications of a process; none where the process is unknown.
async fn stems(
    line: Line<'_>,
    applications: &mut Applications,
    process: Option<u32>,
) -> Result<Vec<Stem>, NoAnswer> {
    let mut found = Vec::new();
    let Some(process) = process else { return Ok(found) };
    for bus in applications.of_process(line, process).await? {
        let toolkit = applications.toolkit(line, &bus).await?;
        let nodes = line.children(&NodeRef::root_of(&bus)).await?;
        for stem in join_all(nodes.into_iter().map(|node| stem(line, node, toolkit))).await {
            match stem {
                Ok(stem) => found.extend(Some(stem).filter(Stem::may_be_shown)),
                Err(NoAnswer::Gone | NoAnswer::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(found)
}

async fn stem(line: Line<'_>, node: NodeRef, toolkit: Toolkit) -> Result<Stem, NoAnswer> {
    let (facts, rect) = tokio::try_join!(line.facts(&node), line.extents(&node))?;
    let libreoffice_offset = match toolkit {
        Toolkit::Vcl if facts.is(bit::SHOWING) => LibreOfficeOffset::find(line, &node).await?,
        Toolkit::Vcl | Toolkit::Usual | Toolkit::Gtk | Toolkit::Gtk4 | Toolkit::Chromium => None,
    };
    Ok(Stem { node, facts, rect, toolkit, libreoffice_offset })
}

fn assemble(scene: Scene, stems: Vec<Stem>, screen: Size) -> WindowGroup {
    let Scene { clients: all, client, mut popups } = scene;
    let ours: Vec<Client> = all.into_iter().filter(|it| it.process == client.process).collect();
    let belongs = |id: u32| belongs(&ours, id, client.id);
    popups.retain(|popup| popup.transient_for.is_none_or(belongs));
    let scale = scale(&stems, &ours);
    let told: Vec<_> = stems.iter().map(|stem| stem.likeness(scale)).collect();
    let shown: Vec<_> = ours.iter().map(Likeness::of_client).collect();
    let joined = join(&told, &shown);
    let tells = !stems.is_empty();
    let (mut members, mut unpaired) = (Vec::new(), Vec::new());
    for (stem, index) in stems.into_iter().zip(joined) {
        let window = index.and_then(|index| ours.get(index)).cloned();
        let is_ours = match &window {
            Some(window) => belongs(window.id),
            None => {
                let place = stem.place(scale);
                let is_over = |popup: &Popup| !popup.rect.intersection(place).is_empty();
                stem.facts.is(bit::SHOWING) && popups.iter().any(is_over)
            }
        };
        if window.is_none() && !is_ours && stem.is_open_dialog() {
            unpaired.push(Unpaired::Told(stem.node.clone()));
        }
        if is_ours {
            members.push(stem.member(window, scale, &client, &popups, screen));
        }
    }
    // The window itself first, then its dialogs, then menus.
    members.sort_by_key(|member| member.client.as_ref().map_or(2, |it| u8::from(it.id != client.id)));
    let clients: Vec<Client> = ours.iter().filter(|it| belongs(it.id)).cloned().collect();
    let is_told = |it: &Client| members.iter().any(|member: &Member| member.is_of(it));
    let silent = clients.iter().filter(|it| tells && it.id != client.id && !is_told(it));
    unpaired.extend(silent.map(|it| Unpaired::Shown(it.id)));
    WindowGroup { client, clients, popups, members, unpaired }
}

/// How many desktop pixels make one application pixel, from a window that both sides have in the same place or with the
/// same title.
fn scale(stems: &[Stem], clients: &[Client]) -> f64 {
    let alone = stems.len() == 1 && clients.len() == 1;
    let pairs = stems.iter().flat_map(|stem| clients.iter().map(move |client| (stem, client)));
    let mut measures = pairs.filter_map(|(stem, client)| {
        let measure = Measure::of(stem.rect, client.outer, client.inner);
        let is_same = alone || measure.counts_from_desktop() || stem.facts.name == client.title;
        (measure.is_sure() && is_same).then_some(measure)
    });
    measures.next().map_or(1.0, Measure::scale)
}

impl Stem {
    /// GTK 4 sets `SHOWING` only on windows that are no dialogs; the X server knows about the others.
    fn may_be_shown(&self) -> bool {
        self.facts.is(bit::SHOWING) || (self.toolkit == Toolkit::Gtk4 && self.facts.is(bit::VISIBLE))
    }

    fn is_open_dialog(&self) -> bool {
        self.is_dialog() && self.facts.is(bit::SHOWING)
    }

    fn is_dialog(&self) -> bool {
        matches!(self.facts.role, role::DIALOG | role::ALERT | role::FILE_CHOOSER)
    }

    /// Its rectangle if it counts from the desktop's corner in application pixels of this scale.
    fn place(&self, scale: f64) -> Rect {
        Measure::as_told(scale).on_desktop(self.rect)
    }

    fn likeness(&self, scale: f64) -> Likeness {
        let place = self.place(scale);
        let corner = match self.toolkit {
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => Some(place.origin()),
            Toolkit::Gtk4 => None,
        };
        Likeness { title: self.facts.name.clone(), size: place.size(), place: corner }
    }

    fn measure(&self, window: Option<&Client>, scale: f64) -> Measure {
        let Some(client) = window else { return Measure::as_told(scale) };
        let measure = Measure::of(self.rect, client.outer, client.inner);
        match self.toolkit {
            Toolkit::Gtk4 if !measure.is_sure() => Measure::from_corner(self.rect, client.inner),
            Toolkit::Gtk4 | Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => measure,
        }
    }

    fn member(
        self,
        window: Option<Client>,
        scale: f64,
        main: &Client,
        popups: &[Popup],
        screen: Size,
    ) -> Member {
        let measure = self.measure(window.as_ref(), scale);
        let own = window.as_ref().map_or_else(|| self.place(scale), |client| client.outer);
        // Menus are in the tree of their window, and extend beyond it on the screen.
        let own = if window.as_ref().is_some_and(|it| it.id == main.id) {
            popups.iter().fold(own, |whole, popup| x11::around(whole, popup.rect))
        } else {
            own
        };
        let rect = own.intersection(Rect::new(0, 0, screen.width, screen.height));
        let dialog = self.is_dialog();
        let other = window.as_ref().filter(|it| it.id != main.id);
        // Qt sets the modal state only for the window manager.
        let modal =
            (self.facts.is(bit::MODAL) && (dialog || other.is_some())) || other.is_some_and(|it| it.modal);
        let (shown, way) = (self.toolkit.shown(), self.toolkit.way());
        let opened = match self.toolkit {
            Toolkit::Gtk4 => popups.iter().map(|popup| popup.rect).collect(),
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => Vec::new(),
        };
        Member {
            top: Top {
                node: self.node,
                measure,
                rect,
                shown,
                libreoffice_offset: self.libreoffice_offset,
                opened,
                way,
            },
            client: window,
            dialog,
            modal,
        }
    }
}
