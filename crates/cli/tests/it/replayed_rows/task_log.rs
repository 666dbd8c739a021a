//! The log and the record of a task, written as the dataflow writes its own.

use super::tasks::Task;
use deskpilot_core::{Action, AppView, BlobKind, Event, Outcome, Pictures, Timestamp};
use deskpilot_dataflow::{ExecutedTask, FinalRecord, Results};
use deskpilot_desktop::{Image, photographer::encode_png};
use deskpilot_log::{FORMAT, FileLog, SessionLog};
use serde_json::{Value, json};
use std::path::Path;

/// The log of a task that runs.
pub(super) struct TaskLog {
    log: FileLog,
    id: String,
    entries: u64,
    actions: u32,
}

impl TaskLog {
    /// Begins the log of a task in the folder of logs.
    pub(super) fn begin(logs: &Path, id: &str, request: &str) -> TaskLog {
        let name = format!("{id}-execute");
        let log = FileLog::create(logs, &name).unwrap();
        let mut log = TaskLog { log, id: id.to_owned(), entries: 0, actions: 0 };
        log.put(json!({
            "event": "session_opened", "task": name, "format": FORMAT, "version": "0.1.0",
            "desktop": { "name": "private X11 desktop", "size": { "width": 1920, "height": 1080 } },
            "models": [["HostAgent", "plan"], ["AppAgent", "plan"]], "mode": "batch_normal",
        }));
        log.put(json!({ "event": "round_started", "round": 0, "request": request }));
        log
    }

    /// An agent looked at the window.
    pub(super) fn looked(&mut self, view: AppView, picture: &Image) {
        let clean = self.log.keep(BlobKind::Png, &encode_png(picture).unwrap()).unwrap();
        let pictures = Pictures {
            clean: Some(clean),
            size: picture.size,
            origin: Some(picture.origin),
            ..Pictures::default()
        };
        let step = json!({ "session": self.actions, "round": self.actions, "agent": self.actions });
        self.put(json!({ "event": "step_started", "step": step, "agent": "BatchAgent/python3/Sheet" }));
        self.put(json!({ "event": "observed", "view": { "app": AppView { pictures, ..view } } }));
    }

    /// It decided on this action, which begins.
    pub(super) fn begins(&mut self, action: &Action) {
        self.actions += 1;
        self.decide(&json!({ "act": { "actions": [action], "caution": "usual", "then": "continue" } }));
        let (id, deed) = (self.actions, json!({ "act": action }));
        self.put(json!({ "event": "acting", "id": id, "deed": deed, "selected": null }));
    }

    /// The action ended like this.
    pub(super) fn ended(&mut self, outcome: &Outcome) {
        self.put(json!({ "event": "acted", "id": self.actions, "outcome": outcome }));
        self.put(json!({ "event": "step_ended", "timings": [] }));
    }

    /// The task is done: writes the end of its log, its record and its document.
    pub(super) fn finish(mut self, results: &Results, task: &Task) {
        let step = json!({ "session": self.actions, "round": self.actions, "agent": self.actions });
        self.put(json!({ "event": "step_started", "step": step, "agent": "BatchAgent/python3/Sheet" }));
        self.decide(&json!("finish"));
        self.put(json!({ "event": "round_ended", "verdict": { "finished": "done" } }));
        self.put(json!({ "event": "session_closed" }));
        // Each task has a document of its own, so that none is left out as nearly another.
        let document = format!("{}.ods", self.id);
        results.write_document(&document, self.id.as_bytes()).unwrap();
        let record = ExecutedTask::read(&record(&self.id, task, &document).to_string()).unwrap();
        results.write(&self.id, &FinalRecord::Executed(record)).unwrap();
    }

    fn decide(&mut self, decision: &Value) {
        let remarks =
            json!({ "observation": "", "thought": "", "plan": [], "comment": "", "save_screenshot": null });
        self.put(json!({ "event": "app_decided", "decision": decision, "remarks": remarks }));
    }

    fn put(&mut self, event: Value) {
        let event: Event = serde_json::from_value(event).unwrap();
        self.entries += 1;
        self.log.append(Timestamp(1_767_323_045_000 + 250 * self.entries), event).unwrap();
    }
}

/// The record of a task of Calc that passed.
fn record(id: &str, task: &Task, document: &str) -> Value {
    let step = |(number, command): (usize, &str)| {
        json!({
            "Step": number, "Subtask": format!("do step {number}"), "ControlLabel": null, "ControlText": "",
            "Function": command, "Args": {}, "Success": true, "MatchedControlText": null,
        })
    };
    let plan: Vec<Value> = (1..).zip(task.acts.iter().map(|it| it.command())).map(step).collect();
    let evaluation =
        json!({ "reason": "all checks hold", "sub_scores": { "it is there": "yes" }, "complete": "yes" });
    let judgement = json!({ "judge": true, "thought": "Each step had an effect.", "request_type": "None" });
    json!({
        "unique_id": id, "app": "calc",
        "original": { "original_task": task.request, "original_steps": [] },
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
