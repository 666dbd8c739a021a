//! What a user's Windows shows that no other machine could: trials of UI Automation, input, pictures and Office in applications that
//! Windows has.
//!
//! A trial reports numbers and words of this program. It never quotes what it reads.

mod calculator;
mod machine;
mod notepad;
mod office;
mod outcome;
mod page;
mod scene;
mod shown_files;

use deskpilot_desktop::Trial;
use page::Page;
use scene::Scene;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Begins with the trials, and reports each as it ends.
pub(crate) fn start() -> UnboundedReceiver<Trial> {
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move { try_all(&Page::to(sender)).await });
    receiver
}

async fn try_all(page: &Page) {
    machine::try_all(page).await;
    let Some(mut scene) = page.attempt("connection to the desktop", Scene::open()).await else { return };
    machine::try_automation(page, &scene).await;
    notepad::try_all(page, &mut scene).await;
    calculator::try_all(page, &mut scene).await;
    shown_files::try_all(page, &mut scene).await;
    office::try_all(page, &mut scene).await;
}
