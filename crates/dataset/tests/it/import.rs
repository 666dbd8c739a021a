//! Task files of OSWorld become raw tasks; the import reports what it cannot translate.

use deskpilot_dataset::{NotImported, import_osworld};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// A task on a sheet, as the benchmark writes it.
fn sheet() -> Value {
    json!({
        "id": "0a1b2c3d-calc", "snapshot": "libreoffice_calc", "instruction": "Put the sum into B9 and save.",
        "source": "https://example.org/how-to", "trajectory": "trajectories/", "related_apps": ["libreoffice_calc"],
        "config": [
            { "type": "download", "parameters": { "files": [
                { "url": "https://example.org/Sums.xlsx", "path": "/home/user/Sums.xlsx" }
            ] } },
            { "type": "open", "parameters": { "path": "/home/user/Sums.xlsx" } }
        ],
        "evaluator": {
            "postconfig": [{ "type": "sleep", "parameters": { "seconds": 1 } }],
            "func": "compare_table",
            "result": { "type": "vm_file", "path": "/home/user/Sums.xlsx", "dest": "Sums.xlsx" },
            "options": { "rules": [
                { "type": "check_cell", "sheet_idx": 0, "coordinate": "B9",
                  "props": { "value": { "method": "eq", "ref": 12 } } },
                { "type": "sheet_data", "sheet_idx0": "RI0", "sheet_idx1": "EI0" }
            ] }
        }
    })
}

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut task = sheet();
    change(&mut task);
    task
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The checks of a task with this evaluator, and what the import leaves out.
fn checks_of(evaluator: Value) -> (Vec<Value>, Vec<String>) {
    let task = with(|it| {
        it["config"] = json!([{ "type": "open", "parameters": { "path": "/home/user/Sums.xlsx" } }]);
        it["evaluator"] = evaluator;
    });
    let folder = folder(&[("task.json", &task.to_string())]);
    let (tasks, not_imported) = import_osworld(folder.path());
    (tasks[0].checks.clone(), not_imported.iter().map(what).collect())
}

/// The part and the reason, without the name of the file.
fn what(not_imported: &NotImported) -> String {
    format!("{}: {}", not_imported.part, not_imported.reason)
}

#[test]
fn what_can_be_kept_of_a_task_is_kept_and_the_rest_is_reported() {
    let folder = folder(&[("libreoffice_calc/0a1b.json", &sheet().to_string())]);
    let (tasks, not_imported) = import_osworld(folder.path());
    let [task] = tasks.as_slice() else { panic!("{not_imported:?}") };
    assert_eq!((task.app.as_str(), task.unique_id.as_str()), ("calc", "0a1b2c3d-calc"));
    assert_eq!(task.task, "Put the sum into B9 and save.");
    assert!(task.refined_steps.is_empty());
    assert_eq!(task.checks, [json!({ "document": "{document}", "cell": "B9", "equals": 12 })]);
    assert_eq!(task.checks().unwrap()[0].to_string(), "0a1b2c3d-calc.ods has \"12\" in B9");
    assert_eq!(
        not_imported.iter().map(what).collect::<Vec<_>>(),
        [
            "the document https://example.org/Sums.xlsx: nothing is fetched: the task begins with a template; put the \
             document among the templates to use it",
            "the evaluator compare_table: no check says the same as its rule sheet_data: the task is judged without that",
        ]
    );
    assert_eq!(not_imported[0].id.as_deref(), Some("0a1b2c3d-calc"));
    assert!(not_imported[0].file.ends_with("libreoffice_calc/0a1b.json"));
}

#[test]
fn evaluators_with_an_equivalent_become_checks() {
    let text = |func: &str, path: &str, rules: Value| {
        json!({
            "func": func, "result": { "type": "vm_file", "path": path, "dest": "x" },
            "expected": { "type": "rule", "rules": rules },
        })
    };
    let (checks, not_imported) =
        checks_of(text("file_contains", "/home/user/notes.txt", json!({ "expected": ["a", "b"] })));
    assert_eq!(
        checks,
        [json!({ "file": "notes.txt", "contains": "a" }), json!({ "file": "notes.txt", "contains": "b" })]
    );
    assert_eq!(not_imported, [""; 0]);
    let include = json!({ "include": ["Total"], "exclude": ["Draft"] });
    let (checks, not_imported) = checks_of(text("check_include_exclude", "/home/user/Sums.xlsx", include));
    assert_eq!(checks, [json!({ "document": "{document}", "text_contains": "Total" })]);
    assert_eq!(
        not_imported,
        [
            "the evaluator check_include_exclude: no check says the same as the texts that must not be there: the task is judged \
         without that"
        ]
    );
    let both = json!({
        "func": ["file_contains", "compare_docx_files"], "conj": "and",
        "result": [{ "type": "vm_file", "path": "/home/user/a.md" }, { "type": "vm_file", "path": "/home/user/b.docx" }],
        "expected": [{ "rules": { "expected": ["x"] } }, { "type": "cloud_file" }],
    });
    let (checks, not_imported) = checks_of(both);
    assert_eq!(checks, [json!({ "file": "a.md", "contains": "x" })]);
    assert_eq!(
        not_imported,
        ["the evaluator compare_docx_files: no check says the same: the task is judged without it"]
    );
}

#[test]
fn evaluators_without_an_equivalent_are_reported() {
    let no_check = "no check says the same: the task is judged without it";
    for (evaluator, expected) in [
        (json!({ "func": "compare_docx_files" }), format!("the evaluator compare_docx_files: {no_check}")),
        (
            json!({
                "func": "file_contains", "result": { "type": "vm_command_line", "command": "cat x.txt" },
                "expected": { "rules": { "expected": ["x"] } }
            }),
            format!("the evaluator file_contains: {no_check}"),
        ),
        (
            json!({ "func": "compare_table", "result": { "type": "vm_file", "path": "/a/Sums.xlsx" },
                "options": { "rules": [{ "type": "check_cell", "sheet_idx": 1, "coordinate": "B9",
                    "props": { "value": { "method": "eq", "ref": 12 } } }] } }),
            format!("the evaluator compare_table: {no_check}"),
        ),
    ] {
        assert_eq!(checks_of(evaluator), (Vec::new(), vec![expected]));
    }
    let either = json!({ "func": ["file_contains", "file_contains"], "conj": "or" });
    let (checks, not_imported) = checks_of(either);
    assert!(checks.is_empty());
    assert_eq!(not_imported.len(), 2);
    assert!(not_imported[0].contains("one of several functions is enough"), "{}", not_imported[0]);
}

#[test]
fn whole_tasks_that_cannot_be_translated_are_reported() {
    let browser = with(|it| it["related_apps"] = json!(["chrome"]));
    let two = with(|it| it["related_apps"] = json!(["libreoffice_calc", "libreoffice_writer"]));
    let infeasible = with(|it| it["evaluator"] = json!({ "func": "infeasible" }));
    let bad_id = with(|it| it["id"] = json!("../x"));
    let files = [
        ("a.json", browser.to_string()),
        ("b.json", two.to_string()),
        ("c.json", infeasible.to_string()),
        ("d.json", bad_id.to_string()),
        ("e.json", "[]".to_owned()),
    ];
    let expected = [
        "it is not for one of Writer, Calc and Impress alone: it names chrome",
        "it is not for one of Writer, Calc and Impress alone: it names libreoffice_calc, libreoffice_writer",
        "it cannot be done, and tests whether an agent says so: a raw task is one that can be done",
        "it is not a task that can be translated: unique_id: it is \"../x\": write at most 64 letters",
        "it is not a task that can be translated: invalid length 0",
    ];
    for ((name, text), expected) in files.iter().zip(expected) {
        let folder = folder(&[(name, text)]);
        let (tasks, not_imported) = import_osworld(folder.path());
        assert!(tasks.is_empty(), "{name}");
        assert!(
            not_imported[0].to_string().contains(&format!("{name}: the task: {expected}")),
            "{}",
            not_imported[0]
        );
    }
}

#[test]
fn a_task_with_several_faults_has_a_line_for_each() {
    let bad = with(|it| {
        it["id"] = json!("../x");
        it["instruction"] = json!(" ");
    });
    let folder = folder(&[("a.json", &bad.to_string())]);
    let (tasks, not_imported) = import_osworld(folder.path());
    assert!(tasks.is_empty());
    let lines: Vec<String> = not_imported.iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].contains("a.json: the task: ") && lines[0].contains("unique_id: it is \"../x\""),
        "{lines:?}"
    );
    assert!(lines[1].contains("a.json: the task: ") && lines[1].contains("task: it is empty"), "{lines:?}");
}

#[test]
fn an_id_is_taken_once_and_an_empty_folder_is_reported() {
    let text = sheet().to_string();
    let twice = folder(&[("a.json", &text), ("b.json", &text)]);
    let (tasks, not_imported) = import_osworld(twice.path());
    assert_eq!(tasks.len(), 1);
    assert_eq!(what(not_imported.last().unwrap()), "the task: another task has this id, too: change one");
    let (tasks, not_imported) = import_osworld(folder(&[]).path());
    assert!(tasks.is_empty());
    assert_eq!(
        what(&not_imported[0]),
        "the task: there is no task in it: name a file NAME.json, or a folder with such files"
    );
}

#[test]
fn setup_steps_beyond_opening_are_reported() {
    let task =
        with(|it| it["config"] = json!([{ "type": "execute", "parameters": {} }, { "type": "sleep" }]));
    let (tasks, not_imported) = import_osworld(folder(&[("a.json", &task.to_string())]).path());
    assert_eq!(tasks.len(), 1);
    assert_eq!(what(&not_imported[0]), "the step execute: raw tasks prepare nothing but their document");
}
