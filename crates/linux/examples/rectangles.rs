//! Measures how far real applications draw their controls from the reported rectangles: one table row for each
//! application and each of two window places.
//!
//! `cargo run -p deskpilot-linux --example rectangles [-- NAME...]`; the table is kept in `docs/rectangles.md`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a table, and ends where it cannot measure"
)]

#[path = "../tests/it/hover.rs"]
mod hover;

use deskpilot_core::{Control, Point, Role, Size, State, Window, WindowState};
use deskpilot_desktop::{Budget, DesktopReader, WindowList};
use deskpilot_linux::{CoordinateMapping, LinuxDesktop, PrivateDesktop, PrivateOptions, Scale};
use hover::Hand;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Name, scale in percent, and command.
const APPLICATIONS: &[(&str, u32, &[&str])] = &[
    ("galculator", 100, &["galculator"]),
    ("galculator, scale 2", 200, &["galculator"]),
    ("mousepad", 100, &["mousepad"]),
    ("gtk3-widget-factory", 100, &["gtk3-widget-factory"]),
    ("gtk3-widget-factory, scale 2", 200, &["gtk3-widget-factory"]),
    ("gnome-calculator", 100, &["gnome-calculator"]),
    ("gnome-calculator, scale 2", 200, &["gnome-calculator"]),
    ("gnome-text-editor", 100, &["gnome-text-editor", "--standalone"]),
    ("gtk4-demo", 100, &["gtk4-demo"]),
    ("featherpad", 100, &["featherpad"]),
    ("kcalc", 100, &["kcalc"]),
    ("kcalc, scale 2", 200, &["kcalc"]),
    ("kcalc, scale 1.5", 150, &["kcalc"]),
    ("Calc", 100, &["soffice", "--calc", "--norestore", "--nologo"]),
    ("Calc, scale 2", 200, &["soffice", "--calc", "--norestore", "--nologo"]),
    ("Writer", 100, &["soffice", "--writer", "--norestore", "--nologo"]),
    ("Chromium", 100, CHROMIUM),
    ("Chromium, scale 2", 200, CHROMIUM),
    ("Firefox", 100, &["firefox-esr", "about:about"]),
    ("Firefox, scale 2", 200, &["firefox-esr", "about:about"]),
];
const CHROMIUM: &[&str] =
    &["chromium", "--no-sandbox", "--no-first-run", "--force-renderer-accessibility", "about:blank"];
/// By how many application pixels the reported and the drawn centre of a control may differ.
const FEW: u32 = 4;
/// Where to put the window.
const PLACES: [Point; 2] = [Point { x: 37, y: 41 }, Point { x: 301, y: 158 }];
/// How many controls of a window to measure.
const MEASURED: usize = 8;
/// How many controls to try for that: some look the same under the pointer.
const TRIED: usize = 20;
/// How long an application may take to show its controls.
const STARTING: Duration = Duration::from_secs(40);
const FEWEST_CONTROLS: usize = 6;
const PAUSE: Duration = Duration::from_millis(200);

#[tokio::main]
async fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| application | window at | scale | counts from | libreoffice_offset by | measured | off by at most | off |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, scale, argv) in APPLICATIONS {
        let is_wanted = wanted.is_empty() || wanted.iter().any(|it| name.starts_with(it.as_str()));
        if is_wanted && let Err(why) = measure(name, *scale, argv).await {
            println!("| {name} | {why} |||||||");
        }
    }
}

async fn measure(name: &str, scale: u32, argv: &[&str]) -> Result<(), String> {
    let size = Size { width: 2400, height: 1500 };
    let scale = Scale::percent(scale).ok_or("no such scale")?;
    let options = PrivateOptions { size, scale, ..PrivateOptions::USUAL };
    let private = PrivateDesktop::bring_up(&options).await.map_err(|error| error.to_string())?;
    let mut desktop =
        LinuxDesktop::connect(private.seat().clone()).await.map_err(|error| error.to_string())?;
    let argv = argv.iter().map(Into::into).collect();
    private.seat().start(argv, None).await.map_err(|error| error.to_string())?;
    let hand = Hand::at(private.seat());
    let window = started(&mut desktop).await.ok_or("no controls")?;
    for place in PLACES {
        let window = hand.carry(&mut desktop, &window, place).await;
        let mapping =
            desktop.coordinate_mapping(window.id).await.ok().flatten().ok_or("it reports nothing")?;
        let offsets = offsets(&hand, &mut desktop, &window, mapping.scale).await;
        println!("{}", row(name, &window, &mapping, &offsets));
    }
    private.close().await;
    Ok(())
}

/// The first window with controls, once it is there and its number of controls is stable.
async fn started(desktop: &mut LinuxDesktop) -> Option<Window> {
    let (end, mut last) = (Instant::now() + STARTING, 0);
    while Instant::now() < end {
        sleep(PAUSE).await;
        let windows = desktop.windows().await.unwrap();
        let Some(window) = windows.into_iter().find(|it| it.state != WindowState::Minimized) else {
            continue;
        };
        let seen = desktop.controls(&window, Budget::LOOK).await.map_or(0, |seen| seen.controls.len());
        if seen >= FEWEST_CONTROLS && seen == last {
            return Some(window);
        }
        last = seen;
    }
    None
}

/// The offset of each control that is drawn differently under the pointer.
async fn offsets(
    hand: &Hand,
    desktop: &mut LinuxDesktop,
    window: &Window,
    scale: f64,
) -> Vec<(Control, Point)> {
    let seen = desktop.controls(window, Budget::LOOK).await.expect("controls");
    let is_button = |it: &&Control| {
        matches!(
            it.role,
            Role::Button | Role::ToggleButton | Role::CheckBox | Role::ComboBox | Role::TabItem | Role::Menu
        ) && it.states.has(State::Enabled)
            && (12..400).contains(&it.rect.width)
            && (12..200).contains(&it.rect.height)
    };
    let mut found = Vec::new();
    for control in seen.controls.iter().filter(is_button).take(TRIED) {
        if found.len() >= MEASURED {
            break;
        }
        let mut offset = hand.offset(desktop, window, control, scale).await;
        if offset.is_some_and(|offset| far(offset) > f64::from(FEW) * scale) {
            // Something else may have moved there in the meantime.
            let again = hand.offset(desktop, window, control, scale).await;
            offset = offset.filter(|_| again == offset);
        }
        if let Some(offset) = offset {
            eprintln!("  {:?} {} {},{}", control.rect, control.id(), offset.x, offset.y);
            found.push((control.clone(), offset));
        }
    }
    found
}

fn far(offset: Point) -> f64 {
    f64::from(offset.x.abs().max(offset.y.abs()))
}

fn row(name: &str, window: &Window, mapping: &CoordinateMapping, offsets: &[(Control, Point)]) -> String {
    let worst = offsets.iter().map(|(_, offset)| far(*offset)).reduce(f64::max);
    let off = offsets.iter().filter(|(_, offset)| far(*offset) > f64::from(FEW) * mapping.scale).count();
    let corner = Point { x: mapping.origin.x - window.rect.x, y: mapping.origin.y - window.rect.y };
    let counts_from = match mapping.origin {
        _ if !mapping.is_sure => "not sure".to_owned(),
        Point { x: 0, y: 0 } => "the desktop".to_owned(),
        _ => format!("the window + {},{}", corner.x, corner.y),
    };
    let libreoffice_offset =
        mapping.libreoffice_offset.map_or("-".to_owned(), |by| format!("{},{}", by.x, by.y));
    let worst = worst.map_or("-".to_owned(), |worst| format!("{worst} px"));
    let (place, scale, measured) = (window.rect, mapping.scale, offsets.len());
    format!(
        "| {name} | {},{} | {scale} | {counts_from} | {libreoffice_offset} | {measured} | {worst} | {off} |",
        place.x, place.y
    )
}
