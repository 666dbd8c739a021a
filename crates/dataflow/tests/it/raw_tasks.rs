//! Folders of raw tasks: the error lists the problems of all files at once, each with its file and key.

use deskpilot_dataflow::raw_tasks;
use serde_json::{Value, json};
use std::fs;

fn task() -> Value {
    json!({
        "app": "word", "unique_id": "w1", "task": "Make it bold", "refined_steps": ["Press Ctrl+B"],
        "checks": [{"document": "{document}", "bold": "it"}],
    })
}

/// The task with another value for a key, or without the key.
fn with(key: &str, value: Option<Value>) -> Vec<u8> {
    let mut task = task();
    match value {
        Some(value) => task[key] = value,
        None => drop(task.as_object_mut().unwrap().remove(key)),
    }
    task.to_string().into_bytes()
}

/// The errors of a folder with these files, without the path of the folder.
fn errors_of(files: &[(&str, Vec<u8>)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let errors = raw_tasks(folder.path()).err().unwrap_or_default();
    let path = format!("{}/", folder.path().display());
    errors.iter().map(|it| it.to_string().replace(&path, "")).collect()
}

#[test]
fn every_error_of_every_file_is_reported_with_its_key() {
    let many = json!({
        "app": 5, "unique_id": "../w", "refined_steps": ["Press Ctrl+B", 3, null], "steps": [],
    });
    let files = [
        ("a.json", b"Make it bold".to_vec(), vec!["it is not JSON: expected value at line 1 column 1"]),
        ("b.json", b"[]".to_vec(), vec!["it is array, and should be an object with the keys app, "]),
        (
            "c.json",
            many.to_string().into_bytes(),
            vec![
                "\"steps\": there is no such key: write app, unique_id, task, refined_steps, checks",
                "app: it is number, and should be string",
                "unique_id: it is \"../w\": write at most 64 letters, digits, '-', '_' and '.'",
                "task: it is missing",
                "refined_steps[1]: it is number, and should be string",
                "refined_steps[2]: it is null, and should be string",
            ],
        ),
        ("d.json", with("unique_id", Some("x".repeat(10_000).into())), vec!["unique_id: it is \"xxx"]),
        ("e.json", with("unique_id", Some("..".into())), vec!["unique_id: it is \"..\": write at most"]),
        ("f.json", with("refined_steps", Some("Press".into())), vec!["refined_steps: it is string, and"]),
        (
            "g.json",
            with("checks", Some(json!([{"document": "{document}", "blod": "it"}, "bold"]))),
            vec!["checks[0]: unknown field `blod`", "checks[1]: invalid type"],
        ),
        ("h.json", with("checks", Some(json!({}))), vec!["checks: it is object, and should be array"]),
        ("i.json", with("app", Some("x".repeat(10_000).into())), vec!["app: there is no application \"xxx"]),
        ("j.json", vec![b' '; (1 << 20) + 1], vec!["it cannot be read: "]),
        ("k.json", vec![b'"', 0xff, b'"'], vec!["it cannot be read: "]),
        ("l.json", b"[".repeat(100_000), vec!["it is not JSON: recursion limit exceeded"]),
        ("m.json", Vec::new(), vec!["it is not JSON: EOF while parsing"]),
        ("n.json", with("refined_steps", None), vec!["refined_steps: it is missing"]),
    ];
    let written: Vec<_> = files.iter().map(|(name, bytes, _)| (*name, bytes.clone())).collect();
    let errors = errors_of(&written);
    let expected: Vec<(&str, &str)> =
        files.iter().flat_map(|(name, _, reasons)| reasons.iter().map(|it| (*name, *it))).collect();
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for (error, (file, why)) in errors.iter().zip(expected) {
        assert!(error.starts_with(&format!("{file}: {why}")), "{error} is not {file}: {why}");
        assert!(error.len() < 300, "{error}");
    }
}

#[test]
fn two_tasks_with_one_id_are_reported_with_both_files() {
    let files = [("a.json", task()), ("b.json", json!({"app": "excel"})), ("c.json", task())];
    let errors = errors_of(&files.map(|(name, task)| (name, task.to_string().into_bytes())));
    assert_eq!(errors.last().unwrap(), "c.json: unique_id: a.json has \"w1\", too: change one of them");
    assert_eq!(errors.len(), 4, "{errors:?}");
}

#[test]
fn steps_may_be_missing_because_the_task_may_say_all() {
    assert_eq!(errors_of(&[("a.json", with("refined_steps", Some(json!([]))))]), [""; 0]);
    assert_eq!(errors_of(&[("a.json", with("checks", None))]), [""; 0]);
}

#[test]
fn a_folder_without_tasks_or_none_at_all_is_reported() {
    assert!(
        errors_of(&[("a.txt", Vec::new())])[0]
            .ends_with("there is no task in it: a task is a file NAME.json")
    );
    let errors = raw_tasks("/nowhere/at/all".as_ref()).unwrap_err();
    assert!(errors[0].to_string().starts_with("/nowhere/at/all: it cannot be read: "), "{errors:?}");
}
