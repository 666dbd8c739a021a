//! Grounding without weights or an address.

use deskpilot_testkit::command_line::{Workspace, transcript};

#[test]
fn without_weights_or_an_address_the_error_says_what_to_do() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (words, expected) in [
        (&["observe", "--grounding", "ocr"] as &[_], "fetch it with `deskpilot grounding fetch`"),
        (&["observe", "--grounding", "service"], "set grounding.url to its address"),
        (&["observe", "--grounding", "eyes"], "must be one of none, ocr, service"),
        (&["grounding", "add", "nothing.whl"], "nothing.whl cannot be used"),
    ] {
        let output = workspace.run(words);
        let printed = transcript(&output);
        assert!(printed.contains(expected), "{printed}");
    }
}
