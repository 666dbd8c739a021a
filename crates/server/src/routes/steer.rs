//! Answers questions and steers tasks, in the name of the browser that asks.

use super::TaskPlace;
use crate::{
    access::Viewer,
    app::{App, found},
    body::{empty_body, json_body},
    error::ApiError,
    path_parts::PathParts,
    reply::Json,
    session::send,
};
use axum::{
    Extension,
    extract::{Request, State},
};
use deskpilot_core::fold::QuestionId;
use deskpilot_runtime::{Reply, check_request, control::ControlCommand};
use serde::Deserialize;
use serde_json::Value;

/// The body of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenAnswer {
    question: QuestionId,
    reply: Reply,
}

/// The body of a further request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FurtherRequest {
    text: String,
}

/// `POST /api/tasks/F/T/answer`
pub(super) async fn answer(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    PathParts((folder, name)): TaskPlace,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let GivenAnswer { question, reply } = json_body(request).await?;
    let command = ControlCommand::Answer { question, reply, by: viewer.to_string() };
    Ok(Json(send(&app, &found(&app, folder, name).await?, command).await?))
}

/// `POST /api/tasks/F/T/requests`
pub(super) async fn request(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let FurtherRequest { text } = json_body(request).await?;
    check_request(&text)?;
    let task = found(&app, folder, name).await?;
    Ok(Json(send(&app, &task, ControlCommand::Request { text }).await?))
}

/// `POST /api/tasks/F/T/stop`
pub(super) async fn stop(
    State(app): State<App>,
    PathParts(place): TaskPlace,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    plain(app, place, request, ControlCommand::Stop).await
}

/// `POST /api/tasks/F/T/pause`
pub(super) async fn pause(
    State(app): State<App>,
    PathParts(place): TaskPlace,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    plain(app, place, request, ControlCommand::Pause).await
}

/// `POST /api/tasks/F/T/hand-back`
pub(super) async fn hand_back(
    State(app): State<App>,
    PathParts(place): TaskPlace,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    plain(app, place, request, ControlCommand::HandBack).await
}

async fn plain(
    app: App,
    (folder, name): (String, String),
    request: Request,
    command: ControlCommand,
) -> Result<Json<Value>, ApiError> {
    empty_body(request).await?;
    let task = found(&app, folder, name).await?;
    Ok(Json(send(&app, &task, command).await?))
}
