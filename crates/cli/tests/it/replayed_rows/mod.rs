//! Rows of an export run as they are: Deskpilot does twenty tasks in the window of a small sheet, the export of their logs is run by
//! pyautogui on the same desktop, and each task leaves the same.

mod sheet;
mod task_log;
mod tasks;

use crate::datasets_guide::interpreter;
use deskpilot_dataflow::{Results, RunKind};
use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use sheet::{PROGRAMS, Sheet};
use std::{
    path::{Path, PathBuf},
    process::Command,
};
use task_log::TaskLog;
use tasks::{merge, tasks};
use tokio::runtime::Runtime;

/// Exports the results of the workspace; returns the file of the tasks.
fn export(workspace: &Workspace) -> PathBuf {
    let words = ["dataflow", "export", "results", "--to", "agentnet", "--out", "dataset", "--held-out", "0"];
    let output = workspace.run(&words);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    workspace.path().join("dataset/train.jsonl")
}

/// What each exported task leaves in the sheet when pyautogui runs its rows.
fn run_rows(exported: &Path, sheet: &Sheet) -> Value {
    let mut command = Command::new(interpreter());
    command.env_clear().envs(sheet.environment());
    command.arg(Path::new(PROGRAMS).join("run_rows.py")).arg(exported).arg(sheet.record());
    let picture = sheet.picture();
    command.args([picture.x, picture.y].map(|it| it.to_string()));
    command.args([picture.width, picture.height].map(|it| it.to_string()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn pyautogui_leaves_what_twenty_exported_tasks_left() {
    let workspace = Workspace::of(crate::PROGRAM);
    let runtime = Runtime::new().unwrap();
    let mut sheet = runtime.block_on(Sheet::open(&workspace.path().join("record")));
    let results = Results::new(&workspace.path().join("results"), RunKind::Dataflow);
    let first = sheet.state();
    let (tasks, mut expected) = (tasks(), Vec::new());
    assert_eq!(tasks.len(), 20);
    let mut state = first.clone();
    for (number, task) in (1..).zip(&tasks) {
        let id = format!("t{number:02}");
        let mut log = TaskLog::begin(&workspace.path().join("results/logs"), &id, task.request);
        for act in &task.acts {
            runtime.block_on(sheet.perform(act, &mut log));
        }
        log.finish(&results, task);
        merge(&mut state, &task.change);
        sheet.awaits(&format!("{id}: {}", task.request), &state);
        expected.push((id, state.clone()));
    }
    let exported = export(&workspace);
    sheet.put_back();
    sheet.awaits("what was there at first", &first);
    let mut left = run_rows(&exported, &sheet);
    for ((id, expected), task) in expected.iter().zip(&tasks) {
        let left = Sheet::without_inputs(left[id].take());
        assert_eq!(left, *expected, "{id}: {}", task.request);
    }
    runtime.block_on(sheet.close());
}
