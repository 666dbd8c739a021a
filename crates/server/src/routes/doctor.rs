//! What works here: the rows of the doctor, and the models of the settings.

use crate::{app::App, blocking::blocking, body::parameters, error::ApiError, reply::Json};
use axum::{extract::State, http::Uri};
use deskpilot_desktop::CheckDepth;
use deskpilot_runtime::{ended_models, machine_checks};
use jiff::Zoned;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::runtime::Handle;

/// How thorough the doctor is.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Thoroughness {
    deep: bool,
}

/// `GET /api/doctor`
pub(super) async fn doctor(State(app): State<App>, uri: Uri) -> Result<Json<Value>, ApiError> {
    let Thoroughness { deep } = parameters(&uri)?;
    let depth = if deep { CheckDepth::Deep } else { CheckDepth::Shallow };
    let (config, runtime) = (app.config()?, Handle::current());
    let checks = blocking(move || Ok(runtime.block_on(machine_checks(&config, depth, Zoned::now().date()))));
    let mut checks = checks.await?;
    checks.extend(app.options.features.iter().cloned());
    Ok(Json(json!({"checks": checks})))
}

/// `GET /api/models`
pub(super) async fn models(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let config = app.config()?;
    let ended = ended_models(&config, Zoned::now().date());
    let models = config.model;
    let roles = [("host", Some(models.host)), ("app", Some(models.app)), ("judge", Some(models.judge))];
    let mut named: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (role, name) in roles.into_iter().chain([("operator", models.operator)]) {
        if let Some(name) = name {
            named.entry(name).or_default().push(role);
        }
    }
    let row = |(name, roles): (&String, &Vec<&str>)| {
        let since = ended.iter().find(|it| it.name == *name).map(|it| it.since.to_string());
        json!({"name": name, "for": roles, "ended": since})
    };
    Ok(Json(json!({"models": named.iter().map(row).collect::<Vec<_>>()})))
}
