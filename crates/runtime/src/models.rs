//! Builds the deciders of a session from their names: language models, and programs that need none.

use crate::{
    Config, Environment, FileError, ModelConfig, ModelFacts, RuntimeError, UsageError,
    fact_records::{FactRecord, FactRecords},
    fewer_thoughts::FewerThoughts,
    keys,
    model_facts::ThinkingHabit,
    skill_store,
};
use deskpilot_agent::{Deciders, Images as Shown, ModelDecider, PromptOptions};
use deskpilot_core::{Mode, TaskPlan};
use deskpilot_deciders::{
    Decider, Needs, Steps,
    plan::{Follower, ObjectOpener, SingleSubtask},
};
use deskpilot_learning::{Bindings, SkillAlone, Skilled};
use deskpilot_model::{
    AccessKeys, HostedOptions, Images, KeyNeed, Model, ModelSize, PROVIDERS, Prices, Provider, ReplyFormat,
    Secret, hosted, model_size, operator, picture_limits,
};
use deskpilot_system::ReadLimit;
use jiff::civil::Date;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The name of the step follower.
pub(crate) const STEPS: &str = "steps";

/// The name of the model that an MCP client lends to a task of its own.
pub const CLIENT_MODEL: &str = "client";

/// The deciders that the settings name.
///
/// # Errors
/// A name is unknown, or its model cannot work with the settings.
pub fn deciders(config: &Config) -> Result<Deciders, RuntimeError> {
    deciders_of_mode(config, Mode::Normal, None)
}

/// The deciders of a session in this mode, which follows this plan if it has one.
///
/// # Errors
/// A name is unknown, or its model cannot work with the settings.
pub fn deciders_of_mode(
    config: &Config,
    mode: Mode,
    plan: Option<&TaskPlan>,
) -> Result<Deciders, RuntimeError> {
    SessionModels::of(config)?.deciders(mode, plan)
}

/// The same for callers on async threads, which a keyring that has its user unlock it would keep from all other work.
///
/// # Errors
/// As before.
pub async fn deciders_off_thread(config: &Config, mode: Mode) -> Result<Deciders, RuntimeError> {
    deciders_with_client(config, mode, None).await
}

/// The same for a task of a client, whose model is the one that the settings name [`CLIENT_MODEL`].
///
/// # Errors
/// As before, and where the settings name the client's model and it lends none.
pub async fn deciders_with_client(
    config: &Config,
    mode: Mode,
    model: Option<Arc<dyn Model>>,
) -> Result<Deciders, RuntimeError> {
    let config = config.clone();
    let made = spawn_blocking(move || {
        let mut models = SessionModels::of(&config)?;
        models.known.extend(model.map(|it| (CLIENT_MODEL.to_owned(), it)));
        models.deciders(mode, None)
    });
    made.await.unwrap_or_else(|error| Err(RuntimeError::NoThread(error.into())))
}

/// The language models of a session by their names. Agents whose model has the same name share one, so that what it learns about its
/// server, such as which reply formats that refuses, is learned once.
struct SessionModels<'c> {
    config: &'c Config,
    prices: Arc<Prices>,
    known: Vec<(String, Arc<dyn Model>)>,
}

impl SessionModels<'_> {
    fn of(config: &Config) -> Result<SessionModels<'_>, RuntimeError> {
        Ok(SessionModels { config, prices: Arc::new(prices(config)?), known: Vec::new() })
    }

    /// The deciders of a session in this mode, which follows this plan if it has one.
    fn deciders(mut self, mode: Mode, plan: Option<&TaskPlan>) -> Result<Deciders, RuntimeError> {
        let config = self.config;
        let host: Arc<dyn Decider> = match (mode, plan) {
            (Mode::Operator, _) => Arc::new(SingleSubtask),
            (Mode::Follower, Some(plan)) => Arc::new(Follower::new(plan.clone())),
            (_, Some(plan)) => {
                Arc::new(ObjectOpener::new(plan.object.clone(), self.decider(&config.model.host)?))
            }
            (_, None) => self.decider(&config.model.host)?,
        };
        let app = match mode.is_operated() {
            true => Arc::new(ModelDecider::new(operator_model(mode, config, &self.prices)?, prompts(config))),
            false => self.decider(&config.model.app)?,
        };
        let judge = match config.model.judge.as_str() {
            STEPS => None,
            name => Some(Arc::new(self.language_model(name)?)),
        };
        Ok(Deciders { host, app, judge })
    }

    /// The decider of this name.
    fn decider(&mut self, name: &str) -> Result<Arc<dyn Decider>, RuntimeError> {
        match name {
            STEPS => Ok(Arc::new(Steps)),
            name => Ok(Arc::new(self.language_model(name)?)),
        }
    }

    fn language_model(&mut self, name: &str) -> Result<ModelDecider, RuntimeError> {
        let size = prompt_size(name, self.config);
        Ok(ModelDecider::new(self.hosted(name)?, PromptOptions { size, ..prompts(self.config) }))
    }

    fn hosted(&mut self, name: &str) -> Result<Arc<dyn Model>, RuntimeError> {
        if let Some((_, model)) = self.known.iter().find(|(known, _)| known == name) {
            return Ok(model.clone());
        }
        let (provider, model) = parse_model_name(name)?;
        let known = known_facts(name, self.config).map(|it| it.facts);
        let options = with_facts(options(provider, model, self.config), known, self.config);
        let mut model = hosted(options, self.prices.clone())?;
        if known.is_some_and(|it| it.thinking == ThinkingHabit::StopsWhenAsked) {
            model = Arc::new(FewerThoughts(model));
        }
        self.known.push((name.to_owned(), model.clone()));
        Ok(model)
    }
}

/// The deciders of a skill that is run by name, with these values and without a model; and what it is for in words.
///
/// # Errors
/// There is no such skill, a value is missing, or the skills cannot be read.
pub fn deciders_of_skill(
    name: &str,
    values: &Bindings,
    environment: &Environment,
) -> Result<(Deciders, String), RuntimeError> {
    let usage = |message: String| UsageError(message);
    let library = skill_store(environment)?;
    let skill = &library.skill(name).map_err(|error| usage(error.to_string()))?.skill;
    let text = skill.filled_text(values).map_err(usage)?;
    let alone = Arc::new(SkillAlone::new(skill, text.clone()));
    let skills = Arc::new(library.for_run(name)?);
    Ok((Deciders::without_judge(Arc::new(Skilled::new(alone, skills))), text))
}

/// The AppAgents' language model; `None` if the settings name a program.
///
/// # Errors
/// The name is unknown, or the model cannot work with the settings.
pub fn app_model(config: &Config) -> Result<Option<Arc<ModelDecider>>, RuntimeError> {
    match config.model.app.as_str() {
        STEPS => Ok(None),
        name => Ok(Some(Arc::new(SessionModels::of(config)?.language_model(name)?))),
    }
}

/// What agents in this mode must be shown when their decisions are replayed from a log.
pub fn needs_of_mode(mode: Mode, plan: Option<&TaskPlan>) -> Needs {
    match (mode, plan) {
        (Mode::Operator, _) => SingleSubtask.needs(),
        (Mode::Follower, Some(plan)) => Follower::new(plan.clone()).needs(),
        _ => Needs::DEFAULT,
    }
}

/// The options of prompts, for a model that needs all guidance.
pub fn prompts(config: &Config) -> PromptOptions {
    PromptOptions {
        view: config.view.clone(),
        retries: config.retries,
        longest_wait: config.model.longest_wait,
        size: ModelSize::Full,
    }
}

/// The computer-use model of the settings.
fn operator_model(mode: Mode, config: &Config, prices: &Arc<Prices>) -> Result<Arc<dyn Model>, UsageError> {
    let Some(name) = &config.model.operator else {
        return Err(UsageError(format!(
            "the mode {mode} needs a computer-use model: name one with --model, such as \
             openai/gpt-6.1-terra, or set model.operator"
        )));
    };
    let (provider, model) = parse_model_name(name)?;
    // It works from screenshots, also if the settings omit pictures for other models.
    let options = HostedOptions { images: Images::Send, ..options(provider, model, config) };
    operator(options, prices.clone()).map_err(|error| UsageError(error.to_string()))
}

/// The language model of this name, with the key and the limits of the settings.
///
/// # Errors
/// The name is unknown, or its key is missing.
pub(crate) fn hosted_model(name: &str, config: &Config) -> Result<Arc<dyn Model>, RuntimeError> {
    SessionModels::of(config)?.hosted(name)
}

/// The options of the model of this name as the settings and the table of models have them, whatever an earlier check found, and
/// the prices.
///
/// # Errors
/// The name is unknown, or the prices cannot be read.
pub(crate) fn unexamined_options(
    name: &str,
    config: &Config,
) -> Result<(HostedOptions, Arc<Prices>), RuntimeError> {
    let (provider, model) = parse_model_name(name)?;
    Ok((options(provider, model, config), Arc::new(prices(config)?)))
}

/// What a deep check found out about the model of this name at the address of the settings.
pub(crate) fn known_facts(name: &str, config: &Config) -> Option<FactRecord> {
    FactRecords::of(config)?.find(name, &address(name, config)?)
}

/// Keeps what a deep check found out about the model of this name.
///
/// # Errors
/// It cannot be written.
pub(crate) fn keep_facts(
    name: &str,
    config: &Config,
    today: Date,
    facts: ModelFacts,
) -> Result<(), FileError> {
    let (Some(records), Some(address)) = (FactRecords::of(config), address(name, config)) else {
        return Ok(());
    };
    records.keep(FactRecord { model: name.to_owned(), address, found_on: today.to_string(), facts })
}

/// The address at which the model of this name answers. What follows a question mark may hold a key.
fn address(name: &str, config: &Config) -> Option<String> {
    let (provider, _) = parse_model_name(name).ok()?;
    let address = config.model.base_url.as_deref().or(provider.base_url)?;
    Some(address.split('?').next().unwrap_or_default().to_owned())
}

/// The options, changed by the facts about the model where the settings leave them open.
fn with_facts(options: HostedOptions, known: Option<ModelFacts>, config: &Config) -> HostedOptions {
    let Some(facts) = known else { return options };
    let known = facts.applied(options.clone());
    let images = match config.images {
        Shown::Omitted => options.images,
        Shown::Concatenated | Shown::Separate => known.images,
    };
    let reply_format = match config.model.structured.as_str() {
        "grammar" | "json" | "text" => options.reply_format,
        _ => known.reply_format,
    };
    HostedOptions { images, reply_format, ..options }
}

/// How much guidance the prompts of the model of this name have: what the settings say, else what suits the model.
fn prompt_size(name: &str, config: &Config) -> ModelSize {
    let by_name = || parse_model_name(name).map_or(ModelSize::Full, |(_, model)| model_size(model));
    let known = || known_facts(name, config).map_or_else(by_name, |it| it.facts.size(by_name()));
    config.model.size.unwrap_or_else(known)
}

/// What earlier checks found out that changes how these deciders' models are asked, in words for the user and the log.
pub(crate) fn fact_notes(config: &Config, deciders: &Deciders) -> Vec<String> {
    let agents = [(&config.model.host, &deciders.host), (&config.model.app, &deciders.app)];
    let mut notes = Vec::new();
    for (name, decider) in agents {
        // A replay or a plan may decide in the place of the model.
        let note = (decider.name() == name).then(|| fact_note(name, config)).flatten();
        notes.extend(note.filter(|it| !notes.contains(it)));
    }
    notes
}

fn fact_note(name: &str, config: &Config) -> Option<String> {
    let FactRecord { found_on, facts, .. } = known_facts(name, config)?;
    let (provider, model) = parse_model_name(name).ok()?;
    let usual = options(provider, model, config);
    let now = with_facts(usual.clone(), Some(facts), config);
    let changes_nothing = (usual.images, usual.reply_format) == (now.images, now.reply_format)
        && facts.thinking == ThinkingHabit::Stops
        && prompt_size(name, config) == config.model.size.unwrap_or_else(|| model_size(model));
    let note = format!("{name} is asked as `deskpilot doctor --deep` found on {found_on}: it {facts}");
    (!changes_nothing).then_some(note)
}

/// The provider and the model of a name such as `openai/gpt-6.1-terra`.
pub(crate) fn parse_model_name(name: &str) -> Result<(&'static Provider, &str), UsageError> {
    if name == CLIENT_MODEL {
        return Err(UsageError(
            "the model client is that of an MCP client, for tasks that it gives with `run_task` of `deskpilot mcp`; \
             write steps, or provider/model such as openai/gpt-6.1-terra"
                .to_owned(),
        ));
    }
    let Some((provider, model)) = name.split_once('/') else {
        return Err(UsageError(format!(
            "there is no model {name:?}: write steps, or provider/model such as openai/gpt-6.1-terra"
        )));
    };
    let Some(provider) = Provider::by_name(provider) else {
        let known: Vec<&str> = PROVIDERS.iter().map(|it| it.name).collect();
        return Err(UsageError(format!(
            "there is no provider {provider:?}: the providers are {}",
            known.join(", ")
        )));
    };
    Ok((provider, model))
}

fn options(provider: &'static Provider, model: &str, config: &Config) -> HostedOptions {
    let ModelConfig {
        base_url,
        key_variable,
        timeout,
        temperature,
        max_output_tokens,
        structured,
        proxy,
        longest_side,
        ..
    } = &config.model;
    let key_variable = key_variable.clone().unwrap_or_else(|| provider.key_variable.to_owned());
    let defaults = HostedOptions::with_defaults(provider, model);
    let images = match config.images {
        Shown::Omitted => Images::Omit,
        Shown::Concatenated | Shown::Separate => defaults.images,
    };
    let reply_format = match structured.as_str() {
        "grammar" => ReplyFormat::Grammar,
        "json" => ReplyFormat::JsonObject,
        "text" => ReplyFormat::Text,
        _ => defaults.reply_format,
    };
    let key = keys::find(&key_variable, &config.environment);
    HostedOptions {
        base_url: base_url.clone(),
        access_keys: if key.is_none() { access_keys(provider, &config.environment) } else { None },
        key,
        key_variable,
        timeout: *timeout,
        temperature: *temperature,
        max_output_tokens: *max_output_tokens,
        images,
        pictures: picture_limits(model, *longest_side),
        reply_format,
        proxy: proxy.clone().map(Secret::new),
        ..defaults
    }
}

/// The access keys of Amazon Web Services, for a provider that takes them instead of a key.
fn access_keys(provider: &Provider, environment: &Environment) -> Option<AccessKeys> {
    if provider.key != KeyNeed::OrAccessKeys {
        return None;
    }
    let region = environment.value("AWS_REGION").or_else(|| environment.value("AWS_DEFAULT_REGION"));
    Some(AccessKeys {
        id: keys::find("AWS_ACCESS_KEY_ID", environment)?.reveal().to_owned(),
        secret: keys::find("AWS_SECRET_ACCESS_KEY", environment)?,
        // A token belongs to keys for a while, and so never lies in a keyring.
        session_token: environment.value("AWS_SESSION_TOKEN").map(Secret::new),
        region: region.map(str::to_owned),
    })
}

/// The largest table of prices that is read.
const LARGEST_PRICES: ReadLimit = ReadLimit::mib(4);

fn prices(config: &Config) -> Result<Prices, RuntimeError> {
    let Some(path) = &config.prices else { return Ok(Prices::embedded()) };
    let text = LARGEST_PRICES.read_text(path).map_err(FileError::not_read(path))?;
    Ok(Prices::embedded()
        .with_overrides(&text)
        .map_err(|error| UsageError(format!("{}: {error}", path.display())))?)
}
