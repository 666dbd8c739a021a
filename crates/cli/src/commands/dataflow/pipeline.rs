//! Builds the pipeline of a run or a worker from its flags and settings.

use crate::{
    args::{CommonArgs, ExecutionArgs},
    commands::{run::sessions, warmed},
    progress::Screen,
    settings,
};
use anyhow::{Result, bail};
use deskpilot_dataflow::{Artefacts, Pipeline, PipelineOptions, Templates};
use deskpilot_deciders::plan::{MatchStrategy, TextMatching};
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Config, Environment, OutFolder, TaskHome, UsageError, app_model, deciders};
use std::{env, path::Path};

/// The pipeline of this many desktops side by side, whose logs go into this folder, or into that of the settings without one.
pub(super) fn pipeline(
    environment: &Environment,
    common: &CommonArgs,
    execution: &ExecutionArgs,
    templates: Option<&Path>,
    logs: Option<&Path>,
    screen: &Screen,
    desktops: usize,
) -> Result<Pipeline> {
    for (flag, is_given) in [("--home", common.home.is_some()), ("--out", common.out.is_some())] {
        if is_given {
            bail!(UsageError(format!("the files of one task are not for the next: leave {flag} out")));
        }
    }
    let config = settings::config(environment, common)?;
    if config.desktop == DesktopKind::Current {
        let why = "the dataflow starts a private desktop for every task: run it with --desktop private";
        bail!(UsageError(why.into()));
    }
    let log_dir = logs.filter(|_| common.logs.log_dir.is_none()).unwrap_or(&config.log_dir).to_owned();
    let warmed = warmed(&config, usize::MAX, desktops);
    let config =
        Config { environment: warmed, home: TaskHome::Fresh, out: OutFolder::Home, log_dir, ..config };
    // Reports a model that cannot be used before the first task begins.
    deciders(&config)?;
    app_model(&config)?;
    let templates = self::templates(templates)?;
    let strategy = MatchStrategy::ALL.iter().copied().find(|it| it.name() == execution.matching);
    let matching = TextMatching {
        strategy: strategy.unwrap_or(TextMatching::default().strategy),
        least_score: execution.least_score,
    };
    let options = PipelineOptions { matching, replays: execution.replays };
    Ok(Pipeline::new(sessions(screen.clone()), config, templates, options))
}

/// The templates of this folder; without one, those that Deskpilot brings along.
pub(super) fn templates(folder: Option<&Path>) -> Result<Templates> {
    match folder {
        Some(folder) => Ok(Templates::of_folder(folder).map_err(|error| UsageError(error.to_string()))?),
        None => Ok(Templates::shipped()),
    }
}

/// The place for artefacts at this address.
pub(super) fn artefacts(address: &str) -> Result<Artefacts> {
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    Ok(Artefacts::open(address, variables).map_err(|error| UsageError(error.to_string()))?)
}
