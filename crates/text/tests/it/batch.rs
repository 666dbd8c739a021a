//! Batches: what cannot be read, and the queues that they leave.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::fs;

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
    assert!(listed.contains("bad failed, 1 attempt"), "{listed}");
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
    assert!(queue_output(&["list", "plans.queue"], 0).contains("bad queued"));
    assert!(queue_output(&["cancel", "plans.queue", "batch", "bad"], 0).contains("1 jobs cancelled"));
    assert!(queue_output(&["cancel", "plans.queue", "batch"], 2).contains("name jobs"));
    assert!(queue_output(&["list", "nowhere.queue"], 2).contains("there is no queue nowhere.queue"));

    // The second attempt of the failed plan has a log of its own.
    let output = workspace.run(&words);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(transcript(&output).contains("2 plans: 1 failed, 1 finished before"), "{}", transcript(&output));
    assert!(workspace.log("q-bad-2").exists() && !workspace.log("q-good-2").exists());
}
