//! The dataflow reports bad input before it runs anything.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::json;

fn task(id: &str, words: &str) -> String {
    json!({"app": "word", "unique_id": id, "task": words, "refined_steps": ["Press Ctrl+End"]}).to_string()
}

#[test]
fn each_fault_of_a_raw_task_has_a_line_of_its_own() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("raw/w.json", &json!({"app": "Emacs", "unique_id": "../w", "task": " "}).to_string());
    let output = workspace.run(&["dataflow", "run", "raw", "--results", "results"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = stderr.lines().filter(|it| it.starts_with("error: ")).collect();
    let expected =
        ["app: there is no", "unique_id: it is", "task: it is empty", "refined_steps: it is missing"];
    assert_eq!(lines.len(), expected.len(), "{stderr}");
    for (line, fault) in lines.iter().zip(expected) {
        assert!(line.contains(&format!("raw/w.json: {fault}")), "{line}");
    }
    assert!(!stderr.contains('\u{fffd}'), "{stderr}");
}

#[test]
fn wrong_tasks_and_templates_are_reported_before_anything_runs() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("raw/good.json", &task("good", "Add a tent"));
    workspace.put("raw/steps.json", &json!({"app": "word", "unique_id": "s", "task": "x"}).to_string());
    workspace.put("raw/twice.json", &task("good", "Add a stove"));
    workspace.put("fine/good.json", &task("good", "Add a tent"));
    workspace.put("templates/writer/description.json", "{\"old.odt\": \"A list\"}");
    for (words, expected) in [
        (
            "dataflow run raw --results results",
            &[
                "raw/steps.json: refined_steps: it is missing",
                "raw/twice.json: unique_id: raw/good.json has \"good\"",
            ][..],
        ),
        ("dataflow instantiate raw --results results", &["raw/steps.json", "raw/twice.json"]),
        ("dataflow execute raw --results results", &["raw/good.json", "raw/steps.json", "raw/twice.json"]),
        ("dataflow run fine --results results --templates nowhere", &["nowhere: it cannot be read"]),
        (
            "dataflow run fine --results results --templates templates",
            &["templates/writer/description.json: it describes old.odt, which the folder does not have"],
        ),
    ] {
        let output = workspace.run(&words.split(' ').collect::<Vec<_>>());
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {all}");
        assert!(expected.iter().all(|it| all.contains(it)), "{words}: {all}");
        assert!(["results", "logs"].iter().all(|it| !workspace.path().join(it).exists()), "{words}: {all}");
    }
}
