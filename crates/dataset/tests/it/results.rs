//! A folder of results with made-up tasks, written as the dataflow writes its own.

use deskpilot_core::{BlobKind, Event, Timestamp};
use deskpilot_dataflow::{ExecutedTask, FinalRecord, OfficeApplication, Results, RunKind, Templates};
use deskpilot_dataset::{Dataset, LeftOut};
use deskpilot_log::{FileLog, SessionLog};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// 2026-01-02 03:04:05 UTC.
const BEGAN: u64 = 1_767_323_045_000;
/// The size of the window, and of its pictures.
const SIZE: (u32, u32) = (64, 40);

/// A folder of results.
pub(crate) struct RunResults {
    folder: TempDir,
}

/// A task to write into it.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) request: String,
    pub(crate) app: OfficeApplication,
    pub(crate) template: String,
    /// `yes`, `no` or `unsure`.
    pub(crate) complete: &'static str,
    /// What it does; a list is done without a look in between.
    pub(crate) actions: Vec<Value>,
}

impl Task {
    /// A task that passes: it selects everything, and clicks a button.
    pub(crate) fn new(id: &str, request: &str) -> Task {
        Task {
            id: id.to_owned(),
            request: request.to_owned(),
            app: OfficeApplication::Writer,
            template: "poem.odt".to_owned(),
            complete: "yes",
            actions: vec![select_all(), click_bold()],
        }
    }
}

/// Ctrl+A for the window, which the keys of a selection do not show.
pub(crate) fn select_all() -> Value {
    json!({
        "call": { "command": "keyboard_input", "args": { "keys": "Ctrl+A" } },
        "window": window(), "aim": "window",
        "verb": { "gesture": { "keys": [{ "held": ["control"], "key": { "char": "a" } }] } },
    })
}

/// A click on a button that is not in the middle of the window.
pub(crate) fn click_bold() -> Value {
    json!({
        "call": { "command": "click_input", "args": { "button": "left" } },
        "window": window(), "aim": { "control": button() },
        "verb": { "gesture": { "click": { "button": "left", "count": 1, "held": [] } } },
    })
}

/// Text for the document.
pub(crate) fn type_text(text: &str) -> Value {
    json!({
        "call": { "command": "set_edit_text", "args": { "text": text } },
        "window": window(), "aim": { "control": document() },
        "verb": { "gesture": { "text": { "text": text, "mode": "append" } } },
    })
}

fn window() -> Value {
    json!({
        "label": null, "id": 7, "title": "poem.odt - LibreOffice Writer", "application": "libreoffice-writer",
        "process": 42, "rect": { "x": 100, "y": 50, "width": SIZE.0, "height": SIZE.1 },
        "state": "normal", "focused": true,
    })
}

fn button() -> Value {
    json!({
        "label": 1, "role": "ToggleButton", "name": "Bold", "value": null, "states": ["enabled"],
        "rect": { "x": 108, "y": 58, "width": 16, "height": 8 },
        "source": { "accessibility": { "node": ":1.2 /a/1" } },
    })
}

fn document() -> Value {
    json!({
        "label": 2, "role": "Document", "name": "poem", "value": null, "states": ["enabled", "editable"],
        "rect": { "x": 100, "y": 70, "width": 64, "height": 20 },
        "source": { "accessibility": { "node": ":1.2 /a/2" } },
    })
}

impl RunResults {
    /// The results of these tasks.
    pub(crate) fn of(tasks: &[Task]) -> RunResults {
        let results = RunResults { folder: tempfile::tempdir().unwrap() };
        tasks.iter().for_each(|it| results.add(it));
        results
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path of the log of the task's execution.
    pub(crate) fn log(&self, id: &str) -> PathBuf {
        self.path().join("logs").join(format!("{id}-execute"))
    }

    /// The dataset, of which nothing is left out.
    pub(crate) fn whole(&self) -> Dataset {
        let (dataset, left_out) = self.read();
        assert_eq!(left_out, []);
        dataset
    }

    pub(crate) fn read(&self) -> (Dataset, Vec<LeftOut>) {
        Dataset::read(self.path(), RunKind::Dataflow, &Templates::shipped())
    }

    fn add(&self, task: &Task) {
        let results = Results::new(self.path(), RunKind::Dataflow);
        let templates = Templates::shipped();
        let template = templates.of(task.app).iter().find(|it| it.name == task.template).unwrap();
        let document = format!("{}.{}", task.id, task.app.extension());
        results.write_document(&document, &template.bytes).unwrap();
        let record = ExecutedTask::read(&record(task, &document).to_string()).unwrap();
        results.write(&task.id, &FinalRecord::Executed(record)).unwrap();
        self.add_log(task, &format!("{}-execute", task.id), BEGAN);
    }

    /// Writes a log of the task's execution under this name, from this millisecond on.
    pub(crate) fn add_log(&self, task: &Task, name: &str, began: u64) {
        let mut log = FileLog::create(&self.path().join("logs"), name).unwrap();
        let mut at = began;
        let mut put = |log: &mut FileLog, event: Value| {
            let event: Event = serde_json::from_value(event).unwrap();
            log.append(Timestamp(at), event).unwrap();
            at += 250;
        };
        put(&mut log, opened(name));
        put(&mut log, json!({ "event": "round_started", "round": 0, "request": task.request }));
        for (number, action) in task.actions.iter().enumerate() {
            let picture = log.keep(BlobKind::Png, &picture(number as u8)).unwrap();
            let view = view(&serde_json::to_value(picture).unwrap());
            let thought = format!("Step {}", number + 1);
            put(&mut log, step_started(number));
            put(&mut log, json!({ "event": "observed", "view": { "app": view } }));
            let act = json!({ "act": { "actions": batch(action), "caution": "usual", "then": "continue" } });
            put(&mut log, decided(&act, &thought));
            for (at, action) in batch(action).iter().enumerate() {
                let id = 10 * number + at + 1;
                let deed = json!({ "act": action });
                put(&mut log, json!({ "event": "acting", "id": id, "deed": deed, "selected": null }));
                put(&mut log, json!({ "event": "acted", "id": id, "outcome": outcome(action) }));
            }
            put(&mut log, json!({ "event": "step_ended", "timings": [] }));
        }
        let picture = log.keep(BlobKind::Png, &picture(task.actions.len() as u8)).unwrap();
        put(&mut log, step_started(task.actions.len()));
        let view = view(&serde_json::to_value(picture).unwrap());
        put(&mut log, json!({ "event": "observed", "view": { "app": view } }));
        put(&mut log, decided(&json!("finish"), "It is done."));
        put(&mut log, json!({ "event": "round_ended", "verdict": { "finished": "done" } }));
        put(&mut log, json!({ "event": "session_closed" }));
    }
}

fn batch(action: &Value) -> Vec<Value> {
    action.as_array().cloned().unwrap_or_else(|| vec![action.clone()])
}

fn opened(name: &str) -> Value {
    json!({
        "event": "session_opened", "task": name, "format": 2, "version": "0.1.0",
        "desktop": { "name": "private X11 desktop :7", "size": { "width": 1920, "height": 1080 } },
        "models": [["HostAgent", "plan"], ["AppAgent", "plan"]], "mode": "batch_normal",
    })
}

fn step_started(number: usize) -> Value {
    let step = json!({ "session": number, "round": number, "agent": number });
    json!({ "event": "step_started", "step": step, "agent": "BatchAgent/libreoffice-writer/poem.odt" })
}

fn decided(decision: &Value, thought: &str) -> Value {
    let remarks =
        json!({ "observation": "", "thought": thought, "plan": [], "comment": "", "save_screenshot": null });
    json!({ "event": "app_decided", "decision": decision, "remarks": remarks })
}

/// Keys that only select show nothing, and everything else is seen.
fn outcome(action: &Value) -> Value {
    let effect = match action["call"]["command"].as_str() {
        Some("keyboard_input") => json!({ "unverified": "nothing shows what is selected" }),
        _ => json!({ "confirmed": { "state": "ToggleButton \"Bold\" is checked" } }),
    };
    json!({ "effect": effect, "output": null })
}

fn view(picture: &Value) -> Value {
    json!({
        "window": window(), "controls": [button(), document()], "levels": [1, 0], "truncated": null,
        "pictures": {
            "clean": picture, "annotated": null, "concat": null,
            "size": { "width": SIZE.0, "height": SIZE.1 }, "origin": { "x": 100, "y": 50 },
        },
    })
}

/// A picture in one colour, a different one for each step.
pub(crate) fn picture(number: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Grayscale);
    let pixels = vec![number.wrapping_mul(40); (SIZE.0 * SIZE.1) as usize];
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

fn record(task: &Task, document: &str) -> Value {
    let step = |(at, action): (usize, Value)| {
        json!({
            "Step": at + 1, "Subtask": format!("do step {}", at + 1), "ControlLabel": null, "ControlText": "",
            "Function": action["call"]["command"], "Args": action["call"]["args"], "Success": true,
            "MatchedControlText": null,
        })
    };
    let plan: Vec<Value> = task.actions.iter().flat_map(batch).enumerate().map(step).collect();
    let evaluation = json!({
        "reason": "all 1 checks hold", "sub_scores": { "it is bold": task.complete }, "complete": task.complete,
    });
    let judgement = json!({ "judge": true, "thought": "Each step had an effect.", "request_type": "None" });
    json!({
        "unique_id": task.id, "app": task.app.name(),
        "original": { "original_task": task.request, "original_steps": ["Press Ctrl+A"] },
        "execution_result": { "result": evaluation, "error": null },
        "instantiation_result": {
            "choose_template": { "result": format!("saved_document/{document}"), "error": null },
            "prefill": {
                "result": { "instantiated_request": task.request, "instantiated_plan": plan }, "error": null,
            },
            "instantiation_evaluation": { "result": judgement, "error": null },
        },
        "time_cost": {
            "choose_template": 0.5, "prefill": 6.0, "instantiation_evaluation": 0.5, "execute": 4.0,
            "execute_eval": 0.25, "total": 12.0,
        },
    })
}
