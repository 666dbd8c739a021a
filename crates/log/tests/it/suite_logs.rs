//! Tests that logs of every suite task, written by an earlier version, fold to the same state as in that
//! version.
//!
//! `fixtures/suite/logs.zip` holds the logs, and `folds.txt` the state that the writing version folded from
//! each. Neither is ever rewritten: outcomes are compared as data, which the log of today may spell in another way.

use deskpilot_core::{
    Outcome, Projection,
    fold::{Ledger, transcript_line},
};
use deskpilot_log::read;
use std::{
    fmt::Write as _,
    fs::{self, File},
    path::{Path, PathBuf},
};
use zip::ZipArchive;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite")
}

#[test]
fn logs_of_the_suite_fold_to_what_they_folded_to_when_they_were_written() {
    let root = tempfile::tempdir().unwrap();
    ZipArchive::new(File::open(fixtures().join("logs.zip")).unwrap()).unwrap().extract(root.path()).unwrap();
    let expected = fs::read_to_string(fixtures().join("folds.txt")).unwrap();
    let expected: Vec<&str> = expected.split("== ").filter(|it| !it.is_empty()).collect();
    assert_eq!(expected.len(), 26);
    for expected in expected {
        let (task, expected) = expected.split_once('\n').unwrap();
        let folded = folded(root.path(), task);
        for (folded, expected) in folded.lines().zip(expected.lines()) {
            match expected.strip_prefix("did: ").and_then(|it| it.split_once(" => {")) {
                Some((operation, outcome)) => {
                    let outcome: Outcome = serde_json::from_str(&format!("{{{outcome}")).unwrap();
                    let outcome = serde_json::to_value(&outcome).unwrap();
                    assert_eq!(folded, format!("did: {operation} => {outcome}"), "{task}");
                }
                None => assert_eq!(folded, in_words_of_today(expected), "{task}"),
            }
        }
        assert_eq!(folded.lines().count(), expected.lines().count(), "{task}");
    }
}

/// The line of a transcript. Some sentences about a window that opened lacked the word `window`, and what was read stood there
/// twice.
fn in_words_of_today(line: &str) -> String {
    let reading = line.strip_prefix("  confirmed: value nothing -> ").and_then(|it| it.split_once(": "));
    if let Some((_, read)) = reading {
        return format!("  confirmed: read {read}");
    }
    match line.strip_prefix("  confirmed: \"") {
        Some(rest) if rest.ends_with("\" opened") => format!("  confirmed: window \"{rest}"),
        _ => line.to_owned(),
    }
}

/// State, subtasks, notes, cost, operations with outcomes, and the transcript.
fn folded(root: &Path, task: &str) -> String {
    let entries = read(root, task).unwrap();
    let ledger = Ledger::of(&entries);
    let json = |value: &serde_json::Value| value.to_string();
    let mut text = String::new();
    writeln!(text, "state: {}", json(&serde_json::to_value(&ledger.round.state).unwrap())).unwrap();
    for it in &ledger.round.subtasks {
        let (application, what) = (&it.application, &it.subtask.text);
        writeln!(text, "subtask in {application}: {what} (finished: {})", it.is_finished()).unwrap();
    }
    writeln!(text, "notes: {}", json(&serde_json::to_value(&ledger.blackboard.notes).unwrap())).unwrap();
    writeln!(text, "cost: {} calls, {} unpriced", ledger.cost.calls, ledger.cost.unpriced).unwrap();
    writeln!(text, "steps: {} actions", ledger.steps.last_action.0).unwrap();
    for it in &ledger.evaluation.operations {
        let outcome = json(&serde_json::to_value(&it.outcome).unwrap());
        writeln!(text, "did: {} => {outcome}", it.operation).unwrap();
    }
    for line in entries.iter().filter_map(transcript_line) {
        writeln!(text, "{line}").unwrap();
    }
    text
}
