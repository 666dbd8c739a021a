//! A thousand characters of many scripts go into a text editor, and are read back.

use super::change::node_of;
use super::figures::arrived;
use super::report::{Contest, Feat};
use super::windows;
use crate::bus::Bus;
use crate::say;
use crate::stage::Stage;
use anyhow::{Context, Result};
use deskpilot_core::{Aim, Control, Gesture, Input, Role, TextMode, Window};
use deskpilot_desktop::{Budget, Desktop};
use deskpilot_linux::LinuxDesktop;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::time::timeout;

/// How many characters are typed.
const LENGTH: usize = 1000;
/// How long that may take.
const DEADLINE: Duration = Duration::from_secs(120);
/// What they are: words of many scripts, with letters no keyboard has.
const WORDS: &str = "The quick brown fox; größer, naïve, Ærø, łódź, İstanbul. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. \
    Съешь же ещё этих мягких булок. 日本語の文字、中文字符、한국어 글자。 → ≤ ≠ ∑ √ € “quoted” – dash… 😀🚀🎉 ";

/// How a text is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By xdotool, key by key.
    Xdotool,
    /// By us, key by key.
    Keys,
    /// By us, handed over to the control.
    HandedOver,
}

/// Typing key by key, and handing a text over, both beside xdotool.
pub(super) async fn contests() -> Vec<Contest> {
    let theirs = typed(Way::Xdotool).await;
    let mut contests = Vec::new();
    for (way, name) in [(Way::Keys, "key by key"), (Way::HandedOver, "handed over")] {
        let ours = typed(way).await;
        let name = format!("{LENGTH} characters of many scripts into an editor, ours {name}");
        contests.push(Contest { name, peer: "xdotool".into(), theirs: theirs.clone(), ours });
    }
    contests
}

async fn typed(way: Way) -> Result<Feat, String> {
    let feat = in_fresh_editor(way).await.map_err(|error| format!("{error:#}"));
    say(&format!("typing, {way:?}: {feat:?}"));
    feat
}

async fn in_fresh_editor(way: Way) -> Result<Feat> {
    let stage = Stage::open(&windows::editor()).await?;
    let feat = on_stage(&stage, way).await;
    stage.close().await;
    feat
}

async fn on_stage(stage: &Stage, way: Way) -> Result<Feat> {
    let text = sample();
    let (mut desktop, window) = stage.desktop().await?;
    let edit = editor(&mut desktop, &window).await?;
    stage.rest().await?;
    let started = Instant::now();
    match way {
        Way::Xdotool => xdotool(stage, &text).await?,
        Way::Keys => put(&mut desktop, &window, Aim::Window, &text).await?,
        Way::HandedOver => put(&mut desktop, &window, Aim::Control(Box::new(edit.clone())), &text).await?,
    }
    let millis = started.elapsed().as_secs_f64() * 1e3;
    stage.rest().await?;
    let right = arrived(&text, &content(stage, &edit).await?);
    Ok(Feat { millis, result: format!("{right} of {LENGTH} right") })
}

async fn editor(desktop: &mut LinuxDesktop, window: &Window) -> Result<Control> {
    let seen = desktop.controls(window, Budget::LOOK).await?;
    seen.controls.into_iter().find(|it| it.role == Role::Edit).context("the editor has no text field")
}

async fn put(desktop: &mut LinuxDesktop, window: &Window, aim: Aim, text: &str) -> Result<()> {
    let gesture = Gesture::Text { text: text.to_owned(), mode: TextMode::Append };
    let outcome = desktop.perform(&Input { window: window.id, aim, gesture }).await?;
    say(&format!("typing: {}", outcome.effect));
    Ok(())
}

async fn xdotool(stage: &Stage, text: &str) -> Result<()> {
    let typing = Command::new("xdotool")
        .args(["type", "--", text])
        .env_clear()
        .envs(stage.seat().environment().iter())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(DEADLINE, typing).await.context("it does not end")?.context("it does not start")?;
    if !output.status.success() {
        anyhow::bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

/// What is in the editor, read by somebody else.
async fn content(stage: &Stage, edit: &Control) -> Result<String> {
    let node = node_of(edit).context("the text field has no node")?;
    let bus = Bus::connect(stage.seat()).await?;
    Ok(bus.call(&node, "org.a11y.atspi.Text", "GetText", &(0i32, -1i32)).await?.body().deserialize()?)
}

fn sample() -> String {
    WORDS.chars().cycle().take(LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_as_long_as_it_says_and_of_many_scripts() {
        let sample = sample();
        assert_eq!(sample.chars().count(), LENGTH);
        let mut different: Vec<char> = sample.chars().collect();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 100, "{}", different.len());
    }
}
