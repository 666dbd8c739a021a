//! The settings of this run: files, environment and flags, read once.

use crate::{
    args::Common,
    config::{Config, Layers, files},
    exit::UsageError,
    folders::settings_folder,
};
use anyhow::Result;
use deskpilot_core::Mode;

/// The environment of this process, as far as it is text.
pub(crate) fn environment() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// The layers of all settings under these flags.
pub(crate) fn layers(flags: &Common) -> Result<Layers> {
    let env = environment();
    Layers::load(&files(&env), &env, &flags.flags()).map_err(|error| UsageError(format!("{error:#}")).into())
}

/// The settings under these flags.
pub(crate) fn config(flags: &Common) -> Result<Config> {
    let folder = settings_folder(&environment());
    Config::of(&layers(flags)?, folder.as_deref()).map_err(|error| UsageError(format!("{error:#}")).into())
}

/// The settings of a session in this mode. Where an operator acts, a model that is named on the command line is the
/// operator's.
pub(crate) fn config_in(mode: Mode, flags: &Common) -> Result<Config> {
    if !mode.is_operated() {
        return config(flags);
    }
    let mut config = config(&Common { model: None, ..flags.clone() })?;
    config.model.operator = flags.model.clone().or(config.model.operator);
    Ok(config)
}
