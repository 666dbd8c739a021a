//! Tracks the fields that contain secrets: from the moment one is typed there, or a read finds it, until the field is seen
//! empty or its window is gone.

use super::{
    Redactor, repetition,
    secret_field::{Listing, SecretField},
};
use crate::{ControlSnapshot, DesktopError};
use deskpilot_core::{Control, Rect, Role, State, Window, WindowId};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// The fields that contain secrets.
#[derive(Default)]
pub(super) struct SecretFields {
    fields: Vec<SecretField>,
    /// For each window the control that had the keyboard focus at its last read; menus do not count.
    focused: BTreeMap<WindowId, Control>,
}

/// When a control was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadTime {
    /// With the last read of the fields.
    Now,
    /// Before it: the fields may have been elsewhere.
    Earlier,
}

/// The most places of a field to remember.
const MOST_PLACES: usize = 32;
/// How long a field has to be read as empty until it is forgotten. A browser reports for a moment that a field is empty while a
/// page makes it show what it hid.
const CLEAR_FOR: Duration = Duration::from_millis(500);
/// The minimum overlap of a field with the control that takes its place under another address.
const SAME_PLACE: f64 = 0.5;

impl SecretField {
    /// Whether this is the field's control.
    pub(super) fn is(&self, control: &Control) -> bool {
        match (self.control.node(), control.node()) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.control.rect.overlap(control.rect) > SAME_PLACE,
            _ => false,
        }
    }

    /// Its text, if a read shows it and it is not empty.
    pub(super) fn text(&self) -> Option<&str> {
        self.control.value.as_deref().filter(|it| !it.is_empty() && !hides(&self.control))
    }

    /// Replaces its text in its own control, or in one that repeats it.
    pub(super) fn strike(&self, control: &mut Control, redactor: &Redactor) {
        if let Some(value) = control.value.as_mut().filter(|it| !it.is_empty()) {
            value.clone_from(&self.placeholder);
        }
        control.name = self.name_without(control, redactor);
    }

    /// The name of a control without its text.
    fn name_without(&self, control: &Control, redactor: &Redactor) -> String {
        let is_rest = |word: &str| redactor.is_remainder(word, &self.placeholder);
        repetition::name_without(control, self.text(), is_rest, &self.placeholder)
    }

    /// Whether a control around or within it repeats its text, as a combo box or a label does.
    fn is_repeated_by(&self, control: &Control, read: ReadTime, redactor: &Redactor) -> bool {
        let places = self.places.iter().filter(|_| read == ReadTime::Earlier);
        let is_near = places.chain([&self.control.rect]).any(|it| !it.intersection(control.rect).is_empty());
        let was_rest = |value: &str| {
            read == ReadTime::Earlier && !value.is_empty() && redactor.is_remainder(value, &self.placeholder)
        };
        let is_in = |value: &str| self.text().is_some_and(|text| value.contains(text)) || was_rest(value);
        is_near
            && (control.value.as_deref().is_some_and(is_in)
                || self.name_without(control, redactor) != control.name)
    }

    /// Whether all of its text is replaced by the placeholder. Of a terminal only the secret is.
    pub(super) fn is_struck_whole(&self) -> bool {
        self.control.role != Role::Terminal
    }

    /// Whether it shows its content, on the screen or scrolled out of view.
    pub(super) fn shows_text(&self) -> bool {
        !hides(&self.control)
    }

    /// Whether it is on the screen and shows its content.
    pub(super) fn is_readable(&self) -> bool {
        self.listing == Listing::Listed && self.shows_text()
    }

    /// Whether it is known to be a field of this window.
    pub(super) fn is_in(&self, window: WindowId) -> bool {
        self.window == Some(window)
    }

    /// The error of an action that would read or copy its content.
    pub(super) fn error(&self) -> DesktopError {
        holds_secret(&self.control, &self.placeholder)
    }

    /// Whether a read shows that it is empty. A terminal is never empty: there the secret has to be out of its text.
    fn is_clear(&self, redactor: &Redactor) -> bool {
        let Control { role, value, .. } = &self.control;
        match (role, value) {
            _ if self.listing == Listing::Absent || hides(&self.control) => false,
            (Role::Terminal, Some(text)) => redactor.held_secret(text).is_none(),
            // Empty cells have no value.
            (Role::Cell, None) => redactor.held_secret(&self.control.name).is_none(),
            (_, value) => value.as_deref() == Some(""),
        }
    }

    /// Whether this read and all reads for long enough before it show that it is empty.
    fn stays_clear(&mut self, at: Instant, redactor: &Redactor) -> bool {
        if !self.is_clear(redactor) {
            self.clear_since = None;
            return false;
        }
        at.saturating_duration_since(*self.clear_since.get_or_insert(at)) >= CLEAR_FOR
    }

    /// Finds the field in a read of its window. A page that shows what a field hid often replaces the field by another one.
    fn follow(&mut self, window: Option<WindowId>, seen: &ControlSnapshot, redactor: &Redactor) {
        let found = seen.controls.iter().find(|it| self.is(it));
        let is_its_window = self.window.is_some() && self.window == window;
        // Only a whole read of its own window shows that a field is gone, and only a node says which field it is.
        let is_missed = is_its_window && seen.truncated.is_none() && self.control.node().is_some();
        match found.or_else(|| self.successor(&seen.controls, redactor).filter(|_| is_missed)) {
            Some(control) => {
                self.window = self.window.or(window);
                // A read of the whole desktop has only one visible part of it.
                let is_part =
                    window.is_none() && self.control.rect.intersection(control.rect) == control.rect;
                let rect = if is_part { self.control.rect } else { control.rect };
                self.note_place(rect);
                self.control = Control { rect, ..control.clone() };
                self.listing = Listing::Listed;
                let fields = seen.controls.iter().filter(|it| is_field(it) && !self.is(it));
                self.neighbours = fields.filter_map(|it| it.node().cloned()).collect();
            }
            None if is_missed => self.listing = Listing::Absent,
            None => {}
        }
    }

    /// Remembers where it was if it is at this place now.
    fn note_place(&mut self, now: Rect) {
        if now != self.control.rect {
            self.places.retain(|it| *it != self.control.rect);
            self.places.push(self.control.rect);
            self.places.drain(..self.places.len().saturating_sub(MOST_PLACES));
        }
    }

    /// The new field in this one's place, of its name, or with a remainder of the secret.
    fn successor<'c>(&self, controls: &'c [Control], redactor: &Redactor) -> Option<&'c Control> {
        let is_new = |it: &&Control| it.node().is_some_and(|node| !self.neighbours.contains(node));
        let text = |it: &Control| it.value.clone().unwrap_or_default();
        controls.iter().filter(is_new).filter(|it| is_field(it)).find(|it| {
            let is_same_name = !it.name.is_empty() && it.id() == self.control.id();
            let is_same_place = it.rect.overlap(self.control.rect) > SAME_PLACE;
            let may_hold_it = hides(it) || !text(it).is_empty();
            may_hold_it && (is_same_name || is_same_place)
                || redactor.is_remainder(&text(it), &self.placeholder)
        })
    }
}

impl SecretFields {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Notes that a secret is being typed into this control of a window, or of the whole desktop.
    pub(super) fn add(&mut self, window: Option<WindowId>, control: &Control, placeholder: &str) {
        // What is typed at a prompt often stays invisible; a read finds it where it does not.
        if control.role == Role::Terminal {
            return;
        }
        match self.fields.iter_mut().find(|it| it.is(control)) {
            Some(field) => {
                field.window = window;
                placeholder.clone_into(&mut field.placeholder);
            }
            None => self.push(window, control, placeholder.to_owned()),
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[SecretField] {
        &self.fields
    }

    /// Takes over the fields that another connection of the session knows. What this one has followed itself is newer.
    pub(super) fn adopt(&mut self, known: Vec<SecretField>) {
        for field in known {
            if self.of(&field.control).is_none() {
                self.fields.push(field);
            }
        }
    }

    fn push(&mut self, window: Option<WindowId>, control: &Control, placeholder: String) {
        self.fields.push(SecretField {
            window,
            control: control.clone(),
            places: Vec::new(),
            placeholder,
            listing: Listing::Listed,
            neighbours: Vec::new(),
            clear_since: None,
        });
    }

    /// Follows the fields through a read of a window; `None` is the whole desktop.
    pub(super) fn update(&mut self, window: Option<WindowId>, seen: &ControlSnapshot, redactor: &Redactor) {
        self.update_at(Instant::now(), window, seen, redactor);
    }

    fn update_at(
        &mut self,
        at: Instant,
        window: Option<WindowId>,
        seen: &ControlSnapshot,
        redactor: &Redactor,
    ) {
        for field in &mut self.fields {
            field.follow(window, seen, redactor);
        }
        self.fields.retain_mut(|it| !it.stays_clear(at, redactor));
        for control in seen.controls.iter().filter(|it| is_field(it) && !hides(it)) {
            let placeholder = control.value.as_deref().and_then(|text| redactor.held_secret(text));
            if let Some(placeholder) = placeholder.filter(|_| self.of(control).is_none()) {
                self.push(window, control, placeholder);
            }
        }
        let focused = seen.controls.iter().rev().find(|it| it.states.has(State::Focused) && !is_menu(it));
        if let (Some(window), Some(focused)) = (window, focused) {
            self.focused.insert(window, focused.clone());
        }
    }

    /// Forgets the fields of windows that are gone.
    pub(super) fn retain_windows(&mut self, windows: &[Window]) {
        let is_there = |id: WindowId| windows.iter().any(|it| it.id == id);
        self.fields.retain(|it| it.window.is_none_or(is_there));
        self.focused.retain(|window, _| is_there(*window));
    }

    /// How long the field that is this control has to be read as empty until it is forgotten, if it is empty now.
    pub(super) fn forgets_in(&self, control: &Control) -> Option<Duration> {
        let since = self.of(control)?.clear_since?;
        Some(CLEAR_FOR.saturating_sub(since.elapsed()))
    }

    /// Forgets the content of a field, because a known text replaced it.
    pub(super) fn remove(&mut self, control: &Control) {
        self.fields.retain(|it| !it.is(control));
    }

    /// The field that is this control.
    pub(super) fn of(&self, control: &Control) -> Option<&SecretField> {
        self.fields.iter().find(|it| it.is(control))
    }

    /// The field that is this control or around it. What is pressed in a field, such as the button that shows a password, is
    /// not a part of it.
    pub(super) fn around(&self, control: &Control) -> Option<&SecretField> {
        let is_pressed = matches!(
            control.role,
            Role::Button
                | Role::ToggleButton
                | Role::Image
                | Role::CheckBox
                | Role::MenuItem
                | Role::ListItem
        );
        let is_around = |it: &&SecretField| {
            let Rect { width, height, .. } = control.rect;
            let field = it.control.rect;
            field.contains(control.rect.center()) && field.width >= width && field.height >= height
        };
        let around = || self.listed().filter(|_| !is_pressed).find(is_around);
        self.of(control).or_else(around)
    }

    /// Whether an input in this window may meet a field.
    pub(super) fn concern(&self, window: WindowId) -> bool {
        let is_near = |it: &SecretField| it.window.is_none_or(|of_field| of_field == window);
        self.fields.iter().any(|it| it.listing == Listing::Listed || (it.shows_text() && is_near(it)))
    }

    /// The fields that are on the screen.
    pub(super) fn listed(&self) -> impl Iterator<Item = &SecretField> {
        self.fields.iter().filter(|it| it.listing == Listing::Listed)
    }

    /// The control that last had the keyboard focus of a window, apart from menus.
    pub(super) fn focused(&self, window: WindowId) -> Option<&Control> {
        self.focused.get(&window)
    }

    /// A field that shows its secret in this window.
    pub(super) fn readable_in(&self, window: WindowId) -> Option<&SecretField> {
        self.listed().find(|it| it.is_readable() && it.window.is_none_or(|it| it == window))
    }

    /// The field whose text this control repeats.
    pub(super) fn repeated_by(
        &self,
        control: &Control,
        read: ReadTime,
        redactor: &Redactor,
    ) -> Option<&SecretField> {
        let was_there = |it: &&SecretField| it.listing == Listing::Listed || read == ReadTime::Earlier;
        let mut fields = self.fields.iter().filter(was_there).filter(|it| it.is_struck_whole());
        fields.find(|it| it.is_repeated_by(control, read, redactor))
    }

    /// Where fields of this window, or of all without one, are that an incomplete read leaves out, or that are known by their
    /// place only.
    pub(super) fn unlisted_places(&self, window: Option<WindowId>, seen: &ControlSnapshot) -> Vec<Rect> {
        let is_here = |it: &SecretField| window.is_none_or(|window| it.is_in(window));
        let is_unlisted = |it: &&SecretField| {
            let is_left_out = seen.truncated.is_some() || it.control.node().is_none();
            is_left_out && is_here(it) && !seen.controls.iter().any(|other| it.is(other))
        };
        self.listed().filter(is_unlisted).map(|it| it.control.rect).collect()
    }

    /// The texts of the fields, and of these controls if they repeat them, each with what replaces it.
    pub(super) fn texts(&self, controls: &[Control], redactor: &Redactor) -> Vec<(String, String)> {
        let text = |it: &SecretField| Some((it.text()?.to_owned(), it.placeholder.clone()));
        let name = |control: &Control| {
            let mut struck = control.clone();
            self.repeated_by(control, ReadTime::Now, redactor)?.strike(&mut struck, redactor);
            (struck.name != control.name).then(|| (control.name.clone(), struck.name))
        };
        self.listed().filter_map(text).chain(controls.iter().filter_map(name)).collect()
    }
}

/// The error of an action that would read or copy a secret from this control.
pub(super) fn holds_secret(control: &Control, placeholder: &str) -> DesktopError {
    DesktopError::HoldsSecret { what: control.id().to_string(), secret: placeholder.to_owned() }
}

/// Whether a person can put text into the control.
fn is_field(control: &Control) -> bool {
    control.role == Role::Terminal || control.states.has(State::Editable) || hides(control)
}

fn hides(control: &Control) -> bool {
    control.states.has(State::Protected)
}

fn is_menu(control: &Control) -> bool {
    matches!(control.role, Role::Menu | Role::MenuBar | Role::MenuItem)
}

#[cfg(test)]
mod tests;
