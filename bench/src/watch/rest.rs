//! What a server takes that has nothing to do: its memory, its processor time with a hundred viewers, and the size of the page.

use super::{served::Home, viewers::Viewers};
use crate::{processor_time::processor_seconds, resident_memory::resident_kilobytes};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Event, Timestamp};
use deskpilot_log::{FileLog, SessionLog};
use flate2::{Compression, write::GzEncoder};
use serde::{Deserialize, Serialize};
use std::{fs, io::Write, time::Duration};
use tokio::time::sleep;

/// How long a server has to come to rest.
const SETTLES: Duration = Duration::from_secs(5);

/// How long it is measured while nothing happens.
const IDLE: Duration = Duration::from_secs(30);

/// How many viewers an idle task has.
const VIEWERS: usize = 100;

/// The files of the page.
const PAGE: [&str; 3] = ["/", "/assets/app.js", "/assets/app.css"];

/// A server at rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Rest {
    /// MB of its process in memory, its program's pages too, after a browser has shown the list of tasks.
    pub(super) megabytes: f64,
    /// The share of a processor that it takes with a hundred viewers of a task that does nothing, in percent.
    pub(super) idle_percent: f64,
    /// The kB of the page, each file compressed by gzip.
    pub(super) page_kilobytes: f64,
}

/// Measures one server after the other.
pub(super) async fn measure() -> Result<Rest> {
    let (megabytes, page_kilobytes) = at_rest().await?;
    Ok(Rest { megabytes, page_kilobytes, idle_percent: idle_percent().await? })
}

/// The memory of a server whose browser has shown a list, and the kB of the page.
async fn at_rest() -> Result<(f64, f64)> {
    let home = Home::new()?;
    let served = home.serve().await?;
    let mut bytes = 0;
    for path in PAGE {
        bytes += compressed(&served.client.bytes(path).await?)?.len();
    }
    served.client.json("/api/tasks").await?;
    sleep(SETTLES).await;
    let status = fs::read_to_string(format!("/proc/{}/status", served.process()?))?;
    Ok((resident_kilobytes(&status)? / 1000.0, bytes as f64 / 1000.0))
}

async fn idle_percent() -> Result<f64> {
    let home = Home::new()?;
    let mut log = FileLog::create(&home.logs(), "idle")?;
    log.append(Timestamp(0), Event::RoundStarted { round: 0, request: "compute 6 x 7".into() })?;
    let served = home.serve().await?;
    let path = served.client.path_of("idle").await?;
    let viewers = Viewers::of_events(&served.client, &path, VIEWERS);
    sleep(SETTLES).await;
    ensure!(viewers.without_anything() == 0, "{} viewers see nothing", viewers.without_anything());
    let stat = format!("/proc/{}/stat", served.process()?);
    let used = || processor_seconds(&fs::read_to_string(&stat).ok()?);
    let before = used().context("the server has ended")?;
    sleep(IDLE).await;
    let after = used().context("the server has ended")?;
    // The task ran until here, and was looked at.
    drop((log, viewers));
    Ok(100.0 * (after - before) / IDLE.as_secs_f64())
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_compressed() {
        assert!(compressed(&[b'x'; 10_000]).unwrap().len() < 100);
    }
}
