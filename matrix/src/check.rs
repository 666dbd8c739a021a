//! Checks what an action did by other means than the action's own report.

use crate::app_under_test::{AppUnderTest, SETTLING, in_words, pick};
use crate::spec::{Check, Target};
use anyhow::{Result, anyhow, bail};
use deskpilot_core::{Control, Rect};
use deskpilot_desktop::{Budget, DesktopReader, Image, WindowList};
use std::time::Duration;
use std::{fmt, fs};
use tokio::time::{Instant, sleep};

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(100);
/// The most characters of a text in a sentence.
const MAX_TEXT: usize = 60;

/// The error of an application that publishes no controls, with the reason that a look gives.
#[derive(Debug)]
pub(crate) struct NotAccessible(String);

impl fmt::Display for NotAccessible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAccessible {}

/// What the checks compare with: the state before the last step.
#[derive(Default)]
pub(crate) struct StateBefore {
    rect: Option<Rect>,
    value: Option<String>,
    picture: Option<Image>,
}

impl StateBefore {
    pub(crate) async fn look(app: &mut AppUnderTest, checks: &[Check]) -> StateBefore {
        let mut before = StateBefore::default();
        for check in checks {
            match check {
                Check::Moved(target) => before.rect = now(app, *target).await.ok().map(|it| it.rect),
                Check::Differs(target) => before.value = now(app, *target).await.ok().and_then(|it| it.value),
                Check::Repainted(_) => before.picture = app.picture().await.ok(),
                _ => {}
            }
        }
        before
    }
}

/// Waits until a check passes, and says what it saw; the last error where it does not pass in time.
pub(crate) async fn await_check(
    app: &mut AppUnderTest,
    check: Check,
    before: &StateBefore,
) -> Result<String> {
    let end = Instant::now() + SETTLING;
    loop {
        match holds(app, check, before).await {
            Err(_) if Instant::now() < end => sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}

async fn holds(app: &mut AppUnderTest, check: Check, before: &StateBefore) -> Result<String> {
    match check {
        Check::Value(target, wanted) => value(app, target, |text| text.contains(wanted)).await,
        Check::ExactValue(target, wanted) => value(app, target, |text| text.trim_end() == wanted).await,
        Check::State(target, state) => match now(app, target).await?.states.has(state) {
            true => Ok(format!("{} is {state:?}", in_words(target))),
            false => bail!("{} is not {state:?}", in_words(target)),
        },
        Check::Present(target) => now(app, target).await.map(|_| format!("{} is there", in_words(target))),
        Check::Absent(target) => match now(app, target).await {
            Ok(_) => bail!("{} is still there", in_words(target)),
            Err(_) => Ok(format!("{} is gone", in_words(target))),
        },
        Check::File(name, wanted) => file(app, name, wanted),
        Check::Title(wanted) => title(app, wanted).await,
        Check::Moved(target) => moved(app, target, before).await,
        Check::Differs(target) => {
            let value = now(app, target).await?.value;
            match value == before.value {
                true => bail!("{} is still {value:?}", in_words(target)),
                false => Ok(format!(
                    "{} went from {} to {}",
                    in_words(target),
                    quoted(&before.value),
                    quoted(&value)
                )),
            }
        }
        Check::Repainted(thousandths) => repainted(app, thousandths, before).await,
        Check::Controls(least) => controls(app, least).await,
    }
}

async fn controls(app: &mut AppUnderTest, least: usize) -> Result<String> {
    let seen = app.desktop.controls(&app.window, Budget::LOOK).await?;
    match (seen.controls.len(), seen.truncated) {
        (0, Some(truncated)) => Err(NotAccessible(truncated.reason).into()),
        (count, _) if count < least => bail!("the window lists only {count} controls"),
        _ => Ok(format!("the window lists at least {least} controls")),
    }
}

async fn now(app: &mut AppUnderTest, target: Target) -> Result<Control> {
    let controls = app.controls().await?;
    let found = pick(target, &controls).cloned();
    found.ok_or_else(|| anyhow!("{} is not among the {} controls", in_words(target), controls.len()))
}

async fn value(app: &mut AppUnderTest, target: Target, is_right: impl Fn(&str) -> bool) -> Result<String> {
    let control = now(app, target).await?;
    let text = app.desktop.read(app.window.id, &control).await?;
    let sentence = format!("{} reads {:?}", in_words(target), end_of(&text));
    if is_right(&text) { Ok(sentence) } else { bail!(sentence) }
}

fn file(app: &AppUnderTest, name: &str, wanted: &str) -> Result<String> {
    let bytes = fs::read(app.folders.home.join(name)).map_err(|_| anyhow!("there is no file {name}"))?;
    let text = String::from_utf8_lossy(&bytes);
    match text.contains(wanted) {
        true if wanted.is_empty() => Ok(format!("the file {name} is there")),
        true => Ok(format!("the file {name} holds {wanted:?}")),
        false => bail!("the file {name} holds {:?}", end_of(&text)),
    }
}

async fn title(app: &mut AppUnderTest, wanted: &str) -> Result<String> {
    let windows = app.desktop.windows().await?;
    match windows.iter().find(|window| window.title.contains(wanted)) {
        Some(window) => Ok(format!("a window is called {:?}", window.title)),
        None => bail!("no window is called {wanted:?}"),
    }
}

async fn moved(app: &mut AppUnderTest, target: Target, before: &StateBefore) -> Result<String> {
    let was = before.rect.ok_or_else(|| anyhow!("{} was not there before", in_words(target)))?;
    match now(app, target).await {
        Err(_) => Ok(format!("{} is out of sight", in_words(target))),
        Ok(control) if control.rect == was => bail!("{} is still where it was", in_words(target)),
        Ok(_) => Ok(format!("{} is elsewhere", in_words(target))),
    }
}

async fn repainted(app: &mut AppUnderTest, thousandths: u32, before: &StateBefore) -> Result<String> {
    let was = before.picture.as_ref().ok_or_else(|| anyhow!("there is no picture from before"))?;
    let is = app.picture().await?;
    let pixels = was.rgb.chunks_exact(3).zip(is.rgb.chunks_exact(3));
    let (all, differing) =
        pixels.fold((0u32, 0u32), |(all, some), (was, is)| (all + 1, some + u32::from(was != is)));
    let share = u64::from(differing) * 1000 / u64::from(all.max(1));
    if was.size == is.size && share < u64::from(thousandths) {
        bail!("{share} of 1000 pixels differ");
    }
    Ok(format!("at least {thousandths} of 1000 pixels differ"))
}

fn quoted(value: &Option<String>) -> String {
    value.as_deref().map_or_else(|| "nothing".into(), end_of)
}

/// The end of a long text, which has what was typed last.
fn end_of(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(MAX_TEXT);
    let dots = if skipped > 0 { "…" } else { "" };
    format!("{dots}{}", text.chars().skip(skipped).collect::<String>())
}
