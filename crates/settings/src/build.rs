//! Converts the settings to the configuration of sessions.

use crate::{
    Layers, SettingsError, budget::budget, grounding::grounding, policy::policy, traces::traces,
    view_options, web_search::web_search,
};
use anyhow::{Context, Result, bail};
use deskpilot_agent::{Images, LastPicture, OpenedWindows, RoundFinish, Speculation, Timeouts};
use deskpilot_core::{Clipboard, Size};
use deskpilot_desktop::{DesktopKind, NativeUse};
use deskpilot_log::UiTrees;
use deskpilot_runtime::{
    AnswerRetention, Config, Environment, Evaluation, ExperienceUse, KnowledgeConfig, ModelConfig, ModelSize,
    OutFolder, PersonDetection, SandboxUse, SaveExperience, SharedSkills, SkillUse, TaskHome,
};
use std::{path::PathBuf, time::Duration};
use toml::Value;

impl Layers {
    /// The configuration that the layers hold, for the user of this environment.
    ///
    /// # Errors
    /// Values do not go together, or a file that they name cannot be used.
    pub fn config(&self, environment: Environment) -> Result<Config, SettingsError> {
        build(self, environment).map_err(|error| SettingsError::wrong(&error))
    }
}

fn build(layers: &Layers, environment: Environment) -> Result<Config> {
    let text = |name: &str| {
        layers.value(name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
    };
    let count = |name: &str| -> Result<u32> {
        let number = layers.value(name).and_then(Value::as_integer).unwrap_or(0);
        u32::try_from(number).with_context(|| format!("{name} is too large: {number}"))
    };
    let seconds = |name: &str| count(name).map(|it| Duration::from_secs(u64::from(it)));
    let list = |name: &str| -> Vec<String> {
        let items = layers.value(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let both = text("model.name").unwrap_or_default();
    Ok(Config {
        model: ModelConfig {
            host: text("model.host").unwrap_or_else(|| both.clone()),
            app: text("model.app").unwrap_or_else(|| both.clone()),
            judge: text("model.judge").unwrap_or(both),
            operator: text("model.operator"),
            base_url: text("model.base_url"),
            key_variable: text("model.key_variable"),
            timeout: Duration::from_secs(u64::from(count("model.timeout_seconds")?.max(1))),
            longest_wait: seconds("model.longest_wait_seconds")?,
            temperature: layers.value("model.temperature").and_then(number),
            max_output_tokens: Some(count("model.max_output_tokens")?).filter(|it| *it > 0),
            structured: text("model.structured").unwrap_or_default(),
            size: match text("model.size").as_deref() {
                Some("full") => Some(ModelSize::Full),
                Some("small") => Some(ModelSize::Small),
                _ => None,
            },
            proxy: text("model.proxy"),
            longest_side: Some(count("picture.longest_side")?).filter(|it| *it > 0),
        },
        images: match text("model.images").as_deref() {
            Some("concatenated") => Images::Concatenated,
            Some("omitted") => Images::Omitted,
            _ => Images::Separate,
        },
        last_picture: match text("model.last_picture").as_deref() {
            Some("included") => LastPicture::Included,
            _ => LastPicture::Omitted,
        },
        desktop: match text("desktop.kind").as_deref() {
            Some("current") => DesktopKind::Current,
            _ => DesktopKind::Private,
        },
        size: size(&text("desktop.size").unwrap_or_default())?,
        view: view_options(
            count("view.tokens")? as usize,
            &list("view.control_filter"),
            count("view.control_filter_top_k")? as usize,
        )?,
        ui_trees: match text("run.ui_trees").as_deref() {
            Some("written") => UiTrees::Written,
            _ => UiTrees::Omitted,
        },
        log_dir: PathBuf::from(text("run.log_dir").unwrap_or_else(|| "logs".into())),
        home: match text("desktop.home").as_deref() {
            None | Some("fresh") => TaskHome::Fresh,
            Some("keep") => TaskHome::Kept,
            Some(folder) => TaskHome::At(PathBuf::from(folder)),
        },
        out: match text("run.out").as_deref() {
            None | Some("") => OutFolder::Usual,
            Some("home") => OutFolder::Home,
            Some(folder) => OutFolder::At(PathBuf::from(folder)),
        },
        budget: budget(layers),
        opened_windows: match (text("desktop.kind").as_deref(), text("run.opened").as_deref()) {
            (Some("current"), Some("closed")) => OpenedWindows::Close,
            // Applications on a private desktop end with it, in order: a window that is asked to close asks whether to save.
            _ => OpenedWindows::Keep,
        },
        evaluation: match text("run.evaluation").as_deref() {
            Some("on") => Evaluation::On,
            _ => Evaluation::Off,
        },
        speculation: match text("run.speculation").as_deref() {
            Some("off") => Speculation::Off,
            _ => Speculation::On,
        },
        native: match text("run.native").as_deref() {
            Some("off") => NativeUse::Off,
            Some("only") => NativeUse::Only,
            _ => NativeUse::On,
        },
        sandbox: match text("run.sandbox").as_deref() {
            Some("off") => SandboxUse::Off,
            Some("network") => SandboxUse::WithNetwork,
            _ => SandboxUse::On,
        },
        finish: match text("run.finish").as_deref() {
            Some("host") => RoundFinish::Host,
            _ => RoundFinish::Prepared,
        },
        complaints: count("run.complaints")?,
        retries: count("run.retries")?,
        policy: policy(layers, &environment)?,
        clipboard: match text("desktop.kind").as_deref() {
            Some("current") => Clipboard::Shared,
            _ => Clipboard::Own,
        },
        timeouts: Timeouts {
            person: seconds("person.patience_seconds")?,
            window: seconds("desktop.lease_seconds")?,
        },
        person_detection: match text("person.noticed").as_deref() {
            Some("off") => PersonDetection::Off,
            _ => PersonDetection::On,
        },
        answers: match text("person.answers").as_deref() {
            Some("remember") => AnswerRetention::Remember,
            Some("forget") => AnswerRetention::Forget,
            _ => AnswerRetention::Ask,
        },
        secrets: text("secrets.file").map(PathBuf::from),
        agents: text("agents.file").map(PathBuf::from),
        tools: text("tools.file").map(PathBuf::from),
        grounding: grounding(layers)?,
        save_experience: match text("knowledge.save_experience").as_deref() {
            Some("always") => SaveExperience::Always,
            Some("ask") => SaveExperience::Ask,
            Some("never") => SaveExperience::Never,
            _ => SaveExperience::Auto,
        },
        skills: match text("knowledge.skills").as_deref() {
            Some("off") => SkillUse::Off,
            _ => SkillUse::On(SharedSkills::default()),
        },
        web_search: web_search(layers)?,
        knowledge: KnowledgeConfig {
            experience: match text("knowledge.experience").as_deref() {
                Some("off") => ExperienceUse::Off,
                _ => ExperienceUse::On,
            },
            index: text("knowledge.index").map(PathBuf::from),
            help_documents: text("knowledge.help_documents").map(PathBuf::from),
            weights: text("knowledge.weights").map(PathBuf::from),
        },
        prices: text("prices.file").map(PathBuf::from),
        traces: traces(layers, &environment),
        environment,
    })
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|it| it as f64))
}

/// `WIDTHxHEIGHT`, each from 320 to 16,384 pixels.
fn size(text: &str) -> Result<Size> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some((width, height)) if (320..=16_384).contains(&width) && (320..=16_384).contains(&height) => {
            Ok(Size { width, height })
        }
        _ => bail!("desktop.size must be WIDTHxHEIGHT in pixels, each from 320 to 16384, and is {text:?}"),
    }
}
