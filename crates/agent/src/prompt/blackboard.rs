//! The blackboard section: notes and answers in full, operations as far as they fit.
//!
//! Stable parts come first, the latest operations last, and older steps are summarized ten at a time: so the beginning of the
//! text stays the same from step to step, and providers can cache it.

use super::{notes::NoteTexts, sections::shortened};
use deskpilot_core::{
    AgentKind, Provenance, Section,
    fold::{Blackboard, BlackboardOperation, Round, SubtaskNode, SubtaskState},
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
    let done = &board.trajectories[..end];
    let summed = done.len().saturating_sub(LISTED) / SUMMED * SUMMED;
    let split_at = |at: usize| {
        let (old, new) = done.split_at(at);
        render(board, reader, old, new)
    };
    let mut shown = split_at(summed);
    let mut left = summed;
    let most = done.len().saturating_sub(LATEST);
    // Long notes leave less room for what was done.
    while shown.len() > CAP && left < most {
        left = (left + SUMMED).min(most);
        shown = split_at(left);
    }
    let end = shown.floor_char_boundary(CAP * 3);
    let cut = shown.len() - end;
    shown.truncate(end);
    Section { name: section::BLACKBOARD.to_owned(), provenance: Provenance::Screen, text: shown, cut }
}

fn render(
    board: &Blackboard,
    reader: &BlackboardReader<'_>,
    old: &[BlackboardOperation],
    new: &[BlackboardOperation],
) -> String {
    let texts = NoteTexts::of(board, reader.agent);
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
    let current = format!("request_{}", board.requests.len().saturating_sub(1));
    let earlier = board.requests.iter().filter(|(name, _)| **name != current);
    let requests: Map<String, Value> =
        earlier.map(|(name, text)| (name.clone(), shortened(text, ANSWER).into())).collect();
    shown.insert("requests".into(), requests.into());
    shown.insert("questions".into(), questions.into());
    shown.insert("notes".into(), notes.into());
    if !board.saved.is_empty() {
        let saved = board.saved.iter().map(|(file, it)| (file.clone(), texts.file(&it.content).into()));
        shown.insert("saved".into(), saved.collect::<Map<String, Value>>().into());
    }
    shown.insert("screenshots".into(), screenshots.into());
    if !old.is_empty() {
        shown.insert("earlier".into(), summary(old, reader.round).into());
    }
    let subtasks = new.chunk_by(|one, next| one.subtask == next.subtask);
    let subtasks = subtasks.map(|it| subtask_json(it, reader.round));
    shown.insert("trajectories".into(), subtasks.collect());
    Value::Object(shown).to_string()
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

/// One subtask with a line for each operation.
fn subtask_json(done: &[BlackboardOperation], round: &Round) -> Value {
    let line = |it: &BlackboardOperation| {
        let (action, results) = (shortened(&it.action, RESULT), shortened(&it.results, RESULT));
        // The result of a read operation is the text, which does not name the effect.
        let effect = it.status.replace('_', " ");
        match results.starts_with(&effect) {
            true => format!("{} {action}: {results}", it.step),
            false => format!("{} {action}: {effect}: {results}", it.step),
        }
    };
    let subtask = done.first().map_or(String::new(), |it| subtask_name(&it.subtask, round));
    json!({"Subtask": subtask, "Steps": done.iter().map(line).collect::<Vec<_>>()})
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
    let good = |it: &&BlackboardOperation| matches!(it.status.as_str(), "confirmed" | "unverified");
    let succeeded = done.iter().filter(good).count();
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
