//! Stored logs must replay for ever: these files are never written again.

use deskpilot_core::{
    Projection,
    fold::{Ledger, line},
};
use deskpilot_log::read;
use expect_test::expect_file;
use std::path::Path;

#[test]
fn a_log_of_format_1_replays() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = read(&fixtures, "format-1").unwrap();
    let transcript: String = entries.iter().filter_map(line).map(|line| line + "\n").collect();
    expect_file!["../fixtures/format-1/transcript.txt"].assert_eq(&transcript);
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
