//! The models of the settings, and whether one of them answers.

use crate::{app::App, blocking::blocking, body::json_body, error::ApiError, reply::Json};
use axum::extract::{Request, State};
use deskpilot_desktop::CheckDepth;
use deskpilot_runtime::{Config, cost_of_thousand, ended_models, probe_model, with_causes};
use jiff::Zoned;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, time::timeout};

/// How long a model may take to answer all questions of a test. A local one is loaded first.
const DEADLINE: Duration = Duration::from_secs(120);

/// Which model is tested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tested {
    name: String,
}

/// `GET /api/models`
pub(super) async fn models(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let config = app.config()?;
    let ended = ended_models(&config, Zoned::now().date());
    let named = named(&config);
    let row = |(name, roles): (&String, &Vec<&str>)| {
        let since = ended.iter().find(|it| it.name == *name).map(|it| it.since.to_string());
        json!({"name": name, "for": roles, "ended": since, "thousand": cost_of_thousand(name, &config)})
    };
    Ok(Json(json!({"models": named.iter().map(row).collect::<Vec<_>>()})))
}

/// `POST /api/models/test`
pub(super) async fn test(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    let Tested { name } = json_body(request).await?;
    let config = app.config()?;
    if !named(&config).contains_key(&name) {
        return Err(ApiError::NotFound(format!("the settings name no model {name:?}")));
    }
    // One at a time: a press too many costs nothing.
    let place = app.tested.clone().try_acquire_owned();
    let place = place.map_err(|_| ApiError::TooMany("a model is being tested"))?;
    let (runtime, asked, began) = (Handle::current(), name.clone(), Instant::now());
    let found = blocking(move || {
        // Kept until the model has answered, also where nobody waits for it any more.
        let _place = place;
        Ok(runtime.block_on(answer(&asked, &config)))
    });
    let found = found.await?;
    Ok(Json(json!({"name": name, "found": found, "seconds": began.elapsed().as_secs_f64()})))
}

/// What the model of this name answers, or why it does not.
async fn answer(name: &str, config: &Config) -> Value {
    let probing = Box::pin(probe_model(name, config, CheckDepth::Deep, Zoned::now().date()));
    match timeout(DEADLINE, probing).await {
        Ok(Ok(probed)) => json!({"yes": probed.how}),
        Ok(Err(error)) => json!({"no": with_causes(&error)}),
        Err(_) => json!({"no": format!("no answer in {} s", DEADLINE.as_secs())}),
    }
}

/// The models that the settings name, each with what it is for.
fn named(config: &Config) -> BTreeMap<String, Vec<&'static str>> {
    let models = config.model.clone();
    let roles = [("host", Some(models.host)), ("app", Some(models.app)), ("judge", Some(models.judge))];
    let mut named: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for (role, name) in roles.into_iter().chain([("operator", models.operator)]) {
        if let Some(name) = name {
            named.entry(name).or_default().push(role);
        }
    }
    named
}
