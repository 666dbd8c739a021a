//! Windows that were asked to close.

use super::*;

#[test]
fn only_a_window_that_closes_or_asks_confirms_that_it_was_asked_to_close() {
    let main: &[(u64, &str)] = &[(1, "Main")];
    let text = |value: &str| Control { role: Role::Text, ..control("Status", value, &[]) };
    let question = Control { role: Role::Dialog, ..control("Save changes?", "", &[State::Modal]) };
    let before = snapshot(main, vec![text("1 new")]);
    for (windows, controls, expected) in [
        (&[][..], vec![], "confirmed: window \"Main\" closed"),
        (&[(1, "Main"), (2, "Save?")], vec![text("1 new")], "confirmed: window \"Save?\" opened"),
        (
            main,
            vec![text("1 new"), question],
            "confirmed: controls: 1 added, 0 removed, 0 changed: new Dialog \"Save changes?\"",
        ),
        (
            main,
            vec![text("2 new")],
            "unverified: value of Text \"Status\" \"1 new\" -> \"2 new\", and the window is still open",
        ),
        (
            &[(1, "Main (not responding)")],
            vec![text("1 new")],
            "unverified: window \"Main\" is now \"Main (not responding)\", and the window is still open",
        ),
        (main, vec![text("1 new")], "no change: all controls are as they were"),
    ] {
        let effect = seen(&before, &snapshot(windows, controls), None, &Proof::Closed);
        assert_eq!(effect.to_string(), expected);
    }
}
