//! The policy of the settings: a file with rules, and a preset that may override the file's.

use super::Layers;
use anyhow::{Result, bail};
use deskpilot_core::{Policy, PolicyFile, Preset};
use deskpilot_runtime::{PolicyConfig, read_policy};
use std::path::{Path, PathBuf};
use toml::Value;

/// The policy of these settings. A policy that cannot be read or contradicts itself is an error, so that nothing runs.
pub(crate) fn policy(layers: &Layers, settings: Option<&Path>) -> Result<PolicyConfig> {
    let text = |name: &str| layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty());
    let own = settings.map(|folder| folder.join("policy.toml"));
    let (file, mut policy) = match (text("policy.file").map(PathBuf::from), own) {
        (Some(file), _) => {
            let policy = read_policy(&file)?;
            (Some(file), policy)
        }
        (None, Some(own)) if own.exists() => {
            let policy = read_policy(&own)?;
            (Some(own), policy)
        }
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
