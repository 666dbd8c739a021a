//! How a text looks, and what a tool bar shows of it.

use super::*;

#[test]
fn a_text_that_looks_different_is_reported_before_the_tool_bar_that_shows_it() {
    let bold = |states: &[State]| vec![control("Bold", "", states)];
    let format = |weight: &str| Some([("weight".to_owned(), weight.to_owned())].into_iter().collect());
    let caret = |at| Some(Caret { at, selected: (0, at) });
    let before = WindowSnapshot { caret: caret(4), format: format("400"), ..snapshot(&[], bold(&[])) };
    for (at, weight, states, expected) in [
        (4, "700", &[][..], "confirmed: the selected text looks different: weight: 400 -> 700"),
        (4, "700", &[State::Checked], "confirmed: the selected text looks different: weight: 400 -> 700"),
        // What looks different elsewhere was so before.
        (
            9,
            "700",
            &[State::Checked],
            "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Bold\": checked",
        ),
    ] {
        let after =
            WindowSnapshot { caret: caret(at), format: format(weight), ..snapshot(&[], bold(states)) };
        assert_eq!(seen(&before, &after, None, &keys()).to_string(), expected);
    }
}
