//! Checks controls and windows on a task's desktop.

use super::{CheckAttempt, same_value};
use crate::task::{ControlCheck, WantedState, quoted};
use deskpilot_core::{Assessment, Control, State, Window};
use deskpilot_desktop::{Budget, DesktopError, DesktopReader, WindowList};
use std::time::Duration;

/// Checks may read longer than an agent's observation.
const BUDGET: Budget = Budget { deadline: Duration::from_secs(3), controls: 10_000 };

/// Whether a window with this name exists, or is absent, as wanted.
pub(super) async fn check_window(
    desktop: &mut dyn WindowList,
    word: &str,
    wanted: &WantedState,
) -> CheckAttempt {
    let absent = *wanted == WantedState::Absent;
    match windows_named(desktop, word).await {
        Err(error) => CheckAttempt::unsure(error.to_string()),
        Ok(windows) => match windows.first() {
            Some(window) => {
                CheckAttempt::of(!absent, format!("there is {:?} of {}", window.title, window.application))
            }
            None => CheckAttempt::of(absent, format!("no window is called {word:?}")),
        },
    }
}

/// Whether a control is as wanted in any window with this name.
pub(super) async fn check_control(desktop: &mut dyn DesktopReader, control: &ControlCheck) -> CheckAttempt {
    let windows = match windows_named(desktop, &control.window).await {
        Err(error) => return CheckAttempt::unsure(error.to_string()),
        Ok(windows) => windows,
    };
    let absent = control.wanted == WantedState::Absent;
    let mut last = CheckAttempt::of(absent, format!("no window is called {:?}", control.window));
    for window in windows {
        last = check_in_window(desktop, &window, control)
            .await
            .unwrap_or_else(|error| CheckAttempt::unsure(error.to_string()));
        // One window with the control decides: it satisfies a check for the control, and fails one for its absence.
        if absent != (last.holds == Assessment::Yes) {
            break;
        }
    }
    last
}

async fn check_in_window(
    desktop: &mut dyn DesktopReader,
    window: &Window,
    wanted: &ControlCheck,
) -> Result<CheckAttempt, DesktopError> {
    let seen = desktop.controls(window, BUDGET).await?;
    let is_wanted = |it: &&Control| {
        it.name.trim() == wanted.name.trim() && wanted.role.is_none_or(|role| role == it.role)
    };
    let found: Vec<&Control> = seen.controls.iter().filter(is_wanted).collect();
    let mut last = match &seen.truncated {
        None => {
            let found = format!("there is no such control in {:?}", window.title);
            CheckAttempt::of(wanted.wanted == WantedState::Absent, found)
        }
        Some(left) => {
            CheckAttempt::unsure(format!("not all of {:?} was read: {}", window.title, left.reason))
        }
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
    desktop: &mut dyn DesktopReader,
    window: &Window,
    control: &Control,
    wanted: &WantedState,
) -> Result<CheckAttempt, DesktopError> {
    let id = control.id();
    let is = |state: State| control.states.has(state);
    Ok(match wanted {
        WantedState::Present => CheckAttempt::yes(format!("there is {id}")),
        WantedState::Absent => CheckAttempt::no(format!("there is {id}")),
        WantedState::In(state) => CheckAttempt::of(is(*state), states(control)),
        WantedState::NotIn(state) => CheckAttempt::of(!is(*state), states(control)),
        WantedState::Value(_) | WantedState::Contains(_) if is(State::Protected) => {
            CheckAttempt::unsure(format!("{id} hides what is in it"))
        }
        WantedState::Value(text) => {
            let value = value(desktop, window, control).await?;
            CheckAttempt::of(same_value(&value, text), format!("{id} is {}", quoted(&value)))
        }
        WantedState::Contains(text) => {
            let value = value(desktop, window, control).await?;
            CheckAttempt::of(value.contains(text.as_str()), format!("{id} is {}", quoted(&value)))
        }
    })
}

/// The value of a control; for text controls the whole text, of which a listing shows only the start.
async fn value(
    desktop: &mut dyn DesktopReader,
    window: &Window,
    control: &Control,
) -> Result<String, DesktopError> {
    if control.role.holds_text() {
        return desktop.read(window.id, control).await;
    }
    Ok(control.value.clone().unwrap_or_default())
}

fn states(control: &Control) -> String {
    let states: Vec<&str> = control.states.iter().map(State::name).collect();
    format!(
        "{} is {}",
        control.id(),
        if states.is_empty() { "in no state".into() } else { states.join(", ") }
    )
}

/// The windows whose application or title contains this word.
async fn windows_named(desktop: &mut dyn WindowList, word: &str) -> Result<Vec<Window>, DesktopError> {
    let word = word.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&word);
    let windows = desktop.windows().await?.into_iter();
    Ok(windows.filter(|window| has(&window.title) || has(&window.application)).collect())
}
