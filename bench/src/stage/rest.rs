//! When an application has come to rest, and when a browser has told of its page.

use crate::bus::{Bus, Node};
use anyhow::{Result, bail};
use deskpilot_linux::Seat;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long it is looked how much an application does.
const WHILE: Duration = Duration::from_millis(400);
/// The part of that while that an idle application may use: a caret blinks.
const IDLE: f64 = 0.03;
/// How many idle whiles make a rest.
const WHILES: usize = 2;
/// How long an application may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(60);
/// The role of a page, in numbers of AT-SPI.
const DOCUMENT_WEB: u32 = 95;
/// The most nodes that are looked at to find a page.
const MOST_NODES: usize = 300;

/// Waits until an application that has used this much processor time uses next to none.
pub(super) async fn until_idle(cpu: impl Fn() -> Duration) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    let mut idle = 0;
    while idle < WHILES {
        if Instant::now() > end {
            bail!("it does not come to rest within {} s", PATIENCE.as_secs());
        }
        let before = cpu();
        sleep(WHILE).await;
        let used = cpu().saturating_sub(before);
        idle = if used <= WHILE.mul_f64(IDLE) { idle + 1 } else { 0 };
    }
    Ok(())
}

/// Waits until an application of these processes tells of a page with something on it.
pub(super) async fn until_page(seat: &Seat, processes: &[u32]) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    let bus = Bus::connect(seat).await?;
    while Instant::now() < end {
        if has_page(&bus, processes).await.unwrap_or(false) {
            return Ok(());
        }
        sleep(WHILE).await;
    }
    bail!("it tells of no page within {} s", PATIENCE.as_secs())
}

async fn has_page(bus: &Bus, processes: &[u32]) -> Result<bool> {
    let mut nodes: Vec<Node> = bus.applications(processes).await?;
    let mut next = 0;
    while let Some(node) = nodes.get(next).cloned().filter(|_| next < MOST_NODES) {
        let count = bus.child_count(&node).await?;
        if count > 0 && bus.role(&node).await? == DOCUMENT_WEB {
            return Ok(true);
        }
        nodes.extend(bus.children(&node).await?);
        next += 1;
    }
    Ok(false)
}
