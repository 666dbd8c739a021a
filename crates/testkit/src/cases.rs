//! The cases of a test that a run tries: some of each kind in a usual run, all of them in `cargo xtask soak`.

use std::{
    env,
    fmt::Debug,
    io::{self, Write},
};

/// The variable that is `all` where every case is tried.
const VARIABLE: &str = "DESKPILOT_TEST_CASES";

/// Whether this run tries every case: `DESKPILOT_TEST_CASES` is `all`.
#[must_use]
pub fn tries_all() -> bool {
    env::var(VARIABLE).is_ok_and(|it| it == "all")
}

/// Whether this run also tries a case that a usual run leaves out: a test of its own, or a part of one. What is left out is printed,
/// for the end of `cargo xtask test`.
#[must_use]
pub fn tries_also(case: &str) -> bool {
    let is_tried = tries_all();
    if !is_tried {
        print_left_out(case);
    }
    is_tried
}

/// Those of a test's cases that this run tries, in their order: the usual ones, or all where `DESKPILOT_TEST_CASES` is `all`. What is
/// left out is printed, for the end of `cargo xtask test`.
///
/// # Panics
/// No case is a usual one.
pub fn tried<T: Clone + Debug>(all: &[T], is_usual: impl Fn(&T) -> bool) -> Vec<T> {
    if tries_all() {
        return all.to_vec();
    }
    let (usual, left_out): (Vec<T>, Vec<T>) = all.iter().cloned().partition(is_usual);
    assert!(!usual.is_empty(), "none of {all:?} is tried");
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(|it| format!("{it:?}")).collect();
        print_left_out(&names.join(", ").replace('"', ""));
    }
    usual
}

/// Says that a test that passes checks nothing here, and why.
pub fn print_skipped(why: &str) {
    print_past_capture(&format!("SKIPPED, nothing is checked: {why}\n"));
}

fn print_left_out(cases: &str) {
    print_past_capture(&format!("left out: {cases}\n"));
}

/// Of a test that passes, only what goes past its capture is shown. An output that is closed shows nothing of it.
fn print_past_capture(line: &str) {
    drop(io::stdout().write_all(line.as_bytes()));
}
