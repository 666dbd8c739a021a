//! The settings of this run: files, environment and flags, read once.

use crate::{
    args::Common,
    config::{Layers, files, typed},
};
use anyhow::Result;
use deskpilot_core::Mode;
use deskpilot_runtime::{Config, Environment, UsageError};

/// The layers of all settings under these flags.
pub(crate) fn layers(flags: &Common) -> Result<Layers> {
    let env = Environment::of_process();
    Layers::load(&files(&env), env.pairs(), &flags.flags())
        .map_err(|error| UsageError(format!("{error:#}")).into())
}

/// The settings under these flags.
pub(crate) fn config(flags: &Common) -> Result<Config> {
    typed(&layers(flags)?, Environment::of_process()).map_err(|error| UsageError(format!("{error:#}")).into())
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
