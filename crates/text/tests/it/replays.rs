//! A replay begins with the files with which the recorded task began, in a home of its own.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::fs;

fn run(workspace: &Workspace, words: &[&str]) -> String {
    let output = workspace.run(words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {all}");
    all
}

#[test]
fn a_file_of_the_home_is_there_again_whatever_became_of_it() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("ada/letter.txt", "Dear Ada");
    let request = "Open letter.txt in the text editor";
    run(&workspace, &["run", request, "--task", "letter", "--home", "ada", "--policy", "unrestricted"]);
    workspace.put("ada/letter.txt", "something else");
    let all = run(&workspace, &["replay", "letter", "--task", "again", "--policy", "unrestricted"]);
    assert!(all.contains("letter.txt is put back as the task found it"), "{all}");
    let restored = workspace.log("again").join("home/letter.txt");
    assert_eq!(fs::read_to_string(restored).unwrap(), "Dear Ada");
    assert_eq!(fs::read_to_string(workspace.path().join("ada/letter.txt")).unwrap(), "something else");
    assert_eq!(workspace.operations("again").len(), workspace.operations("letter").len());
}

#[test]
fn a_file_from_elsewhere_is_replayed_on_a_copy_and_its_path_follows() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("docs/letter.txt", "Dear Ada");
    let file = workspace.path().canonicalize().unwrap().join("docs/letter.txt");
    let request = format!("Open {} in the text editor", file.display());
    run(&workspace, &["run", &request, "--task", "letter", "--policy", "unrestricted"]);
    fs::remove_file(&file).unwrap();
    run(&workspace, &["replay", "letter", "--task", "again", "--policy", "unrestricted"]);
    assert!(!file.exists(), "the replay stays in its own home");
    let copy = workspace.log("again").canonicalize().unwrap().join("home/letter.txt");
    assert_eq!(fs::read_to_string(&copy).unwrap(), "Dear Ada");
    let operations = workspace.operations("again");
    assert!(operations[0].contains(&copy.display().to_string()), "{operations:?}");
}

#[test]
fn a_file_with_a_secret_that_nobody_typed_is_in_no_log_and_said_to_be_left_out() {
    const SECRET: &str = "Opensesame-Quartz";
    for (text, variables, names, expected) in [
        (SECRET, &[("DESKPILOT_SECRET_MAIL", SECRET)][..], "", "a secret is in it"),
        ("Dear Ada", &[("DESKPILOT_SECRET_MAIL", SECRET)], "", "letter.txt is put back as the task found it"),
        (
            SECRET,
            &[("KEYRING", "there")],
            "mail\n",
            "a secret that the keyring does not show now may be in it",
        ),
    ] {
        let workspace = Workspace::of(crate::PROGRAM);
        workspace.put("ada/letter.txt", &format!("It is {text}."));
        workspace.put(".local/share/deskpilot/secret-names", names);
        let words = ["run", "Open letter.txt in the text editor", "--task", "letter", "--home", "ada"];
        let mut command = workspace.command(&[&words[..], &["--policy", "unrestricted"]].concat());
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
        let blobs = fs::read_dir(workspace.log("letter").join("blobs")).into_iter().flatten().flatten();
        let files = blobs.flat_map(|it| fs::read_dir(it.path()).unwrap().flatten());
        let kept = files.filter(|it| it.path().extension().is_some_and(|it| it == "bin")).count();
        assert_eq!(kept, usize::from(text != SECRET), "{expected}");
        // Where the file is missing, the replay leaves the recording.
        let again = workspace.run(&["replay", "letter", "--task", "again", "--policy", "unrestricted"]);
        assert!(transcript(&again).contains(expected), "{}", transcript(&again));
    }
}
