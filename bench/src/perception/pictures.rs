//! Writes a picture of the desktop with labels on 200 controls, against Pillow.

use super::figures::median;
use super::peers::run;
use super::report::{Comparison, Measurement};
use super::windows;
use crate::app_under_test::{AppUnderTest, write};
use crate::{root, say};
use anyhow::{Context, Result, bail};
use deskpilot_core::Control;
use deskpilot_desktop::{Area, Budget, DesktopReader, label_controls, photographer};
use deskpilot_linux::LinuxDesktop;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How many controls are labelled.
const CONTROLS: usize = 200;
/// How many pictures each program takes.
const TIMES: usize = 21;

/// The output of the Pillow script.
#[derive(serde::Deserialize)]
struct PillowReport {
    millis: f64,
    bytes: u64,
}

/// Pillow and Deskpilot take pictures of the same window.
pub(super) async fn comparison() -> Comparison {
    let mut comparison = Comparison {
        name: format!("capture, annotation of {CONTROLS} controls and PNG at 1920x1080"),
        peer: "Pillow".into(),
        theirs: Err("it was not tried".into()),
        ours: Err("it was not tried".into()),
    };
    if let Err(error) = compare(&mut comparison).await {
        comparison.ours = Err(format!("{error:#}"));
    }
    comparison
}

async fn compare(comparison: &mut Comparison) -> Result<()> {
    let app = AppUnderTest::open(&windows::gallery()).await?;
    let compared = in_gallery(&app, comparison).await;
    app.close().await;
    compared
}

async fn in_gallery(app: &AppUnderTest, comparison: &mut Comparison) -> Result<()> {
    let (mut desktop, window) = app.desktop().await?;
    let seen = desktop.controls(&window, Budget::LOOK).await?;
    let controls: Vec<Control> =
        label_controls(seen.controls).into_iter().filter(|it| it.label.is_some()).take(CONTROLS).collect();
    if controls.len() < CONTROLS {
        bail!("only {} controls can be labelled", controls.len());
    }
    comparison.theirs = pillow(app, &controls).await.map_err(|error| format!("{error:#}"));
    say(&format!("pictures by Pillow: {:?}", comparison.theirs));
    comparison.ours = photographer(&mut desktop, &controls).await.map_err(|error| format!("{error:#}"));
    say(&format!("pictures by Deskpilot: {:?}", comparison.ours));
    Ok(())
}

async fn pillow(app: &AppUnderTest, controls: &[Control]) -> Result<Measurement> {
    let corners = controls.iter().filter_map(|it| Some((it.rect.x, it.rect.y, it.label?.0)));
    let list = folder().join("controls.json");
    write(&list, &serde_json::to_string(&corners.collect::<Vec<_>>())?)?;
    let (list, picture) = (text(&list), text(&folder().join("pillow.png")));
    let report: PillowReport = run(app.seat(), "pillow.py", &[&list, &picture, &TIMES.to_string()]).await?;
    Ok(measurement(report.millis, report.bytes))
}

async fn photographer(desktop: &mut LinuxDesktop, controls: &[Control]) -> Result<Measurement> {
    let path = folder().join("deskpilot.png");
    let mut taken = Vec::new();
    for _ in 0..TIMES {
        let started = Instant::now();
        let clean = desktop.capture(&Area::Desktop).await?;
        let annotated = photographer::annotate(&clean, controls);
        fs::write(&path, photographer::encode_png(&annotated)?)?;
        taken.push(started.elapsed().as_secs_f64() * 1e3);
    }
    let millis = median(taken, |it| *it).context("no picture was taken")?;
    Ok(measurement(millis, fs::metadata(&path)?.len()))
}

fn measurement(millis: f64, bytes: u64) -> Measurement {
    Measurement { millis, result: format!("{} KiB", bytes / 1024) }
}

fn folder() -> PathBuf {
    root().join("target/bench/pictures")
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
