//! Raw tasks become records on real office applications: with the built-in model, and through the HTTP path of a hosted one.

use deskpilot_dataflow::{ExecutedTask, InstantiatedTask, OfficeApplication, Templates};
use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, finish_within, transcript};
use deskpilot_testkit::{InstantiationScript, NatsServer, Planning, ScriptedInstantiator, tried};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    sync::Arc,
    time::Duration,
};
use tokio::runtime::Runtime;

/// The variable with the folder of results whose tasks are done once more.
const RESULTS: &str = "DESKPILOT_TEST_RESULTS";
/// How long each of them may take.
const A_MINUTE: Duration = Duration::from_secs(60);

/// Tasks for all three applications: their ids and files.
fn tasks() -> [(&'static str, Value); 3] {
    [
        (
            "w1",
            json!({
                "app": "word", "unique_id": "w1",
                "task": "Add an item at the end of the packing lines for the camping trip",
                "refined_steps": ["1. Press Ctrl+End", "2. Press Enter", "3. Type \"Toothbrush\""],
                "checks": [{"document": "{document}", "text_contains": "Toothbrush"}],
            }),
        ),
        (
            "c1",
            json!({
                "app": "excel", "unique_id": "c1",
                "task": "Enter a product below the oven temperatures",
                "refined_steps": ["Click H20", "Type \"=3*4\"", "Press Enter"],
                "checks": [{"document": "{document}", "cell": "H20", "equals": 12}],
            }),
        ),
        (
            "p1",
            json!({
                "app": "powerpoint", "unique_id": "p1",
                "task": "Put a paragraph break after the title of the Harbour Museum deck",
                "refined_steps": ["Press Fly+High"],
            }),
        ),
    ]
}

fn with_tasks(tasks: &[(&str, Value)]) -> Workspace {
    let workspace = crate::workspace();
    fs::create_dir(workspace.path().join("raw")).unwrap();
    for (id, task) in tasks {
        fs::write(workspace.path().join(format!("raw/{id}.json")), task.to_string()).unwrap();
    }
    workspace
}

fn results(workspace: &Workspace, path: &str) -> PathBuf {
    workspace.path().join("dataflow-results").join(path)
}

/// Runs a command of the dataflow, with a server's model if there is one.
fn dataflow(workspace: &Workspace, words: &[&str], server: Option<&SpokenServer>) -> Output {
    let mut command = workspace.command(&[&["dataflow"], words, &["--policy", "unrestricted"]].concat());
    command.envs(server.map(SpokenServer::variables).into_iter().flatten());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    finish(child)
}

/// Two workers with one desktop each at a server, as on other machines. They end with the value.
struct Fleet {
    server: NatsServer,
    workers: [Child; 2],
    _runtime: Runtime,
}

impl Fleet {
    /// Workers with a server's model, if there is one.
    fn start(workspace: &Workspace, model: Option<&SpokenServer>) -> Fleet {
        let runtime = Runtime::new().unwrap();
        let server = {
            let _entered = runtime.enter();
            NatsServer::start(&[])
        };
        let queue = server.address();
        let words = ["worker", "--queue", &queue, "--artefacts", "shared", "--policy", "unrestricted"];
        let worker = || {
            let mut command = workspace.command(&words);
            command.envs(model.map(SpokenServer::variables).into_iter().flatten());
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        Fleet { workers: [worker(), worker()], server, _runtime: runtime }
    }

    /// The command that starts a run, and only writes its records.
    fn run(&self, workspace: &Workspace) -> Command {
        let queue = self.server.address();
        let words = ["dataflow", "run", "raw", "--queue", &queue, "--artefacts", "shared", "--jobs", "0"];
        workspace.command(&[&words[..], &["--policy", "unrestricted"]].concat())
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
    }
}

#[test]
fn a_wrong_place_for_artefacts_is_reported_before_anything_begins() {
    let workspace = with_tasks(&tasks());
    for (place, expected) in [
        ("gs://pail", "write a folder, file:///FOLDER or s3://BUCKET/PREFIX"),
        ("s3://pail/x", "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
    ] {
        for words in [["worker", "--queue", "jobs.db"].as_slice(), &["dataflow", "run", "raw"]] {
            let output = workspace.command(&[words, &["--artefacts", place]].concat()).output().unwrap();
            let all = transcript(&output);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {all}");
            assert!(all.contains(expected), "{words:?}: {all}");
        }
    }
    assert!(!workspace.path().join("jobs.db").exists() && !results(&workspace, "").exists());
}

fn executed(workspace: &Workspace, folder: &str, id: &str) -> ExecutedTask {
    let path = results(workspace, &format!("dataflow/{folder}/{id}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| {
        let failures = transcript(&workspace.run(&["dataflow", "failures"]));
        panic!("{}: {error}; {failures}", path.display())
    });
    ExecutedTask::read(&text).unwrap()
}

/// What a language model replies so that the task of this record comes out as it did.
fn script_of(record: ExecutedTask, templates: &Templates) -> InstantiationScript {
    let prefilled = record.instantiation_result.prefill.0.unwrap().unwrap();
    let task = record.original.original_task;
    let application = OfficeApplication::by_name(&record.app).unwrap();
    InstantiationScript {
        template: templates.choose(application, &task, 0).unwrap().template.name.clone(),
        request: prefilled.instantiated_request,
        plan: prefilled
            .instantiated_plan
            .unwrap()
            .iter()
            .map(|it| serde_json::to_value(it).unwrap())
            .collect(),
        task,
    }
}

/// Does nothing if the variable is not set, see docs/testing.md.
#[test]
fn tasks_that_passed_pass_by_workers_and_through_a_language_model() {
    let Some(folder) = env::var_os(RESULTS).map(PathBuf::from) else { return };
    let (templates, workspace) = (Templates::shipped(), with_tasks(&[]));
    let mut scripts = Vec::new();
    for entry in fs::read_dir(folder.join("dataflow/execution_pass")).unwrap() {
        let file = entry.unwrap().path();
        let record = ExecutedTask::read(&fs::read_to_string(&file).unwrap()).unwrap();
        let name = file.file_name().unwrap();
        fs::copy(folder.join("tasks").join(name), workspace.path().join("raw").join(name)).unwrap();
        scripts.push(script_of(record, &templates));
    }
    let tasks = scripts.len();
    let server = SpokenServer::of(Arc::new(ScriptedInstantiator::new(scripts, Planning::Right)));
    let fleet = Fleet::start(&workspace, Some(&server));
    let mut command = fleet.run(&workspace);
    command.arg("--json").envs(server.variables());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let output = finish_within(child, A_MINUTE * u32::try_from(tasks).unwrap());
    drop(fleet);
    let totals: Value = serde_json::from_slice(&output.stdout).unwrap();
    let passed = totals["passed"].as_u64().unwrap();
    let all = transcript(&workspace.run(&["dataflow", "failures"]));
    // The plans are those that were carried out before; LibreOffice is not always the same.
    assert!(passed as usize * 20 >= tasks * 19, "{passed} of {tasks} passed: {all}");
}

#[test]
fn raw_tasks_are_done_by_workers_and_through_a_language_model() {
    let ids = tried(&["w1", "c1", "p1"], |it| *it != "c1");
    let given: Vec<_> = tasks().into_iter().filter(|it| ids.contains(&it.0)).collect();
    let workspace = with_tasks(&given);
    let fleet = Fleet::start(&workspace, None);
    let child = fleet.run(&workspace).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let output = finish(child);
    drop(fleet);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    for id in ids.into_iter().filter(|it| *it != "p1") {
        let record = executed(&workspace, "execution_pass", id);
        let prefilled = record.instantiation_result.prefill.0.unwrap().unwrap();
        let plan = prefilled.instantiated_plan.unwrap();
        assert_eq!(plan.len(), 3, "{plan:?}");
        assert!(plan.iter().all(|it| it.success == Some(true)), "{plan:?}");
        let times = record.time_cost;
        let parts = [times.choose_template, times.prefill, times.instantiation_evaluation, times.execute];
        let sum: f64 = parts.into_iter().map(Option::unwrap).sum();
        assert!(times.total.unwrap() >= sum, "{times:?}");
    }
    // A step that is not understood: no plan, no execution, and the reason is in the record.
    let text = fs::read_to_string(results(&workspace, "dataflow/instantiation_fail/p1.json")).unwrap();
    let failed = InstantiatedTask::read(&text).unwrap();
    let why = failed.instantiation_result.prefill.0.unwrap().unwrap_err().0;
    assert!(why.contains("Fly"), "{why}");
    let document = fs::read(results(&workspace, "saved_document/w1.odt")).unwrap();
    let after = fs::read(results(&workspace, "executed_document/w1.odt")).unwrap();
    assert_ne!(document, after);
    let plan = fs::read_to_string(results(&workspace, "batch/tasks/w1.json")).unwrap();
    assert!(plan.contains("\"close\": \"True\""), "{plan}");
    assert_eq!(fs::read(results(&workspace, "batch/files/w1.odt")).unwrap(), document);

    // The same plan through a language model, whose first plan names a function that does not exist.
    let script = InstantiationScript {
        request: "Add the line Toothbrush at the end of the packing list.".into(),
        ..script_of(executed(&workspace, "execution_pass", "w1"), &Templates::shipped())
    };
    let model = Arc::new(ScriptedInstantiator::new(vec![script], Planning::WrongAtFirst));
    let server = SpokenServer::unenforced(model.clone());
    let mut raw = tasks()[0].1.clone();
    raw["checks"] = json!([]);
    let workspace = with_tasks(&[("w1", raw)]);
    let output = dataflow(&workspace, &["run", "raw"], Some(&server));
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let record = executed(&workspace, "execution_pass", "w1");
    let prefilled = record.instantiation_result.prefill.0.unwrap().unwrap();
    assert_eq!(prefilled.instantiated_request, "Add the line Toothbrush at the end of the packing list.");
    let judged = record.instantiation_result.instantiation_evaluation.0.unwrap().unwrap();
    assert_eq!((judged.judge, judged.request_type.as_str()), (true, "None"));
    assert_eq!(record.execution_result.0.unwrap().unwrap().reason, "the script says so");
    let complaints = model.complaints();
    assert!(
        complaints.len() == 1 && complaints[0].contains("no function \"press_the_ribbon\""),
        "{complaints:?}"
    );
}
