//! The policy guide says what is true: every policy in it is read, and every ruling it shows is the one that is made.

use deskpilot_testkit::command_line::{
    Workspace,
    guide::{blocks, words},
    transcript,
};
use std::{fs, os::unix::fs::symlink};

const GUIDES: [&str; 2] =
    [include_str!("../../../../docs/policy.md"), include_str!("../../../../docs/other-agents.md")];

#[test]
fn every_example_is_ruled_as_the_guide_says() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut shown = 0;
    for (language, text) in GUIDES.into_iter().flat_map(blocks) {
        if language == "toml" {
            fs::write(workspace.path().join("policy.toml"), text).unwrap();
            continue;
        }
        assert_eq!(language, "console own");
        let mut lines = text.lines();
        while let (Some(command), Some(expected)) = (lines.next(), lines.next()) {
            let words = words(command.strip_prefix("$ deskpilot ").unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = workspace.run(&words);
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(printed.lines().next(), Some(expected), "{command}\n{}", transcript(&output));
            shown += 1;
        }
    }
    assert!(shown > 12, "the examples are found");
}

#[test]
fn keys_that_close_an_unsaved_window_are_checked_as_its_close() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (command, argument) in
        [("keyboard_input", "keys=Alt+F4"), ("keyboard_input", "keys=Ctrl+W"), ("close_window", "")]
    {
        for (title, expected) in [("*notes", "loses what is not saved"), ("notes", "closes a window")] {
            let mut words =
                vec!["policy", "check", "--command", command, "--application", "pad", "--window", title];
            if !argument.is_empty() {
                words.extend(["--argument", argument]);
            }
            let output = workspace.run(&words);
            let all = transcript(&output);
            assert_eq!(output.status.code(), Some(3), "{words:?}: {all}");
            assert!(all.contains(expected), "{words:?}: {all}");
        }
    }
}

#[test]
fn a_check_follows_links_as_a_run_does() {
    let workspace = Workspace::of(crate::PROGRAM);
    let at = |name: &str| workspace.path().join(name);
    fs::create_dir_all(at("Notes")).unwrap();
    fs::create_dir_all(at(".ssh")).unwrap();
    fs::write(at(".ssh/key"), "k").unwrap();
    fs::write(at("Notes/plain"), "n").unwrap();
    symlink("../.ssh", at("Notes/folder")).unwrap();
    symlink("../.ssh/key", at("Notes/file")).unwrap();
    symlink("../.ssh/new", at("Notes/dangling")).unwrap();
    let rule =
        "preset = \"bounded\"\n[[rule]]\nsay = \"allow\"\ncommand = \"AppsToOpen\"\npath = \"~/Notes/**\"\n";
    fs::write(at("policy.toml"), rule).unwrap();
    for (file, expected) in
        [("plain", "allowed"), ("file", "refused"), ("folder/key", "refused"), ("dangling", "refused")]
    {
        let file = format!("~/Notes/{file}");
        let output = workspace.run(&[
            "policy",
            "check",
            "--policy",
            "policy.toml",
            "--open",
            "gedit",
            "--file",
            &file,
        ]);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.starts_with(expected), "{file}: {}", transcript(&output));
    }
}

#[test]
fn a_policy_that_is_wrong_says_where_and_nothing_runs() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (text, expected) in [
        ("preset = \"asks\"\n", "policy.toml, line 1: unknown variant `asks`"),
        (
            "[[rule]]\nsay = \"allow\"\naplication = \"x\"\n",
            "policy.toml, line 3: unknown field `aplication`",
        ),
        ("[[rule]\n", "policy.toml, line 1: "),
        (
            "[[rule]]\nsay = \"allow\"\napplication = \"x\"\n[[rule]]\nsay = \"refuse\"\napplication = \"x\"\n",
            "policy.toml: the rules \"rule 1\" and \"rule 2\" match the same actions and contradict each other",
        ),
    ] {
        fs::write(workspace.path().join("policy.toml"), text).unwrap();
        let output = workspace.run(&["run", "Open galculator.", "--policy", "policy.toml"]);
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(printed.contains(expected), "{printed}");
        assert!(!workspace.path().join("logs").exists(), "nothing was begun");
    }
}

#[test]
fn the_folder_one_is_in_does_not_decide_what_may_be_done() {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::write(workspace.path().join("deskpilot.toml"), "[policy]\npreset = \"unrestricted\"\n").unwrap();
    let output = workspace.run(&["run", "Open galculator."]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    assert!(
        transcript(&output).contains("policy.preset is not taken from the folder"),
        "{}",
        transcript(&output)
    );
}
