//! `config`, `completion`, `man-pages`: prints settings, completion scripts and manual pages.

use super::print;
use crate::{
    args::{Cli, CommonArgs, ConfigArgs, ConfigCommand},
    exit::Exit,
    settings,
};
use anyhow::{Context, Result};
use clap::CommandFactory;
use serde_json::json;
use std::path::Path;

/// `deskpilot config`
pub(crate) fn config(args: &ConfigArgs) -> Result<Exit> {
    let ConfigCommand::Show { origin, json: as_json } = args.command;
    let layers = settings::layers(&CommonArgs::default())?;
    if as_json {
        let rows: Vec<_> = layers
            .rows()
            .map(|(setting, value, from)| json!({"name": setting.name, "value": value, "origin": from.to_string()}))
            .collect();
        print(&serde_json::to_string_pretty(&rows)?);
        return Ok(Exit::Finished);
    }
    for (setting, value, from) in layers.rows() {
        let line = format!("{} = {value}", setting.name);
        print(&if origin { format!("{line:<48} # {from}") } else { line });
    }
    Ok(Exit::Finished)
}

/// `deskpilot man-pages`
pub(crate) fn man_pages(folder: &Path) -> Result<Exit> {
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("manual pages cannot be written into {}", folder.display()))?;
    Ok(Exit::Finished)
}

/// `deskpilot completion`
pub(crate) fn completion(shell: clap_complete::Shell) -> Result<Exit> {
    clap_complete::generate(shell, &mut Cli::command(), "deskpilot", &mut std::io::stdout());
    Ok(Exit::Finished)
}
