//! One plan of ten steps on Writer: executed by Deskpilot, by the application's own scripting interface, and what the fixed
//! waits of the reference add up to.

use super::command::{STEPS, execute, instantiate, passed};
use crate::{folder, say};
use anyhow::{Context, Result, bail};
use deskpilot_core::Event;
use deskpilot_linux::{PrivateDesktop, PrivateOptions, Seat};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path, process::Stdio};
use tokio::process::Command;

/// The fixed waits of the reference for a plan: what each is for, how often, and its seconds. From its documentation and its
/// default settings; the characters of typed texts follow from the plan.
const WAITS: [(&str, Count, f64); 4] = [
    ("after the document is opened", Count::Plan, 1.0),
    ("after each step (SLEEP_TIME)", Count::Step, 1.0),
    ("after each character typed (INPUT_TEXT_INTER_KEY_PAUSE)", Count::Character, 0.05),
    ("before the last picture", Count::Plan, 1.0),
];

/// What a wait happens once for.
#[derive(Clone, Copy)]
enum Count {
    Plan,
    Step,
    Character,
}

/// The times of the plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PlanTimes {
    /// Seconds of each execution, from the start of the application to the saved document.
    pub(super) executions: Vec<f64>,
    /// Seconds of the steps of each execution, without the start of the application.
    pub(super) steps: Vec<f64>,
    /// The share of the command's own processor time in the time of the command.
    pub(super) own_shares: Vec<f64>,
    /// What the scripting interface needs.
    pub(super) scripted: Vec<Scripted>,
    /// The fixed waits of the reference: what for, how often, and the seconds of all.
    pub(super) waits: Vec<(String, usize, f64)>,
}

/// What the plan takes through the application's scripting interface, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Scripted {
    /// From the start of the program to the open document.
    pub(super) start: f64,
    /// The ten operations.
    pub(super) operations: f64,
    /// Saving the document.
    pub(super) save: f64,
}

impl Scripted {
    /// All of it, in seconds.
    pub(super) fn seconds(self) -> f64 {
        (self.start + self.operations + self.save) / 1000.0
    }
}

/// Executes the plan so many times in each way, in turn.
pub(super) async fn measure(times: usize) -> Result<PlanTimes> {
    let place = tempfile::tempdir()?;
    let place = place.path();
    let records = instantiate(place, 1).await?;
    let mut measured = PlanTimes { waits: waits(), ..PlanTimes::default() };
    for at in 0..times {
        let results = place.join(format!("run-{at}"));
        let ended = execute(&records, &results, 1).await?;
        let record = passed(&results)?.into_iter().next().context("the plan did not pass")?;
        let executed = record["time_cost"]["execute"].as_f64().context("the record has no time")?;
        measured.executions.push(executed);
        measured.steps.push(steps_of(&results)?);
        measured.own_shares.push(ended.own_cpu / ended.seconds);
        measured.scripted.push(scripted(place, &records, at).await?);
        say(&format!("  {executed:.2} s, and {:.2} s by the script", measured.scripted[at].seconds()));
    }
    Ok(measured)
}

/// The waits of the reference for this plan.
fn waits() -> Vec<(String, usize, f64)> {
    let characters =
        STEPS.iter().filter_map(|it| it.strip_prefix("Type \"")).map(|it| it.chars().count() - 1);
    let characters: usize = characters.sum();
    WAITS
        .iter()
        .map(|(what, count, seconds)| {
            let times = match count {
                Count::Plan => 1,
                Count::Step => STEPS.len(),
                Count::Character => characters,
            };
            ((*what).to_owned(), times, *seconds * times as f64)
        })
        .collect()
}

/// The seconds from the opened document to the end of the round, by the log of the execution: its first action opens the
/// document.
fn steps_of(results: &Path) -> Result<f64> {
    let entries = deskpilot_log::read(&results.join("logs"), "bench-00-execute")?;
    let opened = entries.iter().find(|it| matches!(it.event, Event::Acted { .. }));
    let ended = entries.iter().rfind(|it| matches!(it.event, Event::RoundEnded { .. }));
    let (opened, ended) = opened.zip(ended).context("the log has no round with an action")?;
    Ok(ended.at.since(opened.at) as f64 / 1000.0)
}

/// Does the plan through the scripting interface, on a desktop of its own, with a copy of the same document.
async fn scripted(place: &Path, records: &Path, at: usize) -> Result<Scripted> {
    let documents = records.join("../../saved_document");
    let found = fs::read_dir(&documents)?.next().context("there is no document")??.path();
    let copy = place.join(format!("copy-{at}.odt"));
    fs::copy(found, &copy)?;
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let done = script(desktop.seat(), &copy).await;
    desktop.close().await;
    done
}

async fn script(seat: &Seat, document: &Path) -> Result<Scripted> {
    let output = Command::new("/usr/bin/python3")
        .arg(folder().join("peers/uno_plan.py"))
        .arg(document)
        .env_clear()
        .envs(seat.environment().iter())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("uno_plan.py: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    let line = stdout.lines().last().context("uno_plan.py printed nothing")?;
    serde_json::from_str(line).with_context(|| format!("uno_plan.py printed {line:?}"))
}
