//! Compares what was typed with the text that is there afterwards. Pure.

use super::evidence::end_of;
use super::snapshot::WindowSnapshot;
use deskpilot_core::{Chord, Control, Effect, Evidence, Key, Modifier, NoChangeReason, Role, State};

/// How many characters of the last line of a typed text are looked for.
const TAIL: usize = 80;
/// How many digits of a number a sheet shows in any format.
const DIGITS: usize = 9;

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

/// The effect of typing at the caret, over any selection: the text must contain what was typed.
fn typed_effect(text: &str, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    if before == after {
        Effect::NoChange(NoChangeReason::Same(value()))
    } else if has_gained(&text, before, after) || is_own_spelling(&text, after) {
        Effect::Confirmed(value())
    } else {
        Effect::Partial(reads_otherwise(&text, after))
    }
}

/// The same; `None` where a line break may have gone on in another paragraph, so that this one need not show anything.
pub(super) fn typed_in_field(text: &str, before: &str, after: &str) -> Option<Effect> {
    match typed_effect(text, before, after) {
        Effect::NoChange(_) if text.contains(['\n', '\r']) => None,
        effect => Some(effect),
    }
}

/// Whether a typed text was added. One that was there before must be there once more, unless the typing
/// replaced a selection, which leaves the text no longer than it was.
fn has_gained(text: &str, before: &str, after: &str) -> bool {
    let count = |all: &str| all.matches(text).count();
    let is_replaced = || after.chars().count() <= before.chars().count();
    count(after) > count(before) || (after.contains(text) && is_replaced())
}

/// The effect of keys that type a text; `None` where its field need not show it: nothing changed, or Enter sent it.
pub(super) fn key_text_effect(text: &str, before: &str, after: &str) -> Option<Effect> {
    match typed_effect(text, before, after) {
        Effect::NoChange(_) => None,
        Effect::Partial(_) if text.contains('\n') => None,
        effect => Some(effect),
    }
}

/// Describes a text that reads otherwise than it was typed.
fn reads_otherwise(text: &str, reads: &str) -> String {
    format!("typed {:?}, and it now reads {:?}", end_of(text), end_of(reads))
}

/// Whether a field that shows this text has the typed one, in its own spelling: with other capitals, or the same
/// numbers written its own way.
pub fn is_own_spelling(typed: &str, shown: &str) -> bool {
    let (typed, shown) = (typed.trim(), shown.trim());
    if typed.is_empty() || shown.is_empty() || typed.contains('\n') {
        return typed == shown;
    }
    if typed.to_lowercase() == shown.to_lowercase() {
        return true;
    }
    match (Quantity::of(typed), Quantity::of(shown)) {
        (Some(typed), Some(shown)) => shown.is_spelling_of(&typed),
        _ => false,
    }
}

/// A number with its sign and its unit.
#[derive(Debug, PartialEq)]
struct Quantity {
    number: f64,
    /// A sign before it, such as that of a currency.
    sign: String,
    unit: String,
}

impl Quantity {
    fn of(text: &str) -> Option<Quantity> {
        // Some languages put spaces that do not break between thousands.
        let is_separator = |it: char| matches!(it, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}');
        let start = text.find(|it: char| it.is_ascii_digit() || matches!(it, '-' | '+' | '.'))?;
        let (sign, rest) = text.split_at(start);
        let signed = usize::from(rest.starts_with(['-', '+']));
        let is_in_number = |it: char| it.is_ascii_digit() || is_separator(it);
        let end = rest[signed..].find(|it| !is_in_number(it)).map_or(rest.len(), |end| signed + end);
        let (number, unit) = rest.split_at(end);
        let sign = sign.trim().to_owned();
        // Letters before the digits make a name of it, such as `Q3`.
        if sign.contains(char::is_alphanumeric) {
            return None;
        }
        let number = with_decimal_point(number).parse().ok()?;
        Some(Quantity { number, sign, unit: unit.trim().to_lowercase() })
    }

    /// Whether a field may show this for the typed quantity: with its unit or sign added, or percent as a share.
    fn is_spelling_of(&self, typed: &Quantity) -> bool {
        // Relative, and not exact: a percentage is divided by 100, which rounds.
        let is_same = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
        let share = |it: &Quantity| if it.unit == "%" { it.number / 100.0 } else { it.number };
        let has_own = typed.unit.is_empty() || typed.unit == self.unit;
        let has_sign = typed.sign.is_empty() || typed.sign == self.sign;
        (has_own && has_sign && is_same(typed.number, self.number))
            || (has_sign
                && typed.unit != self.unit
                && is_same(share(typed), share(self))
                && is_percent(typed, self))
    }
}

fn is_percent(typed: &Quantity, shown: &Quantity) -> bool {
    let plain = |it: &Quantity| it.unit.is_empty() || it.unit == "%";
    plain(typed) && plain(shown)
}

/// A number with a decimal point and without signs of thousands. The last of two kinds of signs is the decimal one, and a
/// comma alone is too unless three digits follow.
fn with_decimal_point(number: &str) -> String {
    let number = number.trim();
    let (comma, point) = (number.rfind(','), number.rfind('.'));
    let is_comma_decimal = match (comma, point) {
        (Some(comma), Some(point)) => comma > point,
        (Some(comma), None) => number.len() - comma != 4 && number.matches(',').count() == 1,
        _ => false,
    };
    let decimal = if is_comma_decimal { ',' } else { '.' };
    let kept = number.chars().filter(|it| it.is_ascii_digit() || *it == decimal || matches!(it, '-' | '+'));
    kept.map(|it| if it == ',' { '.' } else { it }).collect()
}

/// The effect where a typed text is missing; `None` where all of it is there, or that is unknown.
pub(super) fn missing_text(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    typed: &TypedKeys,
) -> Option<Effect> {
    let missing = missing_entry(before, after, &typed.entries);
    let missing = missing.or_else(|| empty_cell(before, after, &typed.tabbed));
    let tail = || typed.text.as_ref().and_then(|_| typed.tail());
    let missing = missing.or_else(|| missing_tail(before, after, &tail()?));
    missing.or_else(|| missing_in_field(before, after, typed.text.as_deref()?))
}

/// The effect where a field took the text otherwise, as a spinner takes what is no number; `None` where it shows the text,
/// hides it, or need not show it.
fn missing_in_field(before: &WindowSnapshot, after: &WindowSnapshot, text: &str) -> Option<Effect> {
    let is_field = |it: &&Control| {
        let is_open = it.states.has(State::Focused) && !it.states.has(State::Protected);
        is_open && matches!(it.role, Role::Spinner | Role::Edit)
    };
    let was = before.controls.iter().find(is_field)?;
    let is = after.controls.iter().find(|it| it.node() == was.node())?;
    let reads = is.value.as_deref()?;
    let is_taken = reads.contains(text) || is_own_spelling(text, reads);
    let is_other = is.value != was.value && !is_taken && !text.contains(['\n', '\t']);
    is_other.then(|| Effect::Partial(reads_otherwise(text, reads)))
}

/// The effect where an entry into a sheet is shown by none of its cells; `None` where all are shown, or the keyboard was
/// not in a sheet.
fn missing_entry(before: &WindowSnapshot, after: &WindowSnapshot, entries: &[String]) -> Option<Effect> {
    let is_in_sheet = before.controls.iter().any(|it| it.states.has(State::Focused) && is_sheet_cell(it));
    // Where the sheet has scrolled, other cells are shown than before.
    if !is_in_sheet || !after.is_complete || sheet_range(before) != sheet_range(after) {
        return None;
    }
    let is_it = |entry: &str, it: &Control| {
        it.value.as_deref().is_some_and(|value| value == entry || is_own_spelling(entry, value))
    };
    let changed: Vec<&Control> = changed_cells(before, after).collect();
    // An entry that a cell had before changes nothing.
    let had = |entry: &str| before.controls.iter().any(|it| is_sheet_cell(it) && is_it(entry, it));
    let is_shown = |entry: &str| {
        let is_there = || after.controls.iter().any(|it| is_sheet_cell(it) && is_it(entry, it));
        changed.iter().any(|it| is_it(entry, it))
            || (changed.len() < entries.len() && had(entry) && is_there())
    };
    // A number that is wider than its cell is shown as number signs.
    let is_hidden = changed.iter().any(|it| it.value.as_deref().is_some_and(|value| value.starts_with("##")));
    let is_comparable = |entry: &str| is_plain(entry) || (is_number(entry) && !is_hidden);
    let missing = entries.iter().find(|entry| is_comparable(entry) && !is_shown(entry))?;
    let cell = changed.iter().find(|it| it.value.is_some());
    let reads = cell.map_or(String::new(), |it| {
        format!("; {} now reads {:?}", it.id(), it.value.as_deref().unwrap_or_default())
    });
    Some(Effect::Partial(format!("typed {missing:?}, and no cell that is shown reads so{reads}")))
}

/// The effect where a cell into which an entry went by its Tabs is empty; `None` where none is, or that is unknown.
fn empty_cell(before: &WindowSnapshot, after: &WindowSnapshot, tabbed: &[(usize, String)]) -> Option<Effect> {
    let mut focused = before.controls.iter().filter(|it| it.states.has(State::Focused) && is_sheet_cell(it));
    let start = focused.next().filter(|_| focused.next().is_none())?;
    let mut selected =
        before.controls.iter().filter(|it| is_sheet_cell(it) && it.states.has(State::Selected));
    // In a selection of several cells, Tab goes through these alone.
    let are_many = selected.nth(1).is_some();
    if are_many || !after.is_complete || sheet_range(before) != sheet_range(after) {
        return None;
    }
    let cells: Vec<&Control> = after.controls.iter().filter(|it| is_sheet_cell(it)).collect();
    let at = cells.iter().position(|it| it.name == start.name)?;
    let digits = |it: &Control| it.name.trim_start_matches(|it: char| it.is_ascii_uppercase()).to_owned();
    let (tabs, entry) = tabbed.iter().find(|(tabs, _)| {
        let cell = cells.get(at + tabs).filter(|it| digits(it) == digits(start));
        cell.is_some_and(|it| it.value.as_deref().is_none_or(str::is_empty))
    })?;
    let cell = cells.get(at + tabs)?.id().to_string();
    Some(Effect::Partial(format!("typed {entry:?} after {tabs} Tabs, and {cell} is empty")))
}

/// The effect where the last line that was typed into a document is missing from it; `None` where it is there, or the
/// keyboard is in no document.
fn missing_tail(before: &WindowSnapshot, after: &WindowSnapshot, tail: &str) -> Option<Effect> {
    let is_paragraph = |it: &&Control| {
        it.role == Role::Text && it.states.has(State::Focused) && it.states.has(State::Editable)
    };
    let paragraph = after.controls.iter().find(is_paragraph)?;
    // A paragraph that was there before does not show that anything was typed.
    let is_as_before =
        |it: &Control| before.controls.iter().any(|was| was.node() == it.node() && was.value == it.value);
    let has_it =
        |it: &Control| it.value.as_deref().is_some_and(|value| value.contains(tail)) && !is_as_before(it);
    if !after.is_complete || after.controls.iter().any(has_it) {
        return None;
    }
    Some(Effect::Partial(reads_otherwise(tail, paragraph.value.as_deref().unwrap_or_default())))
}

/// Whether an entry is a number that a sheet shows with all of its digits.
fn is_number(entry: &str) -> bool {
    let digits = entry.strip_prefix('-').unwrap_or(entry);
    (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a sheet shows this entry as it was typed: no formula, number or date.
fn is_plain(entry: &str) -> bool {
    let first = entry.chars().next();
    first.is_some_and(char::is_alphabetic) && !entry.contains(|it: char| it.is_ascii_digit())
}

fn is_sheet_cell(control: &Control) -> bool {
    let name = control.name.trim_start_matches(|it: char| it.is_ascii_uppercase());
    let is_address = !name.is_empty() && name.len() < control.name.len();
    control.role == Role::Cell && is_address && name.chars().all(|it| it.is_ascii_digit())
}

/// Which rows and columns the sheet shows.
fn sheet_range(snapshot: &WindowSnapshot) -> Option<&str> {
    let table = snapshot.controls.iter().find(|it| it.role == Role::Table && it.value.is_some())?;
    table.value.as_deref()
}

/// The cells that hold something else than before.
fn changed_cells<'a>(
    before: &'a WindowSnapshot,
    after: &'a WindowSnapshot,
) -> impl Iterator<Item = &'a Control> {
    let was = |cell: &Control| {
        let same = before.controls.iter().find(|it| it.role == Role::Cell && it.name == cell.name);
        same.and_then(|it| it.value.clone())
    };
    after.controls.iter().filter(move |it| is_sheet_cell(it) && it.value != was(it))
}

#[cfg(test)]
mod tests;
