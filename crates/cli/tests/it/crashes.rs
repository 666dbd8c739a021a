//! Writer is killed at each moment of a task: the task ends once, and its record says where and why.

use deskpilot_core::{AppDecision, Entry, Event, HostDecision, Operation};
use deskpilot_dataflow::{ExecutedTask, OfficeApplication, ResultFolder, Results, RunKind, Templates};
use deskpilot_testkit::{
    command_line::{signal, transcript, until},
    tried,
};
use serde_json::{Value, json};
use std::{cmp::Ordering, fs, path::Path, process::Stdio};

/// The template of the tasks.
const TEMPLATE: &str = "packing-lines.odt";
/// The keys of the steps. What saves the document follows them.
const STEPS: [(&str, &str); 4] = [
    ("go to the end", "Ctrl+End"),
    ("begin a line", "Enter"),
    ("write the item", "{T}oothbrush"),
    ("make it bold", "Ctrl+B"),
];

/// When an application is killed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Moment {
    /// While it opens the document.
    Opening,
    /// When its window is there and no step has begun.
    Opened,
    /// When this step has just begun, from 1.
    Step(usize),
    /// When the document is being saved.
    Saving,
    /// Never.
    Never,
}

impl Moment {
    const ALL: [Moment; 8] = [
        Moment::Opening,
        Moment::Opened,
        Moment::Step(1),
        Moment::Step(2),
        Moment::Step(3),
        Moment::Step(4),
        Moment::Saving,
        Moment::Never,
    ];
    /// Those of a usual run: before, between and after the steps.
    const USUAL: [Moment; 4] = [Moment::Opening, Moment::Step(2), Moment::Saving, Moment::Never];

    /// The id of its task.
    fn id(self) -> String {
        let at = Moment::ALL.iter().position(|it| *it == self).unwrap();
        format!("crash-{at}")
    }

    /// Whether the log says that the moment has come.
    fn has_come(self, entries: &[Entry]) -> bool {
        let count = |holds: fn(&Event) -> bool| entries.iter().filter(|it| holds(&it.event)).count();
        let actions = actions(entries);
        match self {
            Moment::Opening => {
                count(|it| matches!(it, Event::Acting { operation: Operation::Launch(_), .. })) > 0
            }
            Moment::Opened => {
                count(|it| matches!(it, Event::HostDecided { decision: HostDecision::Assign { .. }, .. })) > 0
            }
            Moment::Step(at) => actions >= at,
            Moment::Saving => actions > STEPS.len(),
            Moment::Never => false,
        }
    }
}

/// Writes the record of an instantiated task, its document and its raw task, as `dataflow instantiate` leaves them.
fn write_task(folder: &Path, id: &str) {
    let document = format!("{id}.odt");
    let templates = Templates::shipped();
    let template = templates.of(OfficeApplication::Writer).iter().find(|it| it.name == TEMPLATE).unwrap();
    let plan = (1..).zip(STEPS).map(|(at, (subtask, keys))| {
        json!({
            "Step": at, "Subtask": subtask, "ControlLabel": null, "ControlText": "", "Function": "keyboard_input",
            "Args": {"keys": keys, "control_focus": false},
        })
    });
    let ok = |result: Value| json!({"result": result, "error": null});
    let steps: Vec<&str> = STEPS.iter().map(|(subtask, _)| *subtask).collect();
    let record = json!({
        "unique_id": id, "app": "word",
        "original": {"original_task": "Add a toothbrush", "original_steps": steps},
        "execution_result": {"result": null, "error": null},
        "instantiation_result": {
            "choose_template": ok(json!(format!("saved_document/{document}"))),
            "prefill": ok(json!({
                "instantiated_request": "Add a toothbrush", "instantiated_plan": plan.collect::<Vec<_>>(),
            })),
            "instantiation_evaluation": ok(json!({"judge": true, "thought": "", "request_type": "None"})),
        },
        "time_cost": {
            "choose_template": 0.0, "prefill": 0.0, "instantiation_evaluation": 0.0, "execute": null,
            "execute_eval": null, "total": 0.0,
        },
    });
    let raw = json!({
        "app": "word", "unique_id": id, "task": "Add a toothbrush", "refined_steps": steps,
        "checks": [{"document": "{document}", "text_contains": "Toothbrush"}],
    });
    for (name, bytes) in [
        (format!("records/{id}.json"), record.to_string().as_bytes()),
        (format!("tasks/{id}.json"), raw.to_string().as_bytes()),
        (format!("saved_document/{document}"), &template.bytes),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The entries of a log that mark a moment. The others have views, and are many and long.
fn entries(log: &Path) -> Vec<Entry> {
    let text = fs::read_to_string(log.join("events.jsonl")).unwrap_or_default();
    let names = ["acting", "host_decided", "app_decided"].map(|it| format!("\"event\":\"{it}\""));
    let tells = |line: &&str| names.iter().any(|it| line.contains(it));
    text.lines().filter(tells).filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// How many actions in the window the task began.
fn actions(entries: &[Entry]) -> usize {
    let is_action = |it: &&Entry| matches!(it.event, Event::Acting { operation: Operation::Act(_), .. });
    entries.iter().filter(is_action).count()
}

/// The number of the step that was decided last, from 1; 0 if none was, and one more than there are for the saving.
fn last_decided(entries: &[Entry]) -> usize {
    let keys = entries.iter().rev().find_map(|it| match &it.event {
        Event::AppDecided { decision: AppDecision::Act { actions, .. }, .. } => {
            actions[0].call.args["keys"].as_str()
        }
        _ => None,
    });
    let at = |keys: &str| STEPS.iter().position(|it| it.1 == keys).unwrap_or(STEPS.len());
    keys.map_or(0, |keys| at(keys) + 1)
}

/// Checks the record of a task whose application was killed when this step was done.
fn check_killed(moment: Moment, decided: usize, record: ExecutedTask) {
    let error = match record.execution_result.0.unwrap() {
        Err(error) => error,
        Ok(judged) => panic!("{moment:?}: {judged:?}"),
    };
    let (kind, begins) = match (moment, decided) {
        (Moment::Opening, _) => ("document_not_opened", "crash-0.odt could not be opened: ".to_owned()),
        (_, 0) => ("application_ended", format!("before step 1 ({}): ", STEPS[0].0)),
        (_, at) => match STEPS.get(at - 1) {
            Some((step, _)) => ("application_ended", format!("step {at} ({step}): ")),
            // The keys that save may have been sent already.
            None if error.message.starts_with("after") => {
                ("application_ended", "after the last step: ".to_owned())
            }
            None => ("application_ended", "while the document was saved: ".to_owned()),
        },
    };
    assert_eq!(error.kind, kind, "{moment:?}: {error:?}");
    assert!(error.message.starts_with(&begins), "{moment:?}: {error:?}");
    assert!(kind != "application_ended" || error.message.contains("the application ended"), "{error:?}");
    let plan = record.instantiation_result.prefill.0.unwrap().unwrap().instantiated_plan.unwrap();
    for step in plan {
        let at = usize::try_from(step.plan.step).unwrap();
        // The effect of keys is not always visible, and how far the interrupted step got is unknown.
        match at.cmp(&decided) {
            Ordering::Less => assert_ne!(step.success, Some(false), "{moment:?}: {step:?}"),
            Ordering::Equal => {}
            Ordering::Greater => assert_eq!(step.success, None, "{moment:?}: {step:?}"),
        }
    }
}

#[test]
fn an_application_that_dies_at_any_step_ends_its_task_once_with_the_step_and_the_reason() {
    let workspace = crate::workspace();
    let moments = tried(&Moment::ALL, |it| Moment::USUAL.contains(it));
    moments.iter().for_each(|it| write_task(&workspace.path().join("given"), &it.id()));
    let words = "dataflow execute given/records --results done --jobs 3 --policy unrestricted";
    let words: Vec<&str> = words.split(' ').collect();
    let mut child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let done = workspace.path().join("done");
    let log = |moment: Moment| done.join("logs").join(format!("{}-execute", moment.id()));
    let mut alive = moments.clone();
    until("all tasks ended", || {
        alive.retain(|it| !(it.has_come(&entries(&log(*it))) && signal(&log(*it), "soffice.bin", "-KILL")));
        child.try_wait().unwrap().is_some()
    });
    let all = transcript(&child.wait_with_output().unwrap());
    assert_eq!(alive, [Moment::Never], "{all}");
    let results = Results::new(&done, RunKind::Execution);
    for &moment in &moments {
        let is_killed = moment != Moment::Never;
        let folder = if is_killed { ResultFolder::ExecutionFail } else { ResultFolder::ExecutionPass };
        assert_eq!(results.folders_of(&moment.id()), [folder], "{moment:?}: {all}");
        let text = fs::read_to_string(results.record_path(folder, &moment.id())).unwrap();
        let record = ExecutedTask::read(&text).unwrap();
        if is_killed {
            check_killed(moment, last_decided(&entries(&log(moment))), record);
        }
    }
    let logs = fs::read_dir(done.join("logs")).unwrap().count();
    assert_eq!(logs, moments.len(), "no task was tried again: {all}");
}
