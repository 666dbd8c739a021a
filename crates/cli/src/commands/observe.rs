//! `windows`, `observe`: prints a desktop as the agents see it.

use super::print;
use crate::{
    args::{CommonArgs, ObserveArgs, WindowsArgs},
    exit::Exit,
    settings::{self, settings_error},
    width::padded,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::{Control, Launch, Policy, Rect, Window};
use deskpilot_desktop::view::{SpellingSimilarity, ViewOptions, ViewRequest, text_view};
use deskpilot_desktop::{
    Desktop, DesktopKind, DesktopOptions, GroundingOutcome, GroundingRequest, GroundingTrigger, LookOptions,
    OpenDesktop, RedactedDesktop, SparseTree, WindowList, WindowLook, look_at_window, photographer,
};
use deskpilot_log::UiNode;
use deskpilot_runtime::{Config, Environment, UsageError, grounding};
use deskpilot_settings::view_options;
use serde_json::json;
use std::path::Path;

/// The least columns for the name of a window's application.
const LEAST_APPLICATION: usize = 20;

/// `deskpilot windows`
pub(crate) async fn windows(environment: &Environment, args: WindowsArgs) -> Result<Exit> {
    let config =
        settings::config(environment, &CommonArgs { desktop: args.desktop, ..CommonArgs::default() })?;
    let (open, mut desktop) = open(&config, &args.open).await?;
    let windows = desktop.windows().await;
    open.close().await;
    let windows = windows?;
    if args.json.wanted {
        print(&serde_json::to_string_pretty(&windows)?);
    } else if windows.is_empty() {
        print(match config.desktop {
            DesktopKind::Private => {
                "no window is open; a private desktop starts empty: add --open APPLICATION, or --desktop current"
            }
            DesktopKind::Current => "no window is open: open one, or add --open APPLICATION",
        });
    } else {
        print(&windows.iter().map(|it| window_line(it, &windows)).collect::<Vec<_>>().join("\n"));
    }
    Ok(Exit::Finished)
}

/// `deskpilot observe`
pub(crate) async fn observe(environment: &Environment, args: ObserveArgs) -> Result<Exit> {
    let common =
        CommonArgs { desktop: args.desktop, grounding: args.grounding.clone(), ..CommonArgs::default() };
    let config = settings::config(environment, &common)?;
    let mut grounding = grounding(&config.grounding, &config.environment)?;
    let (open, desktop) = open(&config, &args.open).await?;
    // A person who names a grounding wants to see its result in any case.
    let trigger = if args.grounding.is_some() { GroundingTrigger::Always } else { config.grounding.when };
    let request = grounding.as_deref_mut().map(|grounding| GroundingRequest { grounding, trigger });
    let mut desktop = RedactedDesktop::new(desktop, Policy::default());
    let observed = look(&mut desktop, &args, request).await;
    open.close().await;
    let seen = observed?;
    if args.text {
        print(&text(&seen, &config.view, &args)?);
        return Ok(Exit::Finished);
    }
    if args.json {
        let mut shown =
            json!({"window": seen.window, "controls": seen.controls, "truncated": seen.truncated});
        if let Some(summary) = grounding_summary(&seen.grounding) {
            shown["grounding"] = summary.into();
        }
        print(&serde_json::to_string_pretty(&shown)?);
        return Ok(Exit::Finished);
    }
    let mut lines = vec![window_line(&seen.window, &[])];
    lines.extend(seen.controls.iter().map(control_line));
    lines.extend(seen.truncated.as_ref().map(|it| format!("the list is incomplete: {}", it.reason)));
    lines.extend(grounding_summary(&seen.grounding).or_else(|| sparse_hint(&seen)));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

/// Opens the desktop of the settings, connects to it, and starts these applications.
async fn open(config: &Config, applications: &[String]) -> Result<(Box<dyn OpenDesktop>, Box<dyn Desktop>)> {
    let options =
        DesktopOptions { kind: config.desktop, size: config.size, home: None, settings: None, working: None };
    let open = config.environment.platform().open(&options).await?;
    match connected(open.as_ref(), applications).await {
        Ok(desktop) => Ok((open, desktop)),
        Err(error) => {
            open.close().await;
            Err(error)
        }
    }
}

async fn connected(open: &dyn OpenDesktop, applications: &[String]) -> Result<Box<dyn Desktop>> {
    let mut desktop = open.connect().await?;
    for application in applications {
        desktop
            .launch(&Launch { application: application.clone(), file: None, ..Launch::default() }, &[])
            .await?;
    }
    Ok(desktop)
}

async fn look(
    desktop: &mut RedactedDesktop,
    args: &ObserveArgs,
    grounding: Option<GroundingRequest<'_>>,
) -> Result<WindowLook> {
    let window = choose_window(desktop.windows().await?, args.window.as_deref())?;
    let options = LookOptions { grounding, ..LookOptions::USUAL };
    let seen = look_at_window(desktop, &window, options).await?;
    if let Some(path) = &args.annotate {
        let annotated = photographer::annotate(&seen.clean, &seen.painted);
        write(path, &photographer::encode_png(&annotated)?)?;
    }
    if let Some(path) = &args.tree {
        let tree = UiNode::of(&seen.window, &seen.controls, &seen.levels);
        write(path, &serde_json::to_vec_pretty(&tree)?)?;
    }
    Ok(seen)
}

/// The text of the window that an agent gets.
fn text(seen: &WindowLook, settings: &ViewOptions, args: &ObserveArgs) -> Result<String> {
    let usual = || settings.filters.iter().map(|filter| filter.name().to_owned()).collect();
    let filters: Vec<String> = args.filter.clone().unwrap_or_else(usual);
    let tokens = args.budget.map_or(settings.tokens, |tokens| tokens as usize);
    let options = view_options(tokens, &filters, settings.top).map_err(settings_error)?;
    let about = [args.request.as_deref().unwrap_or("")];
    let wanted = ViewRequest {
        about: &about,
        expand: &[],
        include: &[],
        find: &[],
        levels: &seen.levels,
        truncated: seen.truncated.as_ref(),
        beyond: seen.beyond,
        similarity: &SpellingSimilarity,
        options: &options,
    };
    Ok(text_view(&seen.controls, &wanted).text)
}

/// The hint for a window with few accessible controls, when no grounding searched its picture for more.
fn sparse_hint(seen: &WindowLook) -> Option<String> {
    let why = SparseTree::detect(seen.window.rect, &seen.controls)?;
    Some(format!(
        "{why}: `--grounding ocr`, or `deskpilot config set grounding.kind ocr`, reads text in the picture"
    ))
}

/// The result of grounding, if it was used.
fn grounding_summary(grounding: &GroundingOutcome) -> Option<String> {
    match grounding {
        GroundingOutcome::Skipped => None,
        GroundingOutcome::Failed(why) => Some(why.clone()),
        GroundingOutcome::Found { elements, truncated, time } => {
            let left_out = truncated.as_ref().map_or(String::new(), |it| {
                format!(
                    "; the result is incomplete: {}{}",
                    it.unread.map_or(String::new(), |n| format!("{n} ")),
                    it.reason
                )
            });
            Some(format!(
                "{elements} elements were found in the picture in {} ms{left_out}",
                time.as_millis()
            ))
        }
    }
}

fn choose_window(windows: Vec<Window>, word: Option<&str>) -> Result<Window> {
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
            "no window matches {:?}; the windows are {}",
            word.unwrap_or(""),
            titles.join(", ")
        ))),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// The line of a window among these.
fn window_line(window: &Window, all: &[Window]) -> String {
    let focused = if window.focused { "  focused" } else { "" };
    let application =
        padded(&window.application, all.iter().map(|it| it.application.as_str()), LEAST_APPLICATION);
    format!("{application} {:?}  {}{focused}", window.title, rect_text(window.rect))
}

fn control_line(control: &Control) -> String {
    let number = control.label.map_or(String::new(), |it| it.to_string());
    let value = control.value.as_ref().map_or(String::new(), |it| format!(" = {it:?}"));
    format!("{number:>4}  {:<12} {:?}{value}  {}", control.role.name(), control.name, rect_text(control.rect))
}

fn rect_text(rect: Rect) -> String {
    format!("{}x{} at {},{}", rect.width, rect.height, rect.x, rect.y)
}
