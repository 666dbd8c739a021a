//! The formats, compared with stored files; `UPDATE_EXPECT=1` updates them.

use crate::results::{RunResults, Task, click_bold, picture, select_all, type_text};
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_dataset::{
    ExportFormat, ExportOptions, ExportSummary, HeldOutFraction, PicturePlacement, Verdict, export,
};
use expect_test::expect_file;
use serde_json::Value;
use std::{fs, path::Path};
use tempfile::TempDir;

/// A task whose second step acts on a control and whose third types into a document.
fn task() -> Task {
    let actions = vec![select_all(), click_bold(), type_text("Café \"x\"")];
    Task { actions, ..Task::new("w2", "Make all words of the poem bold") }
}

fn exported(format: ExportFormat) -> (TempDir, ExportSummary) {
    let (results, out) = (RunResults::of(&[task()]), tempfile::tempdir().unwrap());
    let held_out = HeldOutFraction::new(0.0).unwrap();
    let options = ExportOptions { held_out, ..ExportOptions::of(format) };
    let summary = export(&results.whole(), &[], &options, out.path()).unwrap();
    (out, summary)
}

fn text(out: &TempDir, file: &str) -> String {
    fs::read_to_string(out.path().join(file)).unwrap()
}

/// A line of JSON, laid out for people.
fn laid_out(line: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap();
    format!("{value:#}\n")
}

fn names(summary: &ExportSummary, out: &TempDir) -> Vec<String> {
    let name = |it: &std::path::PathBuf| it.strip_prefix(out.path()).unwrap().display().to_string();
    summary.files.iter().map(name).collect()
}

#[test]
fn our_own_json_lines_are_as_stored() {
    let (out, summary) = exported(ExportFormat::Jsonl(PicturePlacement::Files));
    assert_eq!(names(&summary, &out), ["train.jsonl", "README.md", "STATISTICS.md", "statistics.json"]);
    let lines = text(&out, "train.jsonl");
    assert_eq!(lines.lines().count(), 1);
    expect_file!["../golden/train.json"].assert_eq(&laid_out(&lines));
    assert_eq!(fs::read(out.path().join("images/w2/0001.png")).unwrap(), picture(1));
}

#[test]
fn pictures_may_stand_in_the_lines() {
    let (out, _) = exported(ExportFormat::Jsonl(PicturePlacement::Base64));
    let task: Value = serde_json::from_str(&text(&out, "train.jsonl")).unwrap();
    let bytes = STANDARD.decode(task["steps"][1]["screenshot"]["bytes"].as_str().unwrap()).unwrap();
    assert_eq!(bytes, picture(1));
    assert!(!out.path().join("images").exists());
}

#[test]
fn what_nobody_can_be_sure_of_has_no_reward() {
    let unsure = Task { complete: "unsure", ..task() };
    let (results, out) = (RunResults::of(&[unsure]), tempfile::tempdir().unwrap());
    let verdicts = Verdict::ALL.iter().copied().collect();
    let format = ExportFormat::Jsonl(PicturePlacement::Files);
    let options = ExportOptions { verdicts, ..ExportOptions::of(format) };
    export(&results.whole(), &[], &options, out.path()).unwrap();
    // The template is held out by default.
    let task: Value = serde_json::from_str(&text(&out, "test.jsonl")).unwrap();
    assert_eq!((&task["verdict"], task.get("reward")), (&Value::from("unsure"), None));
}

#[test]
fn agentnet_lines_are_as_stored() {
    let (out, _) = exported(ExportFormat::AgentNet);
    let lines = text(&out, "train.jsonl");
    expect_file!["../golden/agentnet.json"].assert_eq(&laid_out(&lines));
    let task: Value = serde_json::from_str(&lines).unwrap();
    for step in task["traj"].as_array().unwrap() {
        assert_picture(out.path(), step["image"].as_str().unwrap());
    }
}

#[test]
fn atif_documents_are_as_stored_and_name_their_pictures() {
    let (out, summary) = exported(ExportFormat::Atif);
    assert_eq!(names(&summary, &out)[0], "train/w2.json");
    let document = text(&out, "train/w2.json");
    expect_file!["../golden/atif.json"].assert_eq(&document);
    let document: Value = serde_json::from_str(&document).unwrap();
    let mut pictures = Vec::new();
    collect_pictures(&document, &mut pictures);
    assert_eq!(pictures.len(), 4, "one with the request, and one after each action");
    pictures.iter().for_each(|it| assert_picture(&out.path().join("train"), it));
}

fn collect_pictures(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            if keys.contains_key("media_type") {
                into.push(keys["path"].as_str().unwrap().to_owned());
            }
            keys.values().for_each(|it| collect_pictures(it, into));
        }
        Value::Array(items) => items.iter().for_each(|it| collect_pictures(it, into)),
        _ => {}
    }
}

fn assert_picture(folder: &Path, name: &str) {
    let bytes = fs::read(folder.join(name)).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"), "{name}");
}

#[test]
fn a_task_on_a_sheet_types_into_its_cell() {
    let sheet = Task {
        app: deskpilot_dataflow::OfficeApplication::Calc,
        template: "grades.ods".into(),
        actions: vec![type_text("12")],
        ..Task::new("c1", "Write 12")
    };
    let (results, out) = (RunResults::of(&[sheet]), tempfile::tempdir().unwrap());
    let held_out = HeldOutFraction::new(0.0).unwrap();
    let options = ExportOptions { held_out, ..ExportOptions::of(ExportFormat::AgentNet) };
    export(&results.whole(), &[], &options, out.path()).unwrap();
    let task: Value = serde_json::from_str(&text(&out, "train.jsonl")).unwrap();
    assert_eq!(task["traj"][0]["value"]["code"], "pyautogui.write(message='12')");
}
