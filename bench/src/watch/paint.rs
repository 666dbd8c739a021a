//! How soon a long task is painted by a real browser, what the page takes then, and how evenly its list of steps scrolls.

use super::{
    served::Home,
    stored_tasks::{NAME, TASKS, write_task},
};
use crate::{root, say};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::{process::Stdio, time::Duration};
use tokio::{process::Command, time::timeout};

/// The folder of the page, with what drives a browser.
const PAGE: &str = "crates/server/page";

/// How long a browser may take for one task.
const DEADLINE: Duration = Duration::from_secs(180);

/// A long task in a browser.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PaintedTask {
    /// How long the task is.
    pub(super) length: String,
    /// Milliseconds from the move to the task until its steps are painted.
    pub(super) painted: f64,
    /// MB that the page's own objects take then.
    pub(super) megabytes: f64,
    /// Frames a second while the list of steps scrolls.
    pub(super) frames: f64,
}

/// What the browser prints.
#[derive(Deserialize)]
struct Printed {
    painted: f64,
    megabytes: f64,
    frames: f64,
}

/// Shows each task in a browser, by a server that has not read it before.
pub(super) async fn measure() -> Result<Vec<PaintedTask>> {
    let mut all = Vec::new();
    for (name, length) in TASKS {
        say(&format!("  {name} in a browser ..."));
        let home = Home::new()?;
        write_task(&home.logs(), length)?;
        let Printed { painted, megabytes, frames } = in_browser(&home).await?;
        all.push(PaintedTask { length: name.to_owned(), painted, megabytes, frames });
    }
    Ok(all)
}

async fn in_browser(home: &Home) -> Result<Printed> {
    let mut served = home.serve().await?;
    let path = served.client.path_of(NAME).await?;
    let place = path.strip_prefix("/api").context("a path without its beginning")?;
    let address = served.next_address().await?;
    let mut node = Command::new("node");
    node.args(["e2e/paint.mjs", &address, place]).current_dir(root().join(PAGE));
    node.stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(DEADLINE, node.output()).await.context("the browser paints nothing")??;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the browser fails: {}", errors.trim());
    Ok(serde_json::from_slice(&output.stdout)?)
}
