//! Tables of texts and chords, on a keyboard with the letters and digits of a German layout.

use super::*;
use deskpilot_core::parse_keys;

#[derive(Default)]
struct German {
    caps_lock: bool,
}

impl Keyboard for German {
    fn key_of(&self, character: char) -> Option<LayoutKey> {
        let plain = |key| Some(LayoutKey { key, shift: false, alt_gr: false });
        match character {
            'a'..='z' => plain(character.to_ascii_uppercase() as u16),
            '0'..='9' => plain(character as u16),
            'A'..='Z' => Some(LayoutKey { key: character as u16, shift: true, alt_gr: false }),
            '/' => Some(LayoutKey { key: 0x37, shift: true, alt_gr: false }),
            '@' => Some(LayoutKey { key: 0x51, shift: false, alt_gr: true }),
            // `^` is a dead key there.
            _ => None,
        }
    }

    fn has_caps_lock(&self) -> bool {
        self.caps_lock
    }
}

/// A layout without any Latin letter.
struct Cyrillic;

impl Keyboard for Cyrillic {
    fn key_of(&self, _: char) -> Option<LayoutKey> {
        None
    }

    fn has_caps_lock(&self) -> bool {
        false
    }
}

/// The events as `+` and `-` with a key's number or `u` and a unit, in hexadecimal.
fn shown(sequence: &KeySequence) -> String {
    in_words(&sequence.events())
}

fn in_words(events: &[(KeyCode, Direction)]) -> String {
    let of = |(code, direction): &(KeyCode, Direction)| {
        let sign = if *direction == Direction::Press { '+' } else { '-' };
        match code {
            KeyCode::Virtual(key) => format!("{sign}{key:02x}"),
            KeyCode::Unit(unit) => format!("{sign}u{unit:x}"),
        }
    };
    events.iter().map(of).collect::<Vec<_>>().join(" ")
}

fn chords(keys: &str, keyboard: &impl Keyboard) -> Result<String, String> {
    let chord = |key: Chord| KeySequence::of_chords(&[key], keyboard).map(|it| shown(&it));
    let parsed = parse_keys(keys).unwrap();
    parsed.into_iter().map(chord).collect::<Result<Vec<_>, _>>().map(|it| it.join(" "))
}

#[test]
fn a_text_is_typed_by_units_and_line_breaks_by_enter() {
    for (text, expected) in [
        ("a", "+u61 -u61"),
        ("é✓", "+ue9 -ue9 +u2713 -u2713"),
        ("🙂", "+ud83d -ud83d +ude42 -ude42"),
        ("a\r\nb", "+u61 -u61 +0d -0d +u62 -u62"),
        ("\n\t", "+0d -0d +09 -09"),
        ("", ""),
    ] {
        assert_eq!(shown(&KeySequence::of_text(text).unwrap()), expected, "{text:?}");
    }
    assert!(KeySequence::of_text("a\u{1b}").is_err());
}

#[test]
fn a_chord_holds_its_modifiers_around_the_key() {
    for (keys, expected) in [
        ("Ctrl+S", "+11 +53 -53 -11"),
        ("Ctrl+Shift+Tab", "+11 +10 +09 -09 -10 -11"),
        ("Alt+F4", "+12 +73 -73 -12"),
        ("Super+E", "+5b +45 -45 -5b"),
        ("F24", "+87 -87"),
        ("Delete", "+2e -2e"),
        ("Ctrl+/", "+11 +10 +37 -37 -10 -11"),
        ("Ctrl+@", "+11 +12 +51 -51 -12 -11"),
    ] {
        assert_eq!(chords(keys, &German::default()).unwrap(), expected, "{keys}");
    }
}

#[test]
fn a_single_character_is_its_key_unless_the_layout_or_caps_lock_is_in_the_way() {
    let german = German::default();
    let caps = German { caps_lock: true };
    let one = |letter, held: &[Modifier], keyboard: &German| {
        let chord = Chord { held: held.to_vec(), key: Key::Char(letter) };
        let sequence = KeySequence::of_chords(&[chord], keyboard).unwrap();
        (shown(&sequence), sequence.kind())
    };
    for (letter, held, keyboard, expected) in [
        ('a', &[][..], &german, "+41 -41"),
        ('A', &[], &german, "+10 +41 -41 -10"),
        ('a', &[Modifier::Shift], &german, "+10 +41 -41 -10"),
        ('@', &[], &german, "+u40 -u40"),
        ('^', &[], &german, "+u5e -u5e"),
        ('a', &[], &caps, "+u61 -u61"),
        ('a', &[Modifier::Shift], &caps, "+u41 -u41"),
        ('7', &[], &caps, "+37 -37"),
        ('ж', &[Modifier::Shift], &german, "+u416 -u416"),
        ('ß', &[Modifier::Shift], &german, "+udf -udf"),
    ] {
        assert_eq!(one(letter, held, keyboard), (expected.into(), StrokeKind::Text), "{letter} {held:?}");
    }
    assert_eq!(one('a', &[Modifier::Control], &caps).1, StrokeKind::Command);
}

#[test]
fn where_no_key_can_be_held_a_character_is_sent_as_it_is_and_a_shortcut_still_holds_keys() {
    for (keys, expected) in [
        ("Ab/ 7", "+u41 -u41 +u62 -u62 +u2f -u2f +u20 -u20 +u37 -u37"),
        ("b7", "+42 -42 +37 -37"),
        ("Shift+a", "+u41 -u41"),
        ("Shift+7", "+10 +37 -37 -10"),
        ("Ctrl+S", "+11 +53 -53 -11"),
        ("{END}", "+23 -23"),
    ] {
        let sequence = KeySequence::of_chords(&parse_keys(keys).unwrap(), &German::default()).unwrap();
        assert_eq!(in_words(&sequence.events_without_held_keys()), expected, "{keys}");
    }
}

#[test]
fn shortcuts_work_in_a_layout_without_latin_letters_and_what_no_key_is_refused() {
    assert_eq!(chords("Ctrl+c", &Cyrillic).unwrap(), "+11 +43 -43 -11");
    assert!(chords("Ctrl+é", &Cyrillic).is_err());
    let none = Chord::plain(Key::F(25));
    assert!(KeySequence::of_chords(&[none], &Cyrillic).is_err());
}

#[test]
fn whatever_is_pressed_is_released_in_the_end() {
    let all = "Ctrl+Alt+Shift+A";
    let sequence = KeySequence::of_chords(&parse_keys(all).unwrap(), &German::default()).unwrap();
    let mut down = Vec::new();
    for (code, direction) in sequence.events() {
        match direction {
            Direction::Press => down.push(code),
            Direction::Release => down.retain(|it| *it != code),
        }
    }
    assert_eq!(down, []);
}

#[test]
fn commands_are_portions_of_their_own_and_text_is_split() {
    let portions = KeySequence::of_text("abcde\nf").unwrap().portions(2);
    let shown: Vec<_> = portions.iter().map(|it| (it.strokes.len(), it.kind())).collect();
    use StrokeKind::{Command, Text};
    assert_eq!(shown, [(2, Text), (2, Text), (1, Text), (1, Command), (1, Text)]);
}

#[test]
fn keys_that_are_also_on_the_number_pad_are_sent_as_the_others() {
    for key in [Key::Left, Key::Delete, Key::Home, Key::PageDown, Key::Menu] {
        assert!(is_extended(virtual_key(key).unwrap()), "{key:?}");
    }
    for key in [Key::Enter, Key::Tab, Key::F(1), Key::Modifier(Modifier::Shift)] {
        assert!(!is_extended(virtual_key(key).unwrap()), "{key:?}");
    }
}

#[test]
fn a_modifier_does_nothing_by_itself() {
    for modifier in [Modifier::Control, Modifier::Alt, Modifier::Shift, Modifier::Super] {
        assert!(is_modifier(key_of_modifier(modifier)), "{modifier:?}");
    }
    assert!(!is_modifier(virtual_key(Key::Enter).unwrap()) && !is_modifier(virtual_key(Key::F(9)).unwrap()));
}
