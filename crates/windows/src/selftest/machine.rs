//! The machine: its Windows, rights, screens, windows, and whether UI Automation answers.

use super::{
    outcome::{Found, Unmet, kind_of},
    page::{Page, blocking},
    scene::{SOON, Scene},
};
use crate::platform::native::registry::{RegistryKey, Root};
use deskpilot_win32::{integrity_of, is_above_us, monitors, use_physical_pixels, windows};
use tokio::time::Instant;

/// The key that says which Windows this is.
const VERSION: &str = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

/// Tries what needs no application.
pub(super) async fn try_all(page: &Page) {
    page.attempt("version of Windows", found(version)).await;
    page.attempt("rights", found(rights)).await;
    page.attempt("screens with their scale", found(screens)).await;
    page.attempt("list of windows", found(window_list)).await;
    page.attempt("programs with more rights", found(elevated)).await;
}

/// Tries whether UI Automation answers at all.
pub(super) async fn try_automation(page: &Page, scene: &Scene) {
    let answers = async {
        let focused = scene.uia.until(Instant::now() + SOON).focused().await?;
        Ok((
            (),
            if focused.is_some() { "an element has the focus" } else { "no element has the focus" }.into(),
        ))
    };
    page.attempt("UI Automation", answers).await;
}

async fn found(calls: fn() -> Result<String, Unmet>) -> Found<()> {
    Ok(((), blocking(calls).await?))
}

fn version() -> Result<String, Unmet> {
    let key = RegistryKey::open(Root::Machine, VERSION);
    let value = |name: &str| key.as_ref().and_then(|it| it.text("", name)).unwrap_or_default();
    let build = value("CurrentBuildNumber");
    match build.is_empty() {
        true => Err(Unmet::failed("the registry does not say it")),
        false => Ok(format!("build {build} {}", value("DisplayVersion")).trim_end().to_owned()),
    }
}

fn rights() -> Result<String, Unmet> {
    Ok(format!("{} integrity", kind_of(&integrity_of(std::process::id())?).to_lowercase()))
}

fn screens() -> Result<String, Unmet> {
    use_physical_pixels()?;
    let shown = monitors()?.into_iter().map(|it| {
        let rect = it.monitor.rect;
        format!("{} by {} at {},{} with {} %", rect.width, rect.height, rect.x, rect.y, it.percent)
    });
    Ok(shown.collect::<Vec<_>>().join("; "))
}

fn window_list() -> Result<String, Unmet> {
    let open = windows()?;
    let in_front = open.iter().filter(|it| it.active).count();
    Ok(format!("{} windows, {in_front} in front", open.len()))
}

fn elevated() -> Result<String, Unmet> {
    let open = windows()?;
    let processes = open.iter().filter_map(|it| it.process);
    // Of a program that has ended meanwhile nobody knows.
    let above = processes.filter(|it| is_above_us(*it).unwrap_or_default()).count();
    Ok(format!("{above} of {} windows are theirs", open.len()))
}
