//! The texts of notes and saved files in a prompt. Short ones are whole; long ones share the room that is left, and say how much
//! more there is and which command shows it.

use crate::kept_results::note_of;
use deskpilot_core::{
    AgentKind,
    fold::{Blackboard, BlackboardOperation, ResultKind},
};

/// The bytes that all texts of notes and files take together, as far as each keeps its beginning.
const ROOM: usize = 3_000;
/// The most bytes of one text.
const MOST: usize = 2_000;
/// The bytes that every text keeps.
const LEAST: usize = 40;
/// The bytes of what was read long ago and has no name. A prompt shows no result with less.
pub(super) const OLD_RESULT: usize = 120;
/// A text that is longer by no more than this stays whole: to say that it is cut takes as much.
const MARK: usize = 48;

/// How much of each note and file the prompt of an agent shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoteTexts {
    /// The most bytes of a text that is cut.
    most: usize,
    agent: AgentKind,
}

impl NoteTexts {
    /// What the prompt of this agent shows of these notes and files.
    pub(crate) fn of(board: &Blackboard, agent: AgentKind) -> NoteTexts {
        let notes = board.notes.values().map(String::len);
        let lengths = notes.chain(board.saved.values().map(|it| it.content.len()));
        NoteTexts { most: fair_share(lengths.collect()), agent }
    }

    /// Whether the text is shown whole.
    pub(crate) fn is_whole(self, text: &str) -> bool {
        text.len() <= self.most + MARK
    }

    /// The text of a note, under whose name it stands.
    pub(crate) fn note(self, text: &str) -> String {
        match self.is_whole(text) {
            true => text.to_owned(),
            false => self.cut(text, self.most, "show_note"),
        }
    }

    /// The content of a file: the session knows no more of it than it shows in brief.
    pub(crate) fn file(self, content: &str) -> String {
        match self.is_whole(content) {
            true => content.to_owned(),
            false => without_command(content, self.most),
        }
    }

    /// The text of the note or the result with this name, at most so many bytes of it, where it does not stand under that name.
    pub(crate) fn elsewhere(self, name: &str, text: &str, most: usize) -> String {
        match text.len() <= most {
            true => text.to_owned(),
            false => self.cut(text, most, &format!("show_note {name:?}")),
        }
    }

    /// Only AppAgents have commands.
    fn cut(self, text: &str, most: usize, command: &str) -> String {
        if self.agent != AgentKind::AppAgent {
            return without_command(text, most);
        }
        let (shown, from, left) = split(text, most);
        format!("{shown}… {left} more: {command} from {from}")
    }
}

/// Whether an AppAgent's prompt shows one of the notes cut, or what an operation read without a name.
pub(crate) fn has_cut_text(board: &Blackboard) -> bool {
    let texts = NoteTexts::of(board, AgentKind::AppAgent);
    let is_cut = |it: &BlackboardOperation| it.results.len() > OLD_RESULT && is_unnamed(board, it);
    board.notes.values().any(|text| !texts.is_whole(text)) || board.trajectories.iter().any(is_cut)
}

/// Whether the operation read what no note holds.
pub(super) fn is_unnamed(board: &Blackboard, done: &BlackboardOperation) -> bool {
    done.kind == ResultKind::Data && note_of(board, &done.results).is_none()
}

fn without_command(text: &str, most: usize) -> String {
    let (shown, _, left) = split(text, most);
    format!("{shown}… {left} more characters")
}

/// The beginning of a text, and how many characters it and the rest have.
fn split(text: &str, most: usize) -> (&str, usize, usize) {
    let (shown, rest) = text.split_at(text.floor_char_boundary(most));
    (shown, shown.chars().count(), rest.chars().count())
}

/// The most bytes of each text so that all fit: what short ones leave is for the long ones.
fn fair_share(mut lengths: Vec<usize>) -> usize {
    lengths.sort_unstable();
    let (mut left, count) = (ROOM, lengths.len());
    for (at, length) in lengths.into_iter().enumerate() {
        let share = left / (count - at);
        if length > share {
            return share.clamp(LEAST, MOST);
        }
        left -= length;
    }
    MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(lengths: &[usize]) -> Blackboard {
        let mut board = Blackboard::default();
        for (at, length) in lengths.iter().enumerate() {
            board.notes.insert(format!("n{at:02}"), "x".repeat(*length));
        }
        board
    }

    #[test]
    fn short_notes_stay_whole_and_long_ones_share_the_rest() {
        for (lengths, whole, bytes) in [
            (&[][..], 0, 0),
            (&[2_000], 1, 2_000),
            (&[8_000], 0, 2_000),
            (&[1_000, 8_000], 1, 3_000),
            (&[100, 8_000, 8_000, 8_000], 1, 3_000),
            (&[60; 50], 50, 3_000),
            (&[8_000; 30], 0, 3_000),
        ] {
            let board = board(lengths);
            let texts = NoteTexts::of(&board, AgentKind::AppAgent);
            assert_eq!(board.notes.values().filter(|it| texts.is_whole(it)).count(), whole, "{lengths:?}");
            let shown: usize = board.notes.values().map(|it| texts.note(it).matches('x').count()).sum();
            assert!(shown <= bytes && shown + lengths.len() >= bytes, "{lengths:?}: {shown}");
            assert_eq!(has_cut_text(&board), whole < lengths.len());
        }
    }

    #[test]
    fn a_result_without_a_name_counts_as_cut_where_a_prompt_may_cut_it() {
        for (length, kind, note, expected) in [
            (OLD_RESULT, ResultKind::Data, None, false),
            (OLD_RESULT + 1, ResultKind::Data, None, true),
            (OLD_RESULT + 1, ResultKind::Effect, None, false),
            (OLD_RESULT + 1, ResultKind::Data, Some("a"), false),
        ] {
            let results = "x".repeat(length);
            let mut board = Blackboard::default();
            board.notes.extend(note.map(|name| (name.to_owned(), results.clone())));
            board.trajectories.push(BlackboardOperation {
                step: 0,
                subtask: String::new(),
                action: "texts".into(),
                status: "confirmed".into(),
                results,
                kind,
                window: String::new(),
            });
            assert_eq!(has_cut_text(&board), expected, "{length} {kind:?} {note:?}");
        }
    }

    #[test]
    fn a_cut_note_says_how_much_more_there_is_and_which_command_shows_it() {
        let text = "ü".repeat(3_000);
        let mut board = Blackboard::default();
        board.notes.insert("long".into(), text.clone());
        let texts = |agent| NoteTexts::of(&board, agent);
        let app = texts(AgentKind::AppAgent);
        assert!(app.note(&text).ends_with("ü… 2000 more: show_note from 1000"), "{}", app.note(&text));
        let elsewhere = app.elsewhere("long", &text, 100);
        assert_eq!(elsewhere, format!("{}… 2950 more: show_note \"long\" from 50", "ü".repeat(50)));
        let host = texts(AgentKind::HostAgent).note(&text);
        assert!(host.ends_with("ü… 2000 more characters"), "{host}");
        assert_eq!(app.file("short"), "short");
    }
}
