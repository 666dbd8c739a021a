//! Detects actions whose goal was reached before: some are not needed, others need an explanation why nothing changed. Pure.

use super::proof::Proof;
use super::spelling::is_own_spelling;
use deskpilot_core::{
    Button, CellAddress, Chord, Control, Effect, ExistingState, Gesture, Key, Modifier, NoChangeReason,
    Outcome, Role, State, States, TextMode, is_cell_address, is_same_name,
};

impl Proof {
    /// What was wanted and is so before the action, by the states of the target and the item chosen in it: nothing need be sent.
    pub fn existing_state(&self, states: States, chosen: Option<String>) -> Option<ExistingState> {
        match self {
            Proof::State(state, on) => {
                (states.has(*state) == *on).then_some(ExistingState::State(*state, *on))
            }
            Proof::Choice(item) => chosen.filter(|it| is_same_name(it, item)).map(ExistingState::Chosen),
            _ => None,
        }
    }
}

/// The outcome, with the reason why nothing changed if a control that the input went to already was in the wanted state.
pub fn with_existing_state(outcome: Outcome, gesture: &Gesture, receivers: &[Control]) -> Outcome {
    match (&outcome.effect, receivers.iter().find_map(|it| state_before(gesture, it))) {
        (Effect::NoChange(_), Some(state)) => {
            Outcome { effect: Effect::NoChange(NoChangeReason::AlreadySo(state)), ..outcome }
        }
        _ => outcome,
    }
}

fn state_before(gesture: &Gesture, target: &Control) -> Option<ExistingState> {
    match gesture {
        Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => {
            let state = clicked_state(target.role, target.states)?;
            Some(ExistingState::State(state, true))
        }
        // Enter after a text that was there already, as in a name box, does nothing.
        Gesture::Text { text, mode: TextMode::Replace } => {
            let shown = target.value.as_ref().filter(|shown| is_own_spelling(text, shown))?;
            Some(ExistingState::Text(shown.clone()))
        }
        Gesture::Keys(chords) if deletes_everything(chords) => {
            let is_empty = target.states.has(State::Focused) && target.value.as_deref() == Some("");
            (is_empty && target.role.holds_text()).then(|| ExistingState::Text(String::new()))
        }
        Gesture::Keys(chords) => {
            let has_cursor = target.states.has(State::Focused) && CellAddress::of(target).is_some();
            let cell = cell_gone_to(chords).filter(|it| has_cursor && *it == target.name)?;
            Some(ExistingState::Chosen(cell))
        }
        _ => None,
    }
}

/// Whether these keys select everything and delete it, whatever is there.
fn deletes_everything(chords: &[Chord]) -> bool {
    let [all, delete] = chords else { return false };
    let selects_all = all.held == [Modifier::Control] && matches!(all.key, Key::Char('a' | 'A'));
    let deletes = delete.held.is_empty() && matches!(delete.key, Key::Delete | Key::Backspace);
    selects_all && deletes
}

/// The cell to which these keys go: a shortcut for the name box, the address, and Enter. `None` for other keys.
fn cell_gone_to(chords: &[Chord]) -> Option<String> {
    let [shortcut, address @ .., last] = chords else { return None };
    let character = |it: &Chord| match it.key {
        Key::Char(character) if it.held.is_empty() => Some(character.to_ascii_uppercase()),
        _ => None,
    };
    let address: String = address.iter().map(character).collect::<Option<_>>()?;
    // Ctrl+Shift+T goes to the name box of LibreOffice Calc.
    let to_name_box = matches!(shortcut.key, Key::Char('t' | 'T'))
        && [Modifier::Control, Modifier::Shift].iter().all(|it| shortcut.held.contains(it));
    let goes = to_name_box && *last == Chord::plain(Key::Enter);
    (goes && is_cell_address(&address)).then_some(address)
}

/// The state a click on this role would set, if the control already has it.
fn clicked_state(role: Role, states: States) -> Option<State> {
    let wanted: &[State] = match role {
        Role::Cell => &[State::Selected, State::Checked, State::Focused],
        Role::ListItem | Role::TreeItem | Role::TabItem => &[State::Selected],
        Role::RadioButton => &[State::Checked],
        role if role.holds_text() => &[State::Focused],
        _ => &[],
    };
    wanted.iter().copied().find(|state| states.has(*state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Evidence, parse_keys};

    #[test]
    fn going_to_the_cell_that_has_the_cursor_is_not_needed() {
        let cell = |name: &str, states: &[State]| Control {
            states: states.iter().copied().collect(),
            ..Control::deferred(Role::Cell, name)
        };
        let table = || Control {
            states: States::default().with(State::Focused),
            ..Control::deferred(Role::Table, "Sheet1")
        };
        let unchanged = || Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        let (is_there, nothing) = ("no change: already \"A1\" chosen".to_owned(), unchanged().to_string());
        for (keys, receivers, expected) in [
            ("{CTRL+SHIFT+T}A1{ENTER}", vec![table(), cell("A1", &[State::Focused])], &is_there),
            ("{CTRL+SHIFT+T}a1{ENTER}", vec![cell("A1", &[State::Focused])], &is_there),
            ("{CTRL+SHIFT+T}A1{ENTER}", vec![cell("B1", &[State::Focused])], &nothing),
            ("{CTRL+SHIFT+T}A1{ENTER}", vec![cell("A1", &[])], &nothing),
            ("{CTRL+SHIFT+T}A1", vec![cell("A1", &[State::Focused])], &nothing),
            ("A1{ENTER}", vec![cell("A1", &[State::Focused])], &nothing),
            ("{CTRL+SHIFT+T}A1{ENTER}", vec![], &nothing),
        ] {
            let gesture = Gesture::Keys(parse_keys(keys).unwrap());
            let outcome = with_existing_state(unchanged().into(), &gesture, &receivers);
            assert_eq!(outcome.effect.to_string(), *expected, "{keys} with the cursor in {receivers:?}");
        }
    }

    #[test]
    fn deleting_what_an_empty_field_holds_is_not_needed() {
        let field = |role: Role, value: Option<&str>, states: &[State]| Control {
            states: states.iter().copied().collect(),
            value: value.map(str::to_owned),
            ..Control::deferred(role, "Name")
        };
        let focused = &[State::Focused][..];
        for (keys, receiver, is_so) in [
            ("^a{DELETE}", field(Role::Edit, Some(""), focused), true),
            ("^a{BACKSPACE}", field(Role::Document, Some(""), focused), true),
            ("^a{DELETE}", field(Role::Edit, Some("letter"), focused), false),
            // What it holds is not known.
            ("^a{DELETE}", field(Role::Edit, None, focused), false),
            ("^a{DELETE}", field(Role::Edit, Some(""), &[]), false),
            ("^a{DELETE}", field(Role::Button, Some(""), focused), false),
            ("^a", field(Role::Edit, Some(""), focused), false),
            ("{DELETE}", field(Role::Edit, Some(""), focused), false),
            ("^a+{DELETE}", field(Role::Edit, Some(""), focused), false),
        ] {
            let gesture = Gesture::Keys(parse_keys(keys).unwrap());
            let nothing = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
            let outcome = with_existing_state(nothing.into(), &gesture, std::slice::from_ref(&receiver));
            let said = outcome.effect.to_string();
            assert_eq!(said == "no change: already \"\"", is_so, "{keys} in {receiver:?} was {said}");
        }
    }

    #[test]
    fn controls_are_clicked_to_be_selected_checked_or_focused() {
        use State::{Checked, Enabled, Focused, Selected};
        for (role, states, expected) in [
            (Role::Cell, &[Enabled, Focused][..], Some(Focused)),
            (Role::Cell, &[Focused, Selected], Some(Selected)),
            (Role::ListItem, &[Focused], None),
            (Role::TabItem, &[Selected], Some(Selected)),
            (Role::RadioButton, &[Checked], Some(Checked)),
            (Role::CheckBox, &[Checked], None),
            (Role::Edit, &[Enabled, Focused], Some(Focused)),
            (Role::Document, &[Enabled], None),
            (Role::Button, &[Focused], None),
        ] {
            let states = states.iter().copied().collect();
            assert_eq!(clicked_state(role, states), expected, "{role:?} {states:?}");
        }
    }
}
