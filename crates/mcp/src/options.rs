//! What a server needs from the program that runs it.

use crate::round_budget::RoundBudget;
use deskpilot_core::{Mode, Preset};
use deskpilot_runtime::{Config, Environment, ModelConfig, Notifier, UsageError};
use deskpilot_settings::{Layers, Origin, RunFlags, SettingsError};
use std::path::PathBuf;

/// The setting that says where logs are.
const LOG_FOLDER: &str = "run.log_dir";

/// What a server needs from the program that runs it.
#[derive(Clone)]
pub struct McpOptions {
    /// The user's environment.
    pub environment: Environment,
    /// The flags of the command, which hold for every task.
    pub flags: RunFlags,
    /// Gets the warnings; nothing of them goes to the client.
    pub notify: Notifier,
}

/// What a client wants of the settings of a task; `None` where the user's hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedSettings {
    /// The model of all agents.
    pub(crate) model: Option<String>,
    /// A preset, which can only be stricter than the user's.
    pub(crate) policy: Option<String>,
    /// Where files go that are saved without a folder.
    pub(crate) folder: Option<String>,
    /// Limits, which can only be lower than the user's.
    pub(crate) budget: RoundBudget,
}

impl McpOptions {
    /// The settings of a task in this mode.
    ///
    /// # Errors
    /// A setting or a file is wrong, or the client wants a policy that is laxer than the user's.
    pub(crate) fn config(&self, mode: Mode, wanted: &WantedSettings) -> Result<Config, SettingsError> {
        let own = self.flags.config(&self.environment, mode)?;
        let WantedSettings { model, policy, folder, budget } = wanted.clone();
        if let Some(word) = &policy {
            check_policy(word, &own, &self.flags).map_err(|wrong| SettingsError::Wrong(wrong.0))?;
        }
        let flags = RunFlags {
            model: model.or_else(|| self.flags.model.clone()),
            policy: policy.or_else(|| self.flags.policy.clone()),
            out: folder.or_else(|| self.flags.out.clone()),
            ..self.flags.clone()
        };
        let mut config = flags.config(&self.environment, mode)?;
        budget.limit(&mut config);
        if let Some(model) = &wanted.model
            && !has_provider_of(&own.model, model)
        {
            // The user's address and the name of their key are those of another provider, which alone gets the key.
            config.model = ModelConfig { base_url: None, key_variable: None, ..config.model };
        }
        if let Some(folder) = self.usual_log_folder()? {
            config.log_dir = folder;
        }
        Ok(config)
    }

    /// Where logs are that the user has no place for. Clients start this program in any folder, also in one that they may not write to,
    /// so it is not the usual one below the current folder.
    fn usual_log_folder(&self) -> Result<Option<PathBuf>, SettingsError> {
        let layers = Layers::of(&self.environment, &self.flags.values())?;
        let is_set = |origin: &Origin| !matches!(origin, Origin::Default);
        let has_place = layers.rows().any(|(it, _, origin)| it.name == LOG_FOLDER && is_set(origin));
        Ok(self.environment.data_folder().filter(|_| !has_place).map(|it| it.join("logs")))
    }
}

/// Whether a model of these settings is of the same provider as the model of this name.
fn has_provider_of(own: &ModelConfig, name: &str) -> bool {
    let named = [Some(&own.host), Some(&own.app), own.operator.as_ref()];
    named.into_iter().flatten().any(|it| provider(it) == provider(name))
}

/// The provider in the name of a model.
fn provider(name: &str) -> &str {
    name.split_once('/').map_or(name, |(provider, _)| provider)
}

/// Checks that a client asks for nothing that the user's policy would not allow. The rules of the user's policy file stay in force;
/// those of a file that a flag names would not.
fn check_policy(word: &str, own: &Config, flags: &RunFlags) -> Result<(), UsageError> {
    let Some(wanted) = Preset::of(word) else {
        let words: Vec<&str> = Preset::ALL.iter().map(|it| it.word()).collect();
        return Err(UsageError(format!("there is no policy {word:?}: use {}", words.join(", "))));
    };
    let is_file = flags.policy.as_deref().is_some_and(|it| Preset::of(it).is_none());
    let set = own.policy.policy.active_preset();
    match (is_file, is_no_laxer(wanted, set)) {
        (false, true) => Ok(()),
        (true, _) => Err(UsageError("the user's policy is a file: leave policy out".to_owned())),
        (false, false) => Err(UsageError(format!(
            "the policy {word} is not stricter than the user's, which is {}: leave policy out",
            set.word()
        ))),
    }
}

/// Whether whatever the one allows is also allowed by the other. `ask` does harmless things that `bounded` refuses.
fn is_no_laxer(wanted: Preset, own: Preset) -> bool {
    wanted == own || own == Preset::Unrestricted || (wanted, own) == (Preset::ReadOnly, Preset::Ask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_can_only_make_the_policy_stricter() {
        for (wanted, own, allowed) in [
            (Preset::ReadOnly, Preset::Ask, true),
            (Preset::Ask, Preset::Ask, true),
            (Preset::Bounded, Preset::Ask, false),
            (Preset::Unrestricted, Preset::Ask, false),
            (Preset::Ask, Preset::Bounded, false),
            (Preset::Ask, Preset::ReadOnly, false),
            (Preset::ReadOnly, Preset::Bounded, false),
            (Preset::Bounded, Preset::Unrestricted, true),
        ] {
            assert_eq!(is_no_laxer(wanted, own), allowed, "{wanted:?} under {own:?}");
        }
    }
}
