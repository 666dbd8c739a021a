//! Blobs by their hashes: those that the log of the task names, and no other file.

use crate::{
    app::{App, found},
    blocking::blocking,
    content_type::{OTHER, content_type},
    error::ApiError,
    path_parts::PathParts,
};
use axum::{
    extract::State,
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use deskpilot_log::Blobs;

/// A blob has the content of its hash for ever.
const LASTING: &str = "private, max-age=31536000, immutable";

/// `GET /api/tasks/F/T/blobs/HASH`
pub(super) async fn blob(
    State(app): State<App>,
    PathParts((folder, name, hash)): PathParts<(String, String, String)>,
) -> Result<Response, ApiError> {
    let task = found(&app, folder, name).await?;
    let (kind, bytes) = blocking(move || {
        let named = app.folds.blob(&task.folder(), &hash)?;
        let blob = named.ok_or_else(|| ApiError::NotFound("the log names no such blob".to_owned()))?;
        let bytes = Blobs::of(&task.folder()).read(&blob)?;
        Ok((content_type(blob.kind, &bytes), bytes))
    })
    .await?;
    let mut response = ([(CONTENT_TYPE, kind), (CACHE_CONTROL, LASTING)], bytes).into_response();
    // What is neither a picture nor JSON is saved, and never shown as a page of ours.
    if kind == OTHER {
        let saved = HeaderValue::from_static("attachment; filename=\"blob.bin\"");
        response.headers_mut().insert(CONTENT_DISPOSITION, saved);
    }
    Ok(response)
}
