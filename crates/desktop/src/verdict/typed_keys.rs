//! What keys type, and what they are for. Pure.

use deskpilot_core::{Chord, Key, Modifier};

/// How many characters of the last line of a typed text are looked for.
const TAIL: usize = 80;

/// What keys type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedKeys {
    /// All of it; `None` where some of the keys do something else.
    pub text: Option<String>,
    /// The texts that a key ends which leaves a cell of a sheet.
    pub entries: Vec<String>,
    /// The entries before the first key that goes to another row, each with the number of Tabs before it.
    pub tabbed: Vec<(usize, String)>,
    /// What they are for.
    pub kind: KeyKind,
}

/// What keys are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyKind {
    /// They type, press, or give a command.
    #[default]
    Command,
    /// Some are held with Ctrl, Alt or Super, or are function keys, and none is Enter or Space, which press controls.
    Shortcut,
    /// They copy what is selected, and do nothing else.
    Copy,
    /// They move a caret, a selection or the focus, or leave something.
    Movement,
    /// They move a caret or a selection, and Shift selects what is between.
    Selection,
}

impl KeyKind {
    /// Whether the keys are for nothing that a text elsewhere shows.
    pub fn presses_nothing(self) -> bool {
        matches!(self, KeyKind::Movement | KeyKind::Selection)
    }
}

impl TypedKeys {
    /// What these keys type, and what they are for.
    pub fn of(chords: &[Chord]) -> TypedKeys {
        let (text, entries, tabbed) = (text_of(chords), entries_of(chords), tabbed_of(chords));
        TypedKeys { text, entries, tabbed, kind: kind_of(chords) }
    }

    /// The end of the last line of the text, or of the last entry.
    pub(super) fn tail(&self) -> Option<String> {
        let text = self.text.as_deref().or(self.entries.last().map(String::as_str))?;
        let line = text.split(['\n', '\t']).map(str::trim).rfind(|line| !line.is_empty())?;
        Some(line.chars().skip(line.chars().count().saturating_sub(TAIL)).collect())
    }

    /// The keys that type a text.
    pub fn of_text(text: &str) -> TypedKeys {
        let chord = |character| match character {
            '\n' | '\r' => Chord::plain(Key::Enter),
            '\t' => Chord::plain(Key::Tab),
            character => Chord::plain(Key::Char(character)),
        };
        // Such a line end is one Enter.
        TypedKeys::of(&text.replace("\r\n", "\n").chars().map(chord).collect::<Vec<_>>())
    }
}

fn kind_of(chords: &[Chord]) -> KeyKind {
    let is_held = |it: &Chord| it.held.iter().any(|held| *held != Modifier::Shift);
    let is_shortcut = |it: &Chord| matches!(it.key, Key::F(_)) || is_held(it);
    let presses = |it: &Chord| matches!(it.key, Key::Enter | Key::Char(' '));
    let selects = |it: &Chord| {
        it.held.contains(&Modifier::Shift) && moves(it) && !matches!(it.key, Key::Escape | Key::Tab)
    };
    match chords {
        [chord] if copies(chord) => KeyKind::Copy,
        _ if !chords.is_empty() && chords.iter().all(selects) => KeyKind::Selection,
        _ if chords.iter().all(moves) => KeyKind::Movement,
        _ if chords.iter().any(is_shortcut) && !chords.iter().any(presses) => KeyKind::Shortcut,
        _ => KeyKind::Command,
    }
}

/// Whether its key moves a caret, a selection or the focus, or leaves something.
pub(super) fn moves(chord: &Chord) -> bool {
    use Key::{Down, End, Escape, Home, Left, PageDown, PageUp, Right, Tab, Up};
    matches!(chord.key, Down | End | Escape | Home | Left | PageDown | PageUp | Right | Tab | Up)
}

/// Whether it copies what is selected.
pub(super) fn copies(chord: &Chord) -> bool {
    chord.held == [Modifier::Control] && matches!(chord.key, Key::Char('c') | Key::Insert)
}

/// The text that these keys type; `None` where some of them do something else.
fn text_of(chords: &[Chord]) -> Option<String> {
    chords.iter().map(|chord| character_of(chord).or_else(|| line_break_of(chord))).collect()
}

/// The texts among these keys that Tab, Enter or an arrow ends.
fn entries_of(chords: &[Chord]) -> Vec<String> {
    let (mut entries, mut entry) = (Vec::new(), String::new());
    for chord in chords {
        match (character_of(chord), chord.key) {
            (Some(character), _) => entry.push(character),
            (None, Key::Enter | Key::Tab | Key::Up | Key::Down | Key::Left | Key::Right) => {
                entries.push(std::mem::take(&mut entry));
            }
            (None, _) => entry.clear(),
        }
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

/// The entries that Tabs and the first Enter end, each with the number of Tabs before it; none where other keys come first.
fn tabbed_of(chords: &[Chord]) -> Vec<(usize, String)> {
    let (mut tabbed, mut entry, mut tabs) = (Vec::new(), String::new(), 0);
    for chord in chords {
        match (character_of(chord), line_break_of(chord)) {
            (Some(character), _) => entry.push(character),
            (None, Some(end)) => {
                tabbed.push((tabs, std::mem::take(&mut entry)));
                if end == '\n' {
                    break;
                }
                tabs += 1;
            }
            (None, None) => return Vec::new(),
        }
    }
    tabbed.retain(|(_, entry)| !entry.is_empty());
    tabbed
}

fn character_of(chord: &Chord) -> Option<char> {
    match chord.key {
        Key::Char(character) if chord.held.iter().all(|held| *held == Modifier::Shift) => Some(character),
        _ => None,
    }
}

fn line_break_of(chord: &Chord) -> Option<char> {
    match chord.key {
        Key::Enter if chord.held.is_empty() => Some('\n'),
        Key::Tab if chord.held.is_empty() => Some('\t'),
        _ => None,
    }
}
