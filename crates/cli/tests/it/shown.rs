//! A run with an approval on real applications, as its terminal shows it.

use deskpilot_testkit::command_line::{Terminal, Workspace, transcript};
use std::{fs, path::Path};

#[test]
fn a_run_with_an_approval_is_recorded() {
    let workspace = Workspace::of(crate::PROGRAM);
    let letter = workspace.path().join("letter.txt");
    let request = "Open mousepad. Type \"Dear Ada\". Save it as letter.txt. Close the window.";
    let variables = [("LANG", "C.UTF-8")];
    let mut terminal = Terminal::wide(&workspace, &["run", request, "--task", "letter"], &variables, 100);
    terminal.shows(1, "Do it? ");
    terminal.types("y\n");
    let (code, recording) = terminal.recorded();
    let log_page = || transcript(&workspace.run(&["log", "letter"]));
    assert_eq!(code, Some(0), "{:#?}\n{}", recording.lines(), log_page());
    assert_eq!(fs::read_to_string(letter).unwrap().trim(), "Dear Ada");
    assert!(recording.text().contains("What is saved without a folder goes to "), "{}", recording.text());
    let cast = recording.asciicast();
    let home = workspace.path().canonicalize().unwrap().display().to_string();
    let cast = cast.replace(&home, "/home/ada").replace(&workspace.path().display().to_string(), "/home/ada");
    let lines: Vec<serde_json::Value> = cast.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!((&lines[0]["version"], &lines[0]["width"]), (&2.into(), &100.into()));
    assert!(lines[1..].is_sorted_by(|a, b| a[0].as_f64() <= b[0].as_f64()));
    assert!(cast.contains("needs approval") && cast.contains("Finished: saved as"), "{cast}");
    // `cargo xtask pictures` draws it.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("approval.cast"), cast).unwrap();
}
