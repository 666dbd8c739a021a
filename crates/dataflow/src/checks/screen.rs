//! Checks controls and windows on a task's desktop.

use super::{Finding, same};
use crate::task::{Control, Wanted, quoted};
use deskpilot_core::{Assessment, Control as Seen, State, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopError};
use std::time::Duration;

/// Checks may read longer than an agent's observation.
const BUDGET: Budget = Budget { deadline: Duration::from_secs(3), controls: 10_000 };

/// Whether a window with this name exists, or is absent, as wanted.
pub(super) async fn window(desktop: &mut dyn Desktop, word: &str, wanted: &Wanted) -> Finding {
    let absent = *wanted == Wanted::Absent;
    match named(desktop, word).await {
        Err(error) => Finding::unsure(error.to_string()),
        Ok(windows) => match windows.first() {
            Some(window) => {
                Finding::of(!absent, format!("there is {:?} of {}", window.title, window.application))
            }
            None => Finding::of(absent, format!("no window is called {word:?}")),
        },
    }
}

/// Whether a control is as wanted in any window with this name.
pub(super) async fn control(desktop: &mut dyn Desktop, control: &Control) -> Finding {
    let windows = match named(desktop, &control.window).await {
        Err(error) => return Finding::unsure(error.to_string()),
        Ok(windows) => windows,
    };
    let absent = control.wanted == Wanted::Absent;
    let mut last = Finding::of(absent, format!("no window is called {:?}", control.window));
    for window in windows {
        last = in_window(desktop, &window, control)
            .await
            .unwrap_or_else(|error| Finding::unsure(error.to_string()));
        // One window with the control decides, whether it is wanted or not.
        if absent != (last.holds == Assessment::Yes) {
            break;
        }
    }
    last
}

async fn in_window(
    desktop: &mut dyn Desktop,
    window: &Window,
    wanted: &Control,
) -> Result<Finding, DesktopError> {
    let seen = desktop.controls(window, BUDGET).await?;
    let is_meant =
        |it: &&Seen| it.name.trim() == wanted.name.trim() && wanted.role.is_none_or(|role| role == it.role);
    let found: Vec<&Seen> = seen.controls.iter().filter(is_meant).collect();
    let mut last = match &seen.truncated {
        None => {
            let found = format!("there is no such control in {:?}", window.title);
            Finding::of(wanted.wanted == Wanted::Absent, found)
        }
        Some(left) => Finding::unsure(format!("not all of {:?} was read: {}", window.title, left.reason)),
    };
    for control in found {
        last = compare(desktop, window, control, &wanted.wanted).await?;
        if last.holds == Assessment::Yes {
            break;
        }
    }
    Ok(last)
}

async fn compare(
    desktop: &mut dyn Desktop,
    window: &Window,
    control: &Seen,
    wanted: &Wanted,
) -> Result<Finding, DesktopError> {
    let id = control.id();
    let is = |state: State| control.states.has(state);
    Ok(match wanted {
        Wanted::Present => Finding::yes(format!("there is {id}")),
        Wanted::Absent => Finding::no(format!("there is {id}")),
        Wanted::In(state) => Finding::of(is(*state), states(control)),
        Wanted::NotIn(state) => Finding::of(!is(*state), states(control)),
        Wanted::Value(_) | Wanted::Contains(_) if is(State::Protected) => {
            Finding::unsure(format!("{id} hides what is in it"))
        }
        Wanted::Value(text) => {
            let value = value(desktop, window, control).await?;
            Finding::of(same(&value, text), format!("{id} is {}", quoted(&value)))
        }
        Wanted::Contains(text) => {
            let value = value(desktop, window, control).await?;
            Finding::of(value.contains(text.as_str()), format!("{id} is {}", quoted(&value)))
        }
    })
}

/// The value of a control; for text controls the whole text, of which a listing shows only the start.
async fn value(desktop: &mut dyn Desktop, window: &Window, control: &Seen) -> Result<String, DesktopError> {
    if control.role.holds_text() {
        return desktop.read(window.id, control).await;
    }
    Ok(control.value.clone().unwrap_or_default())
}

fn states(control: &Seen) -> String {
    let states: Vec<&str> = control.states.iter().map(State::name).collect();
    format!(
        "{} is {}",
        control.id(),
        if states.is_empty() { "in no state".into() } else { states.join(", ") }
    )
}

/// The windows whose application or title contains this word.
async fn named(desktop: &mut dyn Desktop, word: &str) -> Result<Vec<Window>, DesktopError> {
    let word = word.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&word);
    let windows = desktop.windows().await?.into_iter();
    Ok(windows.filter(|window| has(&window.title) || has(&window.application)).collect())
}
