//! Opening LibreOffice, acting in it and looking at it, side by side with a raw script that sends the same inputs.

use super::follower::{Following, follow};
use crate::{app_under_test::AppUnderTest, figures::percentile, perception, say};
use anyhow::{Context, Result, bail, ensure};
use deskpilot_core::{Aim, Input, Launch, Point, TaskObject, TaskPlan};
use deskpilot_desktop::{Budget, Desktop, DesktopReader};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use serde::{Deserialize, Serialize};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{process::Command, time::sleep};

/// The name of the row of Calc.
pub(super) const CALC: &str = "calc";
/// How long the application uses no processor time once it has finished, and how often to look.
const QUIET: Duration = Duration::from_millis(40);
const PAUSE: Duration = Duration::from_millis(5);
/// What a blinking caret uses in that time.
const CARET: Duration = Duration::from_millis(4);
/// How long an application may be busy with one input.
const PATIENCE: Duration = Duration::from_secs(20);

/// The times in one application of the office.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OfficeTimes {
    /// Its name.
    pub(super) name: String,
    /// Milliseconds of each action.
    pub(super) actions: Vec<f64>,
    /// Milliseconds of each input of the raw script.
    pub(super) raw: Vec<f64>,
    /// Milliseconds from the start of the program to the window with its document.
    pub(super) openings: Vec<f64>,
    /// Milliseconds of a look after one change.
    pub(super) looks: Vec<f64>,
}

impl OfficeTimes {
    /// How many times as long as the raw input an action takes.
    pub(super) fn times_raw(&self) -> Option<f64> {
        Some(percentile(&self.actions, 50)? / percentile(&self.raw, 50)?)
    }
}

/// A step of a plan, and the same input for the raw script.
struct Act {
    step: &'static str,
    raw: Raw,
}

enum Raw {
    /// A click at the place where the plan's click went.
    Click,
    /// A text.
    Type(&'static str),
    /// A chord, as xdotool writes it.
    Key(&'static str),
}

const fn click(step: &'static str) -> Act {
    Act { step, raw: Raw::Click }
}

const fn text(step: &'static str, text: &'static str) -> Act {
    Act { step, raw: Raw::Type(text) }
}

const fn key(step: &'static str, chord: &'static str) -> Act {
    Act { step, raw: Raw::Key(chord) }
}

/// What is done in Calc.
const IN_CALC: &[Act] = &[
    click("Click \"B2\""),
    text("Type \"12\"", "12"),
    key("Press Enter", "Return"),
    text("Type \"=B2*2\"", "=B2*2"),
    key("Press Enter", "Return"),
    click("Click \"C4\""),
    text("Type \"Total\"", "Total"),
    key("Press Tab", "Tab"),
    key("Press Ctrl+B", "ctrl+b"),
    key("Press Ctrl+Home", "ctrl+Home"),
];
/// What is done in Writer.
const IN_WRITER: &[Act] = &[
    text("Type \"The first line of a letter.\"", "The first line of a letter."),
    key("Press Enter", "Return"),
    text("Type \"The second line.\"", "The second line."),
    key("Press Shift+Home", "shift+Home"),
    key("Press Ctrl+B", "ctrl+b"),
    key("Press End", "End"),
    click("Click \"Italic\""),
    key("Press Enter", "Return"),
    key("Press Ctrl+A", "ctrl+a"),
    key("Press Delete", "Delete"),
];

/// Measures each application, with so many openings and repetitions.
pub(super) async fn measure(times: usize) -> Result<Vec<OfficeTimes>> {
    let mut all = Vec::new();
    for (name, application, option, title, acts) in [
        (CALC, "LibreOffice Calc", "--calc", "LibreOffice Calc", IN_CALC),
        ("writer", "LibreOffice Writer", "--writer", "LibreOffice Writer", IN_WRITER),
    ] {
        say(&format!("  {name}"));
        let app = AppUnderTest::open(&perception::new_office_document(option, title)).await?;
        let measured = in_document(name, &app, title, acts, times).await;
        app.close().await;
        let mut measured = measured.with_context(|| name.to_owned())?;
        for _ in 0..times {
            measured.openings.push(opening(application).await?);
        }
        all.push(measured);
    }
    Ok(all)
}

/// Milliseconds until the application shows its document, on a desktop of its own.
async fn opening(application: &str) -> Result<f64> {
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let launched = launch(&private, application).await;
    private.close().await;
    launched
}

async fn launch(private: &PrivateDesktop, application: &str) -> Result<f64> {
    let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
    let launch = Launch { application: application.to_owned(), file: None, ..Launch::default() };
    let began = Instant::now();
    let window = desktop.launch(&launch, &[]).await?;
    let took = millis(began);
    ensure!(window.title.contains("Untitled"), "{application} opened {:?}", window.title);
    Ok(took)
}

async fn in_document(
    name: &str,
    app: &AppUnderTest,
    title: &str,
    acts: &[Act],
    times: usize,
) -> Result<OfficeTimes> {
    let steps: Vec<String> = acts.iter().map(|it| it.step.to_owned()).collect();
    let object = TaskObject::Application(title.to_owned());
    let plan = TaskPlan { task: "bench".into(), steps, object, close: false };
    // Every application is slower the first time.
    let Following { inputs, .. } = follow(app, &plan).await?;
    ensure!(inputs.len() == acts.len(), "{} inputs for {} steps", inputs.len(), acts.len());
    let mut all = OfficeTimes { name: name.to_owned(), ..OfficeTimes::default() };
    for _ in 0..times {
        app.until_idle().await?;
        for (act, input) in acts.iter().zip(&inputs) {
            all.raw.push(send(app, act, input).await?);
        }
        app.until_idle().await?;
        all.actions.extend(follow(app, &plan).await?.actions);
    }
    all.looks = looks(app, times).await?;
    Ok(all)
}

/// Milliseconds of looks, each after one change.
async fn looks(app: &AppUnderTest, times: usize) -> Result<Vec<f64>> {
    let (mut desktop, window) = app.desktop().await?;
    desktop.controls(&window, Budget::LOOK).await?;
    let mut looks = Vec::new();
    for _ in 0..times {
        xdotool(app, &["type", "7"]).await?;
        xdotool(app, &["key", "Return"]).await?;
        app.until_idle().await?;
        let began = Instant::now();
        desktop.controls(&window, Budget::LOOK).await?;
        looks.push(millis(began));
    }
    Ok(looks)
}

/// Sends an input, and waits until the application has worked it off: milliseconds.
async fn send(app: &AppUnderTest, act: &Act, input: &Input) -> Result<f64> {
    let began = Instant::now();
    match act.raw {
        Raw::Type(text) => xdotool(app, &["type", "--delay", "1", "--", text]).await?,
        Raw::Key(chord) => xdotool(app, &["key", chord]).await?,
        Raw::Click => {
            let Point { x, y } = place(input)?;
            let (x, y) = (x.to_string(), y.to_string());
            xdotool(app, &["mousemove", &x, &y, "click", "1"]).await?;
        }
    }
    let mut busy = Instant::now();
    let mut used = app.cpu();
    while busy.elapsed() < QUIET {
        ensure!(began.elapsed() < PATIENCE, "the application is busy with {}", act.step);
        sleep(PAUSE).await;
        let now = app.cpu();
        if now.saturating_sub(used) > CARET {
            (busy, used) = (Instant::now(), now);
        }
    }
    Ok(busy.duration_since(began).as_secs_f64() * 1e3)
}

fn place(input: &Input) -> Result<Point> {
    match &input.aim {
        Aim::Control(control) => Ok(control.rect.center()),
        Aim::Point(point) => Ok(*point),
        Aim::Window => bail!("a click has no place: {input:?}"),
    }
}

async fn xdotool(app: &AppUnderTest, args: &[&str]) -> Result<()> {
    let output = Command::new("xdotool")
        .args(args)
        .env_clear()
        .envs(app.seat().environment().iter())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .context("xdotool does not start")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(())
}

fn millis(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e3
}
