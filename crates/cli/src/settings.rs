//! The settings of this run: files, environment and flags, read once.

use crate::{
    args::Common,
    config::{Config, Layers, files, settings_folder},
    exit::UsageError,
};
use anyhow::Result;

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
