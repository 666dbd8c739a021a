//! The state seen before an action, to compare with the state after it.

use super::effect::Proof;
use super::find_again::{Found, Target, node_of};
use super::glance::{Caret, Glance};
use super::lately::Lately;
use super::reader::Reader;
use super::reading::read_proof;
use super::window_group::WindowGroup;
use deskpilot_atspi::{NodeRef, Shown};
use deskpilot_core::{Control, Role, State, States, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::DamageWatch;

/// What was seen before an action, and the sources of events after it.
pub(super) struct Before {
    pub(super) window: WindowId,
    /// The process of its application.
    pub(super) process: Option<u32>,
    pub(super) glance: Glance,
    pub(super) reading: Option<String>,
    /// The focused text field, where text is typed without a target control.
    focused: Option<Box<Found>>,
    /// The node of the application's main window, and how many of its events were counted.
    pub(super) top: Option<NodeRef>,
    pub(super) events: u64,
    pub(super) drawing: Option<DamageWatch>,
    /// Whether the target was seen to be hit since.
    pub(super) was_met: bool,
}

impl Before {
    /// Looks at the window before an action that has this proof.
    pub(super) async fn look(
        reader: &mut Reader,
        group: &WindowGroup,
        target: &Target,
        proof: &Proof,
    ) -> Result<Before, DesktopError> {
        let window = WindowId(group.client.id.into());
        let drawing = reader.windows.display.watch(group.ids()).await?;
        let mut glance = Glance::of(reader, window).await?;
        if !proof.is_direct() || target.found().is_none() {
            glance.picture = reader.windows.picture(window).await.ok();
        }
        let focused = match proof {
            Proof::Typed(text) => focused_text(reader, group, &glance, |it| can_be_read_back(it, text)).await,
            Proof::Keys if target.found().is_none() => {
                focused_text(reader, group, &glance, may_have_caret).await
            }
            _ => None,
        };
        let top = group.tops().into_iter().next().map(|top| top.node);
        let (process, reading) = (group.client.process, None);
        reader.lately = Lately::since(process, &glance.controls);
        let (events, was_met) = (0, false);
        let mut before = Before { window, process, glance, reading, focused, top, events, drawing, was_met };
        if let Some(found) = before.witness(target) {
            let caret = if *proof == Proof::Keys { Caret::of(reader, found).await } else { None };
            before.reading = read_proof(reader, found, proof).await?;
            before.glance.caret = caret;
        }
        before.events =
            before.top.as_ref().and_then(|top| reader.pulse.of(&top.bus)).map_or(0, |beat| beat.count);
        before.drawing.iter().for_each(DamageWatch::start_anew);
        Ok(before)
    }

    /// The control from which the proof is read.
    pub(super) fn witness<'a>(&'a self, target: &'a Target) -> Option<&'a Found> {
        target.found().or(self.focused.as_deref())
    }

    /// Whether the target still exists but is hidden. Some toolkits do not report that in the node's state, and would
    /// perform its action all the same.
    pub(super) fn shows_no_more(&self, target: &Target) -> bool {
        let Some(found) = target.found() else { return false };
        let says_so = found.member.top.shown == Shown::ByState;
        let id = found.item.node.id();
        !says_so && self.glance.is_complete && !self.glance.controls.iter().any(|it| it.node() == Some(&id))
    }

    /// Whether the keys go to a field that hides what is typed.
    pub(super) fn is_hidden(&self, target: &Target) -> bool {
        let hides = |states: States| states.has(State::Protected);
        match target.found() {
            Some(found) => hides(found.item.states()),
            None => self.glance.controls.iter().any(|it| it.states.has(State::Focused) && hides(it.states)),
        }
    }

    /// Whether anything larger than a caret was drawn since; `true` without DAMAGE.
    pub(super) fn was_drawn(&self) -> bool {
        self.drawing.as_ref().is_none_or(|drawing| drawing.so_far().count > 0)
    }

    /// Whether the application has taken the clipboard since.
    pub(super) fn was_copied(&self) -> bool {
        self.drawing.as_ref().is_some_and(|drawing| drawing.so_far().copied.is_some())
    }
}

/// The first of these controls that matches, found again.
async fn focused_text(
    reader: &Reader,
    group: &WindowGroup,
    glance: &Glance,
    is_it: impl Fn(&Control) -> bool,
) -> Option<Box<Found>> {
    let control = glance.controls.iter().find(|it| is_it(it))?;
    node_of(control)?;
    reader.find_again(group, control).await.ok().map(Box::new)
}

/// Whether a control has the focus and its text can be read back after typing.
fn can_be_read_back(control: &Control, text: &str) -> bool {
    let states = control.states;
    let is_text = matches!(control.role, Role::Edit | Role::Document) && states.has(State::Editable);
    // In a single line, Enter may submit the text.
    let stays = states.has(State::MultiLine) || !text.contains(['\n', '\t']);
    is_text && stays && states.has(State::Focused) && !states.has(State::Protected)
}

/// Whether a control has the focus and may have a caret.
fn may_have_caret(control: &Control) -> bool {
    let is_text = control.role.holds_text() || control.role == Role::Text;
    is_text && control.states.has(State::Focused) && !control.states.has(State::Protected)
}
