//! One look at a window: its controls, all windows, and optionally a picture and the caret.

use super::find_again::Found;
use super::reader::{Belief, Reader, Sight};
use super::windows::belongs;
use deskpilot_atspi::{Interface, Item, Part};
use deskpilot_core::{Control, NodeId, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError, Image};
use deskpilot_x11::Client;
use std::collections::HashMap;

/// What was seen at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Glance {
    /// The window acted in.
    pub(super) own: u64,
    /// All windows.
    pub(super) windows: HashMap<u64, Listed>,
    /// The controls of the window.
    pub(super) controls: Vec<Control>,
    /// Which of them belong to notifications and tool tips.
    pub(super) passing: HashMap<NodeId, Part>,
    /// Whether all of them were read.
    pub(super) is_complete: bool,
    /// What it means that a control is missing.
    pub(super) reach: Reach,
    /// A picture of the window, where it was requested.
    pub(super) picture: Option<Image>,
    /// The caret of the focused text, for keys without another target.
    pub(super) caret: Option<Caret>,
    /// Whether the application has taken the clipboard since the action.
    pub(super) copied: bool,
}

/// What it means that a look does not show a control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reach {
    /// It does not exist, or is beyond the limit.
    #[default]
    All,
    /// It may have replied too late.
    Late,
    /// The window or one of its dialogs closed or did not reply: the controls read are incomplete too.
    Torn,
}

/// A window in the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Listed {
    pub(super) title: String,
    pub(super) whose: Whose,
}

/// Whose window it is, relative to the window acted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The same application's, or a dialog of the window.
    Own,
    /// Another application's.
    Other,
}

/// The caret and selection of a text, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caret {
    /// The caret's offset.
    pub(super) at: i32,
    /// Start and end of the selection, the end exclusive; equal where nothing is selected.
    pub(super) selected: (i32, i32),
}

impl Glance {
    /// Looks at a window. A closed one has no controls.
    pub(super) async fn of(reader: &mut Reader, own: WindowId) -> Result<Glance, DesktopError> {
        let mut glance = Glance { own: own.0, is_complete: true, ..Glance::default() };
        // A proof needs fresh data.
        match reader.look(own, Budget::LOOK, Belief::Nothing).await {
            Ok(Sight { scene, group, reading, .. }) => {
                // From the same moment as the controls: a dialog's controls never appear without its window.
                glance.windows = listed(&scene.clients, Some(&scene.client));
                glance.is_complete = reading.gaps.truncation(Budget::LOOK).is_none();
                let passing = reading.items.iter().filter(|it| it.part != Part::Window);
                glance.passing = passing.map(|it| (it.node.id(), it.part)).collect();
                glance.controls = reading.items.iter().map(Item::control).collect();
                let is_half = leave_out_closed(reader, &mut glance).await? || group.silent().is_some();
                glance.reach = match (reading.gaps.is_torn() || is_half, reading.gaps.is_late()) {
                    (true, _) => Reach::Torn,
                    (false, true) => Reach::Late,
                    (false, false) => Reach::All,
                };
            }
            Err(DesktopError::WindowGone(_)) => {
                glance.windows = all_listed(reader, own).await?;
                glance.windows.remove(&own.0);
            }
            Err(error @ DesktopError::Lost(_)) => return Err(error),
            Err(_) => {
                glance.windows = all_listed(reader, own).await?;
                glance.is_complete = false;
            }
        }
        Ok(glance)
    }

    /// Which part of the window a control belongs to.
    pub(super) fn part_of(&self, control: &Control) -> Part {
        control.node().and_then(|node| self.passing.get(node)).copied().unwrap_or_default()
    }

    /// The node this item had when it was seen: some applications keep recreating their nodes.
    pub(super) fn node_of(&self, item: &Item) -> NodeId {
        let (node, control) = (item.node.id(), item.control());
        if self.controls.iter().any(|it| it.node() == Some(&node)) {
            return node;
        }
        let is_it = |it: &&Control| it.rect == control.rect && it.id() == control.id();
        self.controls.iter().find(is_it).and_then(|it| it.node().cloned()).unwrap_or(node)
    }
}

/// Lists these windows relative to one of them; without one, all count as own.
pub(super) fn listed(clients: &[Client], own: Option<&Client>) -> HashMap<u64, Listed> {
    let whose = |it: &Client| match own {
        Some(own) if !it.is_of_application(own) && !belongs(clients, it.id, own.id) => Whose::Other,
        _ => Whose::Own,
    };
    let one = |it: &Client| (u64::from(it.id), Listed { title: it.title.clone(), whose: whose(it) });
    clients.iter().map(one).collect()
}

/// Drops windows that closed while the controls were read; returns whether one of the application's own did.
async fn leave_out_closed(reader: &mut Reader, glance: &mut Glance) -> Result<bool, DesktopError> {
    let now = reader.windows.clients().await?;
    let is_there = |id: u64| now.iter().any(|it| u64::from(it.id) == id);
    let own = |glance: &Glance| glance.windows.values().filter(|it| it.whose == Whose::Own).count();
    let before = own(glance);
    glance.windows.retain(|id, _| is_there(*id));
    Ok(own(glance) < before)
}

/// Lists all windows, where the window acted in could not be read.
async fn all_listed(reader: &mut Reader, own: WindowId) -> Result<HashMap<u64, Listed>, DesktopError> {
    let clients = reader.windows.clients().await?;
    let is_it = |it: &&Client| u64::from(it.id) == own.0;
    let known = reader.known(own).map(|group| &group.client);
    Ok(listed(&clients, clients.iter().find(is_it).or(known)))
}

impl Caret {
    /// The caret of a text; `None` where it has none, or hides its content.
    pub(super) async fn of(reader: &Reader, found: &Found) -> Option<Caret> {
        if found.item.states().has(State::Protected) || !found.item.facts.offers(Interface::Text) {
            return None;
        }
        let line = reader.line();
        let at = line.caret(&found.item.node).await.ok()?;
        let selected = line.selected_text(&found.item.node).await.ok();
        Some(Caret { at, selected: selected.filter(|(from, to)| from < to).unwrap_or((at, at)) })
    }
}
