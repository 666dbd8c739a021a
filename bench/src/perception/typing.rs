//! Types a thousand characters of many scripts into a text editor, and reads them back.

use super::figures::common_length;
use super::report::{Comparison, Measurement};
use super::windows;
use crate::app_under_test::AppUnderTest;
use crate::reference::Bus;
use crate::say;
use anyhow::{Context, Result};
use deskpilot_core::{Aim, Control, Gesture, Input, Role, TextMode, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopReader};
use deskpilot_linux::LinuxDesktop;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::time::timeout;

/// How many characters are typed.
const LENGTH: usize = 1000;
/// How long xdotool may take.
const DEADLINE: Duration = Duration::from_secs(120);
/// The text: words of many scripts, with letters that no keyboard has.
const WORDS: &str = "The quick brown fox; größer, naïve, Ærø, łódź, İstanbul. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. \
    Съешь же ещё этих мягких булок. 日本語の文字、中文字符、한국어 글자。 → ≤ ≠ ∑ √ € “quoted” – dash… 😀🚀🎉 ";

/// How a text gets into the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypingMethod {
    /// xdotool, key by key.
    Xdotool,
    /// Deskpilot, key by key.
    Keys,
    /// Deskpilot, the whole text at once through accessibility.
    AtOnce,
}

/// Deskpilot's two ways, each against xdotool.
pub(super) async fn comparisons() -> Vec<Comparison> {
    let theirs = type_sample(TypingMethod::Xdotool).await;
    let mut comparisons = Vec::new();
    for (method, name) in [(TypingMethod::Keys, "key by key"), (TypingMethod::AtOnce, "handed over")] {
        let ours = type_sample(method).await;
        let name = format!("{LENGTH} characters of many scripts into an editor, ours {name}");
        comparisons.push(Comparison { name, peer: "xdotool".into(), theirs: theirs.clone(), ours });
    }
    comparisons
}

async fn type_sample(method: TypingMethod) -> Result<Measurement, String> {
    let measurement = in_new_editor(method).await.map_err(|error| format!("{error:#}"));
    say(&format!("typing, {method:?}: {measurement:?}"));
    measurement
}

async fn in_new_editor(method: TypingMethod) -> Result<Measurement> {
    let app = AppUnderTest::open(&windows::editor()).await?;
    let measurement = in_editor(&app, method).await;
    app.close().await;
    measurement
}

async fn in_editor(app: &AppUnderTest, method: TypingMethod) -> Result<Measurement> {
    let text = sample();
    let (mut desktop, window) = app.desktop().await?;
    let edit = editor(&mut desktop, &window).await?;
    app.until_idle().await?;
    let started = Instant::now();
    match method {
        TypingMethod::Xdotool => xdotool(app, &text).await?,
        TypingMethod::Keys => put(&mut desktop, &window, Aim::Window, &text).await?,
        TypingMethod::AtOnce => {
            put(&mut desktop, &window, Aim::Control(Box::new(edit.clone())), &text).await?;
        }
    }
    let millis = started.elapsed().as_secs_f64() * 1e3;
    app.until_idle().await?;
    let right = common_length(&text, &content(app, &edit).await?);
    Ok(Measurement { millis, result: format!("{right} of {LENGTH} right") })
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

async fn xdotool(app: &AppUnderTest, text: &str) -> Result<()> {
    let typing = Command::new("xdotool")
        .args(["type", "--", text])
        .env_clear()
        .envs(app.seat().environment().iter())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output =
        timeout(DEADLINE, typing).await.context("xdotool does not end")?.context("xdotool does not start")?;
    if !output.status.success() {
        anyhow::bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

/// The text in the editor, read by another program than the one that typed.
async fn content(app: &AppUnderTest, edit: &Control) -> Result<String> {
    Bus::connect(app.seat()).await?.text(edit).await
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
