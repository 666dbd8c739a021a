//! Changes settings in the user's own file, and leaves everything else in it as it is.

use crate::{SettingsError, find_setting, setting::Setting};
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_system::{AtomicWrite, ReadLimit, private_folder_options};
use std::{io::ErrorKind, path::Path};
use toml::Value;
use toml_edit::{Array, DocumentMut, Item, Table, TomlError, value};

/// The largest settings file that is read before a change.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The text of the file with this setting; `None` removes it.
fn edited(text: &str, setting: &Setting, new: Option<&Value>) -> Result<String> {
    let mut document: DocumentMut = text.parse().map_err(|error: TomlError| {
        let message = error.message().replace('\n', "; ");
        anyhow!("it is not TOML; mend it first: {message}")
    })?;
    let Some((table, key)) = setting.name.split_once('.') else { bail!("{} has no table", setting.name) };
    match new {
        Some(new) => {
            let place = document.entry(table).or_insert_with(|| Item::Table(Table::new()));
            let Some(place) = place.as_table_like_mut() else { bail!("{table} is no table in it") };
            place.insert(key, item(new)?);
        }
        None => {
            if let Some(place) = document.get_mut(table).and_then(Item::as_table_like_mut) {
                place.remove(key);
            }
        }
    }
    Ok(document.to_string())
}

fn item(new: &Value) -> Result<Item> {
    Ok(match new {
        Value::String(text) => value(text),
        Value::Integer(number) => value(*number),
        Value::Float(number) => value(*number),
        Value::Array(items) => value(items.iter().filter_map(Value::as_str).collect::<Array>()),
        other => bail!("a setting cannot be {other}"),
    })
}

/// Writes the setting into the file, which is created if it is missing; `None` removes the setting from it.
///
/// # Errors
/// There is no such setting, it has no such value, or the file cannot be read, understood or written.
pub fn write_setting(file: &Path, name: &str, text: Option<&str>) -> Result<(), SettingsError> {
    let setting = find_setting(name)?;
    let new = text.map(|it| setting.parse(it)).transpose().map_err(SettingsError::Wrong)?;
    write(file, setting, new.as_ref()).map_err(|error| SettingsError::file(&error))
}

fn write(file: &Path, setting: &Setting, new: Option<&Value>) -> Result<()> {
    let old = match LARGEST.read_text(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("{} cannot be read", file.display()))?,
    };
    let changed = edited(&old, setting, new).with_context(|| file.display().to_string())?;
    if let Some(folder) = file.parent() {
        let made = private_folder_options().recursive(true).create(folder);
        made.with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    let written = AtomicWrite::DURABLE.write(file, changed.as_bytes());
    written.with_context(|| format!("{} cannot be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_changed_and_everything_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/config.toml");
        for (name, text, expected) in [
            ("model.name", Some("ollama/x"), "[model]\nname = \"ollama/x\"\n"),
            ("run.max_steps", Some("9"), "[model]\nname = \"ollama/x\"\n\n[run]\nmax_steps = 9\n"),
            ("model.name", None, "[model]\n\n[run]\nmax_steps = 9\n"),
        ] {
            write_setting(&file, name, text).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
        }
        std::fs::write(&file, "# mine\n[view]\ntokens = 5 # few\ncontrol_filter = [\"text\"]\n").unwrap();
        write_setting(&file, "view.control_filter", Some("icon, text")).unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            "# mine\n[view]\ntokens = 5 # few\ncontrol_filter = [\"icon\", \"text\"]\n"
        );
    }

    #[test]
    fn what_is_wrong_is_reported_and_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        for (name, text, expected) in [
            ("model.nam", "x", "there is no setting model.nam; did you mean model.name?"),
            ("run.max_steps", "many", "run.max_steps must be a whole number from 0, and is \"many\""),
        ] {
            assert_eq!(write_setting(&file, name, Some(text)).unwrap_err().to_string(), expected);
        }
        assert!(!file.exists());
        std::fs::write(&file, "[model").unwrap();
        let error = write_setting(&file, "model.name", Some("steps")).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.contains("config.toml: it is not TOML") && !message.contains('\n'), "{message}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[model");
    }
}
