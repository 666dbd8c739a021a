//! The routes, as `docs/api.md` lists them.

mod about;
mod applications;
mod approvals;
mod audit;
mod batches;
mod blobs;
mod dataflows;
mod doctor;
mod entries;
mod entry;
mod metrics;
mod models;
mod options;
mod page;
mod plain;
mod screen;
mod start;
mod state;
mod steer;
mod steps;
mod stream;
mod table;
mod task;

#[cfg(test)]
mod tests;

use crate::{
    app::{App, AppState},
    error::ApiError,
    gate::{OPEN, gate},
    openapi::openapi,
    path_parts::PathParts,
    reply::Json,
    route_spec::RouteSpec,
};
use axum::{
    Router,
    middleware::from_fn_with_state,
    routing::{any, get},
};
use serde_json::Value;
use table::ROUTES;

/// The parts of an address that name a task.
type TaskPlace = PathParts<(String, String)>;

/// All routes, behind the gate.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .merge(pages())
        .merge(interface())
        .merge(programs(&app))
        .route("/api/openapi.json", get(description))
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
        .route("/metrics", get(metrics::metrics))
        .route("/plain", get(plain::list))
        .route("/plain/tasks/{folder}/{task}", get(plain::task))
}

fn interface() -> Router<App> {
    let with = |router: Router<App>, it: &RouteSpec| router.route(it.path, (it.route)(it.method.filter()));
    ROUTES.iter().fold(Router::new(), with)
}

/// What the program that runs the server adds.
fn programs(app: &AppState) -> Router<App> {
    let added = app.options.token_routes.as_ref().map(|it| it.router.clone());
    added.unwrap_or_default().with_state(())
}

/// `GET /api/openapi.json`
async fn description() -> Json<Value> {
    Json(openapi(ROUTES))
}

async fn no_route() -> ApiError {
    ApiError::NotFound("there is no such route: docs/api.md lists them".to_owned())
}

async fn wrong_method() -> ApiError {
    ApiError::WrongMethod
}
