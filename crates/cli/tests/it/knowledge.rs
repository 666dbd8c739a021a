//! Knowledge: documents are added, listed, searched and removed, by words and by meaning.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::{fs, path::PathBuf};

/// The weights that `cargo xtask setup` fetched.
fn weights() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/weights")
}

/// A workspace with a folder of help.
fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    let help = workspace.path().join("help/calculator");
    fs::create_dir_all(&help).unwrap();
    fs::write(help.join("keys.md"), "# Multiplying\nPress * between two numbers to multiply them.").unwrap();
    fs::write(help.join("modes.md"), "# Programming mode\nShows numbers in binary and hexadecimal.").unwrap();
    fs::write(workspace.path().join("help/saving.txt"), "Press Ctrl+S to keep a document.").unwrap();
    workspace
}

fn json(workspace: &Workspace, words: &[&str]) -> Value {
    let output = workspace.run(&[&["knowledge"], words, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", transcript(&output)))
}

#[test]
fn documents_are_added_found_and_removed() {
    let workspace = workspace();
    assert_eq!(json(&workspace, &["list"]).as_array().map(Vec::len), Some(0));
    let added = json(&workspace, &["add", "help"]);
    assert_eq!((&added["stored"], &added["failures"]), (&3.into(), &Value::Array(Vec::new())), "{added}");
    let why = added["words_only"].as_str().unwrap();
    assert!(why.contains("fetch it with `deskpilot knowledge model fetch`"), "{why}");
    assert_eq!(json(&workspace, &["add", "help"])["unchanged"], 3);

    let found = json(&workspace, &["search", "multiply numbers", "--app", "gnome-calculator"]);
    let first = &found["hits"][0];
    assert_eq!((&first["title"], &first["rank_by_words"]), (&"Multiplying".into(), &1.into()), "{found}");
    assert!(first["place"].as_str().unwrap().ends_with("help/calculator/keys.md"), "{first}");
    assert!(first["rank_by_meaning"].is_null() && first["age_seconds"].is_number(), "{first}");
    let elsewhere = json(&workspace, &["search", "multiply numbers", "--app", "gedit"]);
    assert_eq!(elsewhere["hits"].as_array().map(Vec::len), Some(0));

    let doctor = transcript(&workspace.run(&["doctor"]));
    assert!(doctor.contains("; 3 passages of the index are found by their words alone"), "{doctor}");
    let page = transcript(&workspace.run(&["knowledge", "search", "multiply"]));
    assert!(
        page.contains("words 1, meaning -; help, calculator") && page.contains("by words alone"),
        "{page}"
    );
    let list = transcript(&workspace.run(&["knowledge", "list"]));
    assert!(list.contains("calculator") && list.contains("all"), "{list}");
    assert_eq!(json(&workspace, &["remove", "--app", "calculator"])["removed"], 2);
    assert_eq!(json(&workspace, &["remove", "help"])["removed"], 1);
    assert_eq!(workspace.run(&["knowledge", "remove", "help"]).status.code(), Some(1));
}

#[test]
fn with_the_model_a_question_in_other_words_finds_its_help() {
    let workspace = workspace();
    let installed = workspace.run(&["knowledge", "model", "add", weights().to_str().unwrap()]);
    assert_eq!(installed.status.code(), Some(0), "run `cargo xtask setup` first: {}", transcript(&installed));
    let added = json(&workspace, &["add", "help"]);
    assert!(added["words_only"].is_null(), "{added}");
    assert_eq!(json(&workspace, &["embed"])["with_vector"], 3);
    let found = json(&workspace, &["search", "what is the product of 6 and 7?"]);
    let first = &found["hits"][0];
    assert_eq!((&first["title"], &first["rank_by_meaning"]), (&"Multiplying".into(), &1.into()), "{found}");
    assert!(first["rank_by_words"].is_null() && found["words_only"].is_null(), "{found}");
    let doctor = transcript(&workspace.run(&["doctor"]));
    let has_all =
        |it: &str| it.starts_with("ok") && it.contains("embedding model") && !it.contains("words alone");
    assert!(doctor.lines().any(has_all), "{doctor}");
}

#[test]
fn what_is_left_out_is_named_and_makes_the_command_fail_unless_it_may_be() {
    let workspace = workspace();
    fs::write(workspace.path().join("help/calculator/manual.chm"), "ITSF").unwrap();
    fs::write(workspace.path().join("help/calculator/book.epub"), "no book").unwrap();
    for (flag, code) in [("--json", 1), ("--skip-unreadable", 0)] {
        let output = workspace.run(&["knowledge", "add", "help", flag]);
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(code), "{printed}");
        assert!(printed.contains("manual.chm is left out: it is Compiled HTML Help (CHM)"), "{printed}");
        assert!(printed.contains("book.epub: it is not an electronic book (EPUB)"), "{printed}");
    }
    let found = json(&workspace, &["search", "multiply numbers"]);
    assert_eq!(found["hits"][0]["title"], "Multiplying", "the others are in the index");
}

#[test]
fn bad_input_is_reported_with_what_to_do() {
    let workspace = workspace();
    fs::write(workspace.path().join("no.db"), "no index ".repeat(1000)).unwrap();
    fs::create_dir_all(workspace.path().join("deep/1/2/3/4/5/6/7/8/9")).unwrap();
    for (words, code, expected) in [
        (&["knowledge", "add"] as &[_], 2, "<PATHS>"),
        (&["knowledge", "add", "nothing"], 2, "nothing cannot be read"),
        (&["knowledge", "add", "deep"], 1, "folders deep"),
        (&["knowledge", "remove"], 2, "--app"),
        (&["knowledge", "search", "anything"], 1, "`deskpilot knowledge list` shows what is in the index"),
        (&["knowledge", "list"], 0, "`deskpilot knowledge add PATH` puts documents into it"),
        (&["knowledge", "model", "add", "nothing.whl"], 1, "nothing.whl cannot be used"),
    ] {
        let output = workspace.run(words);
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(code), "{printed}");
        assert!(printed.contains(expected), "{printed}");
    }
    assert!(!workspace.path().join(".local/share/deskpilot/knowledge").exists(), "looking creates nothing");
    let mut command = workspace.command(&["knowledge", "list"]);
    let output = command.env("DESKPILOT_KNOWLEDGE_INDEX", workspace.path().join("no.db")).output().unwrap();
    assert!(transcript(&output).contains("no.db is not an index of knowledge"), "{}", transcript(&output));
}

#[test]
fn the_help_that_the_system_has_is_found_by_itself() {
    let workspace = Workspace::of(crate::PROGRAM);
    let added = json(&workspace, &["add", "--installed", "galculator"]);
    assert_eq!(
        (added["stored"].as_u64().unwrap() > 0, &added["failures"]),
        (true, &Value::Array(Vec::new())),
        "{added}"
    );
    let found = json(&workspace, &["search", "which mode shows hexadecimal numbers", "--app", "galculator"]);
    let place = found["hits"][0]["place"].as_str().unwrap_or_else(|| panic!("{found}"));
    assert!(place.contains("galculator"), "{found}");
    for names in [&["no-such-program"][..], &["galculator", "no-such-program"]] {
        let none = workspace.run(&[&["knowledge", "add", "--installed"], names].concat());
        let printed = transcript(&none);
        assert_eq!(none.status.code(), Some(2), "{printed}");
        assert!(printed.contains("the system has no help of no-such-program:"), "{printed}");
    }
    assert_eq!(json(&workspace, &["remove", "--app", "galculator"])["removed"], added["stored"]);
}
