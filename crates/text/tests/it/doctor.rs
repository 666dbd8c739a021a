//! The doctor on models: one that is down is an error of a deep check.

use deskpilot_testkit::command_line::{Workspace, transcript};

/// A model at an address where nothing listens.
const DOWN: &[&str] = &["--model", "openai-compatible/m", "--base-url", "http://127.0.0.1:1/v1"];

#[test]
fn a_deep_check_of_a_model_that_is_down_fails_and_does_not_say_that_it_works() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&[&["doctor", "--deep"][..], DOWN].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert!(all.contains("MISSING  model ") && all.contains("cannot be reached"), "{all}");
    assert!(all.contains("Deskpilot cannot work here without: model"), "{all}");
    assert!(!all.contains("can work here"), "{all}");
}

#[test]
fn without_a_deep_check_nobody_asks_the_model() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&[&["doctor"][..], DOWN].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(all.contains("`deskpilot doctor --deep` asks it a few questions"), "{all}");
}

#[test]
fn the_self_test_of_windows_says_elsewhere_that_there_is_nothing_to_try() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&["windows-selftest"]);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert!(all.contains("there is nothing to try on") && !all.contains("Self-test"), "{all}");
}
