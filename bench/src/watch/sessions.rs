//! A session without viewers, with three and with a hundred, in turn.

use super::{
    http::Client,
    served::{Home, Served},
    viewers::Viewers,
};
use crate::say;
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Entry, Event};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The numbers of viewers.
const VIEWERS: [usize; 3] = [0, 3, 100];

/// How long a task may take until it is there.
const STARTUP: Duration = Duration::from_secs(30);

/// How many sums are computed in a session.
const SUMS: usize = 8;

/// The sessions with one number of viewers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SessionTimes {
    /// How many viewers looked.
    pub(super) viewers: usize,
    /// Seconds of each session, from its start to the end of its process.
    pub(super) wall: Vec<f64>,
    /// Milliseconds of each step.
    pub(super) steps: Vec<f64>,
}

/// Runs so many sessions with each number of viewers, in turn.
pub(super) async fn measure(runs: usize) -> Result<Vec<SessionTimes>> {
    let home = Home::new()?;
    let served = home.serve().await?;
    let mut all = VIEWERS.map(|viewers| SessionTimes { viewers, ..SessionTimes::default() });
    for run in 0..runs {
        for times in &mut all {
            let (wall, steps) = session(&home, &served, run, times.viewers).await?;
            say(&format!("  {} viewers: {wall:.2} s", times.viewers));
            times.wall.push(wall);
            times.steps.extend(steps);
        }
    }
    Ok(all.to_vec())
}

/// The seconds of one session, and the milliseconds of its steps.
async fn session(home: &Home, served: &Served, run: usize, viewers: usize) -> Result<(f64, Vec<f64>)> {
    let task = format!("run-{run}-with-{viewers}");
    let path = served.client.path_of(&task).await?;
    let began = Instant::now();
    let session = home.session(&task, &computing(SUMS))?;
    let mut looking = None;
    if viewers > 0 {
        until_there(&served.client, &path).await?;
        looking = Some(Viewers::of_session(&served.client, &path, viewers));
    }
    let output = session.wait_with_output().await?;
    let wall = began.elapsed().as_secs_f64();
    ensure!(
        output.status.success(),
        "the session failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    // Otherwise it is a session with fewer viewers that was measured.
    let blind = looking.as_ref().map_or(0, Viewers::without_anything);
    ensure!(blind == 0, "{blind} of {viewers} viewers and their screens saw nothing");
    let entries = deskpilot_log::read(&home.logs(), &task)?;
    Ok((wall, step_times(&entries)))
}

/// A request that computes so many sums, in a calculator that takes digits and Escape by keyboard. No two are alike: an agent that does the
/// same on the same display again and again is stopped.
pub(super) fn computing(sums: usize) -> String {
    let sums = (1..=sums).map(|it| format!(" Compute {it} x {}.", it + 1));
    format!("Open galculator.{}", sums.collect::<String>())
}

/// Waits until the task of this path is there.
pub(super) async fn until_there(client: &Client, path: &str) -> Result<()> {
    let begun = Instant::now();
    loop {
        match client.json(path).await {
            Ok(_) => return Ok(()),
            Err(error) if begun.elapsed() > STARTUP => return Err(error).context("the task does not begin"),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

/// The milliseconds of the steps of a log.
fn step_times(entries: &[Entry]) -> Vec<f64> {
    let (mut began, mut times) = (None, Vec::new());
    for entry in entries {
        match (&entry.event, began) {
            (Event::StepStarted { .. }, _) => began = Some(entry.at),
            (Event::StepEnded { .. }, Some(at)) => {
                times.push(entry.at.since(at) as f64);
                began = None;
            }
            _ => {}
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{AgentName, StepNumber, Timestamp};

    #[test]
    fn a_session_computes_a_sum_only_once() {
        assert_eq!(computing(2), "Open galculator. Compute 1 x 2. Compute 2 x 3.");
    }

    #[test]
    fn a_step_takes_from_its_start_to_its_end() {
        let start = || Event::StepStarted {
            step: StepNumber { session: 0, round: 0, agent: 0 },
            agent: AgentName::host(),
        };
        let end = || Event::StepEnded { timings: Vec::new() };
        let events = [(10, start()), (25, end()), (30, end()), (40, start()), (41, start()), (45, end())];
        let entry = |(at, event)| Entry { seq: 0, at: Timestamp(at), event };
        assert_eq!(step_times(&events.map(entry)), [15.0, 4.0]);
    }
}
