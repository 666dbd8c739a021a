//! Keys, and the spellings in which people and models write them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A key held while another is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Modifier {
    Control,
    Alt,
    Shift,
    Super,
}

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Key {
    /// The key, or keys, that make this character, whatever the layout.
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

/// A key with the modifiers held meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chord {
    /// Held meanwhile, in the order they are pressed.
    pub held: Vec<Modifier>,
    /// The key itself.
    pub key: Key,
}

impl Chord {
    /// The key alone.
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

const NAMED: &[(&str, Key)] = &[
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

/// The keys a text asks for, in either of two spellings.
///
/// `Ctrl+Shift+S`, `F5`, `Enter`: a chord by name. `{ENTER}`, `{TAB 3}`, `12+5{ENTER}`: a sequence, where `{{}` and `{}}` are
/// the characters themselves, and everything outside braces is typed. `^s`, `%{F4}`, `+{TAB}`: a sequence of nothing but
/// chords and keys in braces, in which `^`, `%` and `+` hold Control, Alt and Shift for the next key or for a group in
/// parentheses; beside text that is typed, and before digits, they are typed too. Errors are sentences for the agent.
pub fn parse_keys(text: &str) -> Result<Vec<Chord>, String> {
    if text.is_empty() {
        return Err("there are no keys to press: write something like Ctrl+S or {ENTER}".into());
    }
    match named_chord(text.trim()) {
        Some(chord) => Ok(vec![chord]),
        None => sequence(text),
    }
}

fn named_chord(text: &str) -> Option<Chord> {
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
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, key)| *key)
}

fn sequence(text: &str) -> Result<Vec<Chord>, String> {
    let mut chords = Vec::new();
    let mut held: Vec<Modifier> = Vec::new();
    let mut in_group = false;
    let signs = if signs_hold(text) { Signs::Hold } else { Signs::Typed };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (key, times) = match c {
            '^' | '%' | '+' if signs == Signs::Hold => {
                held.push(match c {
                    '^' => Modifier::Control,
                    '%' => Modifier::Alt,
                    _ => Modifier::Shift,
                });
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
            '{' => match braced(&mut chars)? {
                Braced::Hold(modifier) => {
                    held.push(modifier);
                    continue;
                }
                Braced::Press(key, times) => (key, times),
            },
            '\n' => (Key::Enter, 1),
            '\t' => (Key::Tab, 1),
            other => (Key::Char(other), 1),
        };
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

/// What `^`, `%` and `+` mean in a sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// They hold a modifier for the next key.
    Hold,
    /// They are typed, as in a sum.
    Typed,
}

/// Whether the sequence is nothing but keys in braces and keys with a sign before them.
fn signs_hold(text: &str) -> bool {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '{' => after_brace(after),
            '^' | '%' | '+' => {
                let key = after.trim_start_matches(['^', '%', '+']);
                match key.chars().next() {
                    Some('{') => key,
                    Some('(') => key.split_once(')').map_or("", |(_, rest)| rest),
                    Some(letter) if c != '+' && !letter.is_ascii_digit() => &key[letter.len_utf8()..],
                    _ => return false,
                }
            }
            _ => return false,
        };
    }
    true
}

/// What comes after the brace that closes; `{}}` is the closing brace itself.
fn after_brace(inside: &str) -> &str {
    let inside = inside.strip_prefix('}').filter(|rest| rest.starts_with('}')).unwrap_or(inside);
    inside.split_once('}').map_or("", |(_, rest)| rest)
}

enum Braced {
    Hold(Modifier),
    Press(Key, usize),
}

fn braced(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Braced, String> {
    let mut inside = String::new();
    loop {
        match chars.next() {
            // `{}}` is the closing brace itself.
            Some('}') if !inside.is_empty() || chars.peek() != Some(&'}') => break,
            Some(c) => inside.push(c),
            None => return Err(format!("the keys end inside braces: {{{inside}")),
        }
    }
    let (name, times) = match inside.rsplit_once(' ') {
        Some((name, times)) if !name.is_empty() && times.parse::<usize>().is_ok() => {
            (name, times.parse().unwrap_or(1).min(100))
        }
        _ => (inside.as_str(), 1),
    };
    if let Some(modifier) = modifier(name) {
        return Ok(Braced::Hold(modifier));
    }
    let name_without_prefix = name.strip_prefix("VK_").unwrap_or(name);
    let mut letters = name.chars();
    match (key(name_without_prefix), letters.next(), letters.next()) {
        (Some(key), ..) => Ok(Braced::Press(key, times)),
        (None, Some(c), None) => Ok(Braced::Press(Key::Char(c), times)),
        _ => Err(format!("there is no key {{{inside}}}: write names like {{ENTER}}, {{TAB 3}} or Ctrl+S")),
    }
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
    fn both_spellings_are_read() {
        for (text, expected) in [
            ("Ctrl+S", "Control+s"),
            ("ctrl+shift+Tab", "Control+Shift+Tab"),
            ("Enter", "Enter"),
            ("F5", "F5"),
            ("Ctrl++", "Control++"),
            ("^s", "Control+s"),
            ("^(ac)", "Control+a Control+c"),
            ("^a{DELETE}+{TAB}", "Control+a Delete Shift+Tab"),
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
            ("Alt", "Alt"),
            ("{F13", "error: the keys end inside braces: {F13"),
            ("{NOPE}", "error: there is no key {NOPE}: write names like {ENTER}, {TAB 3} or Ctrl+S"),
            ("a^", "a ^"),
            ("{VK_CONTROL}", "error: Control is held at the end of the keys with no key after it"),
            ("", "error: there are no keys to press: write something like Ctrl+S or {ENTER}"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }
}
