//! Requests that a person types, edits and undoes in a real application.

use deskpilot_core::Event;
use deskpilot_testkit::command_line::{Terminal, Workspace};
use std::fs;

#[test]
fn requests_are_edited_come_back_with_the_arrow_and_are_undone() {
    let workspace = Workspace::of(crate::PROGRAM);
    let variables = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    let mut terminal = Terminal::with(&workspace, &["run", "--task", "t"], &variables);
    terminal.shows(1, "What do you want done?");
    // Ctrl+A goes to the beginning of the line, Ctrl+E to its end.
    terminal.types("mousepad. Type \"one \"\u{1}Open \u{5}.\n");
    terminal.shows(1, "What next?");
    terminal.types("Type \"two \".\n");
    terminal.shows(2, "What next?");
    terminal.types("\u{1b}[A\n");
    terminal.shows(3, "What next?");
    terminal.types("/undo\n");
    terminal.shows(4, "What next?");
    terminal.types("Save it as undone.txt.\n");
    terminal.shows(5, "What next?");
    // Ctrl-C where nothing runs ends the session, and the terminal works as before.
    terminal.types("\u{3}");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(130), "{screen}");
    let requests: Vec<String> = workspace
        .entries("t")
        .into_iter()
        .filter_map(|it| match it.event {
            Event::RoundStarted { request, .. } => Some(request),
            _ => None,
        })
        .collect();
    assert_eq!(
        requests,
        [
            "Open mousepad. Type \"one \".",
            "Type \"two \".",
            "Type \"two \".",
            "Undo the last change.",
            "Save it as undone.txt."
        ],
        "{screen}"
    );
    let saved = fs::read_to_string(workspace.path().join("undone.txt")).unwrap();
    assert!(saved.starts_with("one two") && saved.len() < "one two two ".len(), "{saved:?}");
    let kept = fs::read_to_string(workspace.path().join(".local/share/deskpilot/requests.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 4, "{kept}");
}
