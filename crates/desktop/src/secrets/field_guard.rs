//! Decides which inputs to refuse because they would read, select or copy a secret in its field.

use super::{
    Redactor,
    fields::{SecretFields, holds_secret},
    secret_field::SecretField,
};
use crate::DesktopError;
use deskpilot_core::{
    Aim, Button, Chord, Control, Gesture, Input, Key, Modifier, Point, Role, State, WindowId, control_at,
};

/// The fields that hold secrets, and the controls of the window that an input goes to, as far as they could be read.
pub(super) struct FieldGuard<'a> {
    pub(super) fields: &'a SecretFields,
    pub(super) redactor: &'a Redactor,
    pub(super) window: WindowId,
    pub(super) controls: &'a [Control],
}

impl FieldGuard<'_> {
    /// Why the input is refused; `None` if it is not.
    pub(super) fn objection(&self, input: &Input) -> Option<DesktopError> {
        let at = || self.target(&input.aim).and_then(|it| self.held_by(it));
        match &input.gesture {
            Gesture::SelectText(_) => {
                at().or_else(|| self.target(&input.aim).and_then(|it| self.held_in(it)))
            }
            // An item of a menu may copy from the field that has the keyboard, as Edit > Copy does.
            Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => self
                .target(&input.aim)
                .filter(|it| it.role == Role::MenuItem)
                .and_then(|_| self.focused_field()),
            // On X11 a middle click pastes what is selected; nobody has to copy it first.
            Gesture::Click { button: Button::Middle, .. } => {
                at().or_else(|| self.pasted_selection(self.target(&input.aim)))
            }
            Gesture::Click { .. } => at(),
            Gesture::Drag { to, .. } => at().or_else(|| self.held_by(self.at_point(*to)?)),
            Gesture::Keys(chords) => self.keys(&input.aim, chords),
            Gesture::Text { .. }
            | Gesture::Scroll(_)
            | Gesture::Hover
            | Gesture::Select(_)
            | Gesture::Check(_)
            | Gesture::Expand(_)
            | Gesture::SetNumber(_)
            | Gesture::Focus
            | Gesture::Close
            | Gesture::EndApplication
            | Gesture::WriteClipboard(_)
            | Gesture::ReadClipboard => None,
        }
    }

    /// Why the text of the control is not read; `None` if it may be.
    pub(super) fn reading(&self, control: &Control) -> Option<DesktopError> {
        let field = self.fields.around(control);
        field.map(SecretField::error).or_else(|| self.held_in(control))
    }

    /// The control that an input goes to.
    pub(super) fn target<'c>(&'c self, aim: &'c Aim) -> Option<&'c Control> {
        match aim {
            Aim::Control(control) => Some(control),
            Aim::Point(point) => self.at_point(*point),
            Aim::Window => self.fields.focused(self.window),
        }
    }

    fn at_point(&self, point: Point) -> Option<&Control> {
        control_at(self.controls, point)
    }

    /// The fields of this window that are on the screen. One that an incomplete or failed read left out is still there.
    fn present(&self) -> impl Iterator<Item = &SecretField> {
        let is_read = |it: &SecretField| self.controls.iter().any(|other| it.is(other));
        self.fields.listed().filter(move |it| it.is_in(self.window) || is_read(it))
    }

    /// The error if the control is a field with a secret, a part of one, or shows a secret.
    fn held_by(&self, control: &Control) -> Option<DesktopError> {
        if let Some(field) = self.fields.around(control) {
            return Some(field.error());
        }
        let texts = [Some(&control.name), control.value.as_ref()];
        let shown = texts.into_iter().flatten().find_map(|it| self.redactor.held_secret(it));
        shown.map(|it| holds_secret(control, &it))
    }

    /// The error if a field that shows a secret is inside the control, whose text then has it too.
    fn held_in(&self, control: &Control) -> Option<DesktopError> {
        let is_inside = |it: &&SecretField| {
            it.is_readable() && control.rect.contains(it.control.rect.center()) && !it.is(control)
        };
        let is_container = control.rect.area() > 0;
        self.present().filter(|_| is_container).find(is_inside).map(SecretField::error)
    }

    /// The error if the keyboard focus is, or may be, in a field that shows a secret.
    fn focused_field(&self) -> Option<DesktopError> {
        match self.fields.focused(self.window) {
            Some(focused) => self.shown_by(focused),
            None => self.readable(),
        }
    }

    /// The error if any field of the window shows a secret.
    fn readable(&self) -> Option<DesktopError> {
        self.present().find(|it| it.is_readable()).map(SecretField::error)
    }

    /// The error if the control shows a secret. Toolkits copy nothing from a field that hides its text.
    fn shown_by(&self, control: &Control) -> Option<DesktopError> {
        self.held_by(control).filter(|_| self.fields.of(control).is_none_or(SecretField::shows_text))
    }

    /// The error if a middle click may paste a selected secret.
    fn pasted_selection(&self, target: Option<&Control>) -> Option<DesktopError> {
        let takes_no_text = target.is_some_and(|it| {
            matches!(it.role, Role::Hyperlink | Role::TabItem | Role::Button | Role::Image | Role::ScrollBar)
        });
        let readable = self.fields.listed().find(|it| it.is_readable());
        readable.filter(|_| !takes_no_text).map(SecretField::error)
    }

    fn keys(&self, aim: &Aim, chords: &[Chord]) -> Option<DesktopError> {
        let target = self.target(aim);
        let is_terminal = target.is_some_and(|it| it.role == Role::Terminal);
        let takes_text = target.is_some_and(|it| it.states.has(State::Editable));
        let mut shown = match aim {
            Aim::Window => self.focused_field(),
            Aim::Control(_) | Aim::Point(_) => target.and_then(|it| self.shown_by(it)),
        };
        for (nth, chord) in chords.iter().enumerate() {
            let before = nth.checked_sub(1).map(|it| &chords[it]);
            let is_harmless = match is_terminal {
                true => !copies_in_terminal(chord),
                false => types_or_leaves(chord, before, chords.get(nth + 1)),
            };
            if shown.is_some() && !is_harmless {
                return shown;
            }
            // A key that may move the focus may have brought it into any field that shows a secret.
            if !(takes_text && keeps_focus(chord)) {
                shown = shown.or_else(|| self.readable());
            }
        }
        None
    }
}

/// Whether a key in a field types, moves, saves, replaces all of the text or leaves, and so reveals nothing of its text.
fn types_or_leaves(chord: &Chord, before: Option<&Chord>, next: Option<&Chord>) -> bool {
    // What is harmless is listed, so that a shortcut which nobody thought of is refused.
    match (chord.held.as_slice(), chord.key) {
        _ if is_typed(chord) => true,
        _ if is_deletion(chord) => before.is_some_and(selects_all),
        (_, Key::Enter) | ([] | [Modifier::Shift], Key::Tab) | ([], Key::Escape) => true,
        ([], Key::Home | Key::End | Key::Left | Key::Right | Key::Up | Key::Down) => true,
        ([], Key::PageUp | Key::PageDown) | ([Modifier::Control], Key::Char('s')) => true,
        _ => selects_all(chord) && next.is_some_and(|it| is_typed(it) || is_deletion(it)),
    }
}

/// Whether a key leaves the focus in a text field.
fn keeps_focus(chord: &Chord) -> bool {
    match (chord.held.as_slice(), chord.key) {
        _ if is_typed(chord) => true,
        ([] | [Modifier::Shift], key) => {
            matches!(key, Key::Home | Key::End | Key::Left | Key::Right | Key::Backspace | Key::Delete)
        }
        ([Modifier::Control], Key::Char(letter)) => matches!(letter, 'a' | 'c' | 'v' | 'x' | 'z'),
        _ => false,
    }
}

fn copies_in_terminal(chord: &Chord) -> bool {
    let is_held = |modifier| chord.held.contains(&modifier);
    is_held(Modifier::Control) && (is_held(Modifier::Shift) || chord.key == Key::Insert)
}

fn is_typed(chord: &Chord) -> bool {
    matches!((chord.held.as_slice(), chord.key), ([] | [Modifier::Shift], Key::Char(it)) if !it.is_control())
}

fn is_deletion(chord: &Chord) -> bool {
    chord.held.is_empty() && matches!(chord.key, Key::Delete | Key::Backspace)
}

fn selects_all(chord: &Chord) -> bool {
    chord.held == [Modifier::Control] && matches!(chord.key, Key::Char('a' | 'A'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ControlSnapshot, Freshness};
    use deskpilot_core::{ControlSource, NodeId, Rect, Secret, Truncation};

    fn control(role: Role, node: &str, rect: Rect) -> Control {
        Control {
            label: None,
            role,
            name: "Password Ope".into(),
            value: (role == Role::Edit).then(|| "Ope".into()),
            states: [State::Enabled].into_iter().collect(),
            rect,
            source: ControlSource::Accessibility { node: NodeId(node.into()) },
        }
    }

    #[test]
    fn what_is_around_a_field_is_not_read_when_a_busy_application_leaves_the_field_out() {
        let redactor = Redactor::default();
        redactor.add("mail", &Secret::new("opensesame42"));
        let field = control(Role::Edit, "a", Rect::new(50, 0, 50, 20));
        let label = control(Role::Text, "b", Rect::new(0, 0, 100, 20));
        let cut = Truncation { reason: "1000 ms".into(), unread: None };
        let read = |controls: &[Control], truncated| ControlSnapshot {
            controls: controls.to_vec(),
            levels: Vec::new(),
            truncated,
            windows: vec![WindowId(1)],
            freshness: Freshness::Read,
        };
        for found_in_window in [Some(WindowId(1)), None] {
            let mut fields = SecretFields::default();
            fields.add(found_in_window, &field, "{{secret:mail}}");
            fields.update(Some(WindowId(1)), &read(&[label.clone(), field.clone()], None), &redactor);
            fields.update(
                Some(WindowId(1)),
                &read(std::slice::from_ref(&label), Some(cut.clone())),
                &redactor,
            );
            for controls in [vec![label.clone()], Vec::new()] {
                let guard = FieldGuard {
                    fields: &fields,
                    redactor: &redactor,
                    window: WindowId(1),
                    controls: &controls,
                };
                assert!(guard.reading(&label).is_some(), "{found_in_window:?}, {} controls", controls.len());
            }
        }
    }
}
