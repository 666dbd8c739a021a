//! Server-sent events: all tasks, and the entries of one log.

use super::TaskPlace;
use crate::{
    app::{App, AppState, found},
    blocking::blocking,
    body::parameters,
    error::ApiError,
    follower::Follower,
    path_parts::PathParts,
    task_changes::follow_tasks,
};
use axum::{
    extract::State,
    http::{HeaderMap, Uri, header::CACHE_CONTROL},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::stream;
use serde::Deserialize;
use std::{convert::Infallible, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// How many events may wait for a browser that reads slowly. It delays nobody but itself.
const WAITING: usize = 64;

/// How often a stream without events says that it is there.
const ALIVE: Duration = Duration::from_secs(15);

/// The header with which a browser goes on where its stream broke.
const LAST_EVENT: &str = "last-event-id";

/// Where a stream begins.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Beginning {
    from: u64,
}

/// `GET /api/feed`
pub(super) async fn feed(State(app): State<App>) -> Result<Response, ApiError> {
    let place = place(&app)?;
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let _place = place;
        follow_tasks(app, sender).await;
    });
    Ok(events_of(receiver))
}

/// `GET /api/tasks/F/T/events`
pub(super) async fn events(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, ApiError> {
    let Beginning { from } = parameters(&uri)?;
    // A browser that connects again says which event it has last.
    let from = last_event(&headers).map_or(from, |it| it.saturating_add(1));
    let (place, task) = (place(&app)?, found(&app, folder, name).await?);
    let (sender, receiver) = mpsc::channel(WAITING);
    let follower = blocking(move || Ok(Follower::new(&app, &task, from, sender)?)).await?;
    tokio::spawn(async move {
        let _place = place;
        follower.run().await;
    });
    Ok(events_of(receiver))
}

fn last_event(headers: &HeaderMap) -> Option<u64> {
    headers.get(LAST_EVENT)?.to_str().ok()?.trim().parse().ok()
}

/// A place among the streams, as long as it is kept.
pub(super) fn place(app: &AppState) -> Result<OwnedSemaphorePermit, ApiError> {
    let place = app.streams.clone().try_acquire_owned();
    place.map_err(|_| ApiError::TooMany("too many streams are open"))
}

/// The reply that sends what is received.
fn events_of(receiver: mpsc::Receiver<Event>) -> Response {
    let received = stream::unfold(receiver, |mut receiver: mpsc::Receiver<Event>| async move {
        let event = receiver.recv().await?;
        Some((Ok::<_, Infallible>(event), receiver))
    });
    let reply = Sse::new(received).keep_alive(KeepAlive::new().interval(ALIVE));
    ([(CACHE_CONTROL, "no-store")], reply).into_response()
}
