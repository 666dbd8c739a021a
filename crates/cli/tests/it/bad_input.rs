//! Bad input of the dataflow that ends in a record which says so.

use deskpilot_dataflow::{InstantiatedTask, OfficeApplication, ResultFolder, Results, RunKind, Templates};
use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, transcript};
use deskpilot_testkit::{InstantiationScript, Planning, ScriptedInstantiator};
use serde_json::{Value, json};
use std::{fs, path::Path, process::Stdio, sync::Arc};

/// How often the model is sent back.
const COMPLAINTS: usize = 2;

fn task(id: &str, words: &str) -> Value {
    json!({"app": "word", "unique_id": id, "task": words, "refined_steps": ["Press Ctrl+End", "Type \"Tent\""]})
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The record of a task that could not be instantiated.
fn failed(workspace: &Workspace, id: &str) -> InstantiatedTask {
    let results = Results::new(&workspace.path().join("results"), RunKind::Dataflow);
    assert_eq!(results.folders_of(id), [ResultFolder::InstantiationFail], "{id}");
    let path = results.record_path(ResultFolder::InstantiationFail, id);
    InstantiatedTask::read(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_template_that_is_no_document_ends_its_tasks_with_the_reason() {
    let poem = Templates::shipped().of(OfficeApplication::Writer)[0].bytes.clone();
    let noise: Vec<u8> = (0..4_000_u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (name, bytes) in [("noise", &noise[..]), ("text", b"Tent\nStove\n"), ("cut", &poem[..poem.len() / 2])]
    {
        let workspace = crate::workspace();
        write(workspace.path(), "raw/w1.json", task("w1", "Add a tent").to_string());
        write(workspace.path(), &format!("templates/writer/{name}.odt"), bytes);
        let words = "dataflow run raw --results results --templates templates --policy unrestricted";
        let output = workspace.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
        let why = failed(&workspace, "w1").instantiation_result.choose_template.0.unwrap().unwrap_err().0;
        assert!(why.starts_with(&format!("the template {name}.odt is no document: ")), "{why}");
        let failures = workspace.run(&["dataflow", "failures", "results"]);
        assert!(
            transcript(&failures).contains(&format!("the template {name}.odt")),
            "{}",
            transcript(&failures)
        );
    }
}

#[test]
fn a_model_that_plans_what_does_not_exist_is_sent_back_and_then_the_task_ends() {
    let words = "Add a tent to the packing lines for the camping trip";
    let step =
        json!({"Step": 1, "Subtask": "type", "ControlText": "", "Function": "x", "Args": {"text": "Tent"}});
    let script = InstantiationScript {
        task: words.to_owned(),
        template: "packing-lines.odt".to_owned(),
        request: "Add the line Tent.".to_owned(),
        plan: vec![step],
    };
    let model = Arc::new(ScriptedInstantiator::new(vec![script], Planning::AlwaysWrong));
    let server = SpokenServer::unenforced(model.clone());
    let workspace = crate::workspace();
    write(workspace.path(), "raw/w1.json", task("w1", words).to_string());
    let words = "dataflow run raw --results results --policy unrestricted";
    let mut command = workspace.command(&words.split(' ').collect::<Vec<_>>());
    command.envs(server.variables()).env("DESKPILOT_RUN_COMPLAINTS", COMPLAINTS.to_string());
    let output = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    let complaints = model.complaints();
    assert_eq!(complaints.len(), COMPLAINTS, "{complaints:?}");
    let reason = "no function \"press_the_ribbon\"";
    assert!(complaints.iter().all(|it| it.contains(reason)), "{complaints:?}");
    let stages = failed(&workspace, "w1").instantiation_result;
    assert!(stages.choose_template.0.unwrap().is_ok());
    let why = stages.prefill.0.unwrap().unwrap_err().0;
    assert!(why.contains(reason) && why.contains("3 times"), "{why}");
    let logs = fs::read_dir(workspace.path().join("results/logs")).unwrap().count();
    assert_eq!(logs, 1, "the task is not tried again: {}", transcript(&output));
}
