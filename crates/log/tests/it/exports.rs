//! Tests of the exports of a session with one step of every kind.

use crate::{sample, table};
use deskpilot_core::{Consent, Event, Timestamp};
use deskpilot_log::{Exports, FileLog, SessionLog, UiNode, UiTrees, read};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path, process::Command};
use tempfile::{TempDir, tempdir};

/// A folder with the sample's log and its exports.
fn exported() -> TempDir {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "sample").unwrap();
    let entries = sample::play(&mut log);
    Exports::open(log.folder(), &entries, UiTrees::Omitted).unwrap();
    root
}

/// The records of a log, parsed line by line in Python, as users do.
fn records(root: &Path, name: &str) -> Vec<Value> {
    let script = format!(
        "import json\nlogs = []\nwith open('{}', 'r') as f:\n    for line in f:\n        log = json.loads(line)\n        \
         logs.append(log)\nprint(json.dumps(logs))\n",
        root.join("sample").join(name).display()
    );
    let output = Command::new("python3").args(["-c", &script]).output().expect("this test needs python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "String" => value.is_string(),
        "Integer" => value.is_u64() || value.is_i64(),
        "Boolean" => value.is_boolean(),
        "Dictionary" => value.is_object(),
        "List of Strings" => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
        // Null: an unknown price.
        "Float" => value.is_f64() || value.is_null(),
        other => panic!("no type {other}"),
    }
}

#[test]
fn every_record_has_every_field_of_its_table() {
    let root = exported();
    let records = records(root.path(), "response.log");
    assert_eq!(records.len(), 12);
    for record in &records {
        let fields = match record["Agent"].as_str().unwrap() {
            "HostAgent" => table::HOST,
            "AppAgent" => table::APP,
            other => panic!("no agent {other}"),
        };
        for (field, kind) in fields {
            let value = record.get(*field).unwrap_or_else(|| panic!("no {field} in {record:#}"));
            assert!(is_a(value, kind), "{field} is no {kind} in {record:#}");
        }
    }
}

#[test]
fn steps_that_pause_and_steps_that_fail_have_their_records_too() {
    let root = exported();
    let shown: Vec<String> = records(root.path(), "response.log")
        .iter()
        .map(|it| {
            let words = ["Status", "Action", "ActionType", "Results", "UserConfirm", "Cost", "error"];
            format!("{} {}", it["Step"], words.map(|word| it[word].to_string()).join(" "))
        })
        .collect();
    let click = r#""click_input(button=\"left\", double=false)" "UIControl""#;
    assert_eq!(shown, [
        r#"0 "CONTINUE" "open galculator" "LAUNCH" "" null 0.01 null"#.to_owned(),
        r#"1 "ASSIGN" "" "" "" null 0.01 null"#.into(),
        r#"2 "CONTINUE" "click_input(button=\"left\", double=false); texts(name=\"result\")" "UIControl" "confirmed: the value is \"7\"; 42" null 0.3 null"#.into(),
        format!(r#"3 "CONFIRM" {click} "" "Yes" 0.01 null"#),
        format!(r#"4 "CONTINUE" {click} "unverified: nothing to look at" "Yes" 0.0 null"#),
        r#"5 "PENDING" "" "" "" null 0.01 null"#.into(),
        format!(r#"6 "CONFIRM" {click} "refused: the user said no" "No" 0.01 null"#),
        r#"7 "FINISH" "" "" "" null null null"#.into(),
        r#"8 "ERROR" "" "" "" null 0.01 "there is no JSON object""#.into(),
        r#"9 "CONTINUE" "run lp my answer.txt" "SHELL" "" null 0.0 "no change: exit code 1""#.into(),
        r#"10 "ERROR" "" "" "" null 0.0 "the user stopped the session""#.into(),
        r#"11 "FINISH" "" "" "" null 0.0 null"#.into(),
    ]);
}

#[test]
fn records_have_the_remarks_choices_and_pictures() {
    let root = exported();
    let records = records(root.path(), "response.log");
    for (step, field, expected) in [
        (0, "AppsToOpen", r#"{"APP":"galculator","file_path":""}"#),
        (0, "SubtaskIndex", "-1"),
        (0, "Application", r#""galculator""#),
        (1, "Current Sub-Task", r#""compute 6 x 7""#),
        (1, "Message", r#""use keys\nread the display""#),
        (1, "ControlLabel", r#""2""#),
        (1, "ControlText", r#""Calculator""#),
        (1, "Plan", r#"["press =","read"]"#),
        (1, "CleanScreenshot", r#""action_step1.png""#),
        (2, "ControlLabel", r#""5""#),
        (2, "ControlText", r#""7""#),
        (2, "Function", r#""click_input""#),
        (2, "Args", r#"["left","false"]"#),
        (2, "SaveScreenshot", "true"),
        (2, "Subtask", r#""compute 6 x 7""#),
        (2, "SubtaskIndex", "0"),
        (2, "AgentName", r#""AppAgent/galculator/Calculator""#),
        (2, "AnnotatedScreenshot", r#""action_step2_annotated.png""#),
        (2, "ConcatScreenshot", r#""action_step2_concat.png""#),
        (2, "SelectedControlScreenshot", r#""action_step2_selected_controls.png""#),
        (2, "time_cost", r#"{"capture_screenshot":0.1,"get_response":0.2001}"#),
        (2, "total_time_cost", "0.3001"),
        (4, "CleanScreenshot", r#""""#),
        (5, "Questions", r#"["which file?"]"#),
        (9, "Bash", r#""lp 'my answer.txt'""#),
        (9, "Round", "1"),
        (9, "Request", r#""print it""#),
    ] {
        assert_eq!(records[step][field].to_string(), expected, "{field} of step {step}");
    }
}

#[test]
fn every_named_picture_exists() {
    let root = exported();
    let mut named = BTreeMap::new();
    for record in records(root.path(), "response.log") {
        for (field, value) in
            record.as_object().unwrap().iter().filter(|(field, _)| field.ends_with("Screenshot"))
        {
            if let Some(name) = value.as_str().filter(|it| !it.is_empty()) {
                named.insert(name.to_owned(), field.clone());
            }
        }
    }
    for name in named.keys() {
        assert!(root.path().join("sample").join(name).is_file(), "{name}");
    }
    let content = |name: &str| fs::read_to_string(root.path().join("sample").join(name)).unwrap();
    assert_eq!(content("action_step0.png"), "desktop 0");
    assert_eq!(content("action_step2_concat.png"), "concat 2");
    assert_eq!(content("action_step2_selected_controls.png"), "selected 3 2", "the last of the step");
    assert_eq!(content("action_step4_selected_controls.png"), "selected 4 4");
}

#[test]
fn a_request_names_its_pictures_without_their_bytes() {
    let root = exported();
    let requests = records(root.path(), "request.log");
    assert_eq!(requests.len(), 9);
    let second = &requests[3];
    assert_eq!((&second["step"], &second["attempt"]), (&2.into(), &1.into()));
    assert_eq!(second["agent"], "AppAgent");
    assert_eq!(second["contract"], "reply");
    assert_eq!(second["sections"]["user_request"], "compute 6 x 7");
    let path = second["pictures"][0]["path"].as_str().unwrap();
    assert_eq!(fs::read_to_string(root.path().join("sample").join(path)).unwrap(), "concat 2");
}

#[test]
fn a_judgement_is_a_line_of_its_own() {
    let root = exported();
    let evaluations = records(root.path(), "evaluation.log");
    let expected = r#"{"reason":"the end is missing","sub_scores":{"computed":"yes"},"complete":"unsure","level":"round","request":"compute 6 x 7","id":0,"checks":[]}"#;
    assert_eq!(evaluations.iter().map(Value::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn the_report_describes_the_session() {
    let root = exported();
    let report = fs::read_to_string(root.path().join("sample/output.md")).unwrap();
    expect_test::expect_file!["../fixtures/output.md"].assert_eq(&report);
}

#[test]
fn a_step_that_waits_has_its_line_at_once_and_one_line_only() {
    let root = exported();
    let entries = read(root.path(), "sample").unwrap();
    let confirmed = entries
        .iter()
        .position(|it| matches!(it.event, Event::Confirmed { consent: Consent::No(_), .. }))
        .unwrap();
    let folder = tempdir().unwrap();
    let mut exports = Exports::open(folder.path(), &entries[..confirmed], UiTrees::Omitted).unwrap();
    let last = || {
        let lines = fs::read_to_string(folder.path().join("response.log")).unwrap();
        let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        (lines.lines().count(), last["Step"].clone(), last["Status"].clone(), last["UserConfirm"].clone())
    };
    assert_eq!(last(), (7, 6.into(), "CONFIRM".into(), Value::Null));
    exports.apply(&entries[confirmed]).unwrap();
    assert_eq!(last(), (7, 6.into(), "CONFIRM".into(), "No".into()));
}

/// The first step in which an AppAgent saw its window.
fn app_step(folder: &Path) -> u32 {
    (0..).find(|step| folder.join(format!("action_step{step}_annotated.png")).exists()).unwrap()
}

#[test]
fn trees_are_written_on_request() {
    let root = exported();
    let folder = root.path().join("sample");
    let entries = read(root.path(), "sample").unwrap();
    assert!(!folder.join("ui_trees").exists());
    Exports::open(&folder, &entries, UiTrees::Written).unwrap();
    // The first step is the HostAgent's, which sees no controls.
    assert!(!folder.join("ui_trees/ui_tree_step0.json").exists());
    let text =
        fs::read_to_string(folder.join(format!("ui_trees/ui_tree_step{}.json", app_step(&folder)))).unwrap();
    let tree: UiNode = serde_json::from_str(&text).unwrap();
    assert_eq!((tree.name, tree.children.len()), (sample::window().title, 1));
    Exports::open(&folder, &entries, UiTrees::Omitted).unwrap();
    assert!(!folder.join("ui_trees").exists());
}

#[test]
fn the_host_agents_screenshot_has_a_second_name() {
    let root = exported();
    let file = |name: &str| fs::read(root.path().join("sample").join(name)).ok();
    assert!(file("action_step0.png").is_some());
    assert_eq!(file("desktop_action_step0.png"), file("action_step0.png"));
    let step = app_step(&root.path().join("sample"));
    assert_eq!(file(&format!("desktop_action_step{step}.png")), None);
}

#[test]
fn exports_of_a_log_that_lost_its_end_forget_what_it_lost() {
    let root = exported();
    let folder = root.path().join("sample");
    let entries = read(root.path(), "sample").unwrap();
    let second = entries.iter().position(|it| matches!(it.event, Event::StepEnded { .. })).unwrap();
    Exports::open(&folder, &entries[..=second], UiTrees::Omitted).unwrap();
    assert_eq!(records(root.path(), "response.log").len(), 1);
    assert!(folder.join("action_step0.png").exists());
    assert!(!folder.join("action_step1.png").exists());
    assert!(!folder.join("evaluation.log").exists());
}

#[test]
fn a_blob_that_is_gone_takes_nothing_else_with_it() {
    let root = exported();
    fs::remove_dir_all(root.path().join("sample/blobs")).unwrap();
    let (mut log, entries) = FileLog::open(root.path(), "sample").unwrap();
    let mut exports = Exports::open(log.folder(), &entries, UiTrees::Omitted).unwrap();
    assert_eq!(records(root.path(), "response.log").len(), 12);
    let error = records(root.path(), "request.log")[0]["error"].to_string();
    assert!(error.ends_with("is missing or damaged\""), "{error}");
    let entry = log.append(Timestamp(1), Event::SessionClosed).unwrap();
    exports.apply(&entry).unwrap();
}
