//! Builds what finds controls in pictures, from the settings.

use crate::{Environment, GroundingConfig, GroundingKind, RuntimeError, UsageError, keys};
use deskpilot_desktop::Grounding;
use deskpilot_grounding::{OcrOptions, ServiceOptions, service, text_reader};
use deskpilot_weights::Weights;
use std::path::PathBuf;

/// The grounding that the settings name, if any. Missing weights or keys are errors now, not in the middle of a task.
pub fn grounding(
    config: &GroundingConfig,
    environment: &Environment,
) -> Result<Option<Box<dyn Grounding>>, RuntimeError> {
    Ok(match config.kind {
        GroundingKind::None => None,
        GroundingKind::Ocr => Some(ocr(config, environment)?),
        GroundingKind::Service => Some(service_client(config, environment)?),
    })
}

/// The weights of the text reader. Their files may be missing.
pub fn weights(config: &GroundingConfig, environment: &Environment) -> Result<Weights, RuntimeError> {
    let folder = config.weights.clone().or_else(|| user_folder(environment));
    let folder = folder.ok_or(RuntimeError::NoHome("grounding.weights to a folder"))?;
    Ok(deskpilot_grounding::weights(folder))
}

fn ocr(config: &GroundingConfig, environment: &Environment) -> Result<Box<dyn Grounding>, RuntimeError> {
    let options = OcrOptions { weights: weights(config, environment)?, deadline: config.deadline };
    Ok(text_reader(options).map_err(|error| UsageError(error.to_string()))?)
}

fn service_client(
    config: &GroundingConfig,
    environment: &Environment,
) -> Result<Box<dyn Grounding>, UsageError> {
    let Some(url) = config.url.clone() else {
        return Err(UsageError("there is no grounding service: set grounding.url to its address".into()));
    };
    let token = config.key_variable.as_deref().map(|it| token(it, environment)).transpose()?;
    let options = ServiceOptions { url, plain_http: config.plain_http, token, deadline: config.deadline };
    service(&options).map_err(|error| UsageError(error.to_string()))
}

fn token(variable: &str, environment: &Environment) -> Result<String, UsageError> {
    match keys::find(variable, environment) {
        Some(key) => Ok(key.reveal().to_owned()),
        None => Err(UsageError(format!(
            "there is no key of the grounding service: set {variable}, or use `deskpilot key set {variable}`"
        ))),
    }
}

fn user_folder(environment: &Environment) -> Option<PathBuf> {
    environment.data_folder().map(|folder| folder.join("weights"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_in_the_data_folder_of_the_user() {
        for (env, expected) in [
            (&[("HOME", "/home/a")] as &[_], Some("/home/a/.local/share/deskpilot/weights")),
            (&[("HOME", "/home/a"), ("XDG_DATA_HOME", "/data")], Some("/data/deskpilot/weights")),
            (
                &[("HOME", "/home/a"), ("XDG_DATA_HOME", "data")],
                Some("/home/a/.local/share/deskpilot/weights"),
            ),
            (&[("HOME", "")], None),
        ] {
            let pairs = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let env = Environment::new(pairs.collect(), std::sync::Arc::new(deskpilot_linux::Linux));
            assert_eq!(user_folder(&env), expected.map(PathBuf::from), "{env:?}");
        }
    }
}
