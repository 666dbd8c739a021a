//! What a run of the dataflow shows: a line for each task that ends, and its totals.

use crate::{console::plain, progress::Screen};
use deskpilot_dataflow::{Published, ResultFolder, RunTotals};
use serde_json::{Map, Value, json};
use std::{path::Path, time::Instant};

/// The progress of a run.
pub(super) struct RunProgress {
    screen: Screen,
    desktops: usize,
    began: Instant,
    /// How many tasks had ended before this process began.
    before: Option<u64>,
}

impl RunProgress {
    pub(super) fn new(screen: Screen, desktops: usize) -> RunProgress {
        RunProgress { screen, desktops, began: Instant::now(), before: None }
    }

    /// Shows a task that ended.
    pub(super) fn tell(&mut self, published: &Published, totals: &RunTotals) {
        let ended = totals.ended();
        let before = *self.before.get_or_insert(ended.saturating_sub(1));
        let elapsed = self.began.elapsed().as_secs_f64();
        let rate = (ended - before) as f64 / elapsed.max(0.001);
        let left = (totals.tasks.saturating_sub(ended)) as f64 / rate.max(1e-9);
        let again = match published.attempts {
            0 | 1 => String::new(),
            attempts => format!(", attempt {attempts}"),
        };
        let line = format!(
            "[{ended}/{}] {}: {} ({:.1} s{again}); {} passed, {}{:.1} tasks a minute, {} left",
            totals.tasks,
            published.id,
            words(published.folder),
            published.seconds,
            totals.passed(),
            cost(totals.dollars),
            rate * 60.0,
            duration(left),
        );
        self.screen.print(&format!("{}\n", plain(&line)));
    }

    /// The totals of the run, and where its results are.
    pub(super) fn end(&self, totals: &RunTotals, seconds: f64, results: &Path) -> String {
        let desktops = match self.desktops {
            1 => "1 desktop".to_owned(),
            several => format!("{several} desktops"),
        };
        let mut page = format!(
            "{} of {} tasks ended in {} on {desktops}: {} passed{}\n",
            totals.ended(),
            totals.tasks,
            duration(seconds),
            totals.passed(),
            if totals.dollars > 0.0 { format!(", {:.4} dollars", totals.dollars) } else { String::new() },
        );
        for (folder, count) in &totals.folders {
            page.push_str(&format!("  {count:>6}  {}\n", folder.name()));
        }
        page.push_str(&format!("results: {}\n", results.display()));
        let is_failed = |folder: &ResultFolder| !folder.is_pass();
        if totals.folders.keys().any(is_failed) {
            page.push_str(&format!("why:     deskpilot dataflow failures {}\n", results.display()));
        }
        if totals.ended() < totals.tasks {
            page.push_str("go on:   the same command with --resume\n");
        }
        page
    }
}

/// The totals as JSON.
pub(super) fn summary(totals: &RunTotals, seconds: f64, results: &Path) -> Value {
    let folders: Map<String, Value> =
        totals.folders.iter().map(|(folder, count)| (folder.name().to_owned(), json!(count))).collect();
    json!({
        "tasks": totals.tasks, "ended": totals.ended(), "passed": totals.passed(), "folders": folders,
        "seconds": seconds, "task_seconds": totals.seconds, "dollars": totals.dollars,
        "results": results.display().to_string(),
    })
}

fn words(folder: ResultFolder) -> &'static str {
    match folder {
        ResultFolder::InstantiationPass => "instantiated",
        ResultFolder::InstantiationFail => "not instantiated",
        ResultFolder::ExecutionPass => "passed",
        ResultFolder::ExecutionFail => "failed",
        ResultFolder::ExecutionUnsure => "unsure",
    }
}

fn cost(dollars: f64) -> String {
    if dollars > 0.0 { format!("{dollars:.4} dollars, ") } else { String::new() }
}

/// Hours and minutes, minutes and seconds, or seconds.
fn duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        whole @ 0..60 => format!("{whole} s"),
        whole @ 60..3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        whole => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_shown_in_fitting_units() {
        for (seconds, expected) in
            [(0.4, "0 s"), (59.6, "1 min 00 s"), (61.0, "1 min 01 s"), (3725.0, "1 h 02 min")]
        {
            assert_eq!(duration(seconds), expected);
        }
    }
}
