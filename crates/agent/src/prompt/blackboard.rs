//! The blackboard section: notes and answers in full, operations as far as they fit.
//!
//! Stable parts come first, the latest operations last, and older steps are summarized ten at a time: so the beginning of the
//! text stays the same from step to step, and providers can cache it.

use super::sections::shortened;
use deskpilot_core::{
    Provenance, Section,
    fold::{Blackboard, BlackboardOperation},
    section,
};
use serde_json::{Map, Value, json};

/// The most bytes of the section; about four make a token.
const CAP: usize = 8_000;
/// How many of the last operations are listed one by one, at least.
const LISTED: usize = 10;
/// How many operations are summarized at once.
const SUMMED: usize = 10;
/// How many subtasks have a line of their own.
const SUBTASKS: usize = 12;
/// The most bytes of a note or an answer.
const NOTE: usize = 2_000;
/// The most bytes of an operation's result.
const RESULT: usize = 200;

/// The blackboard section without what the prompt has elsewhere: the current request, and operations since the given step.
pub(crate) fn blackboard(board: &Blackboard, step_in_memory: Option<u32>) -> Section {
    let end = board.trajectories.partition_point(|it| step_in_memory.is_none_or(|step| it.step < step));
    let done = &board.trajectories[..end];
    let summed = done.len().saturating_sub(LISTED) / SUMMED * SUMMED;
    let split_at = |at: usize| {
        let (old, new) = done.split_at(at);
        render(board, old, new)
    };
    let mut shown = split_at(summed);
    let mut left = summed;
    // Long notes leave less room for what was done.
    while shown.len() > CAP && left < done.len() {
        left = (left + SUMMED).min(done.len());
        shown = split_at(left);
    }
    let end = shown.floor_char_boundary(CAP * 2);
    let cut = shown.len() - end;
    shown.truncate(end);
    Section { name: section::BLACKBOARD.to_owned(), provenance: Provenance::Screen, text: shown, cut }
}

fn render(board: &Blackboard, old: &[BlackboardOperation], new: &[BlackboardOperation]) -> String {
    let notes: Map<String, Value> =
        board.notes.iter().map(|(name, text)| (name.clone(), shortened(text, NOTE).into())).collect();
    let screenshots: Vec<Value> = board
        .screenshots
        .iter()
        .map(|it| json!({"application": it.application, "reason": shortened(&it.reason, RESULT)}))
        .collect();
    let questions: Vec<Value> = board
        .questions
        .iter()
        .map(|it| json!({"question": shortened(&it.question, NOTE), "answer": shortened(&it.answer, NOTE)}))
        .collect();
    let mut shown = Map::new();
    let current = format!("request_{}", board.requests.len().saturating_sub(1));
    let earlier = board.requests.iter().filter(|(name, _)| **name != current);
    let requests: Map<String, Value> = earlier.map(|(name, text)| (name.clone(), json!(text))).collect();
    shown.insert("requests".into(), requests.into());
    shown.insert("questions".into(), questions.into());
    shown.insert("notes".into(), notes.into());
    if !board.saved.is_empty() {
        let saved = board.saved.iter().map(|(file, it)| (file.clone(), shortened(&it.content, NOTE).into()));
        shown.insert("saved".into(), saved.collect::<Map<String, Value>>().into());
    }
    shown.insert("screenshots".into(), screenshots.into());
    if !old.is_empty() {
        shown.insert("earlier".into(), summary(old).into());
    }
    let subtasks = new.chunk_by(|one, next| one.subtask == next.subtask);
    shown.insert("trajectories".into(), subtasks.map(subtask_json).collect());
    Value::Object(shown).to_string()
}

/// One subtask with a line for each operation.
fn subtask_json(done: &[BlackboardOperation]) -> Value {
    let line = |it: &BlackboardOperation| {
        let (action, results) = (shortened(&it.action, RESULT), shortened(&it.results, RESULT));
        // The result of a read operation is the text, which does not name the effect.
        let effect = it.status.replace('_', " ");
        match results.starts_with(&effect) {
            true => format!("{} {action}: {results}", it.step),
            false => format!("{} {action}: {effect}: {results}", it.step),
        }
    };
    let subtask = done.first().map_or(String::new(), |it| shortened(&it.subtask, RESULT));
    json!({"Subtask": subtask, "Steps": done.iter().map(line).collect::<Vec<_>>()})
}

/// One line for each of the last subtasks, and one for all subtasks before them.
fn summary(done: &[BlackboardOperation]) -> Vec<Value> {
    let subtasks: Vec<&[BlackboardOperation]> =
        done.chunk_by(|one, next| one.subtask == next.subtask).collect();
    let old = subtasks.len().saturating_sub(SUBTASKS);
    let before: usize = subtasks[..old].iter().map(|it| it.len()).sum();
    let first = (old > 0).then(|| summary_line(&format!("{old} earlier ones"), &done[..before]));
    let last = subtasks[old..].iter().map(|it| summary_line(&it[0].subtask, it));
    first.into_iter().chain(last).flatten().collect()
}

/// How many operations a subtask had, and how many of them failed.
fn summary_line(subtask: &str, done: &[BlackboardOperation]) -> Option<Value> {
    let (first, last) = (done.first()?, done.last()?);
    let good = |it: &&BlackboardOperation| matches!(it.status.as_str(), "confirmed" | "unverified");
    let succeeded = done.iter().filter(good).count();
    let mut line = json!({
        "Subtask": shortened(subtask, RESULT),
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

    fn shown(board: &Blackboard) -> Value {
        serde_json::from_str(&blackboard(board, None).text).unwrap()
    }

    #[test]
    fn an_endless_blackboard_keeps_its_notes_and_its_latest_steps() {
        for (steps, note, listed) in [(5, 2, 5), (19, 2, 19), (20, 2, 10), (2_000, 2, 10), (2_000, 5_000, 10)]
        {
            let section = blackboard(&board(steps, note), None);
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
    fn what_the_memory_tells_is_left_out() {
        let mut board = board(3, 2);
        for (round, request) in [("request_0", "one"), ("request_1", "two")] {
            board.requests.insert(round.into(), request.into());
        }
        let shown: Value = serde_json::from_str(&blackboard(&board, Some(2)).text).unwrap();
        assert_eq!(shown["requests"], json!({"request_0": "one"}));
        assert_eq!(shown["trajectories"][0]["Steps"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn its_beginning_stays_the_same_for_ten_steps() {
        let shared = |steps: u32| {
            let text = |steps| blackboard(&board(steps, 2), None).text;
            let (one, next) = (text(steps), text(steps + 1));
            one.bytes().zip(next.bytes()).take_while(|(a, b)| a == b).count() as f64 / one.len() as f64
        };
        let kept = (20..29).filter(|steps| shared(*steps) > 0.95).count();
        assert_eq!(kept, 9, "it changes at every tenth step only");
    }
}
