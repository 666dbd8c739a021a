//! `windows`, `observe`: a desktop as the agents see it.

use super::print;
use crate::{
    args::{Common, Desktop as Kind, ObserveArgs, WindowsArgs},
    desk::Desk,
    exit::{Exit, UsageError},
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::{Control, Rect, Window};
use deskpilot_desktop::{Area, Budget, Desktop, Seen, label, photographer};
use serde_json::json;
use std::path::Path;

/// `deskpilot windows`
pub(crate) async fn windows(args: WindowsArgs) -> Result<Exit> {
    let mut desk = open(args.desktop, &args.open).await?;
    let windows = desk.desktop.windows().await;
    desk.close().await;
    let windows = windows?;
    if args.json {
        print(&serde_json::to_string_pretty(&windows)?);
    } else if windows.is_empty() {
        print(
            "no window is open; a private desktop starts empty: add --open APPLICATION, or --desktop current",
        );
    } else {
        print(&windows.iter().map(window_line).collect::<Vec<_>>().join("\n"));
    }
    Ok(Exit::Finished)
}

/// `deskpilot observe`
pub(crate) async fn observe(args: ObserveArgs) -> Result<Exit> {
    let mut desk = open(args.desktop, &args.open).await?;
    let observed = look(&mut desk.desktop, &args).await;
    desk.close().await;
    let (window, seen) = observed?;
    if args.json {
        let shown = json!({"window": window, "controls": seen.controls, "truncated": seen.truncated});
        print(&serde_json::to_string_pretty(&shown)?);
        return Ok(Exit::Finished);
    }
    let mut lines = vec![window_line(&window)];
    lines.extend(seen.controls.iter().map(control_line));
    lines.extend(seen.truncated.map(|it| format!("not all was read: {}", it.reason)));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

async fn open(kind: Option<Kind>, applications: &[String]) -> Result<Desk> {
    let config = settings::config(&Common { desktop: kind, ..Common::default() })?;
    let mut desk = Desk::open(&config, None).await?;
    match desk.launch(applications).await {
        Ok(()) => Ok(desk),
        Err(error) => {
            desk.close().await;
            Err(error)
        }
    }
}

async fn look(desktop: &mut dyn Desktop, args: &ObserveArgs) -> Result<(Window, Seen)> {
    let window = choose(desktop.windows().await?, args.window.as_deref())?;
    let image = desktop.capture(&Area::Window(window.id)).await?;
    let seen = desktop.controls(&window, Budget::LOOK).await?;
    let seen = Seen { controls: label(seen.controls), ..seen };
    if let Some(path) = &args.annotate {
        write(path, &photographer::encode_png(&photographer::annotate(&image, &seen.controls))?)?;
    }
    Ok((window, seen))
}

fn choose(windows: Vec<Window>, word: Option<&str>) -> Result<Window> {
    let titles: Vec<String> =
        windows.iter().map(|it| format!("{:?} ({})", it.title, it.application)).collect();
    let fits = |window: &Window| match word {
        None => window.focused,
        Some(word) => [&window.title, &window.application]
            .iter()
            .any(|it| it.to_lowercase().contains(&word.to_lowercase())),
    };
    if windows.is_empty() {
        bail!(UsageError("no window is open; a private desktop starts empty: add --open APPLICATION".into()));
    }
    let first = windows.iter().position(fits).or_else(|| word.is_none().then_some(0));
    match first.and_then(|at| windows.into_iter().nth(at)) {
        Some(window) => Ok(window),
        None => bail!(UsageError(format!(
            "no window is called {:?}; there are {}",
            word.unwrap_or(""),
            titles.join(", ")
        ))),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

fn window_line(window: &Window) -> String {
    let focused = if window.focused { "  focused" } else { "" };
    format!("{:<20} {:?}  {}{focused}", window.application, window.title, place(window.rect))
}

fn control_line(control: &Control) -> String {
    let number = control.label.map_or(String::new(), |it| it.to_string());
    let value = control.value.as_ref().map_or(String::new(), |it| format!(" = {it:?}"));
    format!("{number:>4}  {:<12} {:?}{value}  {}", control.role.name(), control.name, place(control.rect))
}

fn place(rect: Rect) -> String {
    format!("{}x{} at {},{}", rect.width, rect.height, rect.x, rect.y)
}
