//! Where real applications save what has no folder.

use deskpilot_testkit::{command_line::transcript, tried};
use std::fs;

#[test]
fn a_home_that_was_given_gets_what_is_saved_without_a_folder() {
    let workspace = crate::workspace();
    let request = "Open mousepad. Type \"kept\". Save it as a.txt.";
    let output = workspace.run(&["run", request, "--task", "t", "--home", "mine"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let saved = fs::read_to_string(workspace.path().join("mine/a.txt")).unwrap();
    assert_eq!(saved.trim(), "kept");
    assert!(!workspace.log("t").join("home").exists());
    assert!(workspace.path().join("mine/.config").is_dir(), "settings and logins last too");
}

#[test]
fn what_is_saved_without_a_folder_goes_to_the_folder_that_was_given() {
    let workspace = crate::workspace();
    let cases = [
        ("mousepad", "a.txt"),
        ("gedit", "b.txt"),
        ("gnome-text-editor", "c.txt"),
        ("featherpad", "d.txt"),
        ("LibreOffice Writer", "e.odt"),
        // It asks about the format.
        ("LibreOffice Writer", "f.txt"),
    ];
    // One of those that ask. The home that was given is for the dialog of GTK 3, and an editor of the suite for that of GTK 4.
    for (application, file) in tried(&cases, |it| it.1 == "f.txt") {
        let request = format!("Open {application}. Type \"kept\". Save it as {file}.");
        let output = workspace.run(&["run", &request, "--task", file, "--out", "made/here"]);
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{all}");
        let saved = workspace.path().canonicalize().unwrap().join("made/here").join(file);
        assert!(saved.metadata().is_ok_and(|it| it.len() > 0), "{all}");
        assert!(all.contains(&format!("files: {}\n", saved.display())), "{all}");
    }
    let output = workspace.run(&["batch", "tasks", "--out", "made"]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    assert!(transcript(&output).contains("leave --out out"), "{}", transcript(&output));
}
