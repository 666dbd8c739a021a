//! What shows files and pages: the Explorer, Settings, a browser.

use super::{
    outcome::{Found, Unmet},
    page::Page,
    scene::Scene,
};
use deskpilot_core::{Control, Window};
use deskpilot_desktop::LaunchExtra;
use std::{fs, time::Duration};
use tokio::time::{Instant, sleep};

/// What a folder and a page of ours show, and nothing else does.
const FILE: &str = "deskpilot-shown.txt";
const BUTTON: &str = "deskpilot-button";
/// The identifier of the Settings of Windows, which has another name in each language.
const SETTINGS: &str = "windows.immersivecontrolpanel_cw5n1h2txyewy!microsoft.windows.immersivecontrolpanel";
/// How long a window may take to show what it was opened with.
const SHOWING: Duration = Duration::from_secs(10);

/// Tries each that is there.
pub(super) async fn try_all(page: &Page, scene: &mut Scene) {
    explorer(page, scene).await;
    if let Some(window) = page.attempt("Settings open", scene.opens(SETTINGS, None, &[])).await {
        page.attempt("controls of Settings", scene.reads(&window)).await;
        page.attempt("Settings close", scene.closes(&window)).await;
    }
    browser(page, scene).await;
}

async fn explorer(page: &Page, scene: &mut Scene) {
    let folder = scene.folder.join("shown");
    let opening = async {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(FILE), FILE)?;
        scene.opens("explorer", Some(&folder), &[]).await
    };
    let Some(window) = page.attempt("Explorer opens a folder", opening).await else { return };
    // Its ending may be hidden.
    let name = FILE.trim_end_matches(".txt");
    page.attempt("file in Explorer", shows(scene, &window, name)).await;
    page.attempt("Explorer closes", scene.closes(&window)).await;
}

/// A browser with settings of its own, which leaves the user's alone.
async fn browser(page: &Page, scene: &mut Scene) {
    let (file, settings) = (scene.folder.join("page.html"), scene.folder.join("browser"));
    let extras =
        [format!("--user-data-dir={}", settings.display()), "--no-first-run".into(), "--new-window".into()];
    let extras = extras.map(LaunchExtra::Argument);
    let opening = async {
        fs::write(&file, format!("<title>Deskpilot</title><button>{BUTTON}</button>"))?;
        scene.opens("msedge.exe", Some(&file), &extras).await
    };
    let Some(window) = page.attempt("Edge opens a page", opening).await else { return };
    page.attempt("button of a page in Edge", shows(scene, &window, BUTTON)).await;
    page.attempt("Edge closes", scene.closes(&window)).await;
}

/// Waits until a control of the window has this in its name.
async fn shows(scene: &mut Scene, window: &Window, name: &str) -> Found<()> {
    let until = Instant::now() + SHOWING;
    loop {
        let controls = scene.controls(window).await?;
        let is_it = |it: &&Control| it.name.contains(name);
        if let Some(found) = controls.iter().find(is_it) {
            return Ok(((), format!("a {:?} among {} controls", found.role, controls.len())));
        }
        if Instant::now() > until {
            return Err(Unmet::Failed(format!("it is not among {} controls", controls.len())));
        }
        sleep(Duration::from_millis(250)).await;
    }
}
