//! A batch of tasks on real applications: each result is checked, recorded and printed.

use deskpilot_core::{Assessment, Event};
use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::fs;

/// A workspace with a folder of these tasks: name, request, and the lines below.
fn with_tasks(tasks: &[(&str, &str, &str)]) -> Workspace {
    let workspace = crate::workspace();
    fs::create_dir(workspace.path().join("tasks")).unwrap();
    for (name, request, below) in tasks {
        let text = format!("request = '''{request}'''\n{below}\n");
        fs::write(workspace.path().join(format!("tasks/{name}.toml")), text).unwrap();
    }
    workspace
}

fn results(workspace: &Workspace, batch: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(workspace.log(batch).join("results.json")).unwrap()).unwrap()
}

#[test]
fn a_batch_tells_the_task_that_was_done_from_the_one_that_only_says_so() {
    let done = "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
                answer.txt.";
    let workspace = with_tasks(&[
        (
            "done",
            done,
            "[files]\n'notes/old.txt' = 'as it was'\n[[checks]]\nfile = 'answer.txt'\nequals = 42\n[[checks]]\n\
             file = 'notes/old.txt'\nequals = 'as it was'\n[[checks]]\nwindow = 'answer.txt'\n[[checks]]\nprocess = 'Xvfb'\n\
             [[checks]]\nprocess = 'a-program-that-is-not-there'\nrunning = false",
        ),
        (
            "missed",
            "Open the calculator. Click \"5\".",
            "[[checks]]\nfile = 'answer.txt'\nequals = 5\n[[checks]]\nprocess = 'Xvfb'",
        ),
    ]);
    let output = workspace.run(&["batch", "tasks", "--task", "b", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    let results = results(&workspace, "b");
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed, results, "what is printed is what is kept");

    let of = |task: &str| results["tasks"].as_array().unwrap().iter().find(|it| it["task"] == task).unwrap();
    let holds = |task: &str| -> Vec<&str> {
        of(task)["checks"].as_array().unwrap().iter().map(|it| it["holds"].as_str().unwrap()).collect()
    };
    assert_eq!((&of("done")["success"], holds("done")), (&Value::Bool(true), vec!["yes"; 5]), "{results:#}");
    assert_eq!((&of("missed")["success"], holds("missed")), (&Value::Bool(false), vec!["no", "yes"]));
    assert_eq!(of("missed")["finished"], true, "it finished, and did not do it");
    assert_eq!(of("missed")["checks"][0]["found"], "answer.txt is not there");
    let totals = &results["totals"];
    assert_eq!(
        (&totals["done"], &totals["succeeded"], &totals["success_rate"]),
        (&2.into(), &1.into(), &0.5.into())
    );
    assert_eq!(
        totals["steps"].as_u64(),
        Some(of("done")["steps"].as_u64().unwrap() + of("missed")["steps"].as_u64().unwrap())
    );
    assert!(of("done")["decisions"].as_u64().unwrap() > 3 && of("done")["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(fs::read_to_string(workspace.log("b-done").join("home/answer.txt")).unwrap().trim(), "42");

    for (task, expected) in [("b-done", Assessment::Yes), ("b-missed", Assessment::No)] {
        let judged = workspace.entries(task).into_iter().find_map(|entry| match entry.event {
            Event::Judged { complete, checks, .. } => Some((complete, checks.len())),
            _ => None,
        });
        assert_eq!(judged, Some((expected, holds(&task[2..]).len())));
    }

    let page = fs::read_to_string(workspace.log("b").join("results.md")).unwrap();
    assert!(page.contains("| all ") && page.contains("| 1 of 2 "), "{page}");
    assert!(page.contains("- b-missed: answer.txt is \"5\": no; answer.txt is not there"), "{page}");
    let progress = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(progress.contains("[1/2] b-done") && progress.contains("[2/2] b-missed"), "{progress}");
}
