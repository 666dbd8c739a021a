//! What operations read, under names by which it can be shown again although it is no note: the log has it.

use deskpilot_core::fold::{Blackboard, BlackboardOperation, ResultKind};

/// Begins the name of a result; the number of its operation in the session follows.
const MARK: char = '#';

/// The name of what the operation at this place in the blackboard's list read.
pub(crate) fn result_name(at: usize) -> String {
    format!("{MARK}{}", at + 1)
}

/// What the operation with this name read; `None` if there is none, or if it read nothing.
pub(crate) fn result_of<'b>(board: &'b Blackboard, name: &str) -> Option<&'b str> {
    let number: usize = name.strip_prefix(MARK)?.parse().ok()?;
    let operation = board.trajectories.get(number.checked_sub(1)?)?;
    (operation.kind == ResultKind::Data).then_some(operation.results.as_str())
}

/// The name of the note that holds this text.
pub(crate) fn note_of<'b>(board: &'b Blackboard, text: &str) -> Option<&'b str> {
    board.notes.iter().find(|(_, note)| *note == text).map(|(name, _)| name.as_str())
}

/// The name under which this text can be shown: that of a note, or of the last operation that read it.
pub(crate) fn name_of(board: &Blackboard, text: &str) -> Option<String> {
    let is_it = |it: &BlackboardOperation| it.kind == ResultKind::Data && it.results == text;
    let result = || board.trajectories.iter().rposition(is_it).map(result_name);
    note_of(board, text).map(str::to_owned).or_else(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Blackboard {
        let operation = |kind, results: &str| BlackboardOperation {
            step: 0,
            subtask: String::new(),
            action: "texts".into(),
            status: "confirmed".into(),
            results: results.into(),
            kind,
            window: String::new(),
        };
        let mut board = Blackboard::default();
        board.trajectories.extend([
            operation(ResultKind::Data, "one"),
            operation(ResultKind::Effect, "confirmed: so"),
            operation(ResultKind::Data, "two"),
            operation(ResultKind::Data, "two"),
        ]);
        board.notes.insert("first".into(), "one".into());
        board
    }

    #[test]
    fn a_result_has_the_number_of_its_operation_as_its_name() {
        let board = board();
        for (name, expected) in [
            ("#1", Some("one")),
            ("#2", None),
            ("#4", Some("two")),
            ("#0", None),
            ("#5", None),
            ("#", None),
            ("1", None),
        ] {
            assert_eq!(result_of(&board, name), expected, "{name}");
        }
        for (text, expected) in [("one", Some("first")), ("two", Some("#4")), ("three", None)] {
            assert_eq!(name_of(&board, text).as_deref(), expected, "{text}");
        }
    }
}
