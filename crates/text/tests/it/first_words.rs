//! What somebody types first: nothing, a request without a command, a mistyped word, a question to the manual.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;

fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> (String, String) {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_alone_says_what_it_is_and_what_to_type_first() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (out, errors) = command_output(&workspace, &[], 0);
    assert!(out.starts_with("Deskpilot carries out on the desktop") && errors.is_empty(), "{out}{errors}");
    for command in ["demo", "doctor", "run", "watch"] {
        let lines = out.lines().filter(|it| it.starts_with(&format!("  deskpilot {command} ")));
        assert_eq!(lines.count(), 1, "{command}: {out}");
    }
}

#[test]
fn quiet_prints_one_line_the_result() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (out, errors) = command_output(&workspace, &["run", "-q", "Open galculator."], 0);
    assert_eq!((out.as_str(), errors.as_str()), ("Finished.\n", ""));
    let (out, _) = command_output(&workspace, &["run", "-q", "Open galculator. Click \"nowhere\"."], 1);
    assert!(out.starts_with("Failed: ") && out.lines().count() == 1, "{out}");
    let (out, _) = command_output(&workspace, &["demo", "-q"], 0);
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[test]
fn words_without_a_command_are_a_request() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (task, words, request) in [
        ("quoted", &["open galculator", "-q"][..], "open galculator"),
        ("words", &["open", "galculator", "-q"], "open galculator"),
        ("after-run", &["run", "open", "galculator", "-q"], "open galculator"),
        ("german", &["öffne", "den", "Taschenrechner", "-q"], "öffne den Taschenrechner"),
        ("french", &["ouvre", "la", "calculatrice", "-q"], "ouvre la calculatrice"),
    ] {
        let (out, _) = command_output(&workspace, &[words, &["--task", task]].concat(), 0);
        assert_eq!(out, "Finished.\n", "{words:?}");
        let (shown, _) = command_output(&workspace, &["log", task], 0);
        assert!(shown.contains(&format!("{request}\n")), "{shown}");
    }
}

#[test]
fn what_is_mistyped_is_asked_about_and_nothing_is_done() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (words, expected) in [
        (&["rnu", "open galculator"][..], "did you mean `deskpilot run`?"),
        (&["calculator"], "`deskpilot run calculator`"),
        (&["kill", "sum"], "did you mean `deskpilot stop`?"),
        (&["status"], "did you mean `deskpilot log`?"),
        (&["hilfe"], "did you mean `deskpilot --help`?"),
        (&["reprendre"], "did you mean `deskpilot resume`?"),
        (&["run", "open galculator", "--policy", "aks"], "did you mean ask?"),
        (&["policy", "show", "--policy", "unrestrictde"], "did you mean unrestricted?"),
        (&["manual", "tutoral"], "did you mean `deskpilot manual tutorial`?"),
        (&["stop", "the", "music"], "put the request in quotation marks"),
        (&["run", "open galculator", "--polcy", "ask"], "'--policy'"),
    ] {
        let (_, errors) = command_output(&workspace, words, 2);
        assert!(errors.contains(expected), "{words:?}: {errors}");
        // What to type is said; how everything else is used would only hide it.
        assert!(!errors.contains("Usage:") && !errors.contains("--help'"), "{words:?}: {errors}");
    }
    let (_, errors) = command_output(&workspace, &["log", "rm"], 2);
    assert!(errors.contains("Usage:"), "{errors}");
    assert!(!workspace.path().join("logs").exists());
}

#[test]
fn the_manual_lists_its_pages_prints_them_and_finds_words_in_them() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (list, _) = command_output(&workspace, &["manual", "--json"], 0);
    let pages: Value = serde_json::from_str(&list).unwrap();
    for page in pages.as_array().unwrap() {
        let name = page["page"].as_str().unwrap();
        let (text, _) = command_output(&workspace, &["manual", name], 0);
        assert!(text.starts_with("# "), "{name}");
        // How tests run the command lines is not for readers.
        assert!(!text.contains("```sh ") && !text.contains("```console "), "{name}");
    }
    let (found, _) = command_output(&workspace, &["manual", "--search", "KEYRING", "key"], 0);
    assert!(found.contains("deskpilot manual "), "{found}");
    let (found, _) = command_output(&workspace, &["manual", "--search", "set_cells", "--json"], 0);
    let found: Value = serde_json::from_str(&found).unwrap();
    let mut commands = found.as_array().unwrap().iter().map(|it| it["command"].as_str().unwrap());
    assert!(commands.any(|it| it == "deskpilot commands calc"), "{found}");
    let (found, _) = command_output(&workspace, &["manual", "--search", "frobnicate"], 0);
    assert_eq!(found, "no section of the manual has all of these words: frobnicate\n");
}
