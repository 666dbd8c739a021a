//! Notepad: its text by UI Automation, events, typing, accessible objects, a picture, keys.

use super::{
    outcome::{Found, Unmet},
    page::{Page, blocking},
    scene::{SOON, Scene, colours, handle, text_field},
};
use deskpilot_core::{Control, Gesture, Role, TextMode, Window};
use deskpilot_desktop::DesktopReader;
use deskpilot_system::ReadLimit;
use deskpilot_uia::{NodeRef, TreeSnapshot};
use deskpilot_win32::{Deadline, Hwnd, capture_desktop, capture_window, read_window};
use std::{fs, path::Path, time::Duration};
use tokio::time::Instant;

/// What the file has first, behind a mark that lets Notepad save every letter, and what is typed: letters of several scripts, and one that is two units.
const ENCODING: &str = "\u{feff}";
const FIRST: &str = "Self-test of Deskpilot";
const TYPED: &str = "Größe 漢字 🙂 42";
/// More than the file can have.
const LARGEST: ReadLimit = ReadLimit::mib(1);
/// The fewest colours of a picture with a window in it.
const COLOURS: usize = 5;
/// How long events may take.
const EVENTS: Duration = Duration::from_secs(3);

/// Tries all of it on a file in the folder of the trials.
pub(super) async fn try_all(page: &Page, scene: &mut Scene) {
    let file = scene.folder.join("selftest.txt");
    let opening = async {
        fs::write(&file, [ENCODING, FIRST].concat())?;
        scene.opens("notepad", Some(&file), &[]).await
    };
    let Some(window) = page.attempt("Notepad opens a text", opening).await else { return };
    page.attempt("controls of Notepad", scene.reads(&window)).await;
    if let Some(tree) = page.attempt("tree of Notepad by UI Automation", scene.tree(&window)).await {
        try_automation(page, scene, &window, &tree).await;
    }
    page.attempt("picture of the desktop", desktop_picture()).await;
    page.attempt("accessible objects of Notepad", accessible(&window)).await;
    page.attempt("picture of Notepad by its program", picture(&window)).await;
    page.attempt("typing in Notepad", typing(scene, &window)).await;
    page.attempt("keys that save in Notepad", saving(scene, &window, &file)).await;
    page.attempt("Notepad closes", scene.closes(&window)).await;
}

async fn try_automation(page: &Page, scene: &mut Scene, window: &Window, tree: &TreeSnapshot) {
    let reading = async {
        let is_field = |role| matches!(role, Role::Edit | Role::Document);
        let field = tree.elements.iter().find(|it| is_field(it.facts.kind()));
        let node = field.ok_or_else(|| Unmet::failed("it has no field for a text"))?.node.clone();
        let text = scene.uia.until(Instant::now() + SOON).whole_text(&node).await?;
        match text.is_some_and(|it| it.trim() == FIRST) {
            true => Ok((node, "it is that of the file".into())),
            false => Err(Unmet::failed("it is not that of the file")),
        }
    };
    let Some(node) = page.attempt("text of Notepad by UI Automation", reading).await else { return };
    page.attempt("selection by UI Automation", selecting(scene, &node)).await;
    page.attempt("events of UI Automation", events(scene, window)).await;
}

async fn selecting(scene: &Scene, node: &NodeRef) -> Found<()> {
    let deadline = Instant::now() + SOON;
    let occurs = scene.uia.until(deadline).select_text(node, "Deskpilot").await?;
    let selected = scene.uia.until(deadline).selected_text(node).await?;
    match (occurs, selected.concat() == "Deskpilot") {
        (true, true) => Ok(((), "a word was selected, and read back".into())),
        (true, false) => Err(Unmet::failed("another part is selected")),
        (false, _) => Err(Unmet::failed("the word was not found")),
    }
}

/// Watches the window while its text changes.
async fn events(scene: &mut Scene, window: &Window) -> Found<()> {
    scene.uia.until(Instant::now() + SOON).watch(handle(window)).await?;
    scene.uia.events().take();
    let field = field_of(scene, window).await?;
    let text = Gesture::Text { text: "!".into(), mode: TextMode::Append };
    scene.does(window, Some(&field), text).await?;
    scene.uia.events().next(Instant::now() + EVENTS).await;
    let batch = scene.uia.events().take();
    scene.uia.until(Instant::now() + SOON).unwatch(handle(window)).await?;
    match batch.events.len() {
        0 => Err(Unmet::failed("none arrived")),
        count => Ok(((), format!("{count} arrived, {} lost", batch.lost))),
    }
}

async fn field_of(scene: &mut Scene, window: &Window) -> Result<Control, Unmet> {
    let controls = scene.controls(window).await?;
    text_field(&controls).cloned().ok_or_else(|| Unmet::failed("it has no field for a text"))
}

async fn accessible(window: &Window) -> Found<()> {
    let hwnd = Hwnd::from(window.id);
    let controls = blocking(move || Ok(read_window(hwnd, Deadline::within(SOON))?)).await?;
    let seen = format!("{} objects", controls.len());
    if controls.is_empty() { Err(Unmet::Failed(seen)) } else { Ok(((), seen)) }
}

/// With Notepad on it: an empty desktop may have one colour.
async fn desktop_picture() -> Found<()> {
    let picture = blocking(|| Ok(capture_desktop()?)).await?;
    let (size, colours) = (picture.size, colours(&picture));
    let seen = format!("{} by {} with {colours} colours", size.width, size.height);
    if colours >= COLOURS { Ok(((), seen)) } else { Err(Unmet::Failed(seen)) }
}

async fn picture(window: &Window) -> Found<()> {
    let hwnd = Hwnd::from(window.id);
    let picture = blocking(move || Ok(capture_window(hwnd, Deadline::within(SOON))?)).await?;
    let size = picture.size;
    Ok(((), format!("{} by {} with {} colours", size.width, size.height, colours(&picture))))
}

async fn typing(scene: &mut Scene, window: &Window) -> Found<()> {
    let field = field_of(scene, window).await?;
    let text = Gesture::Text { text: TYPED.into(), mode: TextMode::Replace };
    let judged = scene.does(window, Some(&field), text).await?;
    let field = field_of(scene, window).await?;
    match scene.desktop.read(window.id, &field).await?.trim() == TYPED {
        true => Ok(((), format!("{judged}, and read back letter for letter"))),
        false => Err(Unmet::Failed(format!("{judged}, and another text is read back"))),
    }
}

async fn saving(scene: &mut Scene, window: &Window, file: &Path) -> Found<()> {
    let judged = scene.does(window, None, Gesture::save()).await?;
    let until = Instant::now() + SOON;
    while LARGEST.read_text(file)?.contains(FIRST) {
        if Instant::now() > until {
            return Err(Unmet::Failed(format!("{judged}, and the file is as before")));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(((), format!("{judged}, and the file has another text")))
}
