//! Our own readings.

use super::change::{Change, node_of};
use super::outcome::{After, Changed, Kept, Outcome, Reading, Traffic};
use crate::bus::{Bus, Node};
use crate::stage::Stage;
use anyhow::{Context, Result};
use deskpilot_core::{Control, Truncation, Window};
use deskpilot_desktop::{Budget, Desktop, Freshness, Seen};
use deskpilot_linux::LinuxDesktop;
use std::time::{Duration, Instant};

/// What it looks like to an agent that has never seen it, and then again after one change.
pub(super) async fn view(stage: &Stage, change: Change) -> Result<Outcome> {
    let (mut desktop, window) = stage.desktop().await?;
    // Applications answer the news that somebody listens.
    desktop.find_application(window.id).await?;
    stage.rest().await?;
    let (seen, mut reading) = look(stage, &mut desktop, &window).await?;
    let after = after(stage, &mut desktop, &window, &seen.controls, change).await;
    reading.after = Some(after);
    Ok(Outcome::Read(reading))
}

/// Everything of every node.
pub(super) async fn full_tree(stage: &Stage, deadline: Duration) -> Result<Outcome> {
    let (mut desktop, window) = stage.desktop().await?;
    desktop.find_application(window.id).await?;
    stage.rest().await?;
    let begun = Begun::now(stage, &desktop);
    let (raw_nodes, truncated) = desktop.full_tree(window.id, deadline).await?;
    Ok(Outcome::Read(begun.reading(stage, &desktop, raw_nodes.len(), truncated)))
}

/// One look, measured.
async fn look(stage: &Stage, desktop: &mut LinuxDesktop, window: &Window) -> Result<(Seen, Reading)> {
    let begun = Begun::now(stage, desktop);
    let seen = desktop.controls(window, Budget::LOOK).await?;
    let reading = begun.reading(stage, desktop, seen.controls.len(), seen.truncated.clone());
    Ok((seen, reading))
}

/// How things stood before a reading.
struct Begun {
    cpu: Duration,
    sent: Traffic,
    at: Instant,
}

impl Begun {
    fn now(stage: &Stage, desktop: &LinuxDesktop) -> Begun {
        Begun { cpu: stage.cpu(), sent: traffic(desktop), at: Instant::now() }
    }

    /// The reading that has just ended.
    fn reading(
        self,
        stage: &Stage,
        desktop: &LinuxDesktop,
        nodes: usize,
        truncated: Option<Truncation>,
    ) -> Reading {
        let millis = self.at.elapsed().as_secs_f64() * 1e3;
        let application_millis = Some(stage.cpu().saturating_sub(self.cpu).as_secs_f64() * 1e3);
        let traffic = Some(since(self.sent, traffic(desktop)));
        let truncated = truncated.map(|it| it.reason);
        Reading { millis, nodes, application_millis, traffic, truncated, after: None }
    }
}

async fn after(
    stage: &Stage,
    desktop: &mut LinuxDesktop,
    window: &Window,
    controls: &[Control],
    change: Change,
) -> After {
    let mut after = After::default();
    match changed(stage, desktop, window, controls, change).await {
        Ok(changed) => after.change = Some(changed),
        Err(error) => after.failed = Some(format!("{error:#}")),
    }
    match least(stage, controls).await {
        Ok(least) => after.least = Some(least),
        Err(error) => after.failed = Some(format!("{error:#}")),
    }
    after
}

/// A second look, after something was changed by somebody else.
async fn changed(
    stage: &Stage,
    desktop: &mut LinuxDesktop,
    window: &Window,
    controls: &[Control],
    change: Change,
) -> Result<Changed> {
    change.make(&Bus::connect(stage.seat()).await?, controls).await?;
    stage.rest().await?;
    let (seen, reading) = look(stage, desktop, window).await?;
    let traffic = reading.traffic.unwrap_or_default();
    let kept = match seen.freshness {
        Freshness::Kept => Kept::Trusted,
        Freshness::Read => Kept::ReadAnew,
    };
    Ok(Changed { millis: reading.millis, controls: seen.controls.len(), traffic, kept })
}

/// The least that tells what the look told: all nodes in one call, and one call for the place of each control.
async fn least(stage: &Stage, controls: &[Control]) -> Result<Traffic> {
    let bus = Bus::connect(stage.seat()).await?;
    let nodes: Vec<Node> = controls.iter().filter_map(node_of).collect();
    let first = nodes.first().context("no control was read")?;
    let cache = Node { bus: first.bus.clone(), path: "/org/a11y/atspi/cache".into() };
    let mut bytes = bus.cost(&cache, "org.a11y.atspi.Cache", "GetItems", &()).await?;
    for node in &nodes {
        bytes += bus.cost(node, "org.a11y.atspi.Component", "GetExtents", &0u32).await?;
    }
    Ok(Traffic { messages: 1 + nodes.len() as u64, bytes })
}

fn traffic(desktop: &LinuxDesktop) -> Traffic {
    let so_far = desktop.traffic();
    Traffic { messages: so_far.messages, bytes: so_far.sent + so_far.received }
}

fn since(before: Traffic, now: Traffic) -> Traffic {
    Traffic { messages: now.messages - before.messages, bytes: now.bytes - before.bytes }
}
