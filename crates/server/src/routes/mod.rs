//! The routes, as `docs/api.md` lists them.

mod about;
mod approvals;
mod audit;
mod batches;
mod blobs;
mod doctor;
mod entries;
mod entry;
mod options;
mod page;
mod plain;
mod screen;
mod start;
mod state;
mod steer;
mod steps;
mod stream;
mod task;

use crate::{
    app::App,
    error::ApiError,
    gate::{OPEN, gate},
};
use axum::{
    Router,
    extract::Path,
    middleware::from_fn_with_state,
    routing::{any, get, post},
};

/// The parts of an address that name a task.
type TaskPlace = Path<(String, String)>;

/// All routes, behind the gate.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .merge(pages())
        .merge(machine())
        .merge(tasks())
        .route("/api/{*rest}", any(no_route))
        .fallback(page::index)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(app.clone(), gate))
        .with_state(app)
}

fn pages() -> Router<App> {
    Router::new()
        .route(OPEN, get(entry::open))
        .route("/assets/app.js", get(page::script))
        .route("/assets/app.css", get(page::style))
        .route("/plain", get(plain::list))
        .route("/plain/tasks/{folder}/{task}", get(plain::task))
}

fn machine() -> Router<App> {
    Router::new()
        .route("/api/about", get(about::about))
        .route("/api/invitations", post(entry::invite))
        .route("/api/feed", get(stream::feed))
        .route("/api/options", get(options::options))
        .route("/api/doctor", get(doctor::doctor))
        .route("/api/models", get(doctor::models))
        .route("/api/batches", get(batches::list))
        .route("/api/approvals", get(approvals::list))
        .route("/api/approvals/take-back", post(approvals::take_back))
}

fn tasks() -> Router<App> {
    let task = Router::new()
        .route("/", get(task::show))
        .route("/entries", get(entries::entries))
        .route("/events", get(stream::events))
        .route("/steps", get(steps::list))
        .route("/steps/{number}", get(steps::show))
        .route("/steps/{number}/tree", get(steps::tree))
        .route("/state", get(state::state))
        .route("/tokens", get(audit::tokens))
        .route("/audit", get(audit::audit))
        .route("/blobs/{hash}", get(blobs::blob))
        .route("/answer", post(steer::answer))
        .route("/stop", post(steer::stop))
        .route("/pause", post(steer::pause))
        .route("/hand-back", post(steer::hand_back))
        .route("/requests", post(steer::request))
        .route("/resume", post(start::resume))
        .route("/screen", get(screen::screen));
    Router::new()
        .route("/api/tasks", get(task::list).post(start::start))
        .nest("/api/tasks/{folder}/{task}", task)
}

async fn no_route() -> ApiError {
    ApiError::NotFound("there is no such route: docs/api.md lists them".to_owned())
}

async fn wrong_method() -> ApiError {
    ApiError::WrongMethod
}
