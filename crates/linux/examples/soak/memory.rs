//! The resident memory of this process and of the applications, over time.

use crate::subject::Subject;
use anyhow::{Context, Result};
use std::fmt;
use std::fs;
use std::time::Duration;

/// The steepest growth over the second half of a run that counts as flat, in KiB per minute: 12 MiB in an hour.
const FLAT: f64 = 200.0;
/// How many rows of the table to print.
const ROWS: usize = 20;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The measurements.
pub(crate) struct Memory {
    names: Vec<&'static str>,
    processes: Vec<u32>,
    rows: Vec<Row>,
    /// The least value since the last row, because pictures come and go.
    least: Vec<u64>,
}

struct Row {
    minutes: f64,
    /// In KiB: our own first, then each application's.
    resident: Vec<u64>,
}

impl Memory {
    pub(crate) fn of(subjects: &[Subject]) -> Memory {
        let mut names = vec!["deskpilot"];
        names.extend(subjects.iter().map(|it| it.script.application));
        let mut processes = vec![std::process::id()];
        processes.extend(subjects.iter().filter_map(|it| it.window.process));
        let least = vec![u64::MAX; processes.len()];
        Memory { names, processes, rows: Vec::new(), least }
    }

    pub(crate) fn samples(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn measure(&mut self) -> Result<()> {
        for (least, pid) in self.least.iter_mut().zip(&self.processes) {
            *least = (*least).min(resident(*pid)?);
        }
        Ok(())
    }

    /// Records the least values measured since the last call.
    pub(crate) fn write_down(&mut self, at: Duration) {
        let resident = self.least.clone();
        self.least.fill(u64::MAX);
        self.rows.push(Row { minutes: at.as_secs_f64() / 60.0, resident });
    }

    fn ours(&self) -> Vec<(f64, f64)> {
        self.rows.iter().map(|row| (row.minutes, row.resident[0] as f64)).collect()
    }

    /// Whether our own memory is flat.
    pub(crate) fn verdict(&self) -> Result<String, String> {
        let ours = self.ours();
        let growth = slope(&ours[ours.len() / 2..]);
        let summary = format!("{growth:+.1} KiB a minute over the second half; {FLAT} and more is growth");
        if growth < FLAT { Ok(format!("flat: {summary}")) } else { Err(format!("it grows: {summary}")) }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "resident memory in KiB, the least of each stretch of time")?;
        writeln!(f, "minute  {}", self.names.join("  "))?;
        let step = self.rows.len().div_ceil(ROWS).max(1);
        for row in self.rows.iter().step_by(step) {
            write!(f, "{:>6.1}", row.minutes)?;
            for (name, kib) in self.names.iter().zip(&row.resident) {
                write!(f, "  {kib:>width$}", width = name.len())?;
            }
            writeln!(f)?;
        }
        for (index, name) in self.names.iter().enumerate() {
            let curve: Vec<u64> = self.rows.iter().map(|row| row.resident[index]).collect();
            writeln!(f, "{name:>20} {}", sparkline(&curve))?;
        }
        write!(f, "{:>20} each curve from its least to its most", "")
    }
}

fn resident(pid: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("an application is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("it has no memory")?;
    line.split_whitespace().next().unwrap_or("").parse().context("its memory is no number")
}

/// The slope of the least-squares line.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len().max(1) as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let together: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    if spread == 0.0 { 0.0 } else { together / spread }
}

fn sparkline(curve: &[u64]) -> String {
    let (least, most) = (curve.iter().min().unwrap_or(&0), curve.iter().max().unwrap_or(&0));
    let span = (most - least).max(1);
    curve.iter().map(|kib| BARS[usize::try_from((kib - least) * 7 / span).unwrap_or(0)]).collect()
}
