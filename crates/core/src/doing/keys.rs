//! Keys and chords, and the parser for the notations in which people and models write them.

use super::secret_names::leading_placeholder;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A key held while another is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Modifier {
    Control,
    Alt,
    Shift,
    Super,
}

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Key {
    /// The key or keys that type this character in the current layout.
    Char(char),
    /// A function key, 1 to 24.
    F(u8),
    Enter,
    Tab,
    Escape,
    Backspace,
    Delete,
    Insert,
    Home,
    End,
    PageUp,
    PageDown,
    Up,
    Down,
    Left,
    Right,
    Menu,
    Print,
    /// A modifier pressed on its own.
    Modifier(Modifier),
}

/// A key with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chord {
    /// The held modifiers, in the order they are pressed.
    pub held: Vec<Modifier>,
    /// The key itself.
    pub key: Key,
}

impl Chord {
    /// The key without modifiers.
    pub const fn plain(key: Key) -> Chord {
        Chord { held: Vec::new(), key }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.held {
            write!(f, "{modifier:?}+")?;
        }
        match self.key {
            Key::Char(c) => write!(f, "{c}"),
            Key::F(n) => write!(f, "F{n}"),
            Key::Modifier(modifier) => write!(f, "{modifier:?}"),
            other => write!(f, "{other:?}"),
        }
    }
}

const MODIFIERS: &[(&str, Modifier)] = &[
    ("ctrl", Modifier::Control),
    ("control", Modifier::Control),
    ("vk_control", Modifier::Control),
    ("alt", Modifier::Alt),
    ("vk_menu", Modifier::Alt),
    ("shift", Modifier::Shift),
    ("vk_shift", Modifier::Shift),
    ("super", Modifier::Super),
    ("win", Modifier::Super),
    ("windows", Modifier::Super),
    ("meta", Modifier::Super),
    ("lwin", Modifier::Super),
];

const KEYS: &[(&str, Key)] = &[
    ("enter", Key::Enter),
    ("return", Key::Enter),
    ("tab", Key::Tab),
    ("esc", Key::Escape),
    ("escape", Key::Escape),
    ("backspace", Key::Backspace),
    ("back", Key::Backspace),
    ("bs", Key::Backspace),
    ("delete", Key::Delete),
    ("del", Key::Delete),
    ("insert", Key::Insert),
    ("ins", Key::Insert),
    ("home", Key::Home),
    ("end", Key::End),
    ("pageup", Key::PageUp),
    ("pgup", Key::PageUp),
    ("page up", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("pgdn", Key::PageDown),
    ("page down", Key::PageDown),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("menu", Key::Menu),
    ("apps", Key::Menu),
    ("print", Key::Print),
    ("prtsc", Key::Print),
    ("space", Key::Char(' ')),
    ("plus", Key::Char('+')),
];

/// Parses keys in either of two notations.
///
/// A chord by name: `Ctrl+Shift+S`, `F5`, `Enter`. Or a sequence: `{ENTER}`, `{TAB 3}`, `12+5{ENTER}`, in which
/// `{{}` and `{}}` are the literal braces, characters outside braces are typed, and `{{secret:NAME}}` is one
/// text. In a sequence `^`, `%` and `+` hold Control, Alt and Shift for the next key or for a group in
/// parentheses (`^s`, `%{F4}`, `+{TAB}`, `^a{DELETE}`), but only where no text stands beside them; elsewhere,
/// as in a sum, they are typed. Errors are sentences for the agent.
pub fn parse_keys(text: &str) -> Result<Vec<Chord>, String> {
    if text.is_empty() {
        return Err("there are no keys to press: write something like Ctrl+S or {ENTER}".into());
    }
    match parse_chord(text.trim()) {
        Some(chord) => Ok(vec![chord]),
        None => parse_sequence(text),
    }
}

fn parse_chord(text: &str) -> Option<Chord> {
    let (held, last) = match text.strip_suffix("++") {
        Some(held) => (held, "plus"),
        None => text.rsplit_once('+').unwrap_or(("", text)),
    };
    let held = held
        .split('+')
        .filter(|part| !part.is_empty())
        .map(|part| modifier(part.trim()))
        .collect::<Option<Vec<_>>>()?;
    let last = last.trim();
    let mut chars = last.chars();
    let key = match (key(last), modifier(last), chars.next(), chars.next()) {
        (Some(key), ..) => key,
        (_, Some(modifier), ..) => Key::Modifier(modifier),
        // With a modifier held, a letter means its key: Ctrl+S is not Ctrl+Shift+s.
        (_, _, Some(c), None) if !held.is_empty() => Key::Char(c.to_lowercase().next().unwrap_or(c)),
        _ => return None,
    };
    Some(Chord { held, key })
}

fn modifier(name: &str) -> Option<Modifier> {
    let name = name.to_lowercase();
    MODIFIERS.iter().find(|(known, _)| *known == name).map(|(_, modifier)| *modifier)
}

fn key(name: &str) -> Option<Key> {
    let name = name.to_lowercase();
    if let Some(number) = name.strip_prefix('f').and_then(|n| n.parse().ok())
        && (1..=24).contains(&number)
    {
        return Some(Key::F(number));
    }
    KEYS.iter().find(|(known, _)| *known == name).map(|(_, key)| *key)
}

/// The most keys of one action; a longer text is set and not typed.
const MAX_KEYS: usize = 10_000;

fn parse_sequence(text: &str) -> Result<Vec<Chord>, String> {
    let mut chords = Vec::new();
    let mut held: Vec<Modifier> = Vec::new();
    let mut in_group = false;
    let mut before = Preceding::Nothing;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if chords.len() >= MAX_KEYS {
            return Err(format!("these are more than {MAX_KEYS} keys: press fewer at once"));
        }
        if let Some(named) = Some(rest).filter(|_| held.is_empty()).and_then(leading_placeholder) {
            // A secret reference is typed character by character; the secret replaces it just before the keys
            // are sent.
            chords.extend(named.chars().map(|it| Chord::plain(Key::Char(it))));
            rest = &rest[named.len()..];
            before = Preceding::Text;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let (key, times) = match c {
            '^' | '%' | '+' if !held.is_empty() || holds(c, rest, before) => {
                hold(&mut held, modifier_of_sign(c));
                continue;
            }
            '(' if !held.is_empty() && !in_group => {
                in_group = true;
                continue;
            }
            ')' if in_group => {
                in_group = false;
                held.clear();
                continue;
            }
            '{' => match parse_braces(&mut rest)? {
                BracedKey::Hold(modifier) => {
                    hold(&mut held, modifier);
                    continue;
                }
                BracedKey::Press(key, times) => (key, times),
            },
            '\n' => (Key::Enter, 1),
            '\t' => (Key::Tab, 1),
            other => (Key::Char(other), 1),
        };
        let is_text = held.is_empty() && c != '{';
        before = if is_text { Preceding::Text } else { Preceding::Nothing };
        let chord = Chord { held: held.clone(), key };
        chords.extend(std::iter::repeat_n(chord, times));
        if !in_group {
            held.clear();
        }
    }
    match held.last() {
        Some(modifier) => Err(format!("{modifier:?} is held at the end of the keys with no key after it")),
        None => Ok(chords),
    }
}

const fn modifier_of_sign(sign: char) -> Modifier {
    match sign {
        '^' => Modifier::Control,
        '%' => Modifier::Alt,
        _ => Modifier::Shift,
    }
}

/// Holds a modifier once, however often it is written.
fn hold(held: &mut Vec<Modifier>, modifier: Modifier) {
    if !held.contains(&modifier) {
        held.push(modifier);
    }
}

/// Whether a sign holds its modifier for what follows. Beside text, as in a sum, it does not.
fn holds(sign: char, after: &str, before: Preceding) -> bool {
    if before == Preceding::Text {
        return false;
    }
    let key = after.trim_start_matches(['^', '%', '+']);
    match key.chars().next() {
        None => false,
        Some('{' | '(') => true,
        Some(letter) => {
            let is_alone =
                key[letter.len_utf8()..].starts_with(['{', '^', '%', '+']) || key.len() == letter.len_utf8();
            sign != '+' && !letter.is_ascii_digit() && is_alone
        }
    }
}

/// What precedes a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preceding {
    /// Nothing, a key in braces, or a key that was pressed with a modifier.
    Nothing,
    /// Typed text.
    Text,
}

enum BracedKey {
    Hold(Modifier),
    Press(Key, usize),
}

/// The key in braces, of which the first is already read.
fn parse_braces(rest: &mut &str) -> Result<BracedKey, String> {
    // `{}}` is the closing brace itself.
    let first = usize::from(rest.starts_with("}}"));
    let Some(length) = rest[first..].find('}') else {
        return Err(format!("the keys end inside braces: {{{}", shorten(rest)));
    };
    let inside = &rest[..first + length];
    *rest = &rest[first + length + 1..];
    let (name, times) = match inside.rsplit_once(' ') {
        Some((name, times)) if !name.is_empty() && times.parse::<usize>().is_ok() => {
            (name, times.parse().unwrap_or(1).min(100))
        }
        _ => (inside, 1),
    };
    if let Some(modifier) = modifier(name) {
        return Ok(BracedKey::Hold(modifier));
    }
    let name_without_prefix = name.strip_prefix("VK_").unwrap_or(name);
    let mut letters = name.chars();
    match (key(name_without_prefix), letters.next(), letters.next()) {
        (Some(key), ..) => Ok(BracedKey::Press(key, times)),
        (None, Some(c), None) => Ok(BracedKey::Press(Key::Char(c), times)),
        _ => Err(format!(
            "there is no key {{{}}}: write names like {{ENTER}}, {{TAB 3}} or Ctrl+S",
            shorten(inside)
        )),
    }
}

/// The beginning of a text, for an error about it.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse_keys(text) {
            Ok(chords) => chords.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(sentence) => format!("error: {sentence}"),
        }
    }

    #[test]
    fn both_notations_are_parsed() {
        for (text, expected) in [
            ("Ctrl+S", "Control+s"),
            ("ctrl+shift+Tab", "Control+Shift+Tab"),
            ("Enter", "Enter"),
            ("F5", "F5"),
            ("Ctrl++", "Control++"),
            ("^s", "Control+s"),
            ("^(ac)", "Control+a Control+c"),
            ("^a{DELETE}+{TAB}", "Control+a Delete Shift+Tab"),
            ("^a{DELETE}new", "Control+a Delete n e w"),
            ("^a^c", "Control+a Control+c"),
            ("x^a{ENTER}", "x ^ a Enter"),
            ("1234+5678{ENTER}", "1 2 3 4 + 5 6 7 8 Enter"),
            ("+5", "+ 5"),
            ("5^2%", "5 ^ 2 %"),
            ("^2", "^ 2"),
            ("1=2 (4%^~) a+B", "1 = 2   ( 4 % ^ ~ )   a + B"),
            ("%{F4}", "Alt+F4"),
            ("{TAB 3}", "Tab Tab Tab"),
            ("{VK_CONTROL}c", "Control+c"),
            ("a{ENTER}", "a Enter"),
            ("{{}{}}{+}", "{ } +"),
            ("6*7=", "6 * 7 ="),
            ("a{{secret:x}}{TAB}", "a { { s e c r e t : x } } Tab"),
            (
                "^{{secret:x}}",
                "error: there is no key {{secret:x}: write names like {ENTER}, {TAB 3} or Ctrl+S",
            ),
            ("Alt", "Alt"),
            ("{F13", "error: the keys end inside braces: {F13"),
            ("{NOPE}", "error: there is no key {NOPE}: write names like {ENTER}, {TAB 3} or Ctrl+S"),
            ("a^", "a ^"),
            ("^^+(ab)", "Control+Shift+a Control+Shift+b"),
            ("{VK_CONTROL}", "error: Control is held at the end of the keys with no key after it"),
            ("", "error: there are no keys to press: write something like Ctrl+S or {ENTER}"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn there_is_an_end_to_the_keys_of_one_action() {
        assert_eq!(parse_keys(&"a".repeat(MAX_KEYS)).unwrap().len(), MAX_KEYS);
        for text in
            ["a".repeat(MAX_KEYS + 1), "{a 100}".repeat(200), "^^^%%%(a".to_owned() + &"b".repeat(1 << 18)]
        {
            assert_eq!(parse_keys(&text).unwrap_err(), "these are more than 10000 keys: press fewer at once");
        }
        assert!(parse_keys(&format!("{{{}", "x".repeat(1 << 18))).unwrap_err().len() < 100);
    }
}
