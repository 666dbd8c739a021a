//! How long an action waits for its effect, how soon a stopped drag releases the button, and how soon a look at an
//! application that hangs ends.

use crate::{perception, stage::Stage};
use anyhow::{Context, Result, bail, ensure};
use deskpilot_core::{Aim, Button, Control, Effect, Gesture, Input, Role, Window, parse_keys};
use deskpilot_desktop::{Budget, Desktop, DesktopError};
use deskpilot_linux::LinuxDesktop;
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a drag goes on before it is stopped.
const DRAGGED: Duration = Duration::from_millis(200);
/// How long a drag would take by itself, in milliseconds.
const WHOLE_DRAG: u32 = 60_000;

/// Milliseconds of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Waits {
    /// From a key to its effect in a calculator's display.
    pub(super) seen: Vec<f64>,
    /// From a key without any effect until that is known.
    pub(super) nothing: Vec<f64>,
    /// From the stop of a drag until no button is held.
    pub(super) released: Vec<f64>,
    /// From a look at an application that hangs until the look ends; its deadline is 1,500.
    #[serde(default)]
    pub(super) hung: Vec<f64>,
}

/// Measures each so many times, in a calculator.
pub(super) async fn measure(times: usize) -> Result<Waits> {
    let stage = Stage::open(&perception::calculator()).await?;
    let (mut desktop, window) = stage.desktop().await?;
    let mut waits = Waits::default();
    for _ in 0..times {
        waits.seen.push(pressed(&mut desktop, &window, "7", Outcome::Seen).await?);
        waits.nothing.push(pressed(&mut desktop, &window, "{F9}", Outcome::Nothing).await?);
        waits.released.push(released(&mut desktop, &window).await?);
        waits.hung.push(hung(&mut desktop, &window).await?);
        // The display takes a dozen digits.
        pressed(&mut desktop, &window, "{ESC}", Outcome::Any).await?;
    }
    stage.close().await;
    Ok(waits)
}

/// What comes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Seen,
    Nothing,
    Any,
}

/// Milliseconds that pressing these keys took.
async fn pressed(desktop: &mut LinuxDesktop, window: &Window, keys: &str, expected: Outcome) -> Result<f64> {
    let gesture = Gesture::Keys(parse_keys(keys).map_err(anyhow::Error::msg)?);
    let started = Instant::now();
    let effect = desktop.perform(&Input { window: window.id, aim: Aim::Window, gesture }).await?.effect;
    let millis = started.elapsed().as_secs_f64() * 1e3;
    let is_expected = match expected {
        Outcome::Seen => matches!(effect, Effect::Confirmed(_)),
        Outcome::Nothing => matches!(effect, Effect::NoChange(_)),
        Outcome::Any => true,
    };
    ensure!(is_expected, "{keys}: {effect}, where {expected:?} was expected");
    Ok(millis)
}

/// Milliseconds until a drag that is dropped on its way holds nothing any more.
async fn released(desktop: &mut LinuxDesktop, window: &Window) -> Result<f64> {
    let seen = desktop.controls(window, Budget::LOOK).await?.controls;
    let place = |role: Role| seen.iter().find(|it| it.role == role).map(|it: &Control| it.rect.center());
    let from = place(Role::Edit).context("the calculator has no display")?;
    let to = place(Role::ToggleButton).context("the calculator has no keys")?;
    let (button, held) = (Button::Left, Vec::new());
    let gesture = Gesture::Drag { to, button, held, millis: WHOLE_DRAG };
    let input = Input { window: window.id, aim: Aim::Point(from), gesture };
    let dragging = timeout(DRAGGED, desktop.perform(&input)).await;
    ensure!(dragging.is_err(), "the drag was over too soon");
    let started = Instant::now();
    desktop.release().await?;
    Ok(started.elapsed().as_secs_f64() * 1e3)
}

/// Milliseconds of a look at an application that does not reply.
async fn hung(desktop: &mut LinuxDesktop, window: &Window) -> Result<f64> {
    let process = window.process.and_then(|it| Pid::from_raw(i32::try_from(it).ok()?));
    let process = process.context("the calculator reports no process")?;
    kill_process(process, Signal::STOP)?;
    let started = Instant::now();
    let seen = desktop.controls(window, Budget::LOOK).await;
    let millis = started.elapsed().as_secs_f64() * 1e3;
    kill_process(process, Signal::CONT)?;
    match seen {
        Err(DesktopError::Hung { .. }) => Ok(millis),
        Ok(seen) if seen.truncated.is_some() => Ok(millis),
        seen => bail!("a look at a stopped application gave {seen:?}"),
    }
}
