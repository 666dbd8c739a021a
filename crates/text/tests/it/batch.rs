//! Batches: what cannot be read, what is stopped or killed, and the queues that they leave.

use deskpilot_testkit::command_line::{Workspace, finish, transcript, until};
use serde_json::Value;
use std::{fs, process::Stdio};

/// A workspace with a folder of these tasks: name, request, and the lines below.
fn with_tasks(tasks: &[(&str, &str, &str)]) -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    for (name, request, below) in tasks {
        workspace.put(&format!("tasks/{name}.toml"), &format!("request = '''{request}'''\n{below}\n"));
    }
    workspace
}

fn results(workspace: &Workspace, batch: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(workspace.log(batch).join("results.json")).unwrap()).unwrap()
}

#[test]
fn nothing_runs_where_a_task_cannot_be_read() {
    let workspace = Workspace::of(crate::PROGRAM);
    let good = "request = 'Open the calculator.'\n[[checks]]\nfile = 'a'\n";
    workspace.put("tasks/good.toml", good);
    workspace.put("tasks/scripted.toml", &format!("{good}[script]\ncolour = 'red'\n"));
    fs::create_dir(workspace.path().join("empty")).unwrap();
    fs::create_dir(workspace.path().join("wrong")).unwrap();
    fs::write(workspace.path().join("wrong/a.toml"), "request = 'x'\n").unwrap();
    fs::write(workspace.path().join("wrong/b.toml"), "request = 'x'\n[[checks]]\nfil = 'a'\n").unwrap();
    let long = format!("request = '{}'\n[[checks]]\nfile = 'a'\nequals = 'b'\n", "x".repeat(17_000));
    fs::write(workspace.path().join("long.toml"), long).unwrap();
    for (words, expected) in [
        (&["long.toml"][..], &["long.toml: the request has 17000 bytes, and models see at most 16000"][..]),
        (
            &["wrong"][..],
            &["wrong/a.toml, line 2: there is no check", "wrong/b.toml, line 3: unknown field `fil`"][..],
        ),
        (&["nowhere"], &["nowhere cannot be read"]),
        (&["empty"], &["there is no task in empty: a task is a file NAME.toml"]),
        (&["tasks", "--only", "best"], &["there is no task \"best\": the tasks are good, scripted"]),
        (&["tasks", "--model", "script"], &["the task good has no [script]"]),
        (&["tasks/scripted.toml", "--model", "script"], &["the [script] of the task scripted: "]),
        (&["tasks", "--desktop", "current"], &["run it with --desktop private"]),
        (&["tasks", "--task", "../x"], &["cannot be a task's name"]),
        (&["tasks", "--repeat", "0"], &["--repeat"]),
    ] {
        let output = workspace.run(&[&["batch"], words].concat());
        let all = transcript(&output);
        let code = if words.contains(&"../x") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{words:?}: {all}");
        assert!(expected.iter().all(|it| all.contains(it)), "{words:?}: {all}");
    }
    assert!(!workspace.path().join("logs").exists(), "something ran");
}

#[test]
fn the_jobs_of_a_queue_are_listed_cancelled_and_queued_again() {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::create_dir(workspace.path().join("plans")).unwrap();
    for (name, key) in [("good", "5"), ("bad", "Warp drive")] {
        let plan = serde_json::json!({"task": format!("Click \"{key}\"."), "object": "calculator"});
        fs::write(workspace.path().join(format!("plans/{name}.json")), plan.to_string()).unwrap();
    }
    let words = ["run", "--mode", "batch_normal", "--plan", "plans", "--task", "q"];
    let output = workspace.run(&words);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    let queue_output = |words: &[&str], code: i32| {
        let output = workspace.run(&[&["queue"], words].concat());
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
        transcript(&output)
    };
    let listed = queue_output(&["list", "plans.queue"], 0);
    assert!(listed.contains("batch: 1 succeeded, 1 failed"), "{listed}");
    let job = |listed: &str, name: &str| {
        let row = listed.lines().find_map(|it| it.strip_prefix(&format!("{name} ")));
        row.map(|it| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(job(&listed, "JOB"), ["STATE", "ATTEMPTS", "FAULTS", "WHY"], "{listed}");
    assert_eq!(job(&listed, "bad")[..3], ["failed", "1", "0"], "{listed}");
    assert_eq!(job(&listed, "good")[..3], ["succeeded", "1", "0"], "{listed}");
    let failed = queue_output(&["list", "plans.queue", "--state", "failed"], 0);
    assert!(failed.contains("bad") && !failed.contains("good"), "{failed}");

    assert!(
        queue_output(&["requeue", "plans.queue", "batch", "good", "none"], 1)
            .contains("good stays as it is: it is succeeded")
    );
    assert!(
        queue_output(&["requeue", "plans.queue", "batch", "--state", "failed"], 0)
            .contains("1 jobs queued again")
    );
    let listed = queue_output(&["list", "plans.queue"], 0);
    assert_eq!(job(&listed, "bad")[0], "queued", "{listed}");
    assert!(queue_output(&["cancel", "plans.queue", "batch", "bad"], 0).contains("1 jobs cancelled"));
    assert!(queue_output(&["cancel", "plans.queue", "batch"], 2).contains("name jobs"));
    assert!(queue_output(&["list", "nowhere.queue"], 2).contains("there is no queue nowhere.queue"));

    // The second attempt of the failed plan has a log of its own.
    let output = workspace.run(&words);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(transcript(&output).contains("2 plans: 1 failed, 1 finished before"), "{}", transcript(&output));
    assert!(workspace.log("q-bad-2").exists() && !workspace.log("q-good-2").exists());
}

#[test]
fn a_stop_ends_the_batch_and_keeps_what_was_found() {
    let check = "[[checks]]\nfile = 'none.txt'\nabsent = true";
    let workspace = with_tasks(&[
        ("a", "Open the calculator. Click \"5\".", check),
        ("b", "Open the calculator. Wait 60 seconds.", check),
        ("c", "Open the calculator. Click \"5\".", check),
    ]);
    let mut command = workspace.command(&["batch", "tasks", "--task", "s", "--repeat", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("s-b").iter().any(|operation| operation.starts_with("wait("))
    });
    let stopped = workspace.run(&["stop", "s-b"]);
    assert_eq!(stopped.status.code(), Some(0), "{}", transcript(&stopped));
    let output = finish(child);
    assert_eq!(output.status.code(), Some(130), "{}", transcript(&output));
    let results = results(&workspace, "s");
    assert_eq!((&results["planned"], &results["totals"]["done"]), (&3.into(), &1.into()), "{results:#}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 of 3 were done"), "{}", transcript(&output));
    assert!(!workspace.log("s-c").exists());
}

#[test]
fn a_batch_that_was_killed_goes_on_side_by_side_with_what_has_no_result() {
    let check = "[[checks]]\nfile = 'none.txt'\nabsent = true";
    let wait = "Open the calculator. Wait 60 seconds.";
    let tasks = [("a", "Open the calculator. Click \"5\".", check), ("b", wait, check), ("c", wait, check)];
    let workspace = with_tasks(&tasks);
    let words = ["batch", "tasks", "--task", "k", "--jobs", "2"];
    let mut child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("one has ended, and two wait", || {
        let waits = |log: &str| workspace.operations(log).iter().any(|it| it.starts_with("wait("));
        waits("k-b") && waits("k-c")
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(results(&workspace, "k")["totals"]["done"], 1);
    let before = results(&workspace, "k")["tasks"][0].clone();

    for (name, ..) in &tasks[1..] {
        let text = format!("request = 'Open the calculator. Click \"7\".'\n{check}\n");
        fs::write(workspace.path().join(format!("tasks/{name}.toml")), text).unwrap();
    }
    let refused = workspace.run(&words);
    assert_eq!(refused.status.code(), Some(2), "{}", transcript(&refused));
    assert!(transcript(&refused).contains("continue the batch with --resume"), "{}", transcript(&refused));
    let output = workspace.run(&[&words[..], &["--resume"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let results = results(&workspace, "k");
    let logs: Vec<&str> =
        results["tasks"].as_array().unwrap().iter().map(|it| it["log"].as_str().unwrap()).collect();
    assert_eq!(logs, ["k-a", "k-b-2", "k-c-2"], "what was interrupted is done again: {results:#}");
    assert_eq!(results["tasks"][0], before, "what has ended is not done again");
    let missing = workspace.run(&["batch", "tasks", "--task", "other", "--resume"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(transcript(&missing).contains("there is no batch"), "{}", transcript(&missing));
}
