//! Tests that stored logs replay forever: these files are never rewritten. Where the format of today has none, `UPDATE_EXPECT=1` stores one.

use crate::sample;
use deskpilot_core::{
    Event, Projection, ReasonCode,
    fold::{Ledger, transcript_line},
};
use deskpilot_log::{ChainState, FORMAT, FileLog, audit, read};
use expect_test::{ExpectFile, expect_file};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

#[test]
fn a_log_of_format_1_replays() {
    replays("format-1", &expect_file!["../fixtures/format-1/transcript.txt"]);
}

#[test]
fn a_log_of_format_2_replays_and_its_chain_is_whole() {
    replays("format-2", &expect_file!["../fixtures/format-2/transcript.txt"]);
    let chain = audit(&fixtures(), "format-2", None).unwrap().chain;
    let head = "07bee00c1e42ebce10cddf8d86f2e1949480e1b1f7c68dd5283aaf7bcff7883a".to_owned();
    assert_eq!(chain, ChainState::Intact { head, entries: 98, unchained: 0, since: None });
}

#[test]
fn logs_of_every_later_format_up_to_that_of_today_replay_and_their_chains_are_whole() {
    if env::var_os("UPDATE_EXPECT").is_some() {
        store_log_of_today();
    }
    for format in 3..=FORMAT {
        let name = format!("format-{format}");
        let log = fixtures().join(&name).join("events.jsonl");
        assert!(
            log.is_file(),
            "no log of format {format} is stored: UPDATE_EXPECT=1 cargo test -p deskpilot-log --test it fixture::"
        );
        let first = fs::read_to_string(&log).unwrap();
        assert!(first.lines().next().unwrap().contains(&format!("\"format\":{format},")), "{name}");
        replays(&name, &expect_file![format!("../fixtures/{name}/transcript.txt")]);
        let chain = audit(&fixtures(), &name, None).unwrap().chain;
        assert!(
            matches!(chain, ChainState::Intact { entries: 98, unchained: 0, since: None, .. }),
            "{name}: {chain:?}"
        );
    }
}

/// Stores a session of today as the log of its format, unless there is one.
fn store_log_of_today() {
    let name = format!("format-{FORMAT}");
    let log = fixtures().join(&name).join("events.jsonl");
    if log.exists() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    sample::play(&mut FileLog::create(root.path(), &name).unwrap());
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    fs::copy(root.path().join(&name).join("events.jsonl"), &log).unwrap();
}

#[test]
fn a_log_of_format_2_that_has_codes_replays_with_them() {
    let entries = read(&fixtures(), "format-2-codes").unwrap();
    let transcript: String = entries.iter().filter_map(transcript_line).map(|line| line + "\n").collect();
    expect_file!["../fixtures/format-2-codes/transcript.txt"].assert_eq(&transcript);
    let codes: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Acted { outcome, .. } => outcome.effect.code(),
            Event::SubtaskEnded { outcome, .. } => outcome.code(),
            _ => None,
        })
        .collect();
    assert_eq!(
        codes,
        [
            ReasonCode::AlreadySo,
            ReasonCode::Obscured,
            ReasonCode::NotDone,
            ReasonCode::NotShown,
            ReasonCode::Same,
            ReasonCode::WindowGone
        ]
    );
    assert!(matches!(
        audit(&fixtures(), "format-2-codes", None).unwrap().chain,
        ChainState::Intact { unchained: 0, since: None, .. }
    ));
}

fn replays(format: &str, expected: &ExpectFile) {
    let entries = read(&fixtures(), format).unwrap();
    let transcript: String = entries.iter().filter_map(transcript_line).map(|line| line + "\n").collect();
    expected.assert_eq(&transcript);
    let ledger = Ledger::of(&entries);
    assert_eq!(ledger.round.number, 1);
    assert_eq!(ledger.round.request, "print it");
    assert_eq!(ledger.steps.last_action.0, 5);
    assert_eq!((ledger.cost.calls, ledger.cost.unpriced), (9, 1));
    assert!((ledger.cost.dollars - 0.36).abs() < 1e-9, "{}", ledger.cost.dollars);
    assert_eq!(ledger.blackboard.notes["result"], "42");
    assert_eq!(ledger.blackboard.questions[0].answer, "answer.txt");
    assert!(ledger.steps.closed);
}
