//! The effects of gestures on the windows of a text desktop.

use super::judged::Judged;
use super::layout;
use super::root::ROOT;
use super::state::{DesktopState, OpenWindow};
use super::widget::Widget;
use deskpilot_core::{
    Aim, Chord, Effect, Evidence, Gesture, Input, Key, Modifier, NoChangeReason, Outcome, Point, Role,
    ScrollBy, State, TextMode, WindowId, is_same_name,
};
use deskpilot_desktop::{
    DesktopError, ItemChoiceError, choose_item,
    verdict::{effect_of_clipboard, outcome_of_clipboard},
};

impl DesktopState {
    /// Performs an input and determines its effect from the windows before and after.
    pub(super) fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match &input.gesture {
            Gesture::WriteClipboard(text) => {
                self.clipboard.clone_from(text);
                Ok(effect_of_clipboard(text, Ok(Some(&self.clipboard))).into())
            }
            Gesture::ReadClipboard => Ok(outcome_of_clipboard(self.clipboard.clone())),
            gesture => match &input.aim {
                _ if input.window != ROOT => self.act(input).map(Outcome::from),
                Aim::Point(point) => Ok(self.act_on_background(*point, gesture).into()),
                Aim::Window | Aim::Control(_) => Err(DesktopError::no_place()),
            },
        }
    }

    fn act_on_background(&mut self, point: Point, gesture: &Gesture) -> Effect {
        self.pointer = point;
        match gesture {
            Gesture::Hover => pointer(point),
            _ => Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING)),
        }
    }

    fn act(&mut self, input: &Input) -> Result<Effect, DesktopError> {
        let target = self.target(input)?;
        self.raise(input.window)?;
        if input.gesture == Gesture::Hover {
            self.pointer = self.pointer_target(input, target);
            return Ok(pointer(self.pointer));
        }
        if input.gesture == Gesture::Focus && matches!(input.aim, Aim::Window) {
            return Ok(Effect::Confirmed(Evidence::Focus(format!("{:?}", self.windows[0].title))));
        }
        let of_item = target.and_then(|index| self.windows[0].with_whole_item_name(index, input));
        let input = of_item.as_ref().unwrap_or(input);
        let judged = Judged::before(self, input, target)?;
        if let Some(state) = judged.existing_state() {
            return Ok(Effect::NoChange(NoChangeReason::AlreadySo(state)));
        }
        self.gesture(input.window, target, &input.gesture)?;
        let undelivered = matches!(input.gesture, Gesture::Scroll(ScrollBy { .. }) | Gesture::Drag { .. });
        if undelivered {
            return Ok(Effect::unverified("nothing on a text desktop moves"));
        }
        Ok(judged.effect(self))
    }

    /// Where the pointer goes for an input to the topmost window.
    fn pointer_target(&self, input: &Input, target: Option<usize>) -> Point {
        let window = &self.windows[0];
        let of_target = target.and_then(|index| window.rects()[index]);
        match &input.aim {
            Aim::Point(point) => *point,
            Aim::Window => window.rect.center(),
            Aim::Control(control) => of_target.unwrap_or(control.rect).center(),
        }
    }

    /// The target control; `None` for the window or a point without a control.
    fn target(&self, input: &Input) -> Result<Option<usize>, DesktopError> {
        let window = self.window(input.window)?;
        let target = match &input.aim {
            Aim::Window => window.focused(),
            Aim::Control(control) => Some(self.find(input.window, control)?),
            Aim::Point(point) if window.rect.contains(*point) => window.at(*point),
            Aim::Point(point) => {
                let why = format!("{},{} is outside of it", point.x, point.y);
                return Err(DesktopError::NotPossible { what: format!("{:?}", window.title), why });
            }
        };
        match target.map(|index| &window.widgets[index]) {
            Some(widget) if !widget.states.has(State::Enabled) => {
                Err(DesktopError::NotEnabled(widget.id().to_string()))
            }
            _ => Ok(target),
        }
    }

    fn gesture(
        &mut self,
        id: WindowId,
        target: Option<usize>,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        match (gesture, target) {
            (Gesture::Keys(chords), _) => {
                chords.iter().try_for_each(|chord| self.press_key(id, target, chord))
            }
            (Gesture::Close, _) => {
                self.close(id);
                Ok(())
            }
            (Gesture::EndApplication, _) => self.end_application(id),
            (Gesture::Scroll(_) | Gesture::Drag { .. } | Gesture::Hover, _) => Ok(()),
            (Gesture::Click { .. }, Some(index)) => self.press(id, index),
            (Gesture::Click { .. } | Gesture::Focus, None) => Ok(()),
            (_, None) => Err(DesktopError::NotPossible {
                what: "the window".into(),
                why: "nothing in it has the focus; name a control".into(),
            }),
            (gesture, Some(index)) => self.windows[0].change(index, gesture),
        }
    }

    /// Presses a control as the pointer would.
    fn press(&mut self, id: WindowId, index: usize) -> Result<(), DesktopError> {
        let window = &mut self.windows[0];
        if window.widgets[index].states.has(State::Focusable) {
            window.focus(index);
        }
        window.toggle(index);
        let consequences = window.widgets[index].consequences.clone();
        consequences.iter().try_for_each(|it| self.apply(id, it))
    }

    /// A shortcut of the window, an edit of the control with the focus, or a button whose name is the character.
    fn press_key(&mut self, id: WindowId, target: Option<usize>, chord: &Chord) -> Result<(), DesktopError> {
        // An earlier chord may have closed the window, or opened another that now has the keyboard.
        self.raise(id)?;
        let window = &mut self.windows[0];
        let shortcut = window.shortcuts.iter().find(|it| it.chord == *chord);
        if let Some(consequences) = shortcut.map(|it| it.consequences.clone()) {
            return consequences.iter().try_for_each(|it| self.apply(id, it));
        }
        if chord.held == [Modifier::Alt] && chord.key == Key::F(4) {
            self.close(id);
            return Ok(());
        }
        let editable = |index: &usize| window.widgets[*index].states.has(State::Editable);
        if let Some(index) = target.filter(editable) {
            window.focus(index);
            window.widgets[index].press_key(chord, &mut self.clipboard);
            return Ok(());
        }
        let Key::Char(c) = chord.key else { return Ok(()) };
        let named = |it: &Widget| it.role == Role::Button && it.name == c.to_string();
        let button = window.widgets.iter().position(named).filter(|_| chord.held.is_empty());
        button.map_or(Ok(()), |index| self.press(id, index))
    }
}

/// The evidence for the pointer's position.
fn pointer(at: Point) -> Effect {
    Effect::Confirmed(Evidence::Pointer(at))
}

impl OpenWindow {
    /// Toggles what a press alone changes: checked, selected, expanded.
    fn toggle(&mut self, index: usize) {
        let widget = &mut self.widgets[index];
        let states = widget.states;
        match widget.role {
            Role::CheckBox | Role::ToggleButton => {
                widget.set_state(State::Checked, !states.has(State::Checked));
            }
            Role::RadioButton | Role::ListItem | Role::TabItem => self.choose(index),
            _ if states.has(State::Expandable) => {
                widget.set_state(State::Expanded, !states.has(State::Expanded));
            }
            _ => {}
        }
    }

    /// Selects an item in its list, combo box, tab list or group.
    fn choose(&mut self, index: usize) {
        let role = self.widgets[index].role;
        let state = if role == Role::RadioButton { State::Checked } else { State::Selected };
        let around = layout::parent(&self.widgets, index);
        let siblings: Vec<usize> = match around {
            Some(around) => layout::inside(&self.widgets, around).collect(),
            None => (0..self.widgets.len()).collect(),
        };
        for sibling in siblings.into_iter().filter(|it| self.widgets[*it].role == role).collect::<Vec<_>>() {
            self.widgets[sibling].set_state(state, sibling == index);
        }
        let name = self.widgets[index].name.clone();
        if let Some(combo) = around.map(|it| &mut self.widgets[it]).filter(|it| it.role == Role::ComboBox) {
            combo.value = Some(name);
            combo.set_state(State::Expanded, false);
        }
    }

    fn change(&mut self, index: usize, gesture: &Gesture) -> Result<(), DesktopError> {
        if let Gesture::Select(name) = gesture {
            return self.select(index, name);
        }
        if matches!(gesture, Gesture::Focus | Gesture::Text { .. } | Gesture::SelectText(_)) {
            self.focus(index);
        }
        self.widgets[index].change(gesture)
    }

    fn select(&mut self, index: usize, name: &str) -> Result<(), DesktopError> {
        let item = self.item(index, name).map_err(|why| self.widgets[index].cannot(&why.to_string()))?;
        self.choose(item);
        Ok(())
    }

    /// The index of the item that a name means in a list.
    fn item(&self, list: usize, name: &str) -> Result<usize, ItemChoiceError> {
        let items: Vec<usize> = layout::inside(&self.widgets, list).collect();
        let names: Vec<&str> = items.iter().map(|it| self.widgets[*it].name.as_str()).collect();
        choose_item(&names, name).map(|at| items[at])
    }

    /// The input with the whole name of the item, where it selects one by a part of its name: judged is the item that is chosen.
    fn with_whole_item_name(&self, list: usize, input: &Input) -> Option<Input> {
        let Gesture::Select(name) = &input.gesture else { return None };
        let item = self.item(list, name).ok()?;
        let whole = &self.widgets[item].name;
        let of_item = || Input { gesture: Gesture::Select(whole.clone()), ..input.clone() };
        (!is_same_name(whole, name)).then(of_item)
    }
}

impl Widget {
    fn change(&mut self, gesture: &Gesture) -> Result<(), DesktopError> {
        match gesture {
            Gesture::Text { text, mode } if self.states.has(State::Editable) => {
                if *mode == TextMode::Replace {
                    self.selection = self.value.clone();
                }
                self.enter(text);
            }
            Gesture::Text { .. } => return Err(self.cannot("its text cannot be changed")),
            Gesture::SelectText(text) => {
                if text.is_empty() || !self.value.as_ref().is_some_and(|it| it.contains(text)) {
                    return Err(self.cannot(&format!("the text {text:?} is not in it")));
                }
                self.selection = Some(text.clone());
            }
            Gesture::Check(on) => {
                if !matches!(self.role, Role::CheckBox | Role::ToggleButton | Role::RadioButton) {
                    return Err(self.cannot("it cannot be checked"));
                }
                self.set_state(State::Checked, *on);
            }
            Gesture::Expand(on) => {
                if !self.states.has(State::Expandable) {
                    return Err(self.cannot("it cannot be opened"));
                }
                self.set_state(State::Expanded, *on);
            }
            Gesture::SetNumber(number) => {
                if !matches!(self.role, Role::Slider | Role::Spinner) {
                    return Err(self.cannot("it has no number"));
                }
                self.value = Some(number.to_string());
            }
            _ => {}
        }
        Ok(())
    }

    /// Replaces the selection with text, or appends it.
    fn enter(&mut self, text: &str) {
        let value = self.value.get_or_insert_default();
        match self.selection.take() {
            Some(selected) => *value = value.replacen(&selected, text, 1),
            None => value.push_str(text),
        }
    }

    fn press_key(&mut self, chord: &Chord, clipboard: &mut String) {
        match (chord.held.as_slice(), chord.key) {
            ([Modifier::Control], Key::Char('v')) => self.enter(clipboard),
            ([Modifier::Control], Key::Char('c' | 'x')) => {
                if let Some(selected) = &self.selection {
                    clipboard.clone_from(selected);
                    if chord.key == Key::Char('x') {
                        self.enter("");
                    }
                }
            }
            ([Modifier::Control], Key::Char('a')) => self.selection = self.value.clone(),
            ([] | [Modifier::Shift], Key::Char(c)) => self.enter(&c.to_string()),
            ([], Key::Enter) if self.states.has(State::MultiLine) => self.enter("\n"),
            ([], Key::Backspace | Key::Delete) if self.selection.is_some() => self.enter(""),
            ([], Key::Backspace) => {
                self.value.get_or_insert_default().pop();
            }
            _ => {}
        }
    }

    fn cannot(&self, why: &str) -> DesktopError {
        DesktopError::NotPossible { what: self.id().to_string(), why: why.to_owned() }
    }
}
