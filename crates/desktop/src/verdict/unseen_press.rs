//! Clicks and keys that may have pressed something that shows nothing. Pure.

use super::typed_keys::{copies, moves};
use deskpilot_core::{
    Button, Chord, Control, Effect, Gesture, Key, Modifier, NoChangeReason, Outcome, Role, State,
};

/// The outcome; "no change" is not certain where a button, or an item of a list, may have been pressed, or a shortcut may have done
/// what it is for: that need not show.
pub fn doubted(outcome: Outcome, gesture: &Gesture, receivers: &[Control]) -> Outcome {
    match outcome.effect {
        Effect::NoChange(NoChangeReason::Same(_)) if presses(gesture, receivers) => {
            let presser = match gesture {
                Gesture::Click { .. } => "the click",
                Gesture::Expand(_) => "the action that opens it",
                _ => "the keys",
            };
            let why =
                format!("nothing is seen of it; {presser} may have pressed something that shows nothing");
            Outcome { effect: Effect::unverified(why), ..outcome }
        }
        effect => Outcome { effect, ..outcome },
    }
}

/// Whether a gesture may press one of the controls that get it, or has a key that may press a button elsewhere.
fn presses(gesture: &Gesture, receivers: &[Control]) -> bool {
    // A text may hold a link that its toolkit does not report.
    let is_pressed =
        |it: &Control| matches!(it.role, Role::Button | Role::MenuItem | Role::Hyperlink | Role::Text);
    match gesture {
        Gesture::Click { button: Button::Left, .. } => receivers.iter().any(is_pressed),
        // An item of a page's tree that cannot be opened does what its page wants.
        Gesture::Expand(_) => {
            receivers.iter().any(|it| it.role == Role::TreeItem && !it.states.has(State::Expandable))
        }
        Gesture::Keys(chords) => chords.iter().any(|it| may_press(it, receivers)),
        Gesture::Text { text, .. } => text.chars().map(chord_of).any(|it| may_press(&it, receivers)),
        _ => false,
    }
}

/// Whether a key may press something, or gives a command that need not show.
fn may_press(chord: &Chord, receivers: &[Control]) -> bool {
    let has = |state| receivers.iter().any(|it| it.states.has(state));
    let is_in_menu = receivers.iter().any(|it| matches!(it.role, Role::Menu | Role::MenuItem));
    let is_command = chord.held.iter().any(|it| *it != Modifier::Shift);
    match chord.key {
        // These go to menus, to buttons, and to the window manager.
        _ if chord.held.iter().any(|it| matches!(it, Modifier::Alt | Modifier::Super)) => true,
        // A text shows its lines.
        Key::Enter => is_command || !has(State::MultiLine),
        Key::Char(' ') | Key::Delete | Key::Backspace => is_command || !has(State::Editable),
        _ if is_command => !moves(chord) && !shows(chord, receivers),
        Key::Char(_) => is_in_menu,
        _ => false,
    }
}

/// Whether a shortcut with Ctrl is seen where it does something: a text shows what was changed or selected in it, a list which of
/// its items are selected, and the clipboard what was copied. In a terminal its program takes it for anything.
fn shows(chord: &Chord, receivers: &[Control]) -> bool {
    let is_text =
        |it: &Control| (it.role.holds_text() || it.role == Role::Text) && it.states.has(State::Editable);
    let holds_items = |it: &Control| {
        matches!(
            it.role,
            Role::Cell | Role::List | Role::ListItem | Role::Table | Role::Tree | Role::TreeItem
        )
    };
    if chord.held != [Modifier::Control] || receivers.iter().any(|it| it.role == Role::Terminal) {
        return false;
    }
    match chord.key {
        Key::Char('a') => receivers.iter().any(|it| is_text(it) || holds_items(it)),
        Key::Char('v' | 'x') => receivers.iter().any(is_text),
        _ => copies(chord),
    }
}

/// The key that types a character; some control characters are keys.
fn chord_of(character: char) -> Chord {
    Chord::plain(match character {
        '\n' | '\r' => Key::Enter,
        '\u{8}' => Key::Backspace,
        '\u{7f}' => Key::Delete,
        character => Key::Char(character),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Evidence, ExistingState, TextMode, parse_keys};

    fn focused(role: Role, states: &[State]) -> Control {
        Control { states: states.iter().copied().collect(), ..Control::deferred(role, "it") }
    }

    #[test]
    fn where_keys_may_press_something_no_change_is_not_certain() {
        let button = focused(Role::Button, &[]);
        let field = focused(Role::Edit, &[State::Editable]);
        let lines = focused(Role::Edit, &[State::Editable, State::MultiLine]);
        let row = focused(Role::ListItem, &[]);
        let menu = focused(Role::MenuItem, &[]);
        let shell = focused(Role::Terminal, &[State::Editable]);
        for (keys, receiver, expected) in [
            ("{SPACE}", &button, true),
            ("tea", &button, false),
            ("tea for two", &button, true),
            ("tea for two", &field, false),
            ("12{ENTER}", &field, true),
            ("{ENTER}", &lines, false),
            ("^{ENTER}", &lines, true),
            ("^{ENTER}", &row, true),
            ("{DELETE}", &row, true),
            ("{DELETE}", &field, false),
            ("{F9}", &button, false),
            ("{ESC}", &menu, false),
            ("p", &menu, true),
            ("%s", &field, true),
            ("%{TAB}", &field, true),
            ("^a", &row, false),
            ("^a", &field, false),
            ("^a{DELETE}", &field, false),
            ("^a", &button, true),
            ("^a", &shell, true),
            ("^c", &button, false),
            ("^c", &shell, true),
            ("^{INSERT}", &field, false),
            ("^v", &field, false),
            ("^v", &row, true),
            ("^x", &field, false),
            ("^x", &button, true),
            ("^+c", &field, true),
            ("^z", &field, true),
            ("^s", &field, true),
            ("^a^s", &field, true),
            ("^q", &lines, true),
            ("^+s", &row, true),
            ("^{F4}", &field, true),
            ("^{HOME}", &field, false),
            ("^{TAB}", &button, false),
            ("{INSERT}", &field, false),
            ("+{INSERT}", &field, false),
        ] {
            let gesture = Gesture::Keys(parse_keys(keys).unwrap());
            assert_eq!(
                presses(&gesture, std::slice::from_ref(receiver)),
                expected,
                "{keys} {:?}",
                receiver.role
            );
        }
        for keys in ["{ENTER}", "^q", "^a"] {
            assert!(presses(&Gesture::Keys(parse_keys(keys).unwrap()), &[]), "nothing has the focus: {keys}");
        }
        let text = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Append };
        let click = |button| Gesture::Click { button, count: 1, held: Vec::new() };
        for (button, receiver, expected) in [
            (Button::Left, focused(Role::Button, &[]), true),
            (Button::Left, focused(Role::MenuItem, &[]), true),
            (Button::Left, focused(Role::Text, &[]), true),
            (Button::Left, focused(Role::ListItem, &[]), false),
            (Button::Middle, focused(Role::Button, &[]), false),
        ] {
            assert_eq!(presses(&click(button), &[receiver]), expected, "{button:?}");
        }
        for (role, states, expected) in [
            (Role::TreeItem, &[][..], true),
            (Role::TreeItem, &[State::Expandable][..], false),
            (Role::ComboBox, &[][..], false),
        ] {
            assert_eq!(presses(&Gesture::Expand(true), &[focused(role, states)]), expected, "{role:?}");
        }
        assert!(presses(&text("\u{1b}\rd7"), &[menu]) && !presses(&text("7"), &[button]));
    }

    #[test]
    fn what_is_seen_or_already_so_stays() {
        let nothing = || Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        let confirmed = || Effect::Confirmed(Evidence::Reported("checked".into()));
        let already =
            || Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::State(State::Checked, true)));
        let unseen =
            "unverified: nothing is seen of it; the keys may have pressed something that shows nothing";
        for (keys, effect, expected) in [
            ("{ENTER}", nothing(), unseen),
            ("{ENTER}", confirmed(), "confirmed: checked"),
            ("^q", nothing(), unseen),
            ("^s", confirmed(), "confirmed: checked"),
            ("^s", already(), "no change: already checked"),
            ("^c", nothing(), "no change: all controls are as they were"),
        ] {
            let gesture = Gesture::Keys(parse_keys(keys).unwrap());
            assert_eq!(doubted(effect.into(), &gesture, &[]).effect.to_string(), expected, "{keys}");
        }
    }
}
