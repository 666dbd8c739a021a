//! How long an action waits for its effect, and how soon a stopped drag releases its button.

use crate::{app_under_test::AppUnderTest, perception};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Aim, Button, Control, Effect, Gesture, Input, Role, State, Window, parse_keys};
use deskpilot_desktop::{Budget, Desktop, DesktopReader};
use deskpilot_linux::LinuxDesktop;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// How long a drag runs before it is stopped.
const DRAGGED: Duration = Duration::from_millis(200);
/// How long a key of the calculator may stay pressed in, and the pause between two looks at it.
const REST: Duration = Duration::from_secs(5);
const LOOK_PAUSE: Duration = Duration::from_millis(20);
/// How long the whole drag would take, in milliseconds.
const WHOLE_DRAG: u32 = 60_000;

/// The waits, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Waits {
    /// From a key to its effect in a calculator's display.
    pub(super) seen: Vec<f64>,
    /// From a key without effect to the report that it had none.
    pub(super) nothing: Vec<f64>,
    /// From the stop of a drag until no button is pressed.
    pub(super) released: Vec<f64>,
}

/// Measures each wait so many times, in a calculator.
pub(super) async fn measure(times: usize) -> Result<Waits> {
    let app = AppUnderTest::open(&perception::calculator()).await?;
    let (mut desktop, window) = app.desktop().await?;
    let mut waits = Waits::default();
    let at_rest = checked_buttons(&mut desktop, &window).await?;
    for _ in 0..times {
        waits.seen.push(press(&mut desktop, &window, "7", ExpectedEffect::Seen).await?);
        // The calculator shows its key pressed for a moment, and lets go of it only later.
        wait_for_rest(&mut desktop, &window, &at_rest).await?;
        waits.nothing.push(press(&mut desktop, &window, "{F9}", ExpectedEffect::Nothing).await?);
        waits.released.push(time_to_release(&mut desktop, &window).await?);
        // The display has room for a dozen digits.
        press(&mut desktop, &window, "{ESC}", ExpectedEffect::Any).await?;
    }
    app.close().await;
    Ok(waits)
}

/// The effect that a key must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedEffect {
    Seen,
    Nothing,
    Any,
}

/// Presses keys: milliseconds until the effect is known.
async fn press(
    desktop: &mut LinuxDesktop,
    window: &Window,
    keys: &str,
    expected: ExpectedEffect,
) -> Result<f64> {
    let gesture = Gesture::Keys(parse_keys(keys).map_err(anyhow::Error::msg)?);
    let started = Instant::now();
    let effect = desktop.perform(&Input { window: window.id, aim: Aim::Window, gesture }).await?.effect;
    let millis = started.elapsed().as_secs_f64() * 1e3;
    let is_expected = match expected {
        ExpectedEffect::Seen => matches!(effect, Effect::Confirmed(_)),
        // The calculator may still redraw its last key: that is unverified, and takes the whole wait too.
        ExpectedEffect::Nothing => matches!(effect, Effect::NoChange(_) | Effect::Unverified(_)),
        ExpectedEffect::Any => true,
    };
    ensure!(is_expected, "{keys}: {effect}, where {expected:?} was expected");
    Ok(millis)
}

/// The names of the buttons that are pressed in.
async fn checked_buttons(desktop: &mut LinuxDesktop, window: &Window) -> Result<Vec<String>> {
    let controls = desktop.controls(window, Budget::LOOK).await?.controls;
    let is_checked = |it: &Control| it.role == Role::ToggleButton && it.states.has(State::Checked);
    Ok(controls.into_iter().filter(is_checked).map(|it| it.name).collect())
}

async fn wait_for_rest(desktop: &mut LinuxDesktop, window: &Window, at_rest: &[String]) -> Result<()> {
    let released = async {
        while checked_buttons(desktop, window).await? != at_rest {
            sleep(LOOK_PAUSE).await;
        }
        anyhow::Ok(())
    };
    timeout(REST, released).await.context("the calculator does not let go of its keys")?
}

/// Milliseconds from the stop of a drag until it has released the button.
async fn time_to_release(desktop: &mut LinuxDesktop, window: &Window) -> Result<f64> {
    let seen = desktop.controls(window, Budget::LOOK).await?.controls;
    let center = |role: Role| seen.iter().find(|it| it.role == role).map(|it: &Control| it.rect.center());
    let from = center(Role::Edit).context("the calculator has no display")?;
    let to = center(Role::ToggleButton).context("the calculator has no keys")?;
    let (button, held) = (Button::Left, Vec::new());
    let gesture = Gesture::Drag { to, button, held, millis: WHOLE_DRAG };
    let input = Input { window: window.id, aim: Aim::Point(from), gesture };
    let dragging = timeout(DRAGGED, desktop.perform(&input)).await;
    ensure!(dragging.is_err(), "the drag ended before it was stopped");
    let started = Instant::now();
    desktop.release().await?;
    Ok(started.elapsed().as_secs_f64() * 1e3)
}
