//! The entries of a log in pieces.

use super::TaskPlace;
use crate::{
    app::{App, found},
    blocking::blocking,
    body::parameters,
    error::ApiError,
    path_parts::PathParts,
    reply::JsonText,
    task_replies::entries_text,
};
use axum::{extract::State, http::Uri};
use deskpilot_core::Entry;
use deskpilot_log::{LogError, Tail};
use serde::Deserialize;

/// The most entries of a piece.
const MOST: usize = 1000;

/// Which piece is wanted.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Piece {
    from: u64,
    limit: usize,
}

impl Default for Piece {
    fn default() -> Piece {
        Piece { from: 0, limit: 200 }
    }
}

/// `GET /api/tasks/F/T/entries`
pub(super) async fn entries(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    uri: Uri,
) -> Result<JsonText, ApiError> {
    let Piece { from, limit } = parameters(&uri)?;
    let (task, limit) = (found(&app, folder, name).await?, limit.clamp(1, MOST));
    blocking(move || {
        let (entries, more) = piece(Tail::starting_at(&task.folder(), from)?, limit)?;
        let next = entries.last().map_or(from, |it| it.seq + 1);
        let texts = entries_text(&entries);
        Ok(JsonText(format!("{{\"entries\":[{texts}],\"next\":{next},\"more\":{more}}}")))
    })
    .await
}

/// The next entries of a log, and whether it has more.
fn piece(mut tail: Tail, limit: usize) -> Result<(Vec<Entry>, bool), LogError> {
    let mut entries = Vec::new();
    // One more than wanted, which shows that there are more.
    while entries.len() <= limit {
        let some = tail.read_some()?;
        if some.is_empty() {
            return Ok((entries, false));
        }
        entries.extend(some);
    }
    entries.truncate(limit);
    Ok((entries, true))
}
