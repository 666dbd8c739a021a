//! Deskpilot's own readings.

use super::change::Change;
use super::reading::{CacheUse, LaterLook, Reading, ReadingOutcome, SecondLook, Traffic};
use crate::app_under_test::AppUnderTest;
use crate::reference::Bus;
use anyhow::Result;
use deskpilot_core::{Control, Truncation, Window};
use deskpilot_desktop::{Budget, ControlSnapshot, DesktopReader, Freshness};
use deskpilot_linux::LinuxDesktop;
use std::time::{Duration, Instant};

/// A first look at the window, as an agent takes it, and a second one after a change.
pub(super) async fn view(app: &AppUnderTest, change: Change) -> Result<ReadingOutcome> {
    let (mut desktop, window) = app.desktop().await?;
    // Applications do some work when they learn that somebody listens.
    desktop.find_application(window.id).await?;
    app.until_idle().await?;
    let (seen, mut reading) = look(app, &mut desktop, &window).await?;
    let after = later_look(app, &mut desktop, &window, &seen.controls, change).await;
    reading.after = Some(after);
    Ok(ReadingOutcome::Read(reading))
}

/// Everything of every node.
pub(super) async fn full_tree(app: &AppUnderTest, deadline: Duration) -> Result<ReadingOutcome> {
    let (mut desktop, window) = app.desktop().await?;
    desktop.find_application(window.id).await?;
    app.until_idle().await?;
    let start = ReadingStart::now(app, &desktop);
    let (raw_nodes, truncated) = desktop.full_tree(window.id, deadline).await?;
    Ok(ReadingOutcome::Read(start.reading(app, &desktop, raw_nodes.len(), truncated)))
}

/// One look, measured.
async fn look(
    app: &AppUnderTest,
    desktop: &mut LinuxDesktop,
    window: &Window,
) -> Result<(ControlSnapshot, Reading)> {
    let start = ReadingStart::now(app, desktop);
    let seen = desktop.controls(window, Budget::LOOK).await?;
    let reading = start.reading(app, desktop, seen.controls.len(), seen.truncated.clone());
    Ok((seen, reading))
}

/// The counters at the start of a reading.
struct ReadingStart {
    cpu: Duration,
    traffic: Traffic,
    at: Instant,
}

impl ReadingStart {
    fn now(app: &AppUnderTest, desktop: &LinuxDesktop) -> ReadingStart {
        ReadingStart { cpu: app.cpu(), traffic: traffic(desktop), at: Instant::now() }
    }

    /// The reading that ends now.
    fn reading(
        self,
        app: &AppUnderTest,
        desktop: &LinuxDesktop,
        nodes: usize,
        truncated: Option<Truncation>,
    ) -> Reading {
        let millis = self.at.elapsed().as_secs_f64() * 1e3;
        let application_millis = Some(app.cpu().saturating_sub(self.cpu).as_secs_f64() * 1e3);
        let traffic = Some(since(self.traffic, traffic(desktop)));
        let truncated = truncated.map(|it| it.reason);
        Reading { millis, nodes, application_millis, traffic, truncated, after: None }
    }
}

async fn later_look(
    app: &AppUnderTest,
    desktop: &mut LinuxDesktop,
    window: &Window,
    controls: &[Control],
    change: Change,
) -> LaterLook {
    let mut after = LaterLook::default();
    match second_look(app, desktop, window, controls, change).await {
        Ok(look) => after.change = Some(look),
        Err(error) => after.failed = Some(format!("{error:#}")),
    }
    match least_traffic(app, controls).await {
        Ok(least) => after.least = Some(least),
        Err(error) => after.failed = Some(format!("{error:#}")),
    }
    after
}

/// A second look, after another program changed something.
async fn second_look(
    app: &AppUnderTest,
    desktop: &mut LinuxDesktop,
    window: &Window,
    controls: &[Control],
    change: Change,
) -> Result<SecondLook> {
    change.make(&Bus::connect(app.seat()).await?, controls).await?;
    app.until_idle().await?;
    let (seen, reading) = look(app, desktop, window).await?;
    let traffic = reading.traffic.unwrap_or_default();
    let cache = match seen.freshness {
        Freshness::Cached => CacheUse::Trusted,
        Freshness::Read | Freshness::Unreported => CacheUse::ReadAnew,
    };
    Ok(SecondLook { millis: reading.millis, controls: seen.controls.len(), traffic, cache })
}

async fn least_traffic(app: &AppUnderTest, controls: &[Control]) -> Result<Traffic> {
    let (messages, bytes) = Bus::connect(app.seat()).await?.least_traffic(controls).await?;
    Ok(Traffic { messages, bytes })
}

fn traffic(desktop: &LinuxDesktop) -> Traffic {
    let so_far = desktop.traffic();
    Traffic { messages: so_far.messages, bytes: so_far.sent + so_far.received }
}

fn since(before: Traffic, now: Traffic) -> Traffic {
    Traffic { messages: now.messages - before.messages, bytes: now.bytes - before.bytes }
}
