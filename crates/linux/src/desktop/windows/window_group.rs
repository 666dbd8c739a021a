//! A window with its dialogs and open menus, matched between the X server and accessibility.

use super::open_windows::{WindowScene, Windows, belongs, popups_of};
use super::window_matching::{WindowDescription, match_windows};
use crate::desktop::errors::of_call_error;
use deskpilot_atspi::{
    AccessibleWindow, Applications, CallError, Caller, CoordinateSystem, Facts, LibreOfficeOffset, NodeRef,
    ReadStrategy, Toolkit, bit, role,
};
use deskpilot_core::{Rect, Size, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, Client, Popup};
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often to ask for the offset of a LibreOffice window while its nodes change, and how long to wait in between.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(30);

/// A window, its dialogs and its menus.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct WindowGroup {
    /// The requested window.
    pub(in crate::desktop) client: Client,
    /// That window and its dialogs.
    pub(in crate::desktop) clients: Vec<Client>,
    /// Its open menus and other popups, the topmost last.
    pub(in crate::desktop) popups: Vec<Popup>,
    /// Their accessible counterparts; empty where the application exposes none.
    pub(in crate::desktop) members: Vec<Member>,
    /// The application's dialogs that only one side knows.
    pub(in crate::desktop) unpaired: Vec<UnpairedDialog>,
}

/// A dialog that only one side knows: it is just opening or closing, or the other side never reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::desktop) enum UnpairedDialog {
    /// Known to accessibility only.
    Accessible(NodeRef),
    /// Known to the X server only.
    X11(u32),
}

/// An accessible window.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct Member {
    pub(in crate::desktop) accessible: AccessibleWindow,
    /// Its X11 window; `None` for a menu or other popup.
    pub(in crate::desktop) client: Option<Client>,
    /// Whether it is a dialog.
    pub(in crate::desktop) dialog: bool,
    /// Whether it blocks the other windows of its group.
    pub(in crate::desktop) modal: bool,
}

impl WindowGroup {
    /// The nodes where a read starts. Leaves out windows that a modal dialog blocks.
    pub(in crate::desktop) fn accessible_windows(&self) -> Vec<AccessibleWindow> {
        self.readable_members().map(|member| member.accessible.clone()).collect()
    }

    /// The members that no modal dialog blocks.
    pub(in crate::desktop) fn readable_members(&self) -> impl Iterator<Item = &Member> {
        let blocking = self.blocking_dialog().map(|client| client.id);
        let is_free = move |member: &&Member| match (blocking, &member.client) {
            (Some(dialog), Some(client)) => client.id == dialog,
            // Menus belong to whatever is in use.
            (Some(_), None) | (None, _) => true,
        };
        self.members.iter().filter(is_free)
    }

    /// The same group with the current data of its windows.
    pub(in crate::desktop) fn with_scene(&self, scene: &WindowScene) -> WindowGroup {
        let now = |was: &Client| scene.clients.iter().find(|it| it.id == was.id).unwrap_or(was).clone();
        let members = self.members.iter();
        let members =
            members.map(|it| Member { client: it.client.as_ref().map(now), ..it.clone() }).collect();
        WindowGroup {
            client: scene.client.clone(),
            clients: self.clients.iter().map(now).collect(),
            popups: self.popups.clone(),
            members,
            unpaired: self.unpaired.clone(),
        }
    }

    /// The bus name of the application; `None` where it exposes nothing.
    pub(in crate::desktop) fn bus(&self) -> Option<Arc<str>> {
        self.members.first().map(|member| member.accessible.node.bus.clone())
    }

    /// The bus name of the application, if one call reads most of its nodes.
    pub(in crate::desktop) fn cached_application(&self) -> Option<Arc<str>> {
        self.bus().filter(|_| {
            self.members.iter().all(|member| member.accessible.read_strategy == ReadStrategy::WholeCache)
        })
    }

    /// The windows that may have the focus when keys are intended for this one.
    pub(in crate::desktop) fn ids(&self) -> Vec<u32> {
        self.clients.iter().map(|client| client.id).collect()
    }

    /// The children of the root window that a click may hit: this window of the group, or any of them, and its popups.
    pub(in crate::desktop) fn toplevels(&self, into: Option<&Client>) -> Vec<u32> {
        let is_target = |client: &&Client| into.is_none_or(|into| into.id == client.id);
        let frames = self.clients.iter().filter(is_target).map(|client| client.toplevel);
        frames.chain(self.popups.iter().map(|popup| popup.window)).collect()
    }

    /// The modal dialog that must be answered first: of several the topmost. Accessibility need not know it.
    pub(in crate::desktop) fn blocking_dialog(&self) -> Option<&Client> {
        self.clients.iter().find(|client| match self.member_of(client) {
            Some(member) => member.modal,
            // A modal dialog that is looked at itself blocks nothing of this look.
            None => client.modal && client.id != self.client.id,
        })
    }

    /// Whether a dialog is open, or the window is one.
    pub(in crate::desktop) fn has_dialog(&self) -> bool {
        self.clients.len() > 1 || self.members.iter().any(|member| member.dialog)
    }

    /// The modal dialog, if accessibility does not know it.
    pub(in crate::desktop) fn unreadable_dialog(&self) -> Option<&Client> {
        self.blocking_dialog().filter(|client| self.member_of(client).is_none())
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
struct TopLevelNode {
    node: NodeRef,
    facts: Facts,
    rect: Rect,
    toolkit: Toolkit,
    libreoffice_offset: Option<LibreOfficeOffset>,
}

/// Finds a window with its group, and the scene it is in. Tells a closed window from a hung application.
///
/// `process` is the window's process as of the last look, if known: the application can then be called without waiting
/// for the X server. `started` is when waiting for the application began, which may be before this call.
pub(in crate::desktop) async fn find(
    caller: Caller<'_>,
    windows: &mut Windows,
    applications: &mut Applications,
    id: WindowId,
    process: Option<u32>,
    started: Instant,
) -> Result<(WindowScene, WindowGroup), DesktopError> {
    let (scene, nodes) = tokio::join!(windows.scene(id), top_level_nodes(caller, applications, process));
    let scene = scene?;
    // The nodes above are those of the process of the last look, or none at the first look.
    let nodes = match scene.client.process {
        now if now == process => nodes,
        now => self::top_level_nodes(caller, applications, now).await,
    };
    let nodes = match nodes {
        // Without the accessibility bus, it is a window that reports nothing.
        Err(CallError::Lost(_)) => Vec::new(),
        nodes => nodes.map_err(|error| of_call_error(error, &scene.client, started))?,
    };
    let screen = windows.display.size();
    let group = assemble(scene.clone(), nodes, screen);
    if group.member_of(&group.client).is_some() || !applications.ask_again() {
        return Ok((scene, group));
    }
    // Two toolkits in one program are two applications, and the second may be new.
    match top_level_nodes(caller, applications, scene.client.process).await {
        Ok(nodes) => {
            let group = assemble(scene.clone(), nodes, screen);
            Ok((scene, group))
        }
        Err(_) => Ok((scene, group)),
    }
}

/// The top-level nodes of all applications of a process; none where the process is unknown.
async fn top_level_nodes(
    caller: Caller<'_>,
    applications: &mut Applications,
    process: Option<u32>,
) -> Result<Vec<TopLevelNode>, CallError> {
    let mut found = Vec::new();
    let Some(process) = process else { return Ok(found) };
    for bus in applications.of_process(caller, process).await? {
        let toolkit = applications.toolkit(caller, &bus).await?;
        let nodes = caller.children(&NodeRef::root_of(&bus)).await?;
        // Not `try_join_all`: a window that closes meanwhile is no error of the others.
        for node in join_all(nodes.into_iter().map(|node| top_level_node(caller, node, toolkit))).await {
            match node {
                Ok(node) => found.extend(Some(node).filter(TopLevelNode::may_be_shown)),
                Err(CallError::Gone | CallError::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(found)
}

async fn top_level_node(
    caller: Caller<'_>,
    node: NodeRef,
    toolkit: Toolkit,
) -> Result<TopLevelNode, CallError> {
    let (facts, rect) = tokio::try_join!(caller.facts(&node), caller.extents(&node))?;
    let libreoffice_offset = match toolkit {
        Toolkit::Vcl if facts.is(bit::SHOWING) => libreoffice_offset(caller, &node).await?,
        Toolkit::Vcl | Toolkit::Usual | Toolkit::Gtk | Toolkit::Gtk4 | Toolkit::Chromium => None,
    };
    Ok(TopLevelNode { node, facts, rect, toolkit, libreoffice_offset })
}

/// The offset of a window's pane. LibreOffice replaces nodes while it works: a window that is open all the same is busy,
/// and not gone.
async fn libreoffice_offset(
    caller: Caller<'_>,
    window: &NodeRef,
) -> Result<Option<LibreOfficeOffset>, CallError> {
    for _ in 0..ATTEMPTS {
        match LibreOfficeOffset::find(caller, window).await {
            Err(CallError::Unknown(_)) => {}
            found => return found,
        }
        // A window that has closed is not known either.
        caller.states(window).await?;
        sleep(PAUSE).await;
    }
    Err(CallError::Late)
}

fn assemble(scene: WindowScene, nodes: Vec<TopLevelNode>, screen: Size) -> WindowGroup {
    let WindowScene { clients: all, client, popups } = scene;
    // Only within one process: a transient hint to a window of another program would join what does not
    // belong together.
    let ours: Vec<Client> = all.into_iter().filter(|it| it.process == client.process).collect();
    let belongs = |id: u32| belongs(&ours, id, client.id);
    let popups = popups_of(popups, belongs);
    let scale = scale(&nodes, &ours);
    let reported: Vec<_> = nodes.iter().map(|node| node.description(scale)).collect();
    let shown: Vec<_> = ours.iter().map(WindowDescription::of_client).collect();
    let matches = match_windows(&reported, &shown);
    let tells = !nodes.is_empty();
    let (mut members, mut unpaired) = (Vec::new(), Vec::new());
    for (node, index) in nodes.into_iter().zip(matches) {
        let window = index.and_then(|index| ours.get(index)).cloned();
        let is_ours = match &window {
            Some(window) => belongs(window.id),
            None => {
                let place = node.place(scale);
                let is_over = |popup: &Popup| !popup.rect.intersection(place).is_empty();
                node.facts.is(bit::SHOWING) && popups.iter().any(is_over)
            }
        };
        if window.is_none() && !is_ours && node.is_open_dialog() {
            unpaired.push(UnpairedDialog::Accessible(node.node.clone()));
        }
        if is_ours {
            members.push(node.member(window, scale, &client, &popups, screen));
        }
    }
    // The window itself first, then its dialogs, then menus.
    members.sort_by_key(|member| member.client.as_ref().map_or(2, |it| u8::from(it.id != client.id)));
    let clients: Vec<Client> = ours.iter().filter(|it| belongs(it.id)).cloned().collect();
    let is_reported = |it: &Client| members.iter().any(|member: &Member| member.is_of(it));
    // An application that reports no window at all has no missing sides that could still come.
    let silent = clients.iter().filter(|it| tells && it.id != client.id && !is_reported(it));
    unpaired.extend(silent.map(|it| UnpairedDialog::X11(it.id)));
    WindowGroup { client, clients, popups, members, unpaired }
}

/// How many desktop pixels make one application pixel, from a window that both sides have in the same place or with the
/// same title.
fn scale(nodes: &[TopLevelNode], clients: &[Client]) -> f64 {
    let alone = nodes.len() == 1 && clients.len() == 1;
    let pairs = nodes.iter().flat_map(|node| clients.iter().map(move |client| (node, client)));
    let mut systems = pairs.filter_map(|(node, client)| {
        let coordinates = CoordinateSystem::infer(node.rect, client.outer, client.inner);
        let is_same = alone || coordinates.counts_from_desktop() || node.facts.name == client.title;
        (coordinates.is_sure() && is_same).then_some(coordinates)
    });
    systems.next().map_or(1.0, CoordinateSystem::scale)
}

impl TopLevelNode {
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
        CoordinateSystem::as_reported(scale).on_desktop(self.rect)
    }

    fn description(&self, scale: f64) -> WindowDescription {
        let place = self.place(scale);
        let corner = match self.toolkit {
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => Some(place.origin()),
            // It counts from the window's own corner, so that this corner says nothing about the desktop.
            Toolkit::Gtk4 => None,
        };
        let active = self.facts.is(bit::ACTIVE);
        WindowDescription { title: self.facts.name.clone(), size: place.size(), place: corner, active }
    }

    fn coordinates(&self, window: Option<&Client>, scale: f64) -> CoordinateSystem {
        let Some(client) = window else { return CoordinateSystem::as_reported(scale) };
        let coordinates = CoordinateSystem::infer(self.rect, client.outer, client.inner);
        match self.toolkit {
            // Even where the sizes do not confirm it: GTK 4 counts from the window's own corner.
            Toolkit::Gtk4 if !coordinates.is_sure() => CoordinateSystem::from_corner(self.rect, client.inner),
            Toolkit::Gtk4 | Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => coordinates,
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
        let coordinates = self.coordinates(window.as_ref(), scale);
        let own = window.as_ref().map_or_else(|| self.place(scale), |client| client.outer);
        // Menus are in the tree of their window, and extend beyond it on the screen.
        let own = if window.as_ref().is_some_and(|it| it.id == main.id) {
            popups.iter().fold(own, |whole, popup| x11::bounding_rect(whole, popup.rect))
        } else {
            own
        };
        let rect = own.intersection(Rect::new(0, 0, screen.width, screen.height));
        let dialog = self.is_dialog();
        let other = window.as_ref().filter(|it| it.id != main.id);
        // Qt sets the modal state only for the window manager.
        let modal =
            (self.facts.is(bit::MODAL) && (dialog || other.is_some())) || other.is_some_and(|it| it.modal);
        let title_in_front = other.map(|it| it.title.clone()).filter(|title| !title.trim().is_empty());
        let (visibility, read_strategy) = (self.toolkit.visibility_rule(), self.toolkit.read_strategy());
        let button_action = self.toolkit.button_action();
        let opened = match self.toolkit {
            Toolkit::Gtk4 => popups.iter().map(|popup| popup.rect).collect(),
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => Vec::new(),
        };
        Member {
            accessible: AccessibleWindow {
                node: self.node,
                title_in_front,
                coordinates,
                rect,
                visibility,
                libreoffice_offset: self.libreoffice_offset,
                opened,
                read_strategy,
                button_action,
            },
            client: window,
            dialog,
            modal,
        }
    }
}
