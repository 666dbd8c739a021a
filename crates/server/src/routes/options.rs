//! What a form that starts a task offers: modes, policies, and the settings in force.

use crate::{app::App, error::ApiError, logged_task::folder_key, reply::Json};
use axum::extract::State;
use deskpilot_core::{Mode, Preset};
use deskpilot_runtime::real_path;
use deskpilot_settings::Layers;
use serde_json::{Value, json};

/// `GET /api/options`
pub(super) async fn options(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let layers = Layers::of(&app.options.environment, &app.flags().values())?;
    let config = layers.config(app.options.environment.clone())?;
    let log_dir = real_path(&config.log_dir);
    let modes = Mode::all().filter(|it| !it.is_planned());
    let modes = modes.map(|it| json!({"word": it.word(), "says": it.description()}));
    let settings = layers.rows().map(|(setting, value, origin)| {
        json!({
            "name": setting.name,
            "value": value.to_string(),
            "origin": origin.to_string(),
            "says": setting.doc,
        })
    });
    Ok(Json(json!({
        "modes": modes.collect::<Vec<_>>(),
        "policies": Preset::ALL.iter().map(|it| it.word()).collect::<Vec<_>>(),
        "settings": settings.collect::<Vec<_>>(),
        "log_dir": log_dir.display().to_string(),
        "folder": folder_key(&log_dir),
    })))
}
