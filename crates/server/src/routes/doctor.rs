//! What works here: the rows of the doctor.

use crate::{app::App, blocking::blocking, body::parameters, error::ApiError, reply::Json};
use axum::{extract::State, http::Uri};
use deskpilot_desktop::CheckDepth;
use deskpilot_runtime::machine_checks;
use jiff::Zoned;
use serde::Deserialize;
use serde_json::{Value, json};
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
