//! The policy of the settings: a file with rules, and a preset that may override the file's.

use crate::Layers;
use anyhow::{Result, bail};
use deskpilot_core::{Policy, PolicyFile, Preset, mistyped_name};
use deskpilot_runtime::{Environment, PolicyConfig, check_unexposed, read_policy};
use std::path::{Path, PathBuf};
use toml::Value;

/// The policy of these settings. A policy that cannot be read or contradicts itself is an error, so that nothing runs.
pub(crate) fn policy(layers: &Layers, environment: &Environment) -> Result<PolicyConfig> {
    let text = |name: &str| layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty());
    let own = environment.settings_folder().map(|folder| folder.join("policy.toml"));
    let read = |file: PathBuf| -> Result<(Option<PathBuf>, PolicyFile)> {
        check_unexposed(&file, environment)?;
        let policy = read_policy(&file)?;
        Ok((Some(file), policy))
    };
    let (file, mut policy) = match (text("policy.file").map(PathBuf::from), own) {
        (Some(file), _) => {
            check_is_no_preset(&file)?;
            read(file)?
        }
        (None, Some(own)) if own.exists() => read(own)?,
        (None, own) => (own, PolicyFile::default()),
    };
    if let Some(preset) = text("policy.preset").and_then(Preset::of) {
        policy.preset = preset;
    }
    let whose = || file.as_ref().map_or_else(|| "the policy".into(), |it| it.display().to_string());
    match Policy::of(policy) {
        Ok(policy) => Ok(PolicyConfig { policy, file }),
        Err(wrong) => bail!("{}: {}; correct it: until then nothing runs", whose(), wrong.join("; ")),
    }
}

/// An error for a file that is not there, and whose name is near that of a preset.
fn check_is_no_preset(file: &Path) -> Result<()> {
    let name = file.to_string_lossy();
    match mistyped_name(&name, Preset::ALL.iter().map(|it| it.word())) {
        Some(preset) if !file.exists() => {
            bail!("{name:?} is no preset of the policy and no file: did you mean {preset}?")
        }
        _ => Ok(()),
    }
}
