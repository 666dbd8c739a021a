//! What a sequence of keys risks: each key goes to the control that has the focus when it arrives.

mod chords;
mod focus;

pub(in crate::policy) use chords::close_windows;
pub(super) use chords::normalized;

use super::super::{Finding, places::typed_text, risk::Risk};
use super::opening::{Opening, is_item};
use super::press::{Press, in_terminal};
use super::target::{
    dialog, focused, has_dialog, has_lines, hides_input, is_in_document, is_in_list, is_list, is_menu_open,
    is_pressable, is_sheet_cell,
};
use super::terminal;
use crate::{Aim, Chord, Control, Key, Modifier, PathStyle, Role, State, named_secrets};
use chords::{chord_risk, edits, opens_menu, opens_selected};
use focus::{Focus, FocusId, distinct};
use std::collections::HashMap;

/// Infers the risks of a sequence of keys, one after another.
pub(super) struct KeySequence<'a> {
    press: Press<'a>,
    /// What opens from a list of files; `None` in programs that show files as text.
    opening: Option<Opening<'a>>,
    focus: Focus<'a>,
    /// Where the focus may be instead, after this key.
    or_focus: Option<Focus<'a>>,
    found: Vec<Finding>,
}

/// What one key does with one focus: where the focus is then, or may be instead.
type Steps<'a, 'c> = HashMap<(FocusId<'a>, &'c Chord), (Focus<'a>, Option<Focus<'a>>)>;

impl<'a> KeySequence<'a> {
    /// The risks of these keys, the first of which goes to the target. Where several controls claim the focus, it may go to any
    /// of them: some toolkits say so of the present item of every list.
    pub(super) fn risks(
        press: Press<'a>,
        target: Option<&'a Control>,
        chords: impl Iterator<Item = Chord>,
    ) -> Vec<Finding> {
        let chords: Vec<Chord> = chords.map(normalized).collect();
        let others = focused(press.controls()).filter(|it| Some(*it) != target);
        let others = others.filter(|_| press.action.aim == Aim::Window).map(Some);
        let is_menu_open = is_menu_open(press.controls());
        let starts = std::iter::once(target).chain(others);
        let starts = starts.map(|it| if is_menu_open { Focus::Menu } else { Focus::On(it) });
        let opening = Opening::of(press);
        let mut sequence =
            KeySequence { press, opening, focus: Focus::Unknown, or_focus: None, found: Vec::new() };
        let mut steps = HashMap::new();
        let mut focuses = distinct(starts);
        for chord in &chords {
            let next = focuses.iter().map(|it| sequence.step(*it, chord, &mut steps)).collect::<Vec<_>>();
            focuses = distinct(next.into_iter().flat_map(|(focus, other)| [Some(focus), other]).flatten());
        }
        sequence.found
    }

    /// Presses a key, with the focus where it is. The same key with the same focus does the same again.
    fn step<'c>(
        &mut self,
        focus: Focus<'a>,
        chord: &'c Chord,
        steps: &mut Steps<'a, 'c>,
    ) -> (Focus<'a>, Option<Focus<'a>>) {
        *steps.entry((focus.id(), chord)).or_insert_with(|| {
            (self.focus, self.or_focus) = (focus, None);
            self.key(chord);
            (self.focus, self.or_focus)
        })
    }

    fn key(&mut self, chord: &Chord) {
        let known = chord_risk(chord);
        self.add(known.map(Finding::plain).into_iter().collect());
        self.accelerator(chord);
        // An open menu takes the keys from the terminal.
        if !matches!(self.focus, Focus::Menu) && self.is_terminal() {
            return self.terminal_key(chord);
        }
        if edits(chord) && self.may_be_in_hidden_field() {
            self.add(vec![Finding::plain(Risk::LogsIn)]);
        }
        let is_plain = chord.held.iter().all(|it| *it == Modifier::Shift);
        let has_alt = chord.held.contains(&Modifier::Alt);
        let has_control = chord.held.contains(&Modifier::Control);
        match chord.key {
            // Before Enter in general: on a file it opens, and submits nothing.
            Key::Enter if self.is_on_files() => self.press(),
            key if opens_selected(key, chord) && self.is_in_file_manager() => self.open_selected(),
            Key::Enter if known.is_none() || !self.has_no_controls() => self.enter(),
            Key::Char(' ') => self.space(),
            Key::Delete if known.is_none() => self.delete(),
            // The Explorer of Windows takes it for Delete.
            Key::Char('d') if has_control && self.is_in_explorer() => self.delete(),
            Key::Char(letter) if has_alt => self.mnemonic(letter),
            Key::Char(letter) if is_plain => self.letter(letter),
            Key::Tab if is_plain => self.tab(),
            Key::Tab | Key::PageUp | Key::PageDown if has_control => self.other_page(),
            Key::Up | Key::Down | Key::Left | Key::Right if is_plain => self.arrow(),
            // Where a menu was open before, the focus is unknown afterwards.
            Key::Escape if matches!(self.focus, Focus::Menu) => self.or_focus = Some(Focus::Moved),
            Key::Escape | Key::F(6) => self.leave_field(),
            key if opens_menu(key) => self.open_menu(),
            _ => {}
        }
    }

    /// Ctrl with Tab or Page Down may show another page of the window, whose focus nobody has seen. A sheet and a text are written into
    /// as before.
    fn other_page(&mut self) {
        let controls = self.press.controls();
        let is_written =
            |it: &Control| is_sheet_cell(controls, it) || (has_lines(it) && !is_in_document(controls, it));
        if !matches!(self.focus, Focus::On(Some(it)) if is_written(it)) {
            self.or_focus = Some(Focus::Unknown);
        }
    }

    /// Esc and F6 may bring the focus from a field to what the window lists, such as the files of a file manager.
    fn leave_field(&mut self) {
        let is_field =
            |it: &Control| matches!(it.role, Role::Edit | Role::ComboBox | Role::Spinner) && !has_lines(it);
        if !matches!(self.focus, Focus::On(Some(it)) if is_field(it)) {
            return;
        }
        let controls = self.press.controls();
        let is_listed = |it: &&Control| {
            is_item(it.role) && it.states.has(State::Selected) && !is_in_document(controls, it)
        };
        let listed = controls.iter().find(is_listed);
        if listed.is_some() || self.is_in_file_manager() && !has_dialog(controls) {
            self.or_focus = Some(Focus::On(listed));
        }
    }

    fn is_in_explorer(&self) -> bool {
        self.is_in_file_manager() && self.press.context.path_style == PathStyle::Windows
    }

    /// A key that opens a menu, where there is one; where there is none, the focus stays.
    fn open_menu(&mut self) {
        self.or_focus = Some(self.focus);
        self.focus = Focus::Menu;
    }

    /// Whether the focus is where a file manager lists its files, perhaps without saying which.
    fn is_on_files(&self) -> bool {
        let is_elsewhere = matches!(self.focus, Focus::On(Some(it)) if it.role.is_interactive());
        !is_elsewhere && !has_dialog(self.press.controls()) && self.is_in_file_manager()
    }

    fn is_in_file_manager(&self) -> bool {
        self.opening.is_some_and(Opening::is_in_file_manager)
    }

    fn open_selected(&mut self) {
        self.add(self.opening.map(Opening::risks_of_selected).unwrap_or_default());
    }

    /// A terminal runs lines, and its own menu pastes them.
    fn terminal_key(&mut self, chord: &Chord) {
        if terminal::may_run(chord) {
            self.add(vec![in_terminal()]);
        }
        self.add(self.press.program_in_terminal());
        let is_mnemonic = match chord.key {
            Key::Char(letter) if chord.held.contains(&Modifier::Alt) => self.is_menu(letter),
            key => opens_menu(key),
        };
        if is_mnemonic {
            self.open_menu();
        }
    }

    /// Whether a menu of the window has this letter as its mnemonic, as far as names show.
    fn is_menu(&self, letter: char) -> bool {
        let is_it = |it: &Control| it.role == Role::Menu && it.name.to_lowercase().starts_with(letter);
        self.press.controls().iter().any(is_it)
    }

    fn add(&mut self, found: Vec<Finding>) {
        for finding in found {
            if !self.found.contains(&finding) {
                self.found.push(finding);
            }
        }
    }

    fn is_terminal(&self) -> bool {
        let focused = if let Focus::On(target) = self.focus { target } else { None };
        self.press.is_terminal(focused)
    }

    /// Enter presses the focused control, with or without modifiers; in a field it submits the form.
    fn enter(&mut self) {
        match self.focus {
            Focus::On(Some(it)) if is_sheet_cell(self.press.controls(), it) => {}
            // In fields of web pages Enter may send, even if they have several lines.
            Focus::On(Some(it)) if has_lines(it) => {
                self.add(self.press.button_risks(&[Risk::Sends]));
            }
            Focus::On(Some(it)) if matches!(it.role, Role::Edit | Role::ComboBox | Role::Spinner) => {
                self.submit(Some(it));
            }
            Focus::On(None) if self.has_no_controls() => self.add(vec![Finding::plain(Risk::Unknown)]),
            Focus::On(None) => self.press_any(),
            // It presses the default button, unless the control takes it.
            Focus::On(Some(it)) if !is_pressable(it.role) => {
                self.press();
                self.submit(Some(it));
            }
            _ => self.press(),
        }
    }

    /// Presses the control that has the focus, which is unknown.
    fn press_any(&mut self) {
        self.focus = Focus::Moved;
        self.press();
    }

    /// Enter in a field; what a dialog or a page shows afterwards is unknown.
    fn submit(&mut self, field: Option<&Control>) {
        self.add(self.press.submit(field));
        let controls = self.press.controls();
        let is_page = field.is_some_and(|it| is_in_document(controls, it));
        if is_page || self.press.is_blocked() {
            self.focus = Focus::Unknown;
        }
    }

    /// Space presses what it does not write into.
    fn space(&mut self) {
        match self.focus {
            Focus::On(None) if self.has_no_controls() => {}
            Focus::On(None) => self.press_any(),
            Focus::On(Some(it)) if it.role.holds_text() => {}
            Focus::On(Some(it)) if matches!(it.role, Role::Cell | Role::ComboBox | Role::Spinner) => {}
            _ => self.press(),
        }
    }

    /// Presses the control that has the focus.
    fn press(&mut self) {
        let controls = self.press.controls();
        let (found, opens) = match self.focus {
            Focus::On(target) => {
                let opened = self.opening.map(|it| it.risks(target)).unwrap_or_default();
                let pressed = if self.is_on_files() { Vec::new() } else { self.press.risks(target) };
                ([pressed, opened].concat(), target.is_some_and(|it| is_pressable(it.role)))
            }
            Focus::Near(like) => {
                let alike = || controls.iter().filter(|it| it.role == like.role || is_item(it.role));
                ([self.press.one_of(alike()), self.one_opened(alike())].concat(), true)
            }
            Focus::Moved => {
                let any = || controls.iter().filter(|it| it.role.is_interactive());
                ([self.press.one_of(any()), self.one_opened(any()), self.press.submit(None)].concat(), true)
            }
            Focus::Menu => (self.press.one_of(controls.iter().filter(|it| it.role == Role::MenuItem)), true),
            Focus::Unknown => (vec![Finding::plain(Risk::Unknown)], true),
        };
        self.add(found);
        if opens {
            self.focus = Focus::Unknown;
        }
    }

    /// The risks of opening one of these controls, whichever it is.
    fn one_opened(&self, controls: impl Iterator<Item = &'a Control>) -> Vec<Finding> {
        self.opening.map(|it| it.one_of(controls)).unwrap_or_default()
    }

    fn delete(&mut self) {
        let controls = self.press.controls();
        let is_undoable = match self.focus {
            // LibreOffice's tool bars give the focus back to the document after a click, and say that they have it all the same.
            Focus::On(Some(it)) if matches!(it.role, Role::Button | Role::ToggleButton) => {
                focused(controls).any(|it| self.press.is_undoable(Some(it)))
            }
            Focus::On(target) => self.press.is_undoable(target),
            // Where Tab has moved on, it is from field to field, unless the window lists something, as file managers do.
            Focus::Moved => !controls.iter().any(|it| is_in_list(it.role)),
            _ => false,
        };
        if !is_undoable {
            self.add(vec![Finding::plain(Risk::Deletes)]);
        }
    }

    /// A chord that a menu shows next to an item presses this item. Delete has a more precise rule of its own.
    fn accelerator(&mut self, chord: &Chord) {
        if chord.key == Key::Delete {
            return;
        }
        let bound = self.press.context.bindings.iter().filter(|it| it.is_accelerator(chord));
        let found: Vec<Finding> =
            bound.flat_map(|it| self.press.risks(Some(&Control::deferred(it.role, &it.name)))).collect();
        self.add(found);
    }

    /// Whether the application says that this letter presses the control.
    fn is_bound(&self, control: &Control, letter: char) -> bool {
        self.press.context.bindings.iter().any(|it| it.is_mnemonic_of(letter, control))
    }

    /// A letter with Alt presses the control that has it as its mnemonic. Where the application does not say which that is,
    /// every control with the letter in its name counts, and in a dialog a letter that none has is unknown.
    fn mnemonic(&mut self, letter: char) {
        let controls = self.press.controls();
        let bound: Vec<&Control> = controls.iter().filter(|it| self.is_bound(it, letter)).collect();
        if let Some(first) = bound.first() {
            self.focus = if first.role == Role::Menu { Focus::Menu } else { Focus::Unknown };
            self.add(self.press.one_of(bound.into_iter()));
            return;
        }
        if !self.press.is_blocked() && self.is_menu(letter) {
            return self.open_menu();
        }
        let dialog = dialog(controls).filter(|it| !it.is_empty());
        let named = dialog.unwrap_or(controls).iter().filter(|it| has_letter(it, letter));
        self.press_one_of(named, dialog.is_some());
        self.focus = Focus::Unknown;
    }

    /// Presses one of these controls; where there must be one and none is known, the risk is unknown.
    fn press_one_of<'c>(&mut self, controls: impl Iterator<Item = &'c Control>, is_sure: bool) {
        let mut controls = controls.peekable();
        let is_unknown = is_sure && controls.peek().is_none();
        let found = self.press.one_of(controls);
        self.add(if is_unknown { vec![Finding::plain(Risk::Unknown)] } else { found });
    }

    /// A letter presses an item of the menu that is open; elsewhere it is typed.
    fn letter(&mut self, letter: char) {
        let is_in_menu = match self.focus {
            Focus::Menu => true,
            Focus::On(Some(it)) if matches!(it.role, Role::Menu | Role::MenuBar | Role::MenuItem) => true,
            // Letters search in a list.
            Focus::On(Some(it))
                if is_list(it.role) || (is_in_list(it.role) && !is_sheet_cell(self.press.controls(), it)) =>
            {
                self.focus = Focus::Near(it);
                false
            }
            _ => false,
        };
        if is_in_menu {
            let items = || self.press.controls().iter().filter(|it| it.role == Role::MenuItem);
            let is_known = items().any(|it| self.is_bound(it, letter));
            let presses =
                |it: &&Control| if is_known { self.is_bound(it, letter) } else { has_letter(it, letter) };
            let pressed: Vec<&Control> = items().filter(presses).collect();
            // The item may open a dialog that nobody has seen.
            self.or_focus = (!pressed.is_empty()).then_some(Focus::Unknown);
            self.press_one_of(pressed.into_iter(), true);
            self.focus = Focus::Menu;
        }
    }

    /// Whether the focus may be in a field that hides what is typed.
    fn may_be_in_hidden_field(&self) -> bool {
        match self.focus {
            Focus::On(None) | Focus::Moved => self.press.controls().iter().any(|it| hides_input(Some(it))),
            // A secret that is typed into a field that hides it is a risk by itself.
            Focus::On(target) => hides_input(target) && !self.types_secret(),
            Focus::Near(_) | Focus::Menu | Focus::Unknown => false,
        }
    }

    fn types_secret(&self) -> bool {
        typed_text(self.press.action).is_some_and(|it| !named_secrets(&it).is_empty())
    }

    fn tab(&mut self) {
        let stays = match self.focus {
            Focus::On(Some(it)) => {
                let controls = self.press.controls();
                // Tab goes to the next cell of a sheet, and is written into a text of several lines.
                is_sheet_cell(controls, it) || (has_lines(it) && !is_in_document(controls, it))
            }
            Focus::Unknown => true,
            _ => false,
        };
        if !stays {
            self.focus = Focus::Moved;
        }
    }

    fn arrow(&mut self) {
        if let Focus::On(Some(control)) = self.focus {
            self.focus = match control.role {
                Role::ListItem | Role::TreeItem | Role::MenuItem | Role::TabItem | Role::RadioButton => {
                    Focus::Near(control)
                }
                Role::Menu | Role::MenuBar => Focus::Menu,
                role if is_pressable(role) => Focus::Moved,
                _ => return,
            };
        }
    }

    /// Whether the window reports no controls.
    fn has_no_controls(&self) -> bool {
        self.press.controls().iter().all(|it| it.role == Role::Window)
    }
}

fn has_letter(control: &Control, letter: char) -> bool {
    let may_have_mnemonic = control.role.is_interactive() && !control.role.holds_text();
    may_have_mnemonic && control.text().to_lowercase().contains(letter)
}
