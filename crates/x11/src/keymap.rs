//! Finds the key for each symbol, and assigns spare keys to symbols that no key produces. Pure.

use deskpilot_core::{Chord, Key, Modifier};
use std::collections::HashMap;

const SHIFT: u32 = 0xffe1;
const RIGHT_SHIFT: u32 = 0xffe2;
const CAPS_LOCK: u32 = 0xffe5;
/// The symbols of keys that go to the next or to the previous layout.
/// They are `ISO_Next_Group` and `ISO_Prev_Group` of keysymdef.h.
const LAYOUT_SWITCHES: [u32; 2] = [0xfe08, 0xfe0a];
/// How many layouts the columns of a key show at fixed places: the places of a third depend on what the others have.
const LISTED_LAYOUTS: u16 = 2;
/// The symbols of keys that type no character begin here, and end before those of Unicode.
const FUNCTIONS: u32 = 0xfe00;
/// Symbols beyond Latin-1 are this plus their Unicode number.
const UNICODE: u32 = 0x0100_0000;

/// A keyboard's mapping from keys to symbols.
#[derive(Clone, Debug)]
pub(crate) struct Keymap {
    first: u8,
    per_key: usize,
    symbols: Vec<u32>,
    /// The active layout, from 0.
    layout: u16,
}

/// One key press and release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    /// The modifier keys held meanwhile.
    pub(crate) held: Vec<u8>,
    /// The key.
    pub(crate) key: u8,
    kind: StrokeKind,
}

/// What a key press does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// It types a character.
    Text,
    /// Anything else, such as Tab, an arrow or Ctrl+S: it may change what takes the next key.
    Command,
}

/// Keys that can be pressed in sequence once these symbols are bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeySequence {
    /// Temporary bindings: key and symbol.
    pub bind: Vec<(u8, u32)>,
    /// The key presses.
    pub(crate) strokes: Vec<Stroke>,
}

impl KeySequence {
    /// The same presses in parts, for a program to handle each before the next is sent: every command is a part, and so
    /// are at most this many characters in a row. The first part has the bindings.
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
                None => portions.push(KeySequence { bind: Vec::new(), strokes: vec![stroke] }),
            }
        }
        if let Some(first) = portions.first_mut() {
            first.bind = self.bind;
        }
        portions
    }

    /// What the last of its presses does.
    pub fn kind(&self) -> StrokeKind {
        self.strokes.last().map_or(StrokeKind::Text, |stroke| stroke.kind)
    }
}

/// A symbol to produce, with the modifier symbols held meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolRequest {
    held: Vec<u32>,
    symbol: u32,
}

impl SymbolRequest {
    /// A character as typed; a line break is the Enter key.
    pub(crate) fn character(c: char) -> SymbolRequest {
        SymbolRequest { held: Vec::new(), symbol: symbol_of_char(c) }
    }

    fn kind(&self) -> StrokeKind {
        let is_character = !is_function(self.symbol) && self.held.iter().all(|held| *held == SHIFT);
        if is_character { StrokeKind::Text } else { StrokeKind::Command }
    }

    pub(crate) fn chord(chord: &Chord) -> SymbolRequest {
        SymbolRequest {
            held: chord.held.iter().map(|it| symbol_of_modifier(*it)).collect(),
            symbol: symbol_of_key(chord.key),
        }
    }
}

impl Keymap {
    pub(crate) fn new(first: u8, per_key: u8, symbols: Vec<u32>) -> Keymap {
        Keymap { first, per_key: usize::from(per_key).max(1), symbols, layout: 0 }
    }

    /// The same mapping while this of its layouts is active.
    pub(crate) fn in_layout(self, layout: u16) -> Keymap {
        Keymap { layout, ..self }
    }

    /// How many symbols a key can have.
    pub(crate) fn per_key(&self) -> usize {
        self.per_key
    }

    /// Plans the key presses for all these symbols, in as few sequences as the spare keys allow. Presses before the first
    /// symbol that needs a spare key form a sequence of their own: while keys are being bound, a program that has grabbed
    /// a key, as window managers do, may miss it.
    pub(crate) fn plan(&self, wanted: &[SymbolRequest]) -> Result<Vec<KeySequence>, String> {
        let spare = self.spare();
        let mut done = Vec::new();
        let mut sequence = KeySequence::default();
        let mut bound: HashMap<u32, u8> = HashMap::new();
        for it in wanted {
            let (key, shift) = match (self.key_of(it.symbol), bound.get(&it.symbol)) {
                (Some(found), _) => found,
                (None, Some(key)) => (*key, false),
                (None, None) => {
                    let is_first = bound.is_empty() && !sequence.strokes.is_empty();
                    // Ends the sequence with the first symbol that needs a spare key (see above), and where
                    // all spare keys are taken: the next sequence binds them again.
                    if is_first || bound.len() == spare.len() {
                        bound.clear();
                        done.push(std::mem::take(&mut sequence));
                    }
                    let key = *spare.get(bound.len()).ok_or("this keyboard has no spare keys")?;
                    bound.insert(it.symbol, key);
                    sequence.bind.push((key, it.symbol));
                    (key, false)
                }
            };
            let symbols = it.held.iter().copied().chain(shift.then_some(SHIFT));
            let held = symbols.map(|symbol| self.modifier_key(symbol)).collect::<Result<_, _>>()?;
            sequence.strokes.push(Stroke { held, key, kind: it.kind() });
        }
        done.push(sequence);
        Ok(done)
    }

    /// The key that produces the symbol in whichever layout is active, and whether it needs Shift. What a third layout has on its
    /// keys is not known, except that function keys are the same in all.
    fn key_of(&self, symbol: u32) -> Option<(u8, bool)> {
        // A spare key has its symbol in every layout, so that typing through one is right even where the
        // layout is unknown.
        if self.layout >= LISTED_LAYOUTS && !is_function(symbol) {
            return None;
        }
        self.keys().find_map(|(key, symbols)| {
            let level = symbols.iter().take(2).position(|it| *it == symbol)?;
            // Columns 2 and 3 are the second layout, if any.
            let second = symbols.get(level + 2).copied().unwrap_or(0);
            (second == 0 || second == symbol).then_some((key, level == 1))
        })
    }

    /// The modifier that this key is.
    pub(crate) fn modifier(&self, key: u8) -> Option<Modifier> {
        Some(match self.symbol(key, 0)? {
            0xffe1 | 0xffe2 => Modifier::Shift,
            0xffe3 | 0xffe4 => Modifier::Control,
            // Meta and Alt, each left and right.
            0xffe7..=0xffea => Modifier::Alt,
            0xffeb | 0xffec => Modifier::Super,
            _ => return None,
        })
    }

    /// What this key is with these modifiers held; `None` for modifiers and keys without a meaning of their own. Shift becomes a part
    /// of the character that it makes.
    pub(crate) fn chord(&self, key: u8, held: &[Modifier]) -> Option<Chord> {
        let plain = self.symbol(key, 0)?;
        let is_shifted = held.contains(&Modifier::Shift);
        let shifted = self.symbol(key, 1).filter(|it| *it != 0 && *it != plain && is_shifted);
        let mut held = held.to_vec();
        let symbol = match shifted.filter(|it| char_of_symbol(*it).is_some()) {
            Some(shifted) => {
                held.retain(|it| *it != Modifier::Shift);
                shifted
            }
            None => plain,
        };
        key_of_symbol(symbol).map(|key| Chord { held, key })
    }

    fn symbol(&self, key: u8, level: usize) -> Option<u32> {
        let first = usize::from(key.checked_sub(self.first)?) * self.per_key;
        (level < self.per_key).then(|| self.symbols.get(first + level).copied()).flatten()
    }

    fn modifier_key(&self, symbol: u32) -> Result<u8, String> {
        let found = self.keys().find(|(_, symbols)| symbols.contains(&symbol));
        found.map(|(key, _)| key).ok_or_else(|| "this keyboard lacks a modifier key".into())
    }

    /// The press that toggles Caps Lock. Where its key does something else alone, such as going to the next layout, Shift is held.
    pub(crate) fn caps_lock(&self) -> Option<Stroke> {
        let key_at = |level: usize| {
            self.keys().find(|(_, symbols)| symbols.get(level) == Some(&CAPS_LOCK)).map(|(key, _)| key)
        };
        let kind = StrokeKind::Command;
        if let Some(key) = key_at(0) {
            return Some(Stroke { held: Vec::new(), key, kind });
        }
        let key = key_at(1)?;
        let is_shift = |symbol: Option<&u32>| matches!(symbol, Some(&(SHIFT | RIGHT_SHIFT)));
        let (shift, _) = self.keys().find(|(it, symbols)| *it != key && is_shift(symbols.first()))?;
        Some(Stroke { held: vec![shift], key, kind })
    }

    /// Whether a modifier key goes to another layout while another modifier is held.
    pub(crate) fn switches_layout(&self, key: u8) -> bool {
        self.symbol(key, 1).is_some_and(|it| LAYOUT_SWITCHES.contains(&it))
    }

    fn spare(&self) -> Vec<u8> {
        self.keys().filter(|(_, symbols)| symbols.iter().all(|it| *it == 0)).map(|(key, _)| key).collect()
    }

    fn keys(&self) -> impl Iterator<Item = (u8, &[u32])> {
        (self.first..=u8::MAX).zip(self.symbols.chunks_exact(self.per_key))
    }
}

/// Whether the symbol is that of a key that types no character.
fn is_function(symbol: u32) -> bool {
    (FUNCTIONS..UNICODE).contains(&symbol)
}

fn symbol_of_char(c: char) -> u32 {
    match c {
        // The numbers of function keys here and below are those of keysymdef.h.
        '\n' | '\r' => 0xff0d,
        '\t' => 0xff09,
        // The symbols of Latin-1 are the characters' own numbers.
        ' '..='~' | '\u{a0}'..='\u{ff}' => c.into(),
        c => UNICODE + u32::from(c),
    }
}

/// The character that a symbol types; those of the key pad are characters, too.
pub(crate) fn char_of_symbol(symbol: u32) -> Option<char> {
    match symbol {
        0x20..=0x7e | 0xa0..=0xff => char::from_u32(symbol),
        // The symbols of the key pad are 0xff80 above ASCII.
        0xffaa..=0xffaf | 0xffb0..=0xffb9 | 0xffbd => char::from_u32(symbol - 0xff80),
        // The sign of the euro has a symbol of its own.
        0x20ac => Some('\u{20ac}'),
        UNICODE..=0x0110_ffff => char::from_u32(symbol - UNICODE),
        _ => None,
    }
}

fn key_of_symbol(symbol: u32) -> Option<Key> {
    if let Some(c) = char_of_symbol(symbol) {
        return Some(Key::Char(c));
    }
    Some(match symbol {
        0xff0d | 0xff8d => Key::Enter,
        // Tab, and `ISO_Left_Tab`, which keyboards send for Shift+Tab.
        0xff09 | 0xfe20 => Key::Tab,
        0xff1b => Key::Escape,
        0xff08 => Key::Backspace,
        0xffff | 0xff9f => Key::Delete,
        0xff63 | 0xff9e => Key::Insert,
        0xff50 | 0xff95 => Key::Home,
        0xff51 | 0xff96 => Key::Left,
        0xff52 | 0xff97 => Key::Up,
        0xff53 | 0xff98 => Key::Right,
        0xff54 | 0xff99 => Key::Down,
        0xff55 | 0xff9a => Key::PageUp,
        0xff56 | 0xff9b => Key::PageDown,
        0xff57 | 0xff9c => Key::End,
        0xff67 => Key::Menu,
        0xff61 => Key::Print,
        0xffbe..=0xffd5 => Key::F(u8::try_from(symbol - 0xffbd).ok()?),
        _ => return None,
    })
}

fn symbol_of_modifier(modifier: Modifier) -> u32 {
    match modifier {
        Modifier::Control => 0xffe3,
        Modifier::Alt => 0xffe9,
        Modifier::Shift => SHIFT,
        Modifier::Super => 0xffeb,
    }
}

fn symbol_of_key(key: Key) -> u32 {
    match key {
        Key::Char(c) => symbol_of_char(c),
        Key::F(number) => 0xffbd + u32::from(number),
        Key::Enter => 0xff0d,
        Key::Tab => 0xff09,
        Key::Escape => 0xff1b,
        Key::Backspace => 0xff08,
        Key::Delete => 0xffff,
        Key::Insert => 0xff63,
        Key::Home => 0xff50,
        Key::Left => 0xff51,
        Key::Up => 0xff52,
        Key::Right => 0xff53,
        Key::Down => 0xff54,
        Key::PageUp => 0xff55,
        Key::PageDown => 0xff56,
        Key::End => 0xff57,
        Key::Menu => 0xff67,
        Key::Print => 0xff61,
        Key::Modifier(modifier) => symbol_of_modifier(modifier),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::parse_keys;

    /// Keys 8 to 15: a, b, Shift, Control, two spare ones, one whose second layout differs, Enter.
    fn keymap() -> Keymap {
        let symbols = [
            [0x61, 0x41, 0x61, 0x41],
            [0x62, 0x42, 0, 0],
            [SHIFT, 0, 0, 0],
            [0xffe3, 0, 0, 0],
            [0, 0, 0, 0],
            [0, 0, 0, 0],
            [0x63, 0x43, 0x6d3, 0x6f3],
            [0xff0d, 0, 0, 0],
        ];
        Keymap::new(8, 4, symbols.concat())
    }

    fn line(sequence: &KeySequence) -> String {
        let bind = sequence.bind.iter().map(|(key, symbol)| format!("{key}:={symbol:x}"));
        let strokes = sequence.strokes.iter().map(|it| format!("{:?}{}", it.held, it.key).replace("[]", ""));
        bind.chain(strokes).collect::<Vec<_>>().join(" ")
    }

    fn shown(wanted: &[SymbolRequest]) -> String {
        keymap().plan(wanted).unwrap().iter().map(line).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn missing_symbols_are_bound_in_bursts_of_as_many_as_there_are_spare_keys() {
        for (text, expected) in [
            ("aB\n", "8 [10]9 15"),
            ("aßb", "8 | 12:=df 12 9"),
            ("世世", "12:=1004e16 12 12"),
            ("c", "12:=63 12"),
            ("äöüa", "12:=e4 13:=f6 12 13 | 12:=fc 12 8"),
        ] {
            let wanted: Vec<_> = text.chars().map(SymbolRequest::character).collect();
            assert_eq!(shown(&wanted), expected, "{text:?}");
        }
    }

    #[test]
    fn in_a_third_layout_only_function_keys_are_pressed_where_they_are() {
        let wanted: Vec<_> = "aB\n".chars().map(SymbolRequest::character).collect();
        for (layout, expected) in [(0, "8 [10]9 15"), (1, "8 [10]9 15"), (2, "12:=61 13:=42 12 13 15")] {
            let plan = keymap().in_layout(layout).plan(&wanted).unwrap();
            assert_eq!(plan.iter().map(line).collect::<Vec<_>>().join(" | "), expected, "layout {layout}");
        }
    }

    #[test]
    fn caps_lock_is_toggled_without_what_its_key_does_alone() {
        const NEXT_LAYOUT: u32 = 0xfe08;
        for (what, symbols, expected) in [
            ("a key of its own", vec![[SHIFT, 0], [CAPS_LOCK, 0]], Some((vec![], 9))),
            ("next layout", vec![[SHIFT, 0], [NEXT_LAYOUT, CAPS_LOCK]], Some((vec![8], 9))),
            ("both Shifts", vec![[SHIFT, CAPS_LOCK], [RIGHT_SHIFT, CAPS_LOCK]], Some((vec![9], 8))),
            ("none", vec![[SHIFT, 0], [0xff1b, 0]], None),
        ] {
            let stroke = Keymap::new(8, 2, symbols.concat()).caps_lock();
            assert_eq!(stroke.map(|it| (it.held, it.key)), expected, "{what}");
        }
    }

    #[test]
    fn each_command_is_a_part_and_characters_go_on_up_to_a_limit() {
        for (keys, expected) in [
            ("ab{ENTER 2}Ba", "8 9 | 15 | 15 | [10]9 8"),
            ("ababa", "8 9 8 | 9 8"),
            ("^b{ENTER}ba", "[11]9 | 15 | 9 8"),
            ("ßa", "12:=df 12 8"),
        ] {
            let wanted: Vec<_> = parse_keys(keys).unwrap().iter().map(SymbolRequest::chord).collect();
            let parts = keymap().plan(&wanted).unwrap().into_iter().flat_map(|it| it.portions(3));
            assert_eq!(parts.map(|it| line(&it)).collect::<Vec<_>>().join(" | "), expected, "{keys}");
        }
    }

    #[test]
    fn chords_hold_their_modifiers() {
        for (keys, expected) in [("Ctrl+A", "[11]8"), ("ctrl+shift+b", "[11, 10]9"), ("Enter", "15")] {
            let wanted: Vec<_> = parse_keys(keys).unwrap().iter().map(SymbolRequest::chord).collect();
            assert_eq!(shown(&wanted), expected, "{keys}");
        }
    }

    #[test]
    fn a_pressed_key_is_reported_as_a_chord() {
        let held = [Modifier::Control, Modifier::Shift];
        for (key, held, expected) in [
            (8, &held[..0], "a"),
            (8, &held[1..], "A"),
            (8, &held[..1], "Control+a"),
            (8, &held[..], "Control+A"),
            (15, &held[1..], "Shift+Enter"),
            (10, &[], ""),
            (12, &[], ""),
            (3, &[], ""),
            (200, &[], ""),
        ] {
            let chord = keymap().chord(key, held).map_or(String::new(), |it| it.to_string());
            assert_eq!(chord, expected, "{key} {held:?}");
        }
        assert_eq!((keymap().modifier(10), keymap().modifier(8)), (Some(Modifier::Shift), None));
    }

    #[test]
    fn every_key_that_is_sent_is_reported_as_the_same_key() {
        let keys = "Enter Tab Escape Backspace Delete Insert Home End PageUp PageDown Up Down Left Right Menu Print F1 F12 x 7 ß 世";
        for key in keys.split(' ').flat_map(|it| parse_keys(it).unwrap()) {
            assert_eq!(key_of_symbol(symbol_of_key(key.key)), Some(key.key), "{key}");
        }
    }

    #[test]
    fn a_keyboard_without_spare_keys_says_so() {
        let full = Keymap::new(8, 1, vec![0x61]);
        assert_eq!(
            full.plan(&[SymbolRequest::character('ß')]).unwrap_err(),
            "this keyboard has no spare keys"
        );
    }
}
