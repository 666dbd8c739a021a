//! Compares the entries that were typed into a sheet with the cells that it shows afterwards. Pure.

use super::snapshot::WindowSnapshot;
use super::spelling::is_own_spelling;
use deskpilot_core::{Control, Effect, Role, State};

/// How many digits of a number a sheet shows in any format.
const DIGITS: usize = 9;

/// The effect where an entry into a sheet is shown by none of its cells; `None` where all are shown, or the keyboard was
/// not in a sheet.
pub(super) fn missing_entry(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    entries: &[String],
) -> Option<Effect> {
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
pub(super) fn empty_cell(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    tabbed: &[(usize, String)],
) -> Option<Effect> {
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
