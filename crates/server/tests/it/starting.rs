//! Tasks that a page starts: the checks of the command line, and the words that it starts them with.

use crate::stand::Stand;
use deskpilot_core::{Event, Timestamp};
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_server::Launch;
use serde_json::json;
use std::{
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex},
};
use tokio::process::Command;

/// The words of every start, and a launch that keeps them, begins the log that they name, and runs this shell script.
fn recorded(script: &'static str) -> (Arc<Mutex<Vec<Vec<String>>>>, Launch) {
    let words: Arc<Mutex<Vec<Vec<String>>>> = Arc::default();
    let kept = words.clone();
    let launch: Launch = Arc::new(move |given: &[String]| {
        kept.lock().unwrap().push(given.to_vec());
        let value = |flag: &str| given.iter().find_map(|it| it.strip_prefix(flag));
        if let (Some(root), Some(task), "exit 0") = (value("--log-dir="), value("--task="), script) {
            let mut log = FileLog::create(Path::new(root), task).unwrap();
            log.append(Timestamp(1), Event::RoundStarted { round: 0, request: "compute".into() }).unwrap();
        }
        if let (Some(root), Some("resume"), Some(task)) =
            (value("--log-dir="), given.first().map(String::as_str), given.last())
        {
            let (mut log, _) = FileLog::open(Path::new(root), task).unwrap();
            log.append(Timestamp(2), Event::Stopped).unwrap();
        }
        Command::new("sh").args(["-c", script]).stdin(Stdio::null()).stderr(Stdio::piped()).spawn()
    });
    (words, launch)
}

#[tokio::test]
async fn a_task_starts_with_the_flags_of_the_command_line() {
    let (words, launch) = recorded("exit 0");
    let stand = Stand::with(launch).await;
    let browser = stand.browser().await;
    let folder = stand.logs().display().to_string();
    let new = json!({
        "request": "--help me", "name": "a", "model": "steps", "policy": "read-only", "max_steps": 7,
        "desktop": "private", "out": folder, "evaluate": "off",
    });
    let reply = browser.post("/api/tasks", &new).await;
    assert_eq!((reply.status, &reply.json()["name"]), (201, &"a".into()), "{reply:?}");
    let given = words.lock().unwrap().pop().unwrap();
    let out = format!("--out={folder}");
    let expected = [
        "run",
        "--mode=normal",
        "--task=a",
        "--model=steps",
        "--desktop=private",
        out.as_str(),
        "--evaluate=off",
        "--max-steps=7",
        "--policy=read-only",
        "--",
        "--help me",
    ];
    let without_folder: Vec<_> = given.iter().filter(|it| !it.starts_with("--log-dir=")).collect();
    assert_eq!(without_folder, expected);
    let again = browser.post("/api/tasks", &new).await;
    assert_eq!((again.status, again.code().as_str()), (409, "exists"));
    let path = browser.path_of("a").await;
    let reply = browser.post(&format!("{path}/resume"), &json!({"request": "more"})).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    let given = words.lock().unwrap().pop().unwrap();
    assert_eq!(given[2..], ["--request=more", "--", "a"]);
}

#[tokio::test]
async fn what_the_command_line_would_refuse_is_refused_before_anything_starts() {
    let (words, launch) = recorded("exit 0");
    let stand = Stand::with(launch).await;
    let browser = stand.browser().await;
    for wrong in [
        json!({"request": " "}),
        json!({"request": "x", "mode": "follower"}),
        json!({"request": "x", "mode": "nothing"}),
        json!({"request": "x", "model": "no/such/provider"}),
        json!({"request": "x", "desktop": "somewhere"}),
        json!({"request": "x", "name": "../x"}),
        json!({"request": "x", "policy": "/nowhere/policy.toml"}),
        json!({"request": "x", "surprise": 1}),
        json!({}),
    ] {
        let reply = browser.post("/api/tasks", &wrong).await;
        assert_eq!((reply.status, reply.code().as_str()), (400, "wrong"), "{wrong}: {reply:?}");
    }
    assert!(words.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_process_that_another_one_came_before_has_begun_nothing() {
    let taken: Arc<Mutex<Option<FileLog>>> = Arc::default();
    let holder = taken.clone();
    let launch: Launch = Arc::new(move |given: &[String]| {
        let root = given.iter().find_map(|it| it.strip_prefix("--log-dir=")).unwrap();
        let (mut log, _) = FileLog::open(Path::new(root), "a").unwrap();
        log.append(Timestamp(2), Event::Stopped).unwrap();
        *holder.lock().unwrap() = Some(log);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "echo it runs already >&2; exit 2"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
    });
    let stand = Stand::with(launch).await;
    let browser = stand.browser().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    log.append(Timestamp(1), Event::RoundStarted { round: 0, request: "compute".into() }).unwrap();
    drop(log);
    let path = browser.path_of("a").await;
    let reply = browser.post(&format!("{path}/resume"), &json!({"request": "more"})).await;
    assert_eq!((reply.status, reply.code().as_str()), (400, "wrong"), "{reply:?}");
    assert_eq!(reply.json()["error"]["says"], "it runs already");
    assert!(taken.lock().unwrap().is_some());
}

#[tokio::test]
async fn a_task_that_does_not_begin_says_why() {
    let (_, launch) = recorded("echo no key for it >&2; exit 2");
    let stand = Stand::with(launch).await;
    let browser = stand.browser().await;
    let reply = browser.post("/api/tasks", &json!({"request": "x", "model": "steps"})).await;
    assert_eq!((reply.status, reply.code().as_str()), (400, "wrong"), "{reply:?}");
    assert_eq!(reply.json()["error"]["says"], "no key for it");
}
