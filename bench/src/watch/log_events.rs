//! The time from an entry of a log to a browser.

use super::served::Home;
use anyhow::{Context, Result};
use deskpilot_core::{Event, Timestamp};
use deskpilot_log::{FileLog, SessionLog};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// How long an entry may take until it is given up.
const DEADLINE: Duration = Duration::from_secs(5);

/// Milliseconds from the write of each of so many entries until a browser has it.
pub(super) async fn measure(entries: u32) -> Result<Vec<f64>> {
    let home = Home::new()?;
    let mut log = FileLog::create(&home.logs(), "live")?;
    log.append(Timestamp(0), round(0))?;
    let served = home.serve().await?;
    let path = served.client.path_of("live").await?;
    let mut events = served.client.events(&format!("{path}/events")).await?;
    // The state of the task follows what was written before.
    while events.next().await?.name != "task" {}
    let mut figures = Vec::new();
    for at in 1..=entries {
        // Entries come at any time between two looks at the log.
        sleep(Duration::from_millis(u64::from(20 + at * 37 % 61))).await;
        let written = Instant::now();
        let entry = log.append(Timestamp(u64::from(at)), round(at))?;
        let arrival = async {
            while events.next().await?.id != Some(entry.seq) {}
            anyhow::Ok(written.elapsed().as_secs_f64() * 1e3)
        };
        figures.push(timeout(DEADLINE, arrival).await.context("an entry does not arrive")??);
    }
    Ok(figures)
}

fn round(round: u32) -> Event {
    Event::RoundStarted { round, request: "compute 6 x 7".into() }
}
