//! Plans the keys for texts and chords. Pure.

use crate::pointer_events::Direction;
use deskpilot_core::{Chord, Key, Modifier};

// The virtual keys of winuser.h, written out: the crate `windows` is there on Windows alone, and the tests
// here run everywhere.
const VK_SHIFT: u16 = 0x10;
const VK_CONTROL: u16 = 0x11;
const VK_ALT: u16 = 0x12;
const VK_LEFT_SUPER: u16 = 0x5b;
const VK_TAB: u16 = 0x09;
const VK_RETURN: u16 = 0x0d;
const VK_F1: u16 = 0x70;
/// Keys that are twice on a keyboard: these numbers mean the ones that are not on the number pad.
const EXTENDED: &[u16] =
    &[0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2c, 0x2d, 0x2e, 0x5b, 0x5c, 0x5d];

/// The key that types a character in the active layout, and what is held meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayoutKey {
    pub(crate) key: u16,
    /// Whether Shift is held.
    pub(crate) shift: bool,
    /// Whether AltGr is held, which Windows has as Control with Alt.
    pub(crate) alt_gr: bool,
}

/// The keyboard as it is now.
pub(crate) trait Keyboard {
    /// The key for this character; none if no key of the layout types it at once.
    fn key_of(&self, character: char) -> Option<LayoutKey>;
    /// Whether Caps Lock is on.
    fn has_caps_lock(&self) -> bool;
}

/// What a key press does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// It types a character.
    Text,
    /// Anything else, such as Tab, an arrow or Ctrl+S: it may change what takes the next key.
    Command,
}

/// One event of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyCode {
    /// A key, by the number that Windows has for it.
    Virtual(u16),
    /// Half of a character or a whole one, whatever the layout.
    Unit(u16),
}

/// One key press and release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    held: Vec<u16>,
    key: StrokeKey,
    kind: StrokeKind,
    /// The character that it types, where it types a known one.
    typed: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StrokeKey {
    Virtual(u16),
    Character(char),
}

/// Key presses in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeySequence {
    strokes: Vec<Stroke>,
}

impl KeySequence {
    /// The presses for a text, whatever the layout. A line break is Enter, a tab is Tab; no key types other control characters.
    pub(crate) fn of_text(text: &str) -> Result<KeySequence, String> {
        // `\r\n` from elsewhere is a single press of Enter.
        let text = text.replace("\r\n", "\n");
        let strokes = text.chars().map(|letter| match letter {
            '\n' | '\r' => Ok(Stroke::command(VK_RETURN)),
            '\t' => Ok(Stroke::command(VK_TAB)),
            it if it.is_control() => Err(format!("no key types {it:?}")),
            it => Ok(Stroke::text(it)),
        });
        Ok(KeySequence { strokes: strokes.collect::<Result<_, _>>()? })
    }

    /// The presses for these chords.
    pub(crate) fn of_chords(chords: &[Chord], keyboard: &impl Keyboard) -> Result<KeySequence, String> {
        let strokes = chords.iter().map(|chord| Stroke::chord(chord, keyboard));
        Ok(KeySequence { strokes: strokes.collect::<Result<_, _>>()? })
    }

    /// The same presses in parts, for a program to handle each before the next is sent: every command is a part, and so
    /// are at most this many characters in a row.
    pub fn portions(self, most: usize) -> Vec<KeySequence> {
        let mut portions: Vec<KeySequence> = Vec::new();
        for stroke in self.strokes {
            let goes_on = |last: &&mut KeySequence| {
                last.kind() == StrokeKind::Text
                    && stroke.kind == StrokeKind::Text
                    && last.strokes.len() < most
            };
            match portions.last_mut().filter(goes_on) {
                Some(last) => last.strokes.push(stroke),
                None => portions.push(KeySequence { strokes: vec![stroke] }),
            }
        }
        portions
    }

    /// What the last of its presses does.
    pub fn kind(&self) -> StrokeKind {
        self.strokes.last().map_or(StrokeKind::Text, |stroke| stroke.kind)
    }

    /// Every event in order; whatever is pressed is released.
    pub(crate) fn events(&self) -> Vec<(KeyCode, Direction)> {
        self.strokes.iter().flat_map(Stroke::events).collect()
    }

    /// The same for a desktop on which no key can be held: where a character of a text needs one, or no key types it, the whole text is
    /// sent as characters, because a program gets those that it makes of keys later.
    pub(crate) fn events_without_held_keys(&self) -> Vec<(KeyCode, Direction)> {
        let as_characters = self.strokes.iter().any(Stroke::is_no_single_key);
        let sent = |it: &Stroke| match it.typed {
            Some(letter) if as_characters => Stroke::text(letter).events(),
            _ => it.events(),
        };
        self.strokes.iter().flat_map(sent).collect()
    }
}

impl Stroke {
    fn text(letter: char) -> Stroke {
        let (key, typed) = (StrokeKey::Character(letter), Some(letter));
        Stroke { held: Vec::new(), key, kind: StrokeKind::Text, typed }
    }

    fn command(key: u16) -> Stroke {
        Stroke { held: Vec::new(), key: StrokeKey::Virtual(key), kind: StrokeKind::Command, typed: None }
    }

    fn chord(chord: &Chord, keyboard: &impl Keyboard) -> Result<Stroke, String> {
        let held = chord.held.iter().map(|it| key_of_modifier(*it)).collect();
        match chord.key {
            Key::Char(letter) => Stroke::letter(letter, held, keyboard),
            key => Ok(Stroke { held, ..Stroke::command(virtual_key(key)?) }),
        }
    }

    /// A character with modifiers.
    fn letter(letter: char, mut held: Vec<u16>, keyboard: &impl Keyboard) -> Result<Stroke, String> {
        let is_command = held.iter().any(|key| *key != VK_SHIFT);
        let kind = if is_command { StrokeKind::Command } else { StrokeKind::Text };
        let typed = match held.is_empty() {
            true => Some(letter),
            // What Shift makes of a digit is the layout's affair.
            false => (!is_command && letter.is_alphabetic()).then(|| upper_case(letter)),
        };
        let is_capital = keyboard.has_caps_lock() && letter.is_alphabetic();
        let key = match keyboard.key_of(letter) {
            Some(found) if is_command || !(found.alt_gr || is_capital) => {
                let needed = [(VK_SHIFT, found.shift), (VK_CONTROL, found.alt_gr), (VK_ALT, found.alt_gr)];
                let missing = needed.into_iter().filter(|(key, is_needed)| *is_needed && !held.contains(key));
                let missing: Vec<u16> = missing.map(|(key, _)| key).collect();
                held.extend(missing);
                StrokeKey::Virtual(found.key)
            }
            // Programs know shortcuts by the number of the key, which is that of the letter in every layout.
            None if is_command && letter.is_ascii_alphanumeric() => {
                StrokeKey::Virtual(letter.to_ascii_uppercase() as u16)
            }
            None if is_command => return Err(format!("no key of this keyboard layout is {letter:?}")),
            _ => {
                let is_shifted = !held.is_empty();
                held.clear();
                StrokeKey::Character(if is_shifted { upper_case(letter) } else { letter })
            }
        };
        Ok(Stroke { held, key, kind, typed })
    }

    /// Whether it types a character otherwise than by one key alone.
    fn is_no_single_key(&self) -> bool {
        self.typed.is_some() && (!self.held.is_empty() || matches!(self.key, StrokeKey::Character(_)))
    }

    fn events(&self) -> Vec<(KeyCode, Direction)> {
        let pressed = self.held.iter().map(|key| (KeyCode::Virtual(*key), Direction::Press));
        let released = self.held.iter().rev().map(|key| (KeyCode::Virtual(*key), Direction::Release));
        let mut units = [0; 2];
        let codes: Vec<KeyCode> = match self.key {
            StrokeKey::Virtual(key) => vec![KeyCode::Virtual(key)],
            StrokeKey::Character(letter) => {
                letter.encode_utf16(&mut units).iter().map(|unit| KeyCode::Unit(*unit)).collect()
            }
        };
        let typed = codes.into_iter().flat_map(|code| [(code, Direction::Press), (code, Direction::Release)]);
        pressed.chain(typed).chain(released).collect()
    }
}

/// The number of a key for a modifier.
pub(crate) const fn key_of_modifier(modifier: Modifier) -> u16 {
    match modifier {
        Modifier::Control => VK_CONTROL,
        Modifier::Alt => VK_ALT,
        Modifier::Shift => VK_SHIFT,
        Modifier::Super => VK_LEFT_SUPER,
    }
}

/// Whether a key is sent with the flag for the second of two equal keys.
pub(crate) fn is_extended(key: u16) -> bool {
    EXTENDED.contains(&key)
}

/// Whether a key does nothing but change what others do.
pub(crate) const fn is_modifier(key: u16) -> bool {
    matches!(key, VK_SHIFT | VK_CONTROL | VK_ALT | VK_LEFT_SUPER)
}

fn virtual_key(key: Key) -> Result<u16, String> {
    Ok(match key {
        Key::Char(letter) => return Err(format!("{letter:?} depends on the keyboard layout")),
        Key::F(number @ 1..=24) => VK_F1 + u16::from(number) - 1,
        Key::F(number) => return Err(format!("there is no key F{number}")),
        Key::Enter => VK_RETURN,
        Key::Tab => VK_TAB,
        Key::Escape => 0x1b,
        Key::Backspace => 0x08,
        Key::Delete => 0x2e,
        Key::Insert => 0x2d,
        Key::Home => 0x24,
        Key::End => 0x23,
        Key::PageUp => 0x21,
        Key::PageDown => 0x22,
        Key::Up => 0x26,
        Key::Down => 0x28,
        Key::Left => 0x25,
        Key::Right => 0x27,
        Key::Menu => 0x5d,
        Key::Print => 0x2c,
        Key::Modifier(modifier) => key_of_modifier(modifier),
    })
}

/// The capital of a letter that has one of one character, else the letter.
fn upper_case(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => letter,
    }
}

#[cfg(test)]
mod tests;
