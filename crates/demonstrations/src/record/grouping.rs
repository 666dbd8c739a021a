//! Groups input and views into steps. Pure.

use super::{
    draft::{Draft, Edit, Field, FieldKind},
    scene::{FieldToRead, Scene, Target, is_input},
};
use crate::{Action, Step};
use deskpilot_core::{Button, NodeId, Point, State};
use deskpilot_desktop::{DeviceInput, TimedInput};
use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

/// How long an application may take to move the keyboard after a key or a click. Until a look that began
/// after this time, typed keys are not recorded as such.
const FOCUS_MOVES: Duration = Duration::from_millis(150);
/// The most steps; a longer recording shows more than one thing.
pub(super) const MOST_STEPS: usize = 1_000;

/// The steps so far.
#[derive(Debug)]
pub(super) struct Grouping {
    /// What was seen last.
    pub(super) scene: Arc<Scene>,
    pub(super) drafts: Vec<Draft>,
    /// How many of the drafts are complete.
    completed: usize,
    /// When something may have moved the keyboard to another control; none once a later look showed where it is.
    moved: Option<Instant>,
    /// What the last key did that edited a text since then; `None` if none did.
    pub(super) unseen_edit: Option<Edit>,
    /// How many characters the last step of pressed keys got since the last look.
    pub(super) fresh_keys: usize,
    /// The nodes that hide their text, or did.
    pub(super) hidden: HashSet<NodeId>,
    /// The button that is down.
    pub(super) pressed: Option<Pressed>,
}

/// A button that is down.
#[derive(Debug)]
pub(super) struct Pressed {
    pub(super) button: Button,
    pub(super) point: Point,
    pub(super) at: Instant,
    pub(super) target: Target,
    /// What was seen when it went down.
    pub(super) scene: Arc<Scene>,
}

impl Grouping {
    /// Begins with what is seen now.
    pub(super) fn new(scene: Scene) -> Grouping {
        let mut grouping = Grouping {
            scene: Arc::new(Scene::empty(scene.begun)),
            drafts: Vec::new(),
            completed: 0,
            moved: None,
            unseen_edit: None,
            fresh_keys: 0,
            hidden: HashSet::new(),
            pressed: None,
        };
        grouping.see(scene);
        grouping
    }

    /// Takes an input.
    pub(super) fn input(&mut self, input: &TimedInput) {
        if self.drafts.len() >= MOST_STEPS {
            return;
        }
        match &input.input {
            DeviceInput::Press(button, point) => self.press(*button, *point, input.at),
            DeviceInput::Release(button, point) => self.release(*button, *point),
            DeviceInput::Wheel(notch, point) => self.wheel(*notch, *point),
            DeviceInput::Key(chord) => self.key(chord, input.at),
        }
    }

    /// Takes what is seen now.
    pub(super) fn see(&mut self, mut scene: Scene) {
        let is_protected = |it: &&deskpilot_core::Control| it.states.has(State::Protected);
        self.hidden.extend(scene.controls.iter().filter(is_protected).filter_map(|it| it.node()).cloned());
        scene.masks = self.masks(&scene);
        let scene = Arc::new(scene);
        self.scene = Arc::clone(&scene);
        for draft in &mut self.drafts {
            draft.read(&scene, &self.hidden);
        }
        if let Some(last) = self.drafts.last_mut() {
            last.see(&scene);
        }
        if self.moved.is_none_or(|moved| scene.begun > moved + FOCUS_MOVES) {
            self.moved = None;
            self.place_unseen_keys();
        }
        self.take_back_hidden_keys();
    }

    /// Whether it is known which control the keyboard goes to.
    pub(super) const fn knows_keyboard(&self) -> bool {
        self.moved.is_none()
    }

    /// Something may have moved the keyboard.
    pub(super) fn keyboard_moved(&mut self, at: Instant) {
        self.moved = Some(at);
    }

    /// The fields whose whole text the next look should read.
    pub(super) fn fields(&self) -> Vec<FieldToRead> {
        let typed = self.drafts.iter().filter_map(|it| it.field.as_ref()?.to_read.clone());
        let controls = self.scene.controls.iter().enumerate();
        let focused = controls.filter(|(_, it)| it.states.has(State::Focused) && is_input(it));
        let is_hidden = |it: &FieldToRead| it.control.node().is_some_and(|node| self.hidden.contains(node));
        typed
            .chain(focused.filter_map(|(at, _)| self.scene.field_to_read(at)))
            .filter(|it| !is_hidden(it))
            .collect()
    }

    /// Adds a step. The one before is complete then, except for the text of its field.
    pub(super) fn add(&mut self, draft: Draft, at: Instant) {
        self.leave_field(at);
        self.complete_all();
        self.fresh_keys = 0;
        self.drafts.push(draft);
    }

    /// The field of the last step gets no more of the keys.
    pub(super) fn leave_field(&mut self, at: Instant) {
        if let Some(field) = self.drafts.last_mut().and_then(|it| it.field.as_mut()) {
            field.left.get_or_insert(at);
        }
    }

    /// The steps whose effect is known since the last call.
    pub(super) fn take_completed(&mut self) -> Vec<Step> {
        let last = self.drafts.len().saturating_sub(1);
        let fresh = self.drafts.get(self.completed.min(last)..last).unwrap_or(&[]);
        let settled: Vec<Step> =
            fresh.iter().take_while(|it| it.field.is_none()).map(|it| it.step.clone()).collect();
        self.completed += settled.len();
        settled
    }

    /// The last step if it types a text, all of which has been read.
    pub(super) fn typed_step(&self) -> Option<&Step> {
        let Draft { step, field: Some(field), .. } = self.drafts.last()? else { return None };
        let is_read = field.read.is_some_and(|read| read >= field.last_key);
        (is_read && matches!(step.action, Action::Type { .. })).then_some(step)
    }

    /// All steps, once nothing more is done.
    pub(super) fn finish(mut self) -> Vec<Draft> {
        self.drafts.iter_mut().for_each(Draft::close_field);
        self.complete_all();
        self.drafts.retain(|it| !it.is_empty());
        self.drafts
    }

    fn complete_all(&mut self) {
        if let Some(mut last) = self.drafts.pop()
            && last.complete(&self.hidden)
        {
            self.drafts.push(last);
        }
    }

    /// A step in the window that the keyboard goes to.
    pub(super) fn draft(&self, target: &Target, action: Action) -> Draft {
        let control = target.control.map(|at| self.scene.identity(at));
        let step = Step::new(&target.application, &target.title, action, control);
        Draft::new(step, &self.scene, target.control)
    }

    /// A step that types into the field of this target.
    pub(super) fn typing(&self, target: &Target, kind: FieldKind, edit: Edit, at: Instant) -> Option<Draft> {
        let at_control = target.control?;
        let control = &self.scene.controls[at_control];
        let (node, to_read) = (control.node()?.clone(), self.scene.field_to_read(at_control));
        let before = self.scene.text_of(control);
        let action = match kind {
            FieldKind::Value => Action::Type { value: before.clone(), added: Some(String::new()) },
            FieldKind::Echo(_) => {
                Action::TypeUnrecorded { reason: "the terminal does not show what was typed".into() }
            }
        };
        let mut draft = self.draft(target, action);
        draft.field = Some(Field {
            node,
            to_read,
            before: Some(before),
            last_key: at,
            last_edit: edit,
            read: None,
            left: None,
            kind,
        });
        Some(draft)
    }

    /// The areas that no picture may show: fields that hide their text, including those of the last look that
    /// have disappeared since.
    fn masks(&self, scene: &Scene) -> Vec<deskpilot_core::Rect> {
        let is_hidden =
            |it: &&deskpilot_core::Control| it.node().is_some_and(|node| self.hidden.contains(node));
        let now = scene.controls.iter().filter(is_hidden).map(|it| it.rect);
        let is_same = scene.window.as_ref().map(|it| it.id) == self.scene.window.as_ref().map(|it| it.id);
        let earlier = self.scene.controls.iter().filter(is_hidden).filter(|_| is_same).map(|it| it.rect);
        now.chain(earlier).collect()
    }
}
