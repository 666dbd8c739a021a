//! What operations on the session's own notes do. They need no desktop. Pure.

use crate::kept_results::result_of;
use deskpilot_core::{Effect, Evidence, Note, Operation, Outcome, Refusal, Verb, fold::Blackboard};
use std::collections::BTreeMap;

/// The most characters of a note that are shown at once.
const PART: usize = 4_000;

/// The outcome of an operation on notes, and the change of a note that must be recorded before it.
#[derive(Debug, PartialEq)]
pub(crate) struct NoteResult {
    pub(crate) outcome: Outcome,
    pub(crate) change: Option<Note>,
}

/// What the operation does to the notes of this blackboard; `None` if it is not about notes.
pub(crate) fn note_operation(operation: &Operation, board: &Blackboard) -> Option<NoteResult> {
    let Operation::Act(action) = operation else { return None };
    match &action.verb {
        Verb::Note { name, text } => Some(NoteResult { outcome: written(name, text), change: None }),
        Verb::EditNote { name, to } => Some(edited(name, to.as_deref(), &board.notes)),
        Verb::ShowNote { name, from, to } => {
            Some(NoteResult { outcome: shown(name, *from, *to, board), change: None })
        }
        _ => None,
    }
}

/// The note is recorded like what an operation reads, before its outcome is: so it is there where this is.
fn written(name: &str, text: &str) -> Outcome {
    let kept = format!("the note {name:?} holds these words, which are the agent's own");
    Outcome { output: Some(text.to_owned()), ..Effect::Confirmed(Evidence::Reported(kept)).into() }
}

/// Renames or drops a note. A note that is not there is left alone, and so is one whose new name another note has.
fn edited(name: &str, to: Option<&str>, notes: &BTreeMap<String, String>) -> NoteResult {
    if !notes.contains_key(name) {
        return NoteResult { outcome: no_note(name, notes), change: None };
    }
    if let Some(taken) = to.filter(|it| notes.contains_key(*it)) {
        let why = format!("there is a note {taken:?} already: drop that one first");
        return NoteResult { outcome: refused(name, why), change: None };
    }
    let (change, result) = match to {
        Some(to) => (Note::Renamed { name: name.to_owned(), to: to.to_owned() }, format!("is now {to:?}")),
        None => (Note::Dropped { name: name.to_owned() }, "is dropped".to_owned()),
    };
    let effect = Effect::Confirmed(Evidence::Reported(format!("the note {name:?} {result}")));
    NoteResult { outcome: effect.into(), change: Some(change) }
}

/// A part of a note, or of what an earlier operation read, and where the rest of it begins.
fn shown(name: &str, from: usize, to: Option<usize>, board: &Blackboard) -> Outcome {
    let note = board.notes.get(name).map(String::as_str);
    let Some(text) = note.or_else(|| result_of(board, name)) else { return no_note(name, &board.notes) };
    let count = text.chars().count();
    if from >= count {
        let must = format!("below {count}: the note {name:?} has so many characters");
        return Effect::Refused(Refusal::BadArgument { name: "from".into(), must }).into();
    }
    let most = from.saturating_add(PART);
    let to = to.unwrap_or(most).min(most).min(count);
    let mut part: String = text.chars().skip(from).take(to - from).collect();
    if to < count {
        part.push_str(&format!("\n… {} more: show_note from {to}", count - to));
    }
    let effect = Effect::Confirmed(Evidence::Reported(format!("characters {from} to {to} of {count}")));
    Outcome { output: Some(part), ..effect.into() }
}

fn no_note(name: &str, notes: &BTreeMap<String, String>) -> Outcome {
    let known: Vec<&str> = notes.keys().map(String::as_str).collect();
    refused(name, format!("there is none; the notes are {}", known.join(", ")))
}

fn refused(name: &str, why: String) -> Outcome {
    Effect::Refused(Refusal::NotPossible { what: format!("the note {name:?}"), why }).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{
        Action, Aim, Call,
        fold::{BlackboardOperation, ResultKind},
    };

    fn board() -> Blackboard {
        let long: String = (0..2_000).map(|n| format!("{n:04}|")).collect();
        let mut board = Blackboard::default();
        board.notes.extend([("long".to_owned(), long), ("sum".to_owned(), "42".to_owned())]);
        board.trajectories.push(BlackboardOperation {
            step: 3,
            subtask: String::new(),
            action: "texts".into(),
            status: "confirmed".into(),
            results: "what was read".into(),
            kind: ResultKind::Data,
            window: String::new(),
        });
        board
    }

    fn result(verb: Verb) -> (String, Option<String>, Option<Note>) {
        let window = window(1, "t", "a");
        let action = Action { call: Call::default(), window, aim: Aim::Window, verb };
        let NoteResult { outcome, change } =
            note_operation(&Operation::Act(Box::new(action)), &board()).unwrap();
        (outcome.effect.to_string(), outcome.output, change)
    }

    fn part(name: &str, from: usize, to: Option<usize>) -> (String, String) {
        let (effect, output, change) = result(Verb::ShowNote { name: name.into(), from, to });
        assert_eq!(change, None);
        (effect, output.unwrap_or_default())
    }

    #[test]
    fn a_long_note_is_shown_in_parts_that_say_where_the_next_begins() {
        let (effect, text) = part("long", 2_000, None);
        assert_eq!(effect, "confirmed: characters 2000 to 6000 of 10000");
        assert!(text.starts_with("0400|") && text.ends_with("1199|\n… 4000 more: show_note from 6000"));
        let (effect, text) = part("long", 5, Some(9));
        assert_eq!(
            (effect.as_str(), text.as_str()),
            ("confirmed: characters 5 to 9 of 10000", "0001\n… 9991 more: show_note from 9")
        );
        let (effect, text) = part("long", 9_995, Some(usize::MAX));
        assert_eq!(
            (effect.as_str(), text.as_str()),
            ("confirmed: characters 9995 to 10000 of 10000", "1999|")
        );
    }

    #[test]
    fn what_was_read_without_a_name_is_shown_again_by_its_number() {
        let (effect, text) = part("#1", 5, None);
        assert_eq!((effect.as_str(), text.as_str()), ("confirmed: characters 5 to 13 of 13", "was read"));
    }

    #[test]
    fn a_part_that_is_not_there_is_refused_with_what_there_is() {
        for (name, from, expected) in [
            ("#2", 0, "there is none; the notes are long, sum"),
            ("total", 0, "there is none; the notes are long, sum"),
            ("sum", 2, "from must be below 2: the note \"sum\" has so many characters"),
        ] {
            let (effect, text) = part(name, from, None);
            assert!(effect.starts_with("refused: ") && effect.ends_with(expected), "{effect}");
            assert_eq!(text, "");
        }
    }

    #[test]
    fn a_note_in_the_agents_own_words_is_confirmed_as_a_note_and_not_as_a_fact() {
        let (effect, output, change) = result(Verb::Note { name: "a".into(), text: "it is done".into() });
        assert_eq!(effect, "confirmed: the note \"a\" holds these words, which are the agent's own");
        assert_eq!((output.as_deref(), change), (Some("it is done"), None));
    }

    #[test]
    fn a_change_of_a_note_is_recorded_only_where_it_is_made() {
        let edit = |name: &str, to: Option<&str>| {
            result(Verb::EditNote { name: name.into(), to: to.map(str::to_owned) }).2
        };
        assert_eq!(edit("sum", None), Some(Note::Dropped { name: "sum".into() }));
        assert_eq!(edit("sum", Some("x")), Some(Note::Renamed { name: "sum".into(), to: "x".into() }));
        assert_eq!((edit("sum", Some("long")), edit("total", None)), (None, None));
    }
}
