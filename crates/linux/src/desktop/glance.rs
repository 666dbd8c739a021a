//! What is seen of a window before and after an action.

use super::effect::Proof;
use super::find_again::Found;
use super::seeing::{Belief, Sight};
use super::{LinuxDesktop, PATIENCE};
use deskpilot_atspi::Interface;
use deskpilot_atspi::{Item, Line, NoAnswer, shown};
use deskpilot_core::{Control, NodeId, Role, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError, Image};
use std::collections::HashMap;
use tokio::time::Instant;

/// What was seen at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Glance {
    /// The window that is acted in.
    pub(super) own: u64,
    /// The titles of all windows.
    pub(super) windows: HashMap<u64, String>,
    /// The controls of the window.
    pub(super) controls: Vec<Control>,
    /// Whether all of them were read.
    pub(super) is_complete: bool,
    /// What the window looks like, where that was asked for.
    pub(super) picture: Option<Image>,
    /// Where the caret is in the text that has the keyboard, where keys are to be pressed there.
    pub(super) caret: Option<Caret>,
    /// Whether the application has put something on the clipboard since the action.
    pub(super) copied: bool,
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

impl LinuxDesktop {
    /// Looks at a window. One that is gone has no controls.
    pub(super) async fn glance(&mut self, own: WindowId) -> Result<Glance, DesktopError> {
        let clients = self.clients().await?;
        let windows: HashMap<_, _> = clients.into_iter().map(|it| (u64::from(it.id), it.title)).collect();
        let mut glance = Glance { own: own.0, windows, is_complete: true, ..Glance::default() };
        // What is to prove something is asked for anew.
        match self.look(own, Budget::LOOK, Belief::Nothing).await {
            Ok(Sight { reading, .. }) => {
                glance.is_complete = reading.gaps.truncation(Budget::LOOK).is_none();
                glance.controls = reading.items.iter().map(Item::control).collect();
            }
            Err(DesktopError::WindowGone(_)) => drop(glance.windows.remove(&own.0)),
            Err(error @ DesktopError::Lost(_)) => return Err(error),
            Err(_) => glance.is_complete = false,
        }
        Ok(glance)
    }

    /// Where the caret is in a text; `None` where it has none, or hides what is in it.
    pub(super) async fn caret(&mut self, found: &Found) -> Option<Caret> {
        if found.item.states().has(State::Protected) || !found.item.facts.offers(Interface::Text) {
            return None;
        }
        let line = self.bus.until(Instant::now() + PATIENCE);
        let at = line.caret(&found.item.node).await.ok()?;
        let selected = line.selected_text(&found.item.node).await.ok();
        Some(Caret { at, selected: selected.filter(|(from, to)| from < to).unwrap_or((at, at)) })
    }

    /// What the proof is told from, in the control itself; `None` where it cannot be read.
    pub(super) async fn reading(
        &mut self,
        found: &Found,
        proof: &Proof,
    ) -> Result<Option<String>, DesktopError> {
        let line = self.bus.until(Instant::now() + PATIENCE);
        let (node, facts) = (&found.item.node, &found.item.facts);
        let read = match proof {
            Proof::Text { .. } | Proof::Typed(_) => line.all_text(node).await.map(Some),
            Proof::Number(_) => number_of(line, found).await.map(|number| Some(shown(number))),
            Proof::Choice(_) => line.choice(node, facts, found.member.top.shown).await,
            Proof::Selection(_) => line.selection(node).await,
            Proof::AnyChange
            | Proof::AnyMove
            | Proof::Keys
            | Proof::Hidden
            | Proof::State(..)
            | Proof::Focus => Ok(None),
        };
        match read {
            Err(NoAnswer::Lost(why)) => Err(DesktopError::Lost(why)),
            read => Ok(read.ok().flatten()),
        }
    }
}

/// The number that a control shows. The parts of a date in Firefox show one, and tell of another.
async fn number_of(line: Line<'_>, found: &Found) -> Result<f64, NoAnswer> {
    let facts = &found.item.facts;
    if facts.kind() == Role::Spinner && facts.offers(Interface::Text) {
        let text = line.all_text(&found.item.node).await?;
        if let Ok(number) = text.trim().parse() {
            return Ok(number);
        }
    }
    line.number(&found.item.node).await
}
