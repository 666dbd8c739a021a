//! A task looked over afterwards: what was done, whether the log was changed, and what scripts find in `$?`.

use deskpilot_core::{
    ActionId, AgentName, Answer, Effect, Event, Launch, LogOrigin, Operation, Question, Ruling, StepNumber,
    Timestamp,
};
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::{fs, io::Write, path::PathBuf};

/// Writes the log of a short task; returns its path and its head.
fn written(workspace: &Workspace) -> (PathBuf, String) {
    let mut log = FileLog::create(&workspace.path().join("logs"), "t").unwrap();
    let open =
        || Operation::Launch(Launch { application: "calc\u{1b}[2J".into(), file: None, ..Launch::default() });
    for (event, at) in [
        Event::RoundStarted { round: 0, request: "compute".into() },
        Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() },
        Event::ruled(open(), Ruling::Allow),
        Event::Acting { id: ActionId(1), operation: open(), selected: None },
        Event::Acted { id: ActionId(1), outcome: Effect::unverified("nothing to see").into() },
        Event::Asked { questions: vec![Question("which file?".into())] },
        Event::Answered {
            answers: vec![Answer { question: "which file?".into(), answer: "a.txt".into() }],
            by: None,
        },
    ]
    .into_iter()
    .zip(1_700_000_000_000..)
    {
        log.append(Timestamp(at), event).unwrap();
    }
    (log.folder().join("events.jsonl"), log.head().unwrap())
}

/// Standard output and error of the command, which must end with this exit code.
fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> String {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn what_was_ruled_asked_answered_and_done_is_read_back() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (path, head) = written(&workspace);
    // The next line of a task that runs may be half written.
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(b"{\"seq\":7,").unwrap();
    let printed = command_output(&workspace, &["audit", "t"], 0);
    let expected = format!(
        "2023-11-14T22:13:20.002Z  #2 step 0 HostAgent  ruling: allowed: open calc\u{fffd}[2J\n\
         2023-11-14T22:13:20.003Z  #3 step 0 HostAgent  action 1: open calc\u{fffd}[2J\n\
         2023-11-14T22:13:20.004Z  #4 step 0 HostAgent  effect of 1: unverified: nothing to see\n\
         2023-11-14T22:13:20.005Z  #5 step 0 HostAgent  question: \"which file?\"\n\
         2023-11-14T22:13:20.006Z  #6 step 0 HostAgent  answer: to \"which file?\": \"a.txt\"\n\
         chain: whole: 7 entries, head {head}\n\
         origin: {}\n\
         blobs: 0 checked\n",
        LogOrigin::Unknown
    );
    assert_eq!(printed, expected);
    let all: Value = serde_json::from_str(&command_output(&workspace, &["audit", "t", "--json"], 0)).unwrap();
    let kinds: Vec<&str> =
        all["entries"].as_array().unwrap().iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["ruling", "action", "effect", "question", "answer"]);
    assert_eq!((&all["chain"]["state"], &all["chain"]["head"]), (&"whole".into(), &head.into()));
    assert_eq!((&all["entries"][2]["effect"], &all["damage"]), (&"unverified".into(), &Value::Null));
    assert_eq!(all["origin"], "unknown");
}

#[test]
fn a_change_has_an_exit_code_and_a_changed_log_is_not_resumed() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (path, head) = written(&workspace);
    let text = fs::read_to_string(&path).unwrap();
    let grown = command_output(&workspace, &["audit", "t", "--head", &head.to_uppercase()], 0);
    assert!(grown.contains("nothing was written since that head was kept"), "{grown}");

    let cut = text.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    fs::write(&path, &cut).unwrap();
    command_output(&workspace, &["audit", "t"], 0);
    let other = command_output(&workspace, &["audit", "t", "--head", &head], 1);
    assert!(other.contains("chain: changed: no entry has the head that was kept"), "{other}");

    fs::write(&path, text.replacen("nothing to see", "the number six", 1)).unwrap();
    let broken = command_output(&workspace, &["audit", "t"], 1);
    assert!(broken.contains("chain: broken at entry 4 (line 5): it was changed"), "{broken}");
    assert!(broken.contains("effect of 1: unverified: the number six"), "it is shown: {broken}");
    let all: Value = serde_json::from_str(&command_output(&workspace, &["audit", "t", "--json"], 1)).unwrap();
    assert_eq!((&all["chain"]["state"], &all["chain"]["entry"]), (&"broken".into(), &4.into()));
    command_output(&workspace, &["log", "t"], 0);
    let refused = command_output(&workspace, &["resume", "t"], 1);
    assert!(refused.contains("entry 4 ") && refused.contains("`deskpilot audit t`"), "{refused}");

    command_output(&workspace, &["audit", "t", "--head", "3f2a"], 2);
    assert!(command_output(&workspace, &["audit", "nothing"], 1).contains("the task \"nothing\" has no log"));
}

#[test]
fn two_processes_never_write_one_chain() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (path, _) = written(&workspace);
    let (mut log, _) = FileLog::open(&workspace.path().join("logs"), "t").unwrap();
    let before = fs::read(&path).unwrap();
    let busy = command_output(&workspace, &["resume", "t"], 1);
    assert!(busy.contains(&format!("is running in process {}", std::process::id())), "{busy}");
    assert_eq!(fs::read(&path).unwrap(), before);
    log.append(Timestamp(9), Event::Stopped).unwrap();
    let whole = command_output(&workspace, &["audit", "t", "--head", &log.head().unwrap()], 0);
    assert!(whole.contains("chain: whole: 8 entries"), "{whole}");
}
