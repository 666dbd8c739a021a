//! A step that is not complete yet: its effect may still show.

use super::{
    effect, pictures,
    scene::{FieldToRead, Scene},
};
use crate::{Action, Picture, Seen, Step};
use deskpilot_core::{NodeId, Point, Rect, Role, State};
use std::{collections::HashSet, sync::Arc, time::Instant};

/// A step with what was seen before and after.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) step: Step,
    /// The field whose text the step changes.
    pub(super) field: Option<Field>,
    /// Where and when a button was pressed.
    pub(super) pressed: Option<(Point, Instant)>,
    /// The node of its control.
    pub(super) node: Option<NodeId>,
    /// Its control as a skill knows it, or the menus and the entry that were chosen.
    pub(super) targets: Vec<deskpilot_learning::ControlIdentity>,
    /// What its pictures show.
    rect: Rect,
    /// What was seen before and after; none once it is complete.
    scenes: Option<(Arc<Scene>, Arc<Scene>)>,
    /// Its pictures.
    pub(super) pictures: [Option<Picture>; 2],
}

/// The text of a field while it changes.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) node: NodeId,
    /// How it is read; `None` if its window is not known.
    pub(super) to_read: Option<FieldToRead>,
    /// The text before the step; `None` if it was not observed.
    pub(super) before: Option<String>,
    /// When the last key went to it.
    pub(super) last_key: Instant,
    /// What that key does to a text.
    pub(super) last_edit: Edit,
    /// When its text was read last.
    pub(super) read: Option<Instant>,
    /// The time of the next action; a text read after it is final.
    pub(super) left: Option<Instant>,
    pub(super) kind: FieldKind,
}

/// What a key does to the text of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// It adds something.
    Adds,
    /// It removes something.
    Removes,
    /// It moves the caret, or takes something back.
    Other,
}

/// How the text of a step is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    /// The field says it.
    Value,
    /// A terminal shows what was typed: only then is it recorded, as a password is not shown.
    Echo(String),
}

impl Field {
    /// Whether the person made this text, and not the application: once the next key is pressed, that may empty a field whose message is
    /// sent or whose dialog closes, or put a result into it. `known` is the text that was read after the last key, if one was; a look
    /// may have missed what the last keys did.
    fn is_typed(&self, text: &str, known: Option<&str>) -> bool {
        if self.left.is_none() {
            return true;
        }
        match self.last_edit {
            Edit::Adds => !text.is_empty() && known.is_none_or(|known| is_within(known, text)),
            Edit::Removes => known.is_none_or(|known| is_within(text, known)),
            Edit::Other => true,
        }
    }
}

impl Draft {
    pub(super) fn new(step: Step, before: &Arc<Scene>, control: Option<usize>) -> Draft {
        let targets = control.map(|at| before.lasting_identity(at)).into_iter().collect();
        let control = control.map(|at| &before.controls[at]);
        let window = before.window.as_ref().map_or(Rect::default(), |it| it.rect);
        Draft {
            step,
            field: None,
            pressed: None,
            node: control.and_then(|it| it.node()).cloned(),
            targets,
            rect: control.map_or(window, |it| it.rect),
            scenes: Some((Arc::clone(before), Arc::clone(before))),
            pictures: [None, None],
        }
    }

    /// What was seen before it, while it is not complete.
    pub(super) fn before(&self) -> Option<&Arc<Scene>> {
        self.scenes.as_ref().map(|(before, _)| before)
    }

    /// Begins with what was seen before another step that this one continues.
    pub(super) fn continue_from(&mut self, earlier: &Draft) {
        if let (Some((before, _)), Some(earliest)) = (&mut self.scenes, earlier.before()) {
            *before = Arc::clone(earliest);
        }
    }

    /// Takes what is seen now as what it led to.
    pub(super) fn see(&mut self, scene: &Arc<Scene>) {
        if let Some((_, after)) = &mut self.scenes {
            *after = Arc::clone(scene);
        }
    }

    /// Reads the text of its field.
    pub(super) fn read(&mut self, scene: &Scene, hidden: &HashSet<NodeId>) {
        let Some(field) = &mut self.field else { return };
        if hidden.contains(&field.node) {
            self.step.action = Action::TypeUnrecorded { reason: "the field hides its text".into() };
            self.field = None;
            return;
        }
        let shown = scene.control_of(&field.node).map(|it| scene.text_of(it));
        // A dialog that the following step opened may hide it.
        let text = shown.or_else(|| scene.texts.get(&field.node).cloned());
        let known = match &self.step.action {
            Action::Type { value, .. } if field.read.is_some_and(|read| read >= field.last_key) => {
                Some(value)
            }
            _ => None,
        };
        if let Some(text) = text.filter(|it| field.is_typed(it, known.map(String::as_str))) {
            field.read = Some(scene.begun);
            match &field.kind {
                FieldKind::Value => self.step.action = typed(field.before.as_deref(), text),
                FieldKind::Echo(typed) if text.contains(typed.as_str()) => {
                    self.step.action = Action::Type { value: typed.clone(), added: Some(typed.clone()) };
                }
                FieldKind::Echo(_) => {}
            }
        }
        if field.left.is_some_and(|left| scene.begun > left) {
            self.close_field();
        }
    }

    /// The field gets nothing more. If its final text is unknown, the text is not recorded at all.
    pub(super) fn close_field(&mut self) {
        let Some(field) = self.field.take() else { return };
        if field.read.is_none_or(|read| read < field.last_key) {
            let reason = "the field closed before its text could be read".to_owned();
            self.step.action = Action::TypeUnrecorded { reason };
        }
    }

    /// Whether it had no effect: a press at a place without a control, or keys that left a text unchanged.
    pub(super) fn is_empty(&self) -> bool {
        match &self.step.action {
            Action::Click { .. } => self.step.control.is_none() && self.step.effect.is_empty(),
            Action::Type { added, .. } => self.field.is_none() && added.as_deref() == Some(""),
            _ => false,
        }
    }

    /// Completes the step with its effect and its pictures. Returns whether it is worth keeping.
    pub(super) fn complete(&mut self, hidden: &HashSet<NodeId>) -> bool {
        let Some((before, after)) = self.scenes.take() else { return true };
        self.settle(&before, &after);
        let own = self.field.as_ref().map(|it| it.node.clone()).or_else(|| self.node.clone());
        self.step.effect = effect::changes(&before, &after, hidden, own.as_ref());
        self.step.opens = effect::opened(&before, &after);
        self.step.seen = effect::seen(&before, &after, hidden, own.as_ref())
            .map(|seen| Seen { controls: std::mem::take(&mut self.targets), ..seen });
        self.pictures = [&before, &after].map(|scene| pictures::of_scene(scene, self.rect, hidden));
        !self.is_empty()
    }

    /// Describes what the click did, as far as the control shows it: it is checked, it has another value, the
    /// window is closed.
    fn settle(&mut self, before: &Scene, after: &Scene) {
        if !matches!(self.step.action, Action::Click { .. } | Action::Drag { .. }) {
            return;
        }
        let Some(node) = &self.node else {
            let is_closed = |scene: &Scene| !scene.recorded().any(|it| it.title == self.step.window);
            if is_closed(after) && !is_closed(before) {
                self.step.action = Action::CloseWindow;
            }
            return;
        };
        let (Some(was), Some(is)) = (before.control_of(node), after.control_of(node)) else { return };
        let checked = is.states.has(State::Checked);
        if was.role == Role::CheckBox && was.states.has(State::Checked) != checked {
            self.step.action = Action::Check { checked };
        }
        let is_number = matches!(was.role, Role::Slider | Role::Spinner);
        if let Some(value) = is.value.as_ref().filter(|value| is_number && was.value.as_ref() != Some(value))
        {
            self.step.action = Action::Set { value: value.clone() };
        }
    }
}

/// Whether the characters of one text are in another one in their order, with others between them.
fn is_within(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars().all(|wanted| whole.any(|it| it == wanted))
}

/// The text of a field as an action.
fn typed(before: Option<&str>, value: String) -> Action {
    let added = before.and_then(|before| value.strip_prefix(before)).map(str::to_owned);
    Action::Type { value, added }
}
