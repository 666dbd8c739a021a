//! Waits until an application is idle, and until a browser publishes its page.

use crate::reference::Bus;
use anyhow::{Result, bail};
use deskpilot_linux::Seat;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The period over which processor time is measured.
const PERIOD: Duration = Duration::from_millis(400);
/// The share of a period that an idle application may use: a caret blinks.
const IDLE: f64 = 0.03;
/// How many idle periods in a row count as idle.
const PERIODS: usize = 2;
/// How long an application may take to become idle.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until an application uses next to no processor time; `cpu` returns how much it has used so far.
pub(super) async fn until_idle(cpu: impl Fn() -> Duration) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    let mut idle = 0;
    while idle < PERIODS {
        if Instant::now() > end {
            bail!("it is not idle within {} s", PATIENCE.as_secs());
        }
        let before = cpu();
        sleep(PERIOD).await;
        let used = cpu().saturating_sub(before);
        idle = if used <= PERIOD.mul_f64(IDLE) { idle + 1 } else { 0 };
    }
    Ok(())
}

/// Waits until a browser of these processes publishes a page with something on it.
pub(super) async fn until_page(seat: &Seat, processes: &[u32]) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    let bus = Bus::connect(seat).await?;
    while Instant::now() < end {
        if bus.has_page(processes).await.unwrap_or(false) {
            return Ok(());
        }
        sleep(PERIOD).await;
    }
    bail!("it publishes no page within {} s", PATIENCE.as_secs())
}
