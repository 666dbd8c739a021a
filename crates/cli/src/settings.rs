//! The settings of this run: files, environment and flags, read once.

use crate::{
    args::{CommonArgs, OutputArgs},
    progress::{ProgressFormat, detail_of_verbosity},
    terminal::Terminal,
};
use anyhow::Result;
use deskpilot_core::Mode;
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Config, Environment, OutFolder, UsageError};
use deskpilot_settings::{Layers, ProgressDetail, SettingsError};

/// The layers of all settings under these flags.
pub(crate) fn layers(environment: &Environment, flags: &CommonArgs) -> Result<Layers> {
    Layers::of(environment, &flags.run_flags().values()).map_err(settings_error)
}

/// The settings under these flags.
pub(crate) fn config(environment: &Environment, flags: &CommonArgs) -> Result<Config> {
    layers(environment, flags)?.config(environment.clone()).map_err(settings_error)
}

/// The settings of a session in this mode. In the operator modes, --model names the computer-use model.
pub(crate) fn config_in(environment: &Environment, mode: Mode, flags: &CommonArgs) -> Result<Config> {
    flags.run_flags().config(environment, mode).map_err(settings_error)
}

/// The settings of a session that a person at a terminal begins or continues: what is saved without a folder goes to the
/// current one, as with any command that is typed there.
pub(crate) fn config_at_terminal(
    environment: &Environment,
    mode: Mode,
    flags: &CommonArgs,
) -> Result<Config> {
    let mut config = config_in(environment, mode, flags)?;
    let is_usual = config.out == OutFolder::Usual && config.desktop == DesktopKind::Private;
    if is_usual && Terminal::is_present() {
        config.out = std::env::current_dir().map_or(OutFolder::Home, OutFolder::At);
    }
    Ok(config)
}

/// A wrong setting is a wrong use of the command.
pub(crate) fn settings_error(error: SettingsError) -> anyhow::Error {
    match error {
        SettingsError::Wrong(why) => UsageError(why).into(),
        SettingsError::File(_) => error.into(),
    }
}

/// What a task shows while it runs. The flags override the setting.
pub(crate) fn progress(
    environment: &Environment,
    output: &OutputArgs,
    flags: &CommonArgs,
) -> Result<ProgressFormat> {
    Ok(ProgressFormat::Person(match output {
        OutputArgs { json: true, .. } => return Ok(ProgressFormat::Json),
        OutputArgs { quiet: true, .. } => ProgressDetail::Nothing,
        OutputArgs { verbose: 0, .. } => ProgressDetail::of(&layers(environment, flags)?),
        OutputArgs { verbose, .. } => detail_of_verbosity(*verbose),
    }))
}
