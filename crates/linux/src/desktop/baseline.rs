//! The state seen before an action, to compare with the state after it.

use super::effect::Proof;
use super::find_again::{FoundControl, Target, node_of};
use super::proof_value::read_proof;
use super::reader::Reader;
use super::recent_controls::RecentControls;
use super::window_group::WindowGroup;
use super::window_snapshot::{Caret, WindowSnapshot};
use deskpilot_atspi::{NodeRef, VisibilityRule};
use deskpilot_core::{Control, Role, State, States, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::DamageWatch;

/// What was seen before an action, and the sources of events after it.
pub(super) struct ActionBaseline {
    pub(super) window: WindowId,
    /// The process of its application.
    pub(super) process: Option<u32>,
    pub(super) snapshot: WindowSnapshot,
    pub(super) proof_value: Option<String>,
    /// The focused text field, where text is typed without a target control.
    focused: Option<Box<FoundControl>>,
    /// The node of the application's main window, and how many of its events were counted.
    pub(super) top: Option<NodeRef>,
    pub(super) events: u64,
    pub(super) drawing: Option<DamageWatch>,
    /// Whether the target showed since that it was hit.
    pub(super) was_target_hit: bool,
}

impl ActionBaseline {
    /// Reads the window before an action that has this proof.
    pub(super) async fn take(
        reader: &mut Reader,
        group: &WindowGroup,
        target: &Target,
        proof: &Proof,
    ) -> Result<ActionBaseline, DesktopError> {
        let window = WindowId(group.client.id.into());
        let drawing = reader.windows.display.watch(group.ids()).await?;
        let mut snapshot = WindowSnapshot::of(reader, window).await?;
        if !proof.is_direct() || target.control().is_none() {
            snapshot.picture = reader.windows.picture(window).await.ok();
        }
        let focused = match proof {
            Proof::Typed(text) => {
                focused_text(reader, group, &snapshot, |it| can_be_read_back(it, text)).await
            }
            Proof::Keys | Proof::Saved if target.control().is_none() => {
                focused_text(reader, group, &snapshot, may_have_caret).await
            }
            _ => None,
        };
        let top = group.accessible_windows().into_iter().next().map(|top| top.node);
        let (process, proof_value) = (group.client.process, None);
        reader.recent_controls = RecentControls::since(process, &snapshot.controls);
        let (events, was_target_hit) = (0, false);
        let mut before = ActionBaseline {
            window,
            process,
            snapshot,
            proof_value,
            focused,
            top,
            events,
            drawing,
            was_target_hit,
        };
        if let Some(found) = before.proof_source(target) {
            let caret = if proof.is_of_keys() { Caret::of(reader, found).await } else { None };
            before.proof_value = read_proof(reader, found, proof).await?;
            before.snapshot.caret = caret;
        }
        before.events = before
            .top
            .as_ref()
            .and_then(|top| reader.events.activity(&top.bus))
            .map_or(0, |activity| activity.count);
        before.drawing.iter().for_each(DamageWatch::reset);
        Ok(before)
    }

    /// The control from which the proof is read.
    pub(super) fn proof_source<'a>(&'a self, target: &'a Target) -> Option<&'a FoundControl> {
        target.control().or(self.focused.as_deref())
    }

    /// Whether the target still exists but is hidden. Some toolkits do not report that in the node's state, and would
    /// perform its action all the same.
    pub(super) fn is_target_hidden(&self, target: &Target) -> bool {
        let Some(found) = target.control() else { return false };
        let says_so = found.member.accessible.visibility == VisibilityRule::ByState;
        let id = found.element.node.id();
        !says_so
            && self.snapshot.is_complete
            && !self.snapshot.controls.iter().any(|it| it.node() == Some(&id))
    }

    /// Whether the keys go to a field that hides what is typed.
    pub(super) fn types_into_protected(&self, target: &Target) -> bool {
        let hides = |states: States| states.has(State::Protected);
        match target.control() {
            Some(found) => hides(found.element.states()),
            None => self.snapshot.controls.iter().any(|it| it.states.has(State::Focused) && hides(it.states)),
        }
    }

    /// Whether anything larger than a caret was drawn since; `true` without DAMAGE.
    pub(super) fn was_drawn(&self) -> bool {
        self.drawing.as_ref().is_none_or(|drawing| drawing.snapshot().count > 0)
    }

    /// Whether the application has taken the clipboard since.
    pub(super) fn took_clipboard(&self) -> bool {
        self.drawing.as_ref().is_some_and(|drawing| drawing.snapshot().copied.is_some())
    }
}

/// The first of these controls that matches, found again.
async fn focused_text(
    reader: &Reader,
    group: &WindowGroup,
    snapshot: &WindowSnapshot,
    is_it: impl Fn(&Control) -> bool,
) -> Option<Box<FoundControl>> {
    let control = snapshot.controls.iter().find(|it| is_it(it))?;
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
