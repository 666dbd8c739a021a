//! Records and logs become trajectories; reading leaves out what cannot, with the reason.

use crate::results::{RunResults, Task, click_bold, picture, select_all};
use deskpilot_core::Timestamp;
use deskpilot_dataflow::{RunKind, Templates};
use deskpilot_dataset::{
    Dataset, LeftOutReason, StepAction, StepSuccess, TargetControl, TrajectorySource, Verdict,
};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_trajectory_has_the_record_and_the_steps_of_its_log() {
    let results = RunResults::of(&[Task::new("w2", "Make all words of the poem bold")]);
    let dataset = results.whole();
    let [it] = dataset.trajectories.as_slice() else { panic!("{dataset:?}") };
    assert_eq!((it.app.as_str(), it.template.as_str()), ("writer", "writer/poem.odt"));
    assert_eq!((it.verdict, it.reason.as_str()), (Verdict::Pass, "all 1 checks hold"));
    assert_eq!((it.model.as_str(), it.version.as_str(), it.log.as_str()), ("plan", "0.1.0", "w2-execute"));
    assert_eq!((it.times.instantiate, it.times.execute, it.times.total), (Some(7.0), Some(4.0), Some(12.0)));
    let functions: Vec<&str> = it.steps.iter().map(|it| it.action.function()).collect();
    assert_eq!(functions, ["keyboard_input", "click_input", "finish"]);
    let click = &it.steps[1];
    assert_eq!((click.plan_step, click.subtask.as_str()), (Some(2), "do step 2"));
    assert_eq!(click.thought, "Step 2");
    assert_eq!(click.ended.since(click.began), 750, "from the observation to the effect");
    let StepAction::Acted(_, outcome, StepSuccess::Succeeded) = &click.action else { panic!("{click:?}") };
    assert_eq!(outcome.effect.to_string(), "confirmed: ToggleButton \"Bold\" is checked");
    let Some(TargetControl { name, role, label, rect }) = click.action.target() else { panic!("no target") };
    assert_eq!((name.as_str(), role.as_str(), label), ("Bold", "ToggleButton", Some(1)));
    assert_eq!((rect.x, rect.y), (108, 58));
}

#[test]
fn pictures_and_trees_are_those_before_the_action() {
    let results = RunResults::of(&[Task::new("w2", "Make all words of the poem bold")]);
    let dataset = results.whole();
    let source = TrajectorySource::open(&dataset.trajectories[0]).unwrap();
    for (number, step) in (0..).zip(&dataset.trajectories[0].steps) {
        assert_eq!(source.picture(step).unwrap().unwrap(), picture(number), "step {number}");
    }
    let tree = source.tree(&dataset.trajectories[0].steps[1]).unwrap();
    let names: Vec<&str> = tree.flatten().into_iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["poem.odt - LibreOffice Writer", "Bold", "poem"]);
}

#[test]
fn of_several_executions_the_last_one_counts() {
    let task = Task::new("w2", "Make all words of the poem bold");
    let results = RunResults::of(std::slice::from_ref(&task));
    let later = Task { actions: vec![click_bold()], ..task.clone() };
    results.add_log(&later, "w2-execute-2", 1_800_000_000_000);
    // Another task with a longer name, and an execution of another request.
    results.add_log(&task, "w2-execute-2b-execute", 1_900_000_000_000);
    results.add_log(&Task { request: "Print it".into(), ..task }, "w2-execute-3", 1_900_000_000_000);
    let dataset = results.whole();
    assert_eq!(dataset.trajectories[0].log, "w2-execute-2");
    assert_eq!(dataset.trajectories[0].steps[0].began, Timestamp(1_800_000_000_750));
}

#[test]
fn an_action_without_a_look_before_it_has_no_picture() {
    let both = Value::Array(vec![select_all(), click_bold()]);
    let task = Task { actions: vec![both], ..Task::new("w2", "Make all words of the poem bold") };
    let results = RunResults::of(&[task]);
    let dataset = results.whole();
    let steps = &dataset.trajectories[0].steps;
    let pictures: Vec<bool> = steps.iter().map(|it| it.screenshot.is_some()).collect();
    assert_eq!(pictures, [true, false, true]);
    assert_eq!(TrajectorySource::open(&dataset.trajectories[0]).unwrap().tree(&steps[1]), None);
    assert_eq!(steps.iter().map(|it| it.plan_step).collect::<Vec<_>>(), [Some(1), Some(2), None]);
    assert_eq!(steps.iter().map(|it| it.session_step).collect::<Vec<_>>(), [0, 0, 1]);
}

#[test]
fn broken_logs_and_records_are_reported_and_nothing_else_is_lost() {
    let names = ["changed", "cut", "gone", "picture", "record", "renamed", "document", "whole"];
    let tasks: Vec<Task> = names.iter().map(|it| Task::new(it, &format!("Make {it} bold"))).collect();
    let results = RunResults::of(&tasks);
    let events = |id: &str| results.log(id).join("events.jsonl");
    let text = fs::read_to_string(events("changed")).unwrap();
    fs::write(events("changed"), text.replace("It is done.", "It is fine.")).unwrap();
    let text = fs::read_to_string(events("cut")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(events("cut"), lines[..lines.len() - 2].join("\n") + "\n").unwrap();
    fs::remove_dir_all(results.log("gone")).unwrap();
    fs::remove_dir_all(results.log("picture").join("blobs")).unwrap();
    let records = results.path().join("dataflow/execution_pass");
    fs::write(records.join("record.json"), "{").unwrap();
    fs::rename(records.join("renamed.json"), records.join("other.json")).unwrap();
    fs::remove_file(results.path().join("saved_document/document.odt")).unwrap();

    let (dataset, left_out) = results.read();
    assert_eq!(dataset.trajectories.iter().map(|it| it.task_id.as_str()).collect::<Vec<_>>(), ["whole"]);
    let reasons: Vec<(String, &str)> = left_out
        .iter()
        .map(|it| (it.path.file_name().unwrap().to_string_lossy().into_owned(), it.reason.summary()))
        .collect();
    let expected = [
        ("changed.json", "the log is broken"),
        ("cut.json", "the log is not finished"),
        ("document.json", "the document is missing, so that the template is unknown"),
        ("gone.json", "there is no log of its execution"),
        ("other.json", "the record is that of another task"),
        ("picture.json", "the log is broken"),
        ("record.json", "the record cannot be read"),
    ];
    assert_eq!(reasons, expected.map(|(name, why)| (name.to_owned(), why)));
    let picture = left_out.iter().find(|it| it.path.ends_with("picture.json")).unwrap().to_string();
    assert!(picture.ends_with(
        "its log picture-execute is broken: 3 of its pictures are missing or damaged; put an unchanged copy back, or \
         execute the task again"
    ), "{picture}");
}

#[test]
fn a_task_that_was_not_executed_is_reported_with_its_reason() {
    let results = RunResults::of(&[Task::new("w2", "Make all words of the poem bold")]);
    let stage = |error: &str| json!({ "result": null, "error": error });
    let record = json!({
        "unique_id": "w9", "app": "word", "original": { "original_task": "Dance", "original_steps": [] },
        "execution_result": { "result": null, "error": null },
        "instantiation_result": {
            "choose_template": { "result": "saved_document/w9.odt", "error": null },
            "prefill": stage("there is no control \"Dance\""),
            "instantiation_evaluation": { "result": null, "error": null },
        },
        "time_cost": {
            "choose_template": 0.1, "prefill": 1.0, "instantiation_evaluation": null, "total": 1.1,
        },
    });
    let folder = results.path().join("dataflow/instantiation_fail");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("w9.json"), record.to_string()).unwrap();
    let (dataset, left_out) = results.read();
    assert_eq!(dataset.trajectories.len(), 1);
    let reasons: Vec<String> = left_out.iter().map(|it| it.reason.to_string()).collect();
    assert_eq!(reasons, ["it was not executed: there is no control \"Dance\""]);
}

#[test]
fn a_folder_without_records_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (dataset, left_out) = Dataset::read(folder.path(), RunKind::Dataflow, &Templates::shipped());
    assert_eq!(dataset, Dataset::default());
    assert_eq!(left_out[0].reason, LeftOutReason::NoRecords);
    assert!(left_out[0].to_string().contains("run `deskpilot dataflow run` first"), "{}", left_out[0]);
}
