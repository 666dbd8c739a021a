//! The flags of a run, which every entrance offers in its own way, and the settings that they set.

use crate::{FlagValue, Layers, SettingsError};
use deskpilot_core::{Mode, Preset};
use deskpilot_runtime::{Config, Environment};

/// The flags of a run, each as the user wrote it; `None` where the settings decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFlags {
    /// The folder of the logs.
    pub log_dir: Option<String>,
    /// The model of all agents; in the operator modes, the computer-use model.
    pub model: Option<String>,
    /// The model provider's address.
    pub base_url: Option<String>,
    /// The desktop to work on.
    pub desktop: Option<String>,
    /// The home of the applications.
    pub home: Option<String>,
    /// Where files go that are saved without a folder.
    pub out: Option<String>,
    /// The most steps of a round.
    pub max_steps: Option<String>,
    /// What agents may do: a preset or a file.
    pub policy: Option<String>,
    /// Whether a model judges the session.
    pub evaluate: Option<String>,
    /// What finds controls in pictures.
    pub grounding: Option<String>,
}

impl RunFlags {
    /// The settings that these flags set.
    pub fn values(&self) -> Vec<FlagValue<'static>> {
        self.rows()
            .filter_map(|(setting, flag, text)| Some(FlagValue { setting, flag, text: text.clone()? }))
            .collect()
    }

    /// The same as words of the command line.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (_, flag, text) in self.rows() {
            let word = text.as_ref().map(|text| format!("{flag}={text}"));
            // --model stands for the models of all agents.
            words.extend(word.filter(|it| !words.contains(it)));
        }
        words
    }

    /// The settings of a session in this mode under these flags. In the operator modes, the model is the computer-use model.
    ///
    /// # Errors
    /// A setting or a file is wrong.
    pub fn config(&self, environment: &Environment, mode: Mode) -> Result<Config, SettingsError> {
        let operator = self.model.clone().filter(|_| mode.is_operated());
        let flags = RunFlags { model: self.model.clone().filter(|_| operator.is_none()), ..self.clone() };
        let mut config = Layers::of(environment, &flags.values())?.config(environment.clone())?;
        config.model.operator = operator.or(config.model.operator);
        Ok(config)
    }

    fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str, &Option<String>)> {
        let is_preset = self.policy.as_deref().is_some_and(|it| Preset::of(it).is_some());
        let policy = if is_preset { "policy.preset" } else { "policy.file" };
        [
            ("run.log_dir", "--log-dir", &self.log_dir),
            ("model.name", "--model", &self.model),
            // --model names the model of all agents.
            ("model.host", "--model", &self.model),
            ("model.app", "--model", &self.model),
            ("model.judge", "--model", &self.model),
            ("model.base_url", "--base-url", &self.base_url),
            ("desktop.kind", "--desktop", &self.desktop),
            ("desktop.home", "--home", &self.home),
            ("run.out", "--out", &self.out),
            ("run.evaluation", "--evaluate", &self.evaluate),
            ("run.max_steps", "--max-steps", &self.max_steps),
            (policy, "--policy", &self.policy),
            ("grounding.kind", "--grounding", &self.grounding),
        ]
        .into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_a_word_once_and_sets_all_its_settings() {
        let flags = RunFlags {
            model: Some("steps".into()),
            policy: Some("read-only".into()),
            out: Some("--a b".into()),
            ..RunFlags::default()
        };
        assert_eq!(flags.words(), ["--model=steps", "--out=--a b", "--policy=read-only"]);
        let set: Vec<&str> = flags.values().iter().map(|it| it.setting).collect();
        assert_eq!(set, ["model.name", "model.host", "model.app", "model.judge", "run.out", "policy.preset"]);
        let file = RunFlags { policy: Some("mine.toml".into()), ..RunFlags::default() };
        assert_eq!(file.values()[0].setting, "policy.file");
    }
}
