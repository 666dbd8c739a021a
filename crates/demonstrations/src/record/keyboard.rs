//! Steps that the keyboard does.

use super::{
    draft::{Draft, Edit, FieldKind},
    grouping::Grouping,
    scene::{Target, is_input},
};
use crate::{Action, Step};
use deskpilot_core::{Chord, Key, Modifier, Role, State};
use std::time::Instant;

/// What a key does to a field that has the keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyKind {
    /// It types a character.
    Text(char),
    /// It changes the text or moves the caret.
    Edit,
    /// A line break in a field of several lines; a command in any other.
    Break,
    /// Anything else: it may move the keyboard.
    Command,
}

impl KeyKind {
    fn of(chord: &Chord) -> KeyKind {
        let has = |modifier| chord.held.contains(&modifier);
        let is_command = has(Modifier::Control) || has(Modifier::Alt) || has(Modifier::Super);
        match chord.key {
            // The field shows what was pasted, undone or redone.
            Key::Char('v' | 'z' | 'y') if chord.held == [Modifier::Control] => KeyKind::Edit,
            Key::Char(c) if !is_command => KeyKind::Text(c),
            Key::Backspace | Key::Delete | Key::Home | Key::End | Key::Left | Key::Right
                if !has(Modifier::Alt) =>
            {
                KeyKind::Edit
            }
            Key::Up | Key::Down | Key::Enter if !is_command => KeyKind::Break,
            _ => KeyKind::Command,
        }
    }
}

impl Edit {
    /// What this key does to the text of a field that takes it.
    fn of(chord: &Chord) -> Edit {
        match chord.key {
            Key::Backspace | Key::Delete => Edit::Removes,
            Key::Char('z' | 'y') if chord.held == [Modifier::Control] => Edit::Other,
            Key::Char(_) | Key::Enter => Edit::Adds,
            _ => Edit::Other,
        }
    }
}

impl Grouping {
    pub(super) fn key(&mut self, chord: &Chord, at: Instant) {
        let kind = KeyKind::of(chord);
        if !self.knows_keyboard() && kind != KeyKind::Command {
            // The next view shows which field got the text, and what the field holds.
            if matches!(kind, KeyKind::Text(_) | KeyKind::Edit) {
                self.unseen_edit = Some(Edit::of(chord));
            }
            if kind == KeyKind::Break {
                self.press_key(chord, at);
            }
            return;
        }
        let Some(target) = self.scene.keyboard_target() else { return };
        let field = target.control.map(|at| &self.scene.controls[at]).filter(|it| is_input(it));
        let is_long = field.is_some_and(|it| it.states.has(State::MultiLine) || it.role == Role::Document);
        let role = field.map(|it| it.role);
        match (role, kind) {
            (Some(Role::Terminal), KeyKind::Text(c)) => self.type_into_terminal(&target, c, at),
            (Some(Role::Terminal), KeyKind::Edit) => {
                self.keep_unrecorded(&target, "a terminal was edited", at);
            }
            (Some(_), KeyKind::Text(_) | KeyKind::Edit) => self.type_into(&target, Edit::of(chord), at),
            (Some(_), KeyKind::Break) if is_long => self.type_into(&target, Edit::of(chord), at),
            (None, KeyKind::Text(_)) if !self.takes_commands(&target) => {
                self.keep_unrecorded(&target, "the window does not say what has the keyboard", at);
            }
            _ => self.press_key(chord, at),
        }
    }

    /// Whether characters are commands here, as for a button or a list. What accessibility does not describe may be a password field.
    fn takes_commands(&self, target: &Target) -> bool {
        let role = target.control.map(|at| self.scene.controls[at].role);
        role.is_some_and(|role| role.is_interactive() && role != Role::Document)
    }

    /// Continues or begins the step that types into this field.
    fn type_into(&mut self, target: &Target, edit: Edit, at: Instant) {
        let node = target.control.and_then(|at| self.scene.controls[at].node());
        if node.is_some_and(|node| self.hidden.contains(node)) {
            return self.keep_unrecorded(target, "the field hides its text", at);
        }
        if let Some(field) = self.drafts.last_mut().and_then(|it| it.field.as_mut())
            && Some(&field.node) == node
            && field.kind == FieldKind::Value
        {
            (field.left, field.last_key, field.last_edit) = (None, at, edit);
            return;
        }
        if let Some(draft) = self.typing(target, FieldKind::Value, edit, at) {
            self.add(draft, at);
        }
    }

    fn type_into_terminal(&mut self, target: &Target, c: char, at: Instant) {
        let node = target.control.and_then(|at| self.scene.controls[at].node());
        if let Some(field) = self.drafts.last_mut().and_then(|it| it.field.as_mut())
            && Some(&field.node) == node
            && let FieldKind::Echo(typed) = &mut field.kind
            && field.left.is_none()
        {
            typed.push(c);
            field.last_key = at;
            return;
        }
        if let Some(draft) = self.typing(target, FieldKind::Echo(c.to_string()), Edit::Adds, at) {
            self.add(draft, at);
        }
    }

    /// A step that says that something was typed, but not what.
    fn keep_unrecorded(&mut self, target: &Target, reason: &str, at: Instant) {
        let draft = self.draft(target, Action::TypeUnrecorded { reason: reason.to_owned() });
        let is_same = |last: &Draft| {
            matches!(last.step.action, Action::TypeUnrecorded { .. })
                && last.step.control == draft.step.control
        };
        if !self.drafts.last().is_some_and(is_same) {
            self.add(draft, at);
        }
    }

    /// A step that presses keys. Keys without modifiers in a row are one step.
    fn press_key(&mut self, chord: &Chord, at: Instant) {
        let Some(target) = self.scene.keyboard_target() else { return };
        let is_text = matches!(KeyKind::of(chord), KeyKind::Text(_));
        if !is_text {
            self.keyboard_moved(at);
        }
        let key = chord.to_string();
        let is_plain = chord.held.is_empty();
        if let Some(Step { action: Action::Press { keys }, window, .. }) =
            self.drafts.last_mut().map(|it| &mut it.step)
            && is_plain
            && *window == target.title
            && keys.iter().all(|it| !it.contains('+') || it == "+")
        {
            keys.push(key);
        } else {
            let nowhere = Target { control: None, ..target };
            let draft = self.draft(&nowhere, Action::Press { keys: vec![key] });
            self.add(draft, at);
        }
        self.fresh_keys = if is_text { self.fresh_keys + 1 } else { 0 };
    }

    /// Decides what was typed before the look that shows where it went.
    pub(super) fn place_unseen_keys(&mut self) {
        let Some(edit) = self.unseen_edit.take() else { return };
        let Some(target) = self.scene.keyboard_target() else { return };
        let at = self.scene.begun;
        let field = target.control.map(|at| &self.scene.controls[at]).filter(|it| is_input(it));
        match field.map(|it| it.role) {
            Some(Role::Terminal) | None => {
                self.keep_unrecorded(&target, "it was typed before the window could be read", at);
            }
            Some(_) => {
                let before = field.and_then(|it| Some((it.node()?.clone(), self.earlier_text(it.node()?))));
                self.type_into(&target, edit, at);
                let Some((node, before)) = before else { return };
                if let Some(last) = self.drafts.last_mut() {
                    if let Some(field) = last.field.as_mut().filter(|it| it.node == node) {
                        field.before = before;
                    }
                    last.read(&self.scene, &self.hidden);
                }
            }
        }
    }

    /// The text of a field as a step before this look saw it; `None` if none did, as where a dialog has just opened.
    fn earlier_text(&self, node: &deskpilot_core::NodeId) -> Option<String> {
        let mut seen = self.drafts.iter().rev().filter_map(|it| it.before());
        seen.find_map(|scene| Some(scene.text_of(scene.control_of(node)?)))
    }

    /// Takes back keys that were recorded while the keyboard was in a field that hides its text, as the look now shows.
    pub(super) fn take_back_hidden_keys(&mut self) {
        let fresh = std::mem::take(&mut self.fresh_keys);
        let Some(target) = self.scene.keyboard_target() else { return };
        let node = target.control.and_then(|at| self.scene.controls[at].node());
        if fresh == 0 || !node.is_some_and(|node| self.hidden.contains(node)) {
            return;
        }
        if let Some(Step { action: Action::Press { keys }, .. }) =
            self.drafts.last_mut().map(|it| &mut it.step)
        {
            keys.truncate(keys.len().saturating_sub(fresh));
            if keys.is_empty() {
                self.drafts.pop();
            }
        }
        self.keep_unrecorded(&target, "the field hides its text", self.scene.begun);
    }
}
