//! The figures of a dataset.

use crate::results::{RunResults, Task, click_bold, select_all, type_text};
use deskpilot_dataset::{CountsOfFunction, HeldOutFraction, Selection, Split, Statistics, Verdict};
use expect_test::expect_file;
use std::{collections::BTreeSet, fs};

fn statistics() -> Statistics {
    let results = RunResults::of(&[
        Task::new("w1", "Make all words of the poem bold"),
        Task::new("w2", "Make all words of the poem bold!"),
        Task { actions: vec![select_all(), click_bold(), type_text("x")], ..Task::new("w3", "Write x") },
        Task { complete: "no", ..Task::new("w4", "Center the text") },
        Task::new("w5", "Lose the log"),
    ]);
    fs::remove_dir_all(results.log("w5")).unwrap();
    let (dataset, left_out) = results.read();
    let none = HeldOutFraction::new(0.0).unwrap();
    Statistics::of(&Selection::of(&dataset, &BTreeSet::from([Verdict::Pass]), none), &left_out)
}

#[test]
fn what_is_exported_is_counted_and_what_is_not_too() {
    let it = statistics();
    assert_eq!((it.tasks, it.steps), (2, 7));
    assert_eq!(it.empty_splits, [Split::Test]);
    assert_eq!((it.steps_per_task.min, it.steps_per_task.median, it.steps_per_task.max), (3.0, 3.5, 4.0));
    assert_eq!(it.functions["click_input"], CountsOfFunction { steps: 2, succeeded: 2, failed: 0 });
    assert_eq!(it.functions["finish"], CountsOfFunction { steps: 2, succeeded: 0, failed: 0 });
    assert_eq!((it.duplicates.len(), it.other_verdicts, it.left_out.len()), (1, 1, 1));
    assert_eq!((it.total_seconds, it.model_calls), (24.0, 0));
}

#[test]
fn the_page_and_the_json_are_as_stored() {
    expect_file!["../golden/STATISTICS.md"].assert_eq(&statistics().page());
    expect_file!["../golden/statistics.json"].assert_eq(&statistics().json());
}
