//! A task of a real application in one file: moved to another machine, read, continued and replayed.

use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, transcript};
use serde_json::Value;
use std::{
    fs,
    process::{Output, Stdio},
};

/// What the command prints, which must end with this exit code.
fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> String {
    ended(workspace.run(words), words, code)
}

/// The same with a language model.
fn asked(workspace: &Workspace, model: &SpokenServer, words: &[&str]) -> String {
    let mut command = workspace.command(words);
    command.envs(model.variables()).stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(finish(command.spawn().unwrap()), words, 0)
}

fn ended(output: Output, words: &[&str], code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
    String::from_utf8(if code == 0 { output.stdout } else { output.stderr }).unwrap()
}

#[test]
fn a_task_taken_elsewhere_in_one_file_is_the_same_task() {
    let (here, there) = (Workspace::of(crate::PROGRAM), Workspace::of(crate::PROGRAM));
    let model = SpokenServer::start();
    let ran = asked(&here, &model, &["run", "Open the calculator. Click \"5\".", "--task", "five"]);
    let head = ran.lines().find_map(|line| line.strip_prefix("audit: ")).unwrap();
    command_output(&here, &["session", "export", "five"], 0);
    let file = here.path().join("five.deskpilot.zip");
    let imported = command_output(
        &there,
        &["session", "import", file.to_str().unwrap(), "--task", "again", "--json"],
        0,
    );
    let imported: Value = serde_json::from_str(&imported).unwrap();
    assert_eq!((&imported["task"], &imported["missing"]), (&Value::from("again"), &Value::Array(Vec::new())));

    for export in ["events.jsonl", "response.log", "request.log", "output.md", "action_step0.png"] {
        let read = |workspace: &Workspace, task: &str| fs::read(workspace.log(task).join(export)).unwrap();
        assert!(read(&here, "five") == read(&there, "again"), "{export}");
    }
    assert_eq!(command_output(&here, &["log", "five"], 0), command_output(&there, &["log", "again"], 0));
    let audit: Value =
        serde_json::from_str(&command_output(&there, &["audit", "again", "--head", head, "--json"], 0))
            .unwrap();
    assert_eq!((&audit["chain"]["head"], &audit["chain"]["since"]), (&Value::from(head), &Value::from(0)));
    assert!(audit["blobs"]["checked"].as_u64() > Some(2), "{}", audit["blobs"]);
    let tokens = command_output(&there, &["log", "again", "--tokens"], 0);
    assert!(tokens.contains("control_information") && tokens.contains("the whole task"), "{tokens}");
    assert!(tokens.lines().all(|line| line.chars().count() <= 100), "{tokens}");
    let tokens: Value =
        serde_json::from_str(&command_output(&there, &["log", "again", "--tokens", "--json"], 0)).unwrap();
    assert!(tokens["total"]["parts"]["system"].as_u64() > Some(100), "{tokens:#}");

    let asked = command_output(&there, &["replay", "again", "--task", "replayed"], 3);
    assert!(asked.contains("nothing is done: replay again at a terminal"), "{asked}");
    assert!(!there.log("replayed").exists(), "nothing was begun");
    command_output(&there, &["replay", "again", "--task", "replayed", "--imported"], 0);
    assert_eq!(there.operations("replayed"), here.operations("five"));
    command_output(&there, &["resume", "again", "--request", "Open the calculator. Click \"6\"."], 0);
    assert!(
        there.operations("again").len() > here.operations("five").len(),
        "{:?}",
        there.operations("again")
    );
}

#[test]
fn what_cannot_be_exported_or_imported_says_what_to_do() {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::write(workspace.path().join("text.deskpilot.zip"), "not a session").unwrap();
    for (words, reason) in [
        (&["session", "export", "nothing"][..], "the task \"nothing\" has no log"),
        (&["session", "export", "../x"], "cannot be a task's name"),
        (&["session", "export", "text"], "is there already; name another file"),
        (&["session", "import", "nowhere.zip"], "nowhere.zip cannot be read"),
        (&["session", "import", "text.deskpilot.zip"], "it is no exported session, or not all of one"),
        (&["log", "nothing", "--tokens"], "the task \"nothing\" has no log"),
    ] {
        let printed = command_output(&workspace, words, 1);
        assert!(printed.contains(reason), "{words:?}: {printed}");
    }
    assert!(!workspace.path().join("logs").exists(), "nothing was made");
}
