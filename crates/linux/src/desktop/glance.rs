//! What is seen of a window before and after an action.

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
    /// The window that is acted in.
    pub(super) own: u64,
    /// All windows.
    pub(super) windows: HashMap<u64, Listed>,
    /// The controls of the window.
    pub(super) controls: Vec<Control>,
    /// Which of them are part of what comes and goes by itself.
    pub(super) passing: HashMap<NodeId, Part>,
    /// Whether all of them were read.
    pub(super) is_complete: bool,
    /// What its controls can tell by not being there.
    pub(super) reach: Reach,
    /// What the window looks like, where that was asked for.
    pub(super) picture: Option<Image>,
    /// Where the caret is in the text that has the keyboard, where keys are to be pressed there.
    pub(super) caret: Option<Caret>,
    /// Whether the application has put something on the clipboard since the action.
    pub(super) copied: bool,
}

/// What a look can tell of controls that it does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reach {
    /// They are not there, or are too many.
    #[default]
    All,
    /// They may have been too late to be told.
    Late,
    /// The window or a dialog of it went or was silent: those that it shows are torn out of it as well.
    Torn,
}

/// A window that was there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Listed {
    pub(super) title: String,
    pub(super) whose: Whose,
}

/// Whose a window is, seen from the one that is acted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// It belongs to the same application, or is a dialog of the window.
    Own,
    /// It is another application's.
    Other,
}

/// Where in a text the next character goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caret {
    /// Before which character.
    pub(super) at: i32,
    /// From and to before which characters it is selected; the same where nothing is.
    pub(super) selected: (i32, i32),
}

impl Glance {
    /// Looks at a window. One that is gone has no controls.
    pub(super) async fn of(reader: &mut Reader, own: WindowId) -> Result<Glance, DesktopError> {
        let mut glance = Glance { own: own.0, is_complete: true, ..Glance::default() };
        // What is to prove something is asked for anew.
        match reader.look(own, Budget::LOOK, Belief::Nothing).await {
            Ok(Sight { scene, group, reading, .. }) => {
                // Of the same moment as the controls: what is in a dialog is never seen without its window.
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

    /// What of it a control is part of.
    pub(super) fn part_of(&self, control: &Control) -> Part {
        control.node().and_then(|node| self.passing.get(node)).copied().unwrap_or_default()
    }

    /// The node that this item had when it was seen: some applications make their nodes anew all the time.
    pub(super) fn node_of(&self, item: &Item) -> NodeId {
        let (node, control) = (item.node.id(), item.control());
        if self.controls.iter().any(|it| it.node() == Some(&node)) {
            return node;
        }
        let is_it = |it: &&Control| it.rect == control.rect && it.id() == control.id();
        self.controls.iter().find(is_it).and_then(|it| it.node().cloned()).unwrap_or(node)
    }
}

/// These windows as they are told of, seen from one of them; all count as own where there is none.
pub(super) fn listed(clients: &[Client], own: Option<&Client>) -> HashMap<u64, Listed> {
    let whose = |it: &Client| match own {
        Some(own) if !it.is_of_application(own) && !belongs(clients, it.id, own.id) => Whose::Other,
        _ => Whose::Own,
    };
    let one = |it: &Client| (u64::from(it.id), Listed { title: it.title.clone(), whose: whose(it) });
    clients.iter().map(one).collect()
}

/// Leaves out of a look what was closed while its controls were read; whether anything of its own was.
async fn leave_out_closed(reader: &mut Reader, glance: &mut Glance) -> Result<bool, DesktopError> {
    let now = reader.windows.clients().await?;
    let is_there = |id: u64| now.iter().any(|it| u64::from(it.id) == id);
    let own = |glance: &Glance| glance.windows.values().filter(|it| it.whose == Whose::Own).count();
    let before = own(glance);
    glance.windows.retain(|id, _| is_there(*id));
    Ok(own(glance) < before)
}

/// All windows, where the one that is acted in could not be looked at.
async fn all_listed(reader: &mut Reader, own: WindowId) -> Result<HashMap<u64, Listed>, DesktopError> {
    let clients = reader.windows.clients().await?;
    let is_it = |it: &&Client| u64::from(it.id) == own.0;
    let known = reader.known(own).map(|group| &group.client);
    Ok(listed(&clients, clients.iter().find(is_it).or(known)))
}

impl Caret {
    /// Where the caret is in a text; `None` where it has none, or hides what is in it.
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
