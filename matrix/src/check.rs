//! What is seen of an action by another way than the action's own report.

use crate::stage::{SETTLING, Stage, in_words, pick};
use crate::words::{Check, Spot};
use anyhow::{Result, anyhow, bail};
use deskpilot_core::{Control, Rect};
use deskpilot_desktop::{Budget, Desktop, Image};
use std::time::Duration;
use std::{fmt, fs};
use tokio::time::{Instant, sleep};

/// How long it is waited between two looks.
const PAUSE: Duration = Duration::from_millis(100);
/// The most characters of a text that are told.
const TOLD: usize = 60;

/// An application that tells nothing of itself, and what is said of that.
#[derive(Debug)]
pub(crate) struct Silent(String);

impl fmt::Display for Silent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Silent {}

/// What was there before the last step, as far as the checks want it.
#[derive(Default)]
pub(crate) struct Before {
    place: Option<Rect>,
    value: Option<String>,
    picture: Option<Image>,
}

impl Before {
    pub(crate) async fn look(stage: &mut Stage, checks: &[Check]) -> Before {
        let mut before = Before::default();
        for check in checks {
            match check {
                Check::Moved(spot) => before.place = now(stage, *spot).await.ok().map(|it| it.rect),
                Check::Differs(spot) => before.value = now(stage, *spot).await.ok().and_then(|it| it.value),
                Check::Repainted(_) => before.picture = stage.picture().await.ok(),
                _ => {}
            }
        }
        before
    }
}

/// What was seen, once it holds.
pub(crate) async fn await_check(stage: &mut Stage, check: Check, before: &Before) -> Result<String> {
    let end = Instant::now() + SETTLING;
    loop {
        match holds(stage, check, before).await {
            Err(_) if Instant::now() < end => sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}

async fn holds(stage: &mut Stage, check: Check, before: &Before) -> Result<String> {
    match check {
        Check::Value(spot, wanted) => value(stage, spot, |text| text.contains(wanted)).await,
        Check::Reads(spot, wanted) => value(stage, spot, |text| text.trim_end() == wanted).await,
        Check::State(spot, state) => match now(stage, spot).await?.states.has(state) {
            true => Ok(format!("{} is {state:?}", in_words(spot))),
            false => bail!("{} is not {state:?}", in_words(spot)),
        },
        Check::There(spot) => now(stage, spot).await.map(|_| format!("{} is there", in_words(spot))),
        Check::Gone(spot) => match now(stage, spot).await {
            Ok(_) => bail!("{} is still there", in_words(spot)),
            Err(_) => Ok(format!("{} is gone", in_words(spot))),
        },
        Check::File(name, wanted) => file(stage, name, wanted),
        Check::Title(wanted) => title(stage, wanted).await,
        Check::Moved(spot) => moved(stage, spot, before).await,
        Check::Differs(spot) => {
            let value = now(stage, spot).await?.value;
            match value == before.value {
                true => bail!("{} is still {value:?}", in_words(spot)),
                false => {
                    Ok(format!("{} went from {} to {}", in_words(spot), told(&before.value), told(&value)))
                }
            }
        }
        Check::Repainted(thousandths) => repainted(stage, thousandths, before).await,
        Check::Controls(least) => controls(stage, least).await,
    }
}

async fn controls(stage: &mut Stage, least: usize) -> Result<String> {
    let seen = stage.desktop.controls(&stage.window, Budget::LOOK).await?;
    match (seen.controls.len(), seen.truncated) {
        (0, Some(truncated)) => Err(Silent(truncated.reason).into()),
        (count, _) if count < least => bail!("only {count} controls are told of"),
        _ => Ok(format!("at least {least} controls are told of")),
    }
}

async fn now(stage: &mut Stage, spot: Spot) -> Result<Control> {
    let controls = stage.controls().await?;
    let found = pick(spot, &controls).cloned();
    found.ok_or_else(|| anyhow!("{} is not among the {} controls", in_words(spot), controls.len()))
}

async fn value(stage: &mut Stage, spot: Spot, is_right: impl Fn(&str) -> bool) -> Result<String> {
    let control = now(stage, spot).await?;
    let text = stage.desktop.read(stage.window.id, &control).await?;
    let said = format!("{} reads {:?}", in_words(spot), end_of(&text));
    if is_right(&text) { Ok(said) } else { bail!(said) }
}

fn file(stage: &Stage, name: &str, wanted: &str) -> Result<String> {
    let bytes = fs::read(stage.places.home.join(name)).map_err(|_| anyhow!("there is no file {name}"))?;
    let text = String::from_utf8_lossy(&bytes);
    match text.contains(wanted) {
        true if wanted.is_empty() => Ok(format!("the file {name} is there")),
        true => Ok(format!("the file {name} holds {wanted:?}")),
        false => bail!("the file {name} holds {:?}", end_of(&text)),
    }
}

async fn title(stage: &mut Stage, wanted: &str) -> Result<String> {
    let windows = stage.desktop.windows().await?;
    match windows.iter().find(|window| window.title.contains(wanted)) {
        Some(window) => Ok(format!("a window is called {:?}", window.title)),
        None => bail!("no window is called {wanted:?}"),
    }
}

async fn moved(stage: &mut Stage, spot: Spot, before: &Before) -> Result<String> {
    let was = before.place.ok_or_else(|| anyhow!("{} was not there before", in_words(spot)))?;
    match now(stage, spot).await {
        Err(_) => Ok(format!("{} is out of sight", in_words(spot))),
        Ok(control) if control.rect == was => bail!("{} is still where it was", in_words(spot)),
        Ok(_) => Ok(format!("{} is elsewhere", in_words(spot))),
    }
}

async fn repainted(stage: &mut Stage, thousandths: u32, before: &Before) -> Result<String> {
    let was = before.picture.as_ref().ok_or_else(|| anyhow!("there is no picture of before"))?;
    let is = stage.picture().await?;
    let pixels = was.rgb.chunks_exact(3).zip(is.rgb.chunks_exact(3));
    let (all, differing) =
        pixels.fold((0u32, 0u32), |(all, some), (was, is)| (all + 1, some + u32::from(was != is)));
    let share = u64::from(differing) * 1000 / u64::from(all.max(1));
    if was.size == is.size && share < u64::from(thousandths) {
        bail!("{share} of 1000 pixels differ");
    }
    Ok(format!("at least {thousandths} of 1000 pixels differ"))
}

fn told(value: &Option<String>) -> String {
    value.as_deref().map_or_else(|| "nothing".into(), end_of)
}

/// The end of a long text, where what was typed last is.
fn end_of(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(TOLD);
    let dots = if skipped > 0 { "…" } else { "" };
    format!("{dots}{}", text.chars().skip(skipped).collect::<String>())
}
