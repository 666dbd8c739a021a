//! References to notes in the arguments of acts: what a model would copy from the blackboard.

use crate::facts::find_note;
use deskpilot_core::fold::Blackboard;
use serde_json::{Map, Number, Value};

/// The delimiters of a note reference in a text.
const NOTE: (&str, char) = ("{note:", '}');
/// The beginning of a reference that is a whole argument, whose note becomes rows of cells.
const ROWS: &str = "{rows:";
/// The beginning of a reference that is a whole argument, whose note becomes a list of its lines.
const LINES: &str = "{lines:";

/// The arguments with every note reference replaced; `None` while a note is missing.
pub(super) fn with_notes(args: &Map<String, Value>, board: &Blackboard) -> Option<Map<String, Value>> {
    args.iter().map(|(name, value)| Some((name.clone(), filled(value, board).ok()?))).collect()
}

/// The first missing note.
pub(super) fn missing_note<'a>(args: &'a Map<String, Value>, board: &Blackboard) -> Option<&'a str> {
    args.values().find_map(|value| filled(value, board).err())
}

/// The value with its notes filled in; the error is the name of a missing note.
fn filled<'a>(value: &'a Value, board: &Blackboard) -> Result<Value, &'a str> {
    let Value::String(text) = value else { return Ok(value.clone()) };
    let whole = |begin: &str| text.strip_prefix(begin)?.strip_suffix(NOTE.1);
    let listed = |name: &'a str, list: fn(&str) -> Value| find_note(board, name).map(list).ok_or(name);
    match (whole(ROWS), whole(LINES)) {
        (Some(name), _) => listed(name, rows),
        (None, Some(name)) => listed(name, lines),
        (None, None) => fill_text(text, board).map(Value::from),
    }
}

/// The text with its notes filled in; the error is the name of a missing note.
fn fill_text<'t>(text: &'t str, board: &Blackboard) -> Result<String, &'t str> {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, marked)) = rest.split_once(NOTE.0)
        && let Some((name, after)) = marked.split_once(NOTE.1)
    {
        filled.push_str(before);
        // What a program wrote ends in a line break, which in a field is a press of Enter.
        filled.push_str(find_note(board, name).ok_or(name)?.trim_end_matches(['\r', '\n']));
        rest = after;
    }
    Ok(filled + rest)
}

/// The lines that are not blank, as texts.
fn lines(note: &str) -> Value {
    filled_lines(note).collect()
}

/// The lines that are not blank, split at tabs: rows of the same length.
fn rows(note: &str) -> Value {
    let mut rows: Vec<Vec<Value>> =
        filled_lines(note).map(|line| line.split('\t').map(cell).collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    rows.iter_mut().for_each(|row| row.resize(width, Value::Null));
    rows.into()
}

fn filled_lines(note: &str) -> impl Iterator<Item = &str> {
    note.lines().map(str::trim_end).filter(|line| !line.is_empty())
}

/// A number where the text is one as JSON writes it, which `007` is not; nothing where it is empty; else the text.
fn cell(text: &str) -> Value {
    match text.trim() {
        "" => Value::Null,
        text => serde_json::from_str::<Number>(text).map_or_else(|_| text.into(), Value::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn board(name: &str, text: &str) -> Blackboard {
        let mut board = Blackboard::default();
        board.notes.insert(name.into(), text.into());
        board
    }

    #[test]
    fn notes_are_filled_in_however_many_there_are() {
        let written = board("count", "3\r\n");
        assert_eq!(fill_text("{note:count}.", &written), Ok("3.".into()));
        let board = board("sum", "42");
        let text = "a{note:sum}b".repeat(100_000) + "{note:open";
        let expected = "a42b".repeat(100_000) + "{note:open";
        assert!(fill_text(&text, &board) == Ok(expected));
        assert_eq!(fill_text("x{note:none}", &board), Err("none"));
    }

    #[test]
    fn a_note_becomes_rows_or_lines_where_it_is_a_whole_argument() {
        let board = board("table", "Rain\n\nCity\tmm\nRome\t-1.50\r\nOslo\t007\n");
        for (text, expected) in [
            ("{rows:table}", json!([["Rain", null], ["City", "mm"], ["Rome", -1.50], ["Oslo", "007"]])),
            ("{lines:table}", json!(["Rain", "City\tmm", "Rome\t-1.50", "Oslo\t007"])),
            ("the {rows:table}", json!("the {rows:table}")),
        ] {
            assert_eq!(filled(&json!(text), &board), Ok(expected), "{text}");
        }
        assert_eq!(filled(&json!("{rows:none}"), &board), Err("none"));
        assert_eq!(filled(&json!(7), &board), Ok(json!(7)));
    }
}
