//! The blackboard section: notes and answers in full, operations as far as they fit.
//!
//! Stable parts come first, the latest operations and what was read long ago last, and older steps are summarized ten at a time: so
//! the beginning of the text stays the same from step to step, and providers can cache it.

use super::{
    notes::{NoteTexts, OLD_RESULT, is_unnamed},
    sections::shortened,
};
use crate::kept_results::{note_of, result_name};
use deskpilot_core::{
    AgentKind, Provenance, Section,
    fold::{Blackboard, BlackboardOperation, ResultKind, Round, SubtaskNode, SubtaskState},
    section,
};
use serde_json::{Map, Value, json};

/// The bytes of the section, where the latest operations and short notes leave room for it.
const CAP: usize = 6_000;
/// How many of the last operations are listed one by one, at least, while there is room.
const LISTED: usize = 10;
/// How many of them are listed in any case.
const LATEST: usize = 3;
/// How many operations are summarized at once.
const SUMMED: usize = 10;
/// How many subtasks have a line of their own.
const SUBTASKS: usize = 12;
/// The most bytes of an answer, or of an earlier request.
const ANSWER: usize = 2_000;
/// The most bytes of an operation's result.
const RESULT: usize = 200;
/// The most bytes of a result that only says what was done.
const DONE: usize = 80;
/// The most bytes of the list of what was read without a name in summarized steps.
const READS: usize = 900;
/// The bytes of its key.
const READS_KEY: usize = 16;

/// Whose prompt the section is in, and what that prompt shows elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct BlackboardReader<'a> {
    /// The agent.
    pub(crate) agent: AgentKind,
    /// The round, whose subtasks have a section of their own.
    pub(crate) round: &'a Round,
    /// The step from which on the agent's memory has the operations.
    pub(crate) step_in_memory: Option<u32>,
}

/// The blackboard section without what the prompt has elsewhere: the current request, the texts of subtasks, and operations since
/// the step in memory.
pub(crate) fn blackboard(board: &Blackboard, reader: &BlackboardReader<'_>) -> Section {
    let is_before = |it: &BlackboardOperation| reader.step_in_memory.is_none_or(|step| it.step < step);
    let end = board.trajectories.partition_point(is_before);
    let texts = NoteTexts::of(board, reader.agent);
    let listing = Listing { board, reader, texts, done: &board.trajectories[..end] };
    let mut left = end.saturating_sub(LISTED) / SUMMED * SUMMED;
    let mut shown = listing.render(left, Vec::new());
    let most = end.saturating_sub(LATEST);
    // Long notes leave less room for what was done.
    while shown.len() > CAP && left < most {
        left = (left + SUMMED).min(most);
        shown = listing.render(left, Vec::new());
    }
    let reads = listing.reads(left, CAP.saturating_sub(shown.len() + READS_KEY).min(READS));
    if !reads.is_empty() {
        shown = listing.render(left, reads);
    }
    // Notes alone may exceed the cap; they are cut only at three times of it.
    let end = shown.floor_char_boundary(CAP * 3);
    let cut = shown.len() - end;
    shown.truncate(end);
    Section { name: section::BLACKBOARD.to_owned(), provenance: Provenance::Screen, text: shown, cut }
}

/// What the section is made of.
struct Listing<'a> {
    board: &'a Blackboard,
    reader: &'a BlackboardReader<'a>,
    texts: NoteTexts,
    /// The operations that it describes.
    done: &'a [BlackboardOperation],
}

impl Listing<'_> {
    /// The section with so many operations summarized, and with these lines of what was read in them.
    fn render(&self, summed: usize, reads: Vec<Value>) -> String {
        let Listing { board, reader, texts, done } = self;
        let (old, new) = done.split_at(summed);
        let notes: Map<String, Value> =
            board.notes.iter().map(|(name, text)| (name.clone(), texts.note(text).into())).collect();
        let screenshots: Vec<Value> = board
            .screenshots
            .iter()
            .map(|it| json!({"application": it.application, "reason": shortened(&it.reason, RESULT)}))
            .collect();
        let questions: Vec<Value> = board
            .questions
            .iter()
            .map(|it| json!({"question": shortened(&it.question, ANSWER), "answer": shortened(&it.answer, ANSWER)}))
            .collect();
        let mut shown = Map::new();
        shown.insert("requests".into(), earlier_requests(board).into());
        shown.insert("questions".into(), questions.into());
        shown.insert("notes".into(), notes.into());
        let saved = board.saved.iter().map(|(file, it)| (file.clone(), texts.file(&it.content).into()));
        shown.insert("saved".into(), saved.collect::<Map<String, Value>>().into());
        shown.insert("screenshots".into(), screenshots.into());
        shown.insert("earlier".into(), summary(old, reader.round).into());
        let numbered: Vec<(usize, &BlackboardOperation)> = (summed..).zip(new).collect();
        let subtasks = numbered.chunk_by(|(_, one), (_, next)| one.subtask == next.subtask);
        shown.insert("trajectories".into(), subtasks.map(|it| self.subtask_json(it)).collect());
        shown.insert("read".into(), reads.into());
        shown.retain(|_, it| !is_nothing(it));
        Value::Object(shown).to_string()
    }

    /// One subtask with a line for each operation.
    fn subtask_json(&self, done: &[(usize, &BlackboardOperation)]) -> Value {
        let subtask =
            done.first().map_or(String::new(), |(_, it)| subtask_name(&it.subtask, self.reader.round));
        let steps: Vec<String> = done.iter().map(|(at, it)| self.line(*at, it)).collect();
        match subtask.as_str() {
            // Before the first subtask, and between two.
            "" => json!({"Steps": steps}),
            _ => json!({"Subtask": subtask, "Steps": steps}),
        }
    }

    /// An operation with its result: of what only changed something little, of what was read more, and where the rest is.
    fn line(&self, at: usize, it: &BlackboardOperation) -> String {
        let (action, effect) = (shortened(&it.action, RESULT), it.status.replace('_', " "));
        let told = match it.kind {
            ResultKind::Data => self.data(at, it, RESULT),
            ResultKind::Effect if is_success(it) => shortened(&it.results, DONE),
            ResultKind::Effect => shortened(&it.results, RESULT),
        };
        // An output is the text alone, which does not name the effect.
        match told.starts_with(&effect) {
            true => format!("{} {action}: {told}", it.step),
            false => format!("{} {action}: {effect}: {told}", it.step),
        }
    }

    /// What the operation read: at most so many bytes, or where the prompt has it.
    fn data(&self, at: usize, it: &BlackboardOperation, most: usize) -> String {
        match note_of(self.board, &it.results) {
            Some(note) if it.results.len() > DONE => format!("see the note {note:?}"),
            _ => self.texts.elsewhere(&result_name(at), &it.results, most),
        }
    }

    /// The last of what was read without a name in the summarized operations, as far as so many bytes hold it.
    fn reads(&self, summed: usize, room: usize) -> Vec<Value> {
        let unnamed =
            self.done[..summed].iter().enumerate().rev().filter(|(_, it)| is_unnamed(self.board, it));
        let line = |(at, it): (usize, &BlackboardOperation)| {
            let told = self.data(at, it, OLD_RESULT);
            Value::from(format!("{} {}: {told}", it.step, shortened(&it.action, DONE)))
        };
        let mut left = room;
        let fits = |it: &Value| {
            let needed = it.to_string().len() + 1;
            let fits = needed <= left;
            left = left.saturating_sub(needed);
            fits
        };
        let mut lines: Vec<Value> = unnamed.map(line).take_while(fits).collect();
        lines.reverse();
        lines
    }
}

/// Whether a part has nothing to tell.
fn is_nothing(part: &Value) -> bool {
    part.as_array().is_some_and(Vec::is_empty) || part.as_object().is_some_and(Map::is_empty)
}

/// The requests before the current one.
fn earlier_requests(board: &Blackboard) -> Map<String, Value> {
    let current = format!("request_{}", board.requests.len().saturating_sub(1));
    let earlier = board.requests.iter().filter(|(name, _)| **name != current);
    earlier.map(|(name, text)| (name.clone(), shortened(text, ANSWER).into())).collect()
}

/// What a subtask is called: those that ended in this round have their texts under their ids in a section of their own, and the
/// one under way has its own section.
fn subtask_name(text: &str, round: &Round) -> String {
    let is_it = |it: &&SubtaskNode| it.subtask.text == text && !it.subtask.id.is_empty();
    let has_ended = |it: &&SubtaskNode| it.state != SubtaskState::Running;
    let ended = round.subtasks.iter().filter(has_ended).find(is_it);
    match (ended, round.subtasks.last().filter(is_it)) {
        (Some(node), _) => node.subtask.id.clone(),
        (None, Some(_)) => "the present one".to_owned(),
        (None, None) => shortened(text, RESULT),
    }
}

/// One line for each of the last subtasks, and one for all subtasks before them.
fn summary(done: &[BlackboardOperation], round: &Round) -> Vec<Value> {
    let subtasks: Vec<&[BlackboardOperation]> =
        done.chunk_by(|one, next| one.subtask == next.subtask).collect();
    let old = subtasks.len().saturating_sub(SUBTASKS);
    let before: usize = subtasks[..old].iter().map(|it| it.len()).sum();
    let first = (old > 0).then(|| summary_line(&format!("{old} earlier ones"), &done[..before]));
    let last = subtasks[old..].iter().map(|it| summary_line(&subtask_name(&it[0].subtask, round), it));
    first.into_iter().chain(last).flatten().collect()
}

/// How many operations a subtask had, and how many of them failed.
fn summary_line(subtask: &str, done: &[BlackboardOperation]) -> Option<Value> {
    let (first, last) = (done.first()?, done.last()?);
    let succeeded = done.iter().filter(|it| is_success(it)).count();
    let mut line = json!({
        "Subtask": subtask,
        "Steps": format!("{} to {}", first.step, last.step),
        "Done": done.len(),
        "Failed": done.len() - succeeded,
    });
    let changed = changed_windows(done);
    if !changed.is_empty() {
        line["Changed"] = changed.into();
    }
    Some(line)
}

fn is_success(it: &BlackboardOperation) -> bool {
    matches!(it.status.as_str(), "confirmed" | "unverified")
}

/// The windows in which something was seen to change, with how many actions did so.
fn changed_windows(done: &[BlackboardOperation]) -> Map<String, Value> {
    let mut changed: Vec<(&str, usize)> = Vec::new();
    for it in done.iter().filter(|it| it.status == "confirmed" && !it.window.is_empty()) {
        match changed.iter_mut().find(|(window, _)| *window == it.window) {
            Some((_, count)) => *count += 1,
            None => changed.push((&it.window, 1)),
        }
    }
    changed.into_iter().map(|(window, count)| (shortened(window, RESULT), count.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Subtask, SubtaskOutcome};

    fn board(steps: u32, note: usize) -> Blackboard {
        let mut board = Blackboard::default();
        board.notes.insert("result".into(), "4".repeat(note));
        for step in 0..steps {
            board.trajectories.push(BlackboardOperation {
                step,
                subtask: format!("s{}", step / 15),
                action: format!("a{step}"),
                status: if step % 5 == 0 { "no_change" } else { "confirmed" }.into(),
                results: "r".repeat(1_000),
                kind: ResultKind::Effect,
                window: if step < 2 { "Letter".into() } else { String::new() },
            });
        }
        board
    }

    /// The section in an AppAgent's prompt of this round.
    fn section_of(board: &Blackboard, step_in_memory: Option<u32>, round: &Round) -> Section {
        blackboard(board, &BlackboardReader { agent: AgentKind::AppAgent, round, step_in_memory })
    }

    fn shown(board: &Blackboard) -> Value {
        serde_json::from_str(&section_of(board, None, &Round::default()).text).unwrap()
    }

    #[test]
    fn an_endless_blackboard_keeps_its_notes_and_its_latest_steps() {
        for (steps, note, listed) in [(5, 2, 5), (19, 2, 19), (20, 2, 10), (2_000, 2, 10), (2_000, 5_000, 10)]
        {
            let section = section_of(&board(steps, note), None, &Round::default());
            let shown: Value = serde_json::from_str(&section.text).unwrap();
            assert!(section.text.len() <= CAP && section.cut == 0, "{steps}: {}", section.text.len());
            let subtasks = shown["trajectories"].as_array().unwrap();
            let last: Vec<&Value> = subtasks.iter().flat_map(|it| it["Steps"].as_array().unwrap()).collect();
            let newest = last[last.len() - 1].as_str().unwrap();
            assert!(newest.starts_with(&format!("{} a{}: ", steps - 1, steps - 1)), "{newest}");
            assert_eq!(last.len(), listed);
            assert!(shown["notes"]["result"].as_str().unwrap().starts_with("44"));
        }
    }

    #[test]
    fn what_has_nothing_to_tell_is_left_out() {
        assert_eq!(section_of(&Blackboard::default(), None, &Round::default()).text, "{}");
        let shown = shown(&board(3, 2));
        let names: Vec<&str> = shown.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["notes", "trajectories"]);
    }

    #[test]
    fn what_was_done_long_ago_is_summed_up() {
        let shown = shown(&board(31, 2));
        assert_eq!(
            shown["earlier"][0],
            json!({"Subtask": "s0", "Steps": "0 to 14", "Done": 15, "Failed": 3, "Changed": {"Letter": 1}})
        );
        assert_eq!(shown["earlier"][1]["Steps"], "15 to 19");
        let first = shown["trajectories"][0]["Steps"][0].as_str().unwrap();
        assert!(first.starts_with("20 a20: no change: r"), "{first}");
    }

    #[test]
    fn what_the_memory_says_is_left_out() {
        let mut board = board(3, 2);
        for (round, request) in [("request_0", "one"), ("request_1", "two")] {
            board.requests.insert(round.into(), request.into());
        }
        let shown: Value =
            serde_json::from_str(&section_of(&board, Some(2), &Round::default()).text).unwrap();
        assert_eq!(shown["requests"], json!({"request_0": "one"}));
        assert_eq!(shown["trajectories"][0]["Steps"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_text_of_a_subtask_of_the_round_stands_only_in_its_own_section() {
        let node = |id: &str, text: &str, state| SubtaskNode {
            subtask: Subtask { id: id.into(), text: text.into(), ..Subtask::default() },
            application: "a".into(),
            state,
            missing: Vec::new(),
        };
        let ended = SubtaskState::Ended(SubtaskOutcome::Finished, String::new());
        let subtasks = vec![node("write", "s0", ended), node("save", "s1", SubtaskState::Running)];
        let round = Round { subtasks, ..Round::default() };
        let text = section_of(&board(40, 2), None, &round).text;
        let shown: Value = serde_json::from_str(&text).unwrap();
        let earlier: Vec<&str> =
            shown["earlier"].as_array().unwrap().iter().map(|it| it["Subtask"].as_str().unwrap()).collect();
        assert_eq!(earlier, ["write", "the present one"]);
        assert_eq!(shown["trajectories"][0]["Subtask"], "s2", "a subtask of an earlier round has no section");
    }

    #[test]
    fn the_latest_steps_stay_however_long_the_rest_is() {
        let mut board = board(60, 8_000);
        for at in 0..40 {
            board.notes.insert(format!("a long name of note {at:02}"), "n".repeat(2_000));
        }
        let section = section_of(&board, None, &Round::default());
        let shown: Value = serde_json::from_str(&section.text).unwrap();
        let lines = shown["trajectories"].as_array().unwrap().iter();
        assert_eq!(lines.map(|it| it["Steps"].as_array().unwrap().len()).sum::<usize>(), LATEST);
        assert_eq!(shown["notes"].as_object().unwrap().len(), 41);
        assert!(section.cut == 0 && section.text.len() < 10_000, "{}", section.text.len());
    }

    /// A blackboard of 30 operations, of which every third read something.
    fn board_of_reads(text: impl Fn(usize) -> String) -> Blackboard {
        let mut board = board(30, 2);
        for (at, it) in board.trajectories.iter_mut().enumerate().filter(|(at, _)| at % 3 == 0) {
            it.status = "confirmed".into();
            it.kind = ResultKind::Data;
            it.results = text(at);
        }
        board
    }

    #[test]
    fn what_was_read_without_a_name_can_be_shown_again() {
        let shown = shown(&board_of_reads(|at| format!("{at:02}{}", "x".repeat(998))));
        let listed = shown["trajectories"].to_string();
        assert!(listed.contains(r##"27 a27: confirmed: 27xxx"##), "{listed}");
        assert!(listed.contains(r##"x… 800 more: show_note \"#28\" from 200"##), "{listed}");
        let read = shown["read"].as_array().unwrap();
        let last = read.last().unwrap().as_str().unwrap();
        assert!(
            last.starts_with("18 a18: 18xxx") && last.ends_with("x… 880 more: show_note \"#19\" from 120"),
            "{last}"
        );
        assert!(read.len() > 2 && shown.to_string().len() <= CAP, "{shown}");
        let host =
            BlackboardReader { agent: AgentKind::HostAgent, round: &Round::default(), step_in_memory: None };
        let text = blackboard(&board_of_reads(|_| "x".repeat(1_000)), &host).text;
        assert!(text.contains("… 800 more characters") && !text.contains("show_note"), "{text}");
    }

    #[test]
    fn what_a_note_holds_is_told_under_its_name_alone() {
        let mut board = board_of_reads(|at| format!("{at:02}{}", "x".repeat(198)));
        let reads: Vec<String> = board.trajectories.iter().step_by(3).map(|it| it.results.clone()).collect();
        board.notes.extend(reads.into_iter().enumerate().map(|(at, text)| (format!("n{at}"), text)));
        let shown = shown(&board);
        assert_eq!(shown.get("read"), None);
        assert!(
            shown["trajectories"].to_string().contains("27 a27: confirmed: see the note \\\"n9\\\""),
            "{shown}"
        );
    }

    #[test]
    fn what_only_pressed_is_told_in_brief() {
        let mut board = board(2, 2);
        board.trajectories[0].status = "refused".into();
        let shown = shown(&board);
        let steps = shown["trajectories"][0]["Steps"].as_array().unwrap();
        let lengths: Vec<usize> = steps.iter().map(|it| it.as_str().unwrap().matches('r').count()).collect();
        assert!(lengths[0] >= RESULT && lengths[1] < RESULT / 2, "a reason keeps more: {lengths:?}");
    }

    #[test]
    fn its_beginning_stays_the_same_for_ten_steps() {
        let shared = |steps: u32| {
            let text = |steps| section_of(&board(steps, 2), None, &Round::default()).text;
            let (one, next) = (text(steps), text(steps + 1));
            one.bytes().zip(next.bytes()).take_while(|(a, b)| a == b).count() as f64 / one.len() as f64
        };
        let kept = (20..29).filter(|steps| shared(*steps) > 0.95).count();
        assert_eq!(kept, 9, "it changes at every tenth step only");
    }
}
