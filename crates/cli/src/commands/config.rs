//! `config`, `man-pages`: prints and changes settings, writes manual pages.

use super::print;
use crate::{
    args::{CommonArgs, ConfigArgs, ConfigCommand, command_line},
    console::plain,
    exit::Exit,
    settings,
    table::{Column, Table},
};
use anyhow::{Context, Result};
use deskpilot_runtime::Environment;
use deskpilot_settings::{Layers, Origin, find_setting, write_setting};
use serde_json::json;
use std::path::Path;

/// `deskpilot config`
pub(crate) fn config(environment: &Environment, args: &ConfigArgs) -> Result<Exit> {
    match &args.command {
        ConfigCommand::Show { origin, json } => show(environment, *origin, json.wanted)?,
        ConfigCommand::Get { name, origin } => print_one(environment, name, *origin)?,
        ConfigCommand::Set { name, value } => change(environment, name, Some(value))?,
        ConfigCommand::Unset { name } => change(environment, name, None)?,
    }
    Ok(Exit::Finished)
}

fn show(environment: &Environment, origin: bool, as_json: bool) -> Result<()> {
    let layers = settings::layers(environment, &CommonArgs::default())?;
    if as_json {
        let rows: Vec<_> = layers
            .rows()
            .map(|(setting, value, from)| json!({"name": setting.name, "value": value, "origin": from.to_string()}))
            .collect();
        print(&serde_json::to_string_pretty(&rows)?);
        return Ok(());
    }
    if origin {
        print(&with_origins(&layers).text());
    } else {
        layers.rows().for_each(|(setting, value, _)| print(&format!("{} = {value}", setting.name)));
    }
    Ok(())
}

/// The settings with where each comes from. The values are last: some are longer than a terminal is wide.
fn with_origins(layers: &Layers) -> Table {
    let mut table = Table::new(vec![Column::left("SETTING"), Column::left("FROM"), Column::rest("VALUE")]);
    for (setting, value, from) in layers.rows() {
        table.push(vec![setting.name.to_owned(), plain(&from.to_string()), plain(&value.to_string())]);
    }
    table
}

fn print_one(environment: &Environment, name: &str, origin: bool) -> Result<()> {
    let setting = find_setting(name).map_err(settings::settings_error)?;
    let layers = settings::layers(environment, &CommonArgs::default())?;
    match layers.rows().find(|(it, ..)| it.name == setting.name) {
        Some((_, value, from)) => {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            print(&if origin { format!("{value}  # {from}") } else { value });
        }
        None => print(""),
    }
    Ok(())
}

/// Writes or removes a setting of the user's file, and says what holds then.
fn change(environment: &Environment, name: &str, value: Option<&str>) -> Result<()> {
    let missing =
        || format!("{} is not set, so there is no place for your settings", environment.home_variable());
    let file = environment.settings_folder().with_context(missing)?.join("config.toml");
    write_setting(&file, name, value).map_err(settings::settings_error)?;
    let layers = settings::layers(environment, &CommonArgs::default())?;
    let done = if value.is_some() { "set in" } else { "removed from" };
    print(&format!("{done} {}", file.display()));
    if let Some((setting, value, from)) = layers.rows().find(|(it, ..)| it.name == name) {
        let is_own = matches!(from, Origin::File(path) if *path == file);
        match value.as_str().map_or_else(|| value.to_string(), str::to_owned) {
            _ if is_own => {}
            held => print(&format!("{} is {held} by {from}", setting.name)),
        }
    }
    Ok(())
}

/// `deskpilot man-pages`
pub(crate) fn man_pages(environment: &Environment, folder: &Path) -> Result<Exit> {
    clap_mangen::generate_to(command_line(environment.platform()), folder)
        .with_context(|| format!("manual pages cannot be written into {}", folder.display()))?;
    Ok(Exit::Finished)
}
