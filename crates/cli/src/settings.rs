//! The settings of this run: files, environment and flags, read once.

use crate::{
    args::CommonArgs,
    config::{Layers, PROJECT, build_config, files},
};
use anyhow::Result;
use deskpilot_core::Mode;
use deskpilot_linux::Linux;
use deskpilot_runtime::{Config, Environment, UsageError, check_unexposed};
use std::{path::Path, sync::Arc};

/// The variables of this process, on the platform of this build.
pub(crate) fn environment() -> Environment {
    Environment::of_process(Arc::new(Linux))
}

/// The layers of all settings under these flags.
pub(crate) fn layers(flags: &CommonArgs) -> Result<Layers> {
    let env = environment();
    let files = files(&env);
    let own = files.iter().filter(|it| *it != Path::new(PROJECT)).map(|it| check_unexposed(it, &env));
    own.collect::<Result<()>>()
        .and_then(|()| Layers::load(&files, env.pairs(), &flags.flags()))
        .map_err(|error| UsageError(format!("{error:#}")).into())
}

/// The settings under these flags.
pub(crate) fn config(flags: &CommonArgs) -> Result<Config> {
    build_config(&layers(flags)?, environment()).map_err(|error| UsageError(format!("{error:#}")).into())
}

/// The settings of a session in this mode. In the operator modes, --model names the computer-use model.
pub(crate) fn config_in(mode: Mode, flags: &CommonArgs) -> Result<Config> {
    if !mode.is_operated() {
        return config(flags);
    }
    let mut config = config(&CommonArgs { model: None, ..flags.clone() })?;
    config.model.operator = flags.model.clone().or(config.model.operator);
    Ok(config)
}
