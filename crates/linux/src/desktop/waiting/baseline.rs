//! The state seen before an action, to compare with the state after it.

use super::lag::{Bars, SILENT_LAG};
use crate::desktop::opening::opened_files::OpenedFile;
use crate::desktop::reading::find_again::{FoundControl, Target, node_of};
use crate::desktop::reading::proof_value::read_proof;
use crate::desktop::reading::reader::Reader;
use crate::desktop::reading::recent_controls::RecentControls;
use crate::desktop::reading::window_snapshot::{self, caret_of, format_at};
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{InputInProgress, NodeRef, SelfChanges, SelfChangingNodes, VisibilityRule};
use deskpilot_core::{Control, Evidence, Gesture, Role, State, States, WindowId, pressed_at};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{
    Caret, Proof, SavedFile, SelfChangingControls, TextFormat, WindowOwner, WindowSnapshot,
};
use deskpilot_x11::{Client, DamageWatch};
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::Instant;

/// What was seen before an action, and the sources of events after it.
pub(in crate::desktop) struct ActionBaseline {
    pub(in crate::desktop) window: WindowId,
    /// When it was taken.
    pub(in crate::desktop) taken: Instant,
    /// The process of its application.
    pub(in crate::desktop) process: Option<u32>,
    pub(in crate::desktop) snapshot: WindowSnapshot,
    pub(in crate::desktop) proof_value: Option<String>,
    /// The focused text field, where text is typed without a target control.
    focused: Option<Box<FoundControl>>,
    /// The node of the application's main window, and how many of its events were counted.
    pub(in crate::desktop) top: Option<NodeRef>,
    pub(in crate::desktop) events: u64,
    pub(in crate::desktop) drawing: Option<DamageWatch>,
    /// The file that the window shows, where the action is to save it.
    file: Option<OpenedFile>,
    /// Whether the input may answer a dialog, which is for more than what the dialog shows before it closes.
    pub(in crate::desktop) may_close_dialog: bool,
    /// Until the application has handled the input.
    pub(in crate::desktop) input: Option<InputInProgress>,
    /// Whether the target showed since that it was hit.
    pub(in crate::desktop) was_target_hit: bool,
}

impl ActionBaseline {
    /// Reads the window before an action that has this proof.
    pub(in crate::desktop) async fn take(
        reader: &mut Reader,
        group: &WindowGroup,
        target: &Target,
        proof: &Proof,
        bars: Bars,
    ) -> Result<ActionBaseline, DesktopError> {
        let window = WindowId(group.client.id.into());
        let drawing = reader.windows.display.watch(group.ids()).await?;
        let mut snapshot = read_before(reader, window, target, proof, bars).await?;
        let focused = match target.control() {
            // The target itself proves it; without one, the field with the focus does.
            Some(_) if proof.is_of_keys() => None,
            _ => proving_text(reader, group, &snapshot, proof).await,
        };
        let top = group.accessible_windows().into_iter().next().map(|top| top.node);
        // Before the question what changes by itself, which counts the texts of this look.
        reader.passing_texts.record(window, &snapshot);
        if let Some(top) = &top {
            let self_changing = reader.events.self_changes.self_changing(&top.bus);
            snapshot.self_changing =
                self_changing_controls(&self_changing, top, reader.passing_texts.of(window));
        }
        let process = group.client.process;
        // From here on, a control that comes is new since this action.
        reader.recent_controls = RecentControls::since(process, &snapshot.controls);
        let mut before = ActionBaseline {
            window,
            taken: Instant::now(),
            process,
            snapshot,
            proof_value: None,
            focused,
            top,
            events: 0,
            drawing,
            file: file_to_save(reader, group, proof),
            may_close_dialog: false,
            input: None,
            was_target_hit: false,
        };
        if let Some(found) = before.proof_source(target) {
            let (caret, format) = caret_and_format(reader, group, found, proof).await;
            // Some controls show something else than what is typed into them.
            if proof.is_shown_by(&found.element.control()) {
                before.proof_value = read_proof(reader, found, proof).await?;
            }
            (before.snapshot.caret, before.snapshot.format) = (caret, format);
        }
        // Counted after all reads: the events and drawing that they cause are no signs of the action.
        let activity = before.top.as_ref().and_then(|top| reader.events.activity(&top.bus));
        before.events = activity.map_or(0, |activity| activity.count);
        before.drawing.iter().for_each(DamageWatch::reset);
        let effects = if reader.lags(group) { SILENT_LAG } else { SelfChanges::EFFECTS };
        // Begins last: from here on, changes count as effects and not as changes that come by themselves.
        before.input = Some(reader.events.self_changes.input(effects));
        Ok(before)
    }

    /// The control from which the proof is read.
    pub(in crate::desktop) fn proof_source<'a>(&'a self, target: &'a Target) -> Option<&'a FoundControl> {
        target.control().or(self.focused.as_deref())
    }

    /// Whether the value that the proof compares is what it was before the action.
    pub(in crate::desktop) async fn has_value_of_before(
        &self,
        reader: &Reader,
        target: &Target,
        proof: &Proof,
    ) -> Result<bool, DesktopError> {
        let Some(found) = self.proof_source(target) else { return Ok(false) };
        Ok(self.proof_value.is_some() && read_proof(reader, found, proof).await? == self.proof_value)
    }

    /// Whether the target still exists but is hidden. Some toolkits do not report that in the node's state, and would
    /// perform its action all the same.
    pub(in crate::desktop) fn is_target_hidden(&self, target: &Target) -> bool {
        let Some(found) = target.control() else { return false };
        let says_so = found.member.accessible.visibility == VisibilityRule::ByState;
        let id = found.element.node.id();
        !says_so
            && self.snapshot.is_complete
            && !self.snapshot.controls.iter().any(|it| it.node() == Some(&id))
    }

    /// The controls that a gesture goes to, as far as the window reports them: its target, or for keys those with the focus.
    pub(in crate::desktop) fn receivers(&self, target: &Target, gesture: &Gesture) -> Vec<Control> {
        let has_focus = |it: &&Control| it.states.has(State::Focused);
        match (target.control(), gesture) {
            (Some(found), _) => vec![found.element.control()],
            (None, Gesture::Keys(_) | Gesture::Text { .. }) => {
                self.snapshot.controls.iter().filter(has_focus).cloned().collect()
            }
            (None, _) => Vec::new(),
        }
    }

    /// Whether a click goes to a point at which no control is, as the window reports it: it presses nothing.
    pub(in crate::desktop) fn is_at_nothing(&self, target: &Target, proof: &Proof) -> bool {
        let Target::Place(point, _) = target else { return false };
        *proof == Proof::AnyChange
            // An incomplete list may lack the very control at that point.
            && self.snapshot.is_complete
            && pressed_at(&self.snapshot.controls, *point).is_none()
    }

    /// Whether the keys go to a field that hides what is typed.
    pub(in crate::desktop) fn types_into_protected(&self, target: &Target) -> bool {
        let hides = |states: States| states.has(State::Protected);
        match target.control() {
            Some(found) => hides(found.element.states()),
            None => self.snapshot.controls.iter().any(|it| it.states.has(State::Focused) && hides(it.states)),
        }
    }

    /// Whether a window of the application is no longer among these.
    pub(in crate::desktop) fn has_closed_window(&self, open: &[Client]) -> bool {
        let mut own = self.snapshot.windows.iter().filter(|(_, it)| it.whose == WindowOwner::Own);
        own.any(|(id, _)| open.iter().all(|it| u64::from(it.id) != *id))
    }

    /// Whether anything larger than a caret was drawn since; `true` without DAMAGE.
    pub(in crate::desktop) fn was_drawn(&self) -> bool {
        self.drawing.as_ref().is_none_or(|drawing| drawing.snapshot().count > 0)
    }

    /// What became of the file that was to be saved.
    pub(in crate::desktop) fn saved_file(&self) -> SavedFile {
        self.file.as_ref().map_or(SavedFile::Unknown, OpenedFile::saved)
    }

    /// Shows that the file that was to be saved was written, and that this was so long ago: what is written in parts is not
    /// whole at once.
    pub(in crate::desktop) fn file_written_before(&self, pause: Duration) -> Option<Evidence> {
        let file = self.file.as_ref()?;
        match file.saved() {
            SavedFile::Written(name) if file.stands_for(pause) => Some(Evidence::Written(name)),
            _ => None,
        }
    }

    /// Whether the application has taken the clipboard since.
    pub(in crate::desktop) fn took_clipboard(&self) -> bool {
        self.drawing.as_ref().is_some_and(|drawing| drawing.snapshot().copied.is_some())
    }
}

/// The window before an action, with its picture where no call reads the proof.
async fn read_before(
    reader: &mut Reader,
    window: WindowId,
    target: &Target,
    proof: &Proof,
    bars: Bars,
) -> Result<WindowSnapshot, DesktopError> {
    let mut snapshot = window_snapshot::before_action(reader, window).await?;
    snapshot.is_behind = bars == Bars::Behind;
    snapshot.pressed = reader.actions.pressed();
    // A capture costs more than the call that reads a direct proof.
    if !proof.is_direct() || target.control().is_none() {
        snapshot.picture = reader.windows.picture(window).await.ok();
    }
    Ok(snapshot)
}

/// What changes by itself in the window with this top-level node, in which these texts came and went.
fn self_changing_controls(
    nodes: &SelfChangingNodes,
    top: &NodeRef,
    passing: HashSet<String>,
) -> SelfChangingControls {
    SelfChangingControls {
        contents: nodes.contents.iter().map(NodeRef::id).collect(),
        recent_changes: nodes.recent_changes.iter().map(NodeRef::id).collect(),
        has_passing_texts: !nodes.children.is_empty(),
        passing,
        has_changing_title: nodes.contents.contains(top),
    }
}

/// The caret of the text that keys go to, and how the text there looks. Reads the look only where it proves what tool bars show
/// late: it is unknown whether every toolkit survives the call.
async fn caret_and_format(
    reader: &Reader,
    group: &WindowGroup,
    found: &FoundControl,
    proof: &Proof,
) -> (Option<Caret>, Option<TextFormat>) {
    let caret = if proof.is_of_keys() { caret_of(reader, found).await } else { None };
    let format = match caret.filter(|_| proof.may_format() && reader.lags(group)) {
        Some(caret) => format_at(reader, found, caret).await,
        None => None,
    };
    (caret, format)
}

/// The file that the window shows, where the action is to save it.
fn file_to_save(reader: &Reader, group: &WindowGroup, proof: &Proof) -> Option<OpenedFile> {
    match proof {
        Proof::Saved => reader.opened_files.shown_by(&group.client.title),
        _ => None,
    }
}

/// The focused text that shows what the keys do.
async fn proving_text(
    reader: &Reader,
    group: &WindowGroup,
    snapshot: &WindowSnapshot,
    proof: &Proof,
) -> Option<Box<FoundControl>> {
    match proof {
        Proof::Typed(_) => {
            let is_it = |it: &Control| it.states.has(State::Focused) && proof.is_shown_by(it);
            focused_text(reader, group, snapshot, is_it).await
        }
        Proof::Keys(_) | Proof::Saved => focused_text(reader, group, snapshot, may_have_caret).await,
        _ => None,
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

/// Whether a control has the focus and may have a caret.
fn may_have_caret(control: &Control) -> bool {
    let is_text = control.role.holds_text() || control.role == Role::Text;
    is_text && control.states.has(State::Focused) && !control.states.has(State::Protected)
}
