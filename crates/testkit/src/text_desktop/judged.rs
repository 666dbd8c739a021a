//! Judges an input to a text desktop as every platform is judged: from what was seen before and after it.

use super::layout;
use super::state::{DesktopState, OpenWindow};
use super::widget::Widget;
use deskpilot_core::{
    Aim, Control, ControlSource, Effect, ExistingState, Gesture, Input, NodeId, Role, State, WindowId,
};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{
    Caret, Comparison, HIDDEN, ListedWindow, Proof, ProofTarget, WindowOwner, WindowSnapshot, doubted,
    effect_of_focus, effect_of_state,
};

/// What was seen before an input, and what would prove that it worked.
pub(super) struct Judged {
    window: WindowId,
    application: String,
    before: WindowSnapshot,
    proof: Proof,
    /// The control that the input names; `None` where it goes to the window or to a place.
    target: Option<NodeId>,
    /// The control that shows the proof: the target, or for keys the one with the focus.
    source: Option<NodeId>,
    value: Option<String>,
    is_hidden: bool,
    gesture: Gesture,
    /// The controls that get the input, as they were before it.
    receivers: Vec<Control>,
}

impl Judged {
    /// Looks before an input that goes to the control of this index.
    pub(super) fn before(
        state: &DesktopState,
        input: &Input,
        index: Option<usize>,
    ) -> Result<Judged, DesktopError> {
        let window = state.window(input.window)?;
        let widget = index.map(|it| &window.widgets[it]);
        let named = widget.filter(|_| is_named(&input.aim));
        let proof = proof_of(&input.gesture, named, window)?;
        let source = named.or_else(|| widget.filter(|it| shows(it, &proof)));
        Ok(Judged {
            window: input.window,
            application: window.application.clone(),
            before: with_caret(snapshot(&state.windows, input.window, &window.application), source),
            value: source.and_then(|it| value_of(window, it, &proof)),
            target: named.map(node_of),
            source: source.map(node_of),
            is_hidden: widget.is_some_and(|it| it.states.has(State::Protected)),
            gesture: input.gesture.clone(),
            receivers: widget.map(|it| it.seen(window.rect)).into_iter().collect(),
            proof,
        })
    }

    /// What the input is for and is so already.
    pub(super) fn existing_state(&self) -> Option<ExistingState> {
        let target = self.before.controls.iter().find(|it| it.node() == self.target.as_ref())?;
        self.proof.existing_state(target.states, self.value.clone())
    }

    /// The effect, by the windows as they are now.
    pub(super) fn effect(&self, state: &DesktopState) -> Effect {
        let reported = self.reported(state);
        let after = snapshot(&state.windows, self.window, &self.application);
        let after = with_caret(after, self.source_in(state));
        let Judged { before, target, proof, is_hidden, .. } = self;
        let (target, is_hidden) = (target.as_ref(), *is_hidden);
        let verdict = Comparison { before, after: &after, target, proof, is_hidden }.verdict(reported);
        doubted(verdict.effect.into(), &self.gesture, &self.receivers).effect
    }

    fn source_in<'a>(&self, state: &'a DesktopState) -> Option<&'a Widget> {
        let window = state.window(self.window).ok()?;
        window.widgets.iter().find(|it| Some(node_of(it)) == self.source)
    }

    /// The effect that the control itself shows.
    fn reported(&self, state: &DesktopState) -> Option<Effect> {
        let window = state.window(self.window).ok()?;
        match (&self.proof, self.source_in(state)?) {
            (Proof::Hidden, _) => Some(Effect::unverified(HIDDEN)),
            (Proof::State(state, on), it) => Some(effect_of_state(*state, *on, it.states.has(*state))),
            (Proof::Focus, it) => Some(effect_of_focus(it.id().to_string(), it.states.has(State::Focused))),
            (proof, it) => {
                proof.effect_of_value(self.value.as_deref(), value_of(window, it, proof).as_deref())
            }
        }
    }
}

/// The look with the caret and the selection of a text, where keys go to one.
fn with_caret(look: WindowSnapshot, text: Option<&Widget>) -> WindowSnapshot {
    let Some(value) = text.and_then(|it| it.value.as_deref()) else { return look };
    let characters = |text: &str| i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    let selected_text = text.and_then(|it| it.selection.clone());
    let place = selected_text.as_deref().and_then(|it| Some((characters(&value[..value.find(it)?]), it)));
    let selected = place.map(|(from, it)| (from, from + characters(it)));
    let at = characters(value);
    let caret = Some(Caret { at, selected: selected.unwrap_or((at, at)) });
    WindowSnapshot { caret, selected_text, ..look }
}

/// Whether an input names a control that the desktop reports, rather than a place.
fn is_named(aim: &Aim) -> bool {
    matches!(aim, Aim::Control(it) if matches!(it.source, ControlSource::Accessibility { .. }))
}

fn proof_of(gesture: &Gesture, target: Option<&Widget>, window: &OpenWindow) -> Result<Proof, DesktopError> {
    let control = target.map(|it| it.seen(window.rect));
    let found = target.zip(control.as_ref()).map(|(widget, control)| ProofTarget {
        control,
        has_text: widget.value.is_some(),
        has_action: !widget.consequences.is_empty(),
    });
    let what = || control.as_ref().map_or(format!("{:?}", window.title), |it| it.id().to_string());
    Proof::of(gesture, found).map_err(|why| DesktopError::NotPossible { what: what(), why: why.to_owned() })
}

/// Whether a control without a name in the input shows what its keys do.
fn shows(widget: &Widget, proof: &Proof) -> bool {
    let is_of_keys = matches!(proof, Proof::Typed(_) | Proof::Keys(_) | Proof::Saved);
    is_of_keys && widget.states.has(State::Focused) && widget.role.holds_text()
}

/// The value of a control that the proof compares.
fn value_of(window: &OpenWindow, widget: &Widget, proof: &Proof) -> Option<String> {
    let open = || widget.value.clone().filter(|_| !widget.states.has(State::Protected));
    match proof {
        Proof::Text { .. } | Proof::Typed(_) | Proof::Keys(_) | Proof::Number(_) => open(),
        Proof::Selection(_) => widget.selection.clone(),
        Proof::Choice(_) if widget.role == Role::ComboBox => open(),
        Proof::Choice(_) => chosen(window, widget),
        _ => None,
    }
}

/// The item that is chosen in a list.
fn chosen(window: &OpenWindow, list: &Widget) -> Option<String> {
    let index = window.widgets.iter().position(|it| it.node == list.node)?;
    let items = layout::inside(&window.widgets, index).map(|it| &window.widgets[it]);
    let is_chosen = |it: &&Widget| it.states.has(State::Selected) || it.states.has(State::Checked);
    items.into_iter().find(is_chosen).map(|it| it.name.clone())
}

/// A look at a window, relative to which the others are its application's or another's.
fn snapshot(windows: &[OpenWindow], own: WindowId, application: &str) -> WindowSnapshot {
    let whose = |it: &OpenWindow| match it.application == application {
        true => WindowOwner::Own,
        false => WindowOwner::Other,
    };
    let listed = |it: &OpenWindow| (it.id.0, ListedWindow { title: it.title.clone(), whose: whose(it) });
    let seen = |it: &OpenWindow| -> Vec<Control> {
        it.widgets.iter().zip(it.rects()).filter_map(|(widget, rect)| Some(widget.seen(rect?))).collect()
    };
    WindowSnapshot {
        own: own.0,
        windows: windows.iter().map(listed).collect(),
        controls: windows.iter().find(|it| it.id == own).map(seen).unwrap_or_default(),
        is_complete: true,
        ..WindowSnapshot::default()
    }
}

fn node_of(widget: &Widget) -> NodeId {
    NodeId(widget.node.clone())
}
