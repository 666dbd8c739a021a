//! A picture of the desktop with 200 controls labelled in it, as a file.

use super::figures::middle;
use super::peers::run;
use super::report::{Contest, Feat};
use super::windows;
use crate::stage::{Stage, write};
use crate::{root, say};
use anyhow::{Context, Result, bail};
use deskpilot_core::Control;
use deskpilot_desktop::{Area, Budget, Desktop, label_controls, photographer};
use deskpilot_linux::LinuxDesktop;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How many controls are labelled.
const CONTROLS: usize = 200;
/// How often a picture is taken.
const TIMES: usize = 21;

/// What Pillow says of its pictures.
#[derive(serde::Deserialize)]
struct Told {
    millis: f64,
    bytes: u64,
}

/// Pillow and we take pictures of the same window.
pub(super) async fn contest() -> Contest {
    let mut contest = Contest {
        name: format!("capture, annotation of {CONTROLS} controls and PNG at 1920x1080"),
        peer: "Pillow".into(),
        theirs: Err("it was not tried".into()),
        ours: Err("it was not tried".into()),
    };
    if let Err(error) = compare(&mut contest).await {
        contest.ours = Err(format!("{error:#}"));
    }
    contest
}

async fn compare(contest: &mut Contest) -> Result<()> {
    let stage = Stage::open(&windows::gallery()).await?;
    let compared = on_stage(&stage, contest).await;
    stage.close().await;
    compared
}

async fn on_stage(stage: &Stage, contest: &mut Contest) -> Result<()> {
    let (mut desktop, window) = stage.desktop().await?;
    let seen = desktop.controls(&window, Budget::LOOK).await?;
    let controls: Vec<Control> =
        label_controls(seen.controls).into_iter().filter(|it| it.label.is_some()).take(CONTROLS).collect();
    if controls.len() < CONTROLS {
        bail!("only {} controls can be labelled", controls.len());
    }
    contest.theirs = pillow(stage, &controls).await.map_err(|error| format!("{error:#}"));
    say(&format!("pictures by Pillow: {:?}", contest.theirs));
    contest.ours = photographer(&mut desktop, &controls).await.map_err(|error| format!("{error:#}"));
    say(&format!("pictures by us: {:?}", contest.ours));
    Ok(())
}

async fn pillow(stage: &Stage, controls: &[Control]) -> Result<Feat> {
    let places = controls.iter().filter_map(|it| Some((it.rect.x, it.rect.y, it.label?.0)));
    let list = folder().join("controls.json");
    write(&list, &serde_json::to_string(&places.collect::<Vec<_>>())?)?;
    let (list, picture) = (shown(&list), shown(&folder().join("pillow.png")));
    let told: Told = run(stage.seat(), "pillow.py", &[&list, &picture, &TIMES.to_string()]).await?;
    Ok(feat(told.millis, told.bytes))
}

async fn photographer(desktop: &mut LinuxDesktop, controls: &[Control]) -> Result<Feat> {
    let path = folder().join("deskpilot.png");
    let mut taken = Vec::new();
    for _ in 0..TIMES {
        let started = Instant::now();
        let clean = desktop.capture(&Area::Desktop).await?;
        let annotated = photographer::annotate(&clean, controls);
        fs::write(&path, photographer::encode_png(&annotated)?)?;
        taken.push(started.elapsed().as_secs_f64() * 1e3);
    }
    let millis = middle(taken, |it| *it).context("no picture was taken")?;
    Ok(feat(millis, fs::metadata(&path)?.len()))
}

fn feat(millis: f64, bytes: u64) -> Feat {
    Feat { millis, result: format!("{} KiB", bytes / 1024) }
}

fn folder() -> PathBuf {
    root().join("target/bench/pictures")
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
