//! The models of a session, from their names.

use crate::{Config, ModelConfig, UsageError, keys};
use anyhow::{Context, Result, bail};
use deskpilot_agent::{Images as Shown, Models};
use deskpilot_core::{Mode, TaskPlan};
use deskpilot_model::{
    Hosted, HostedOptions, Images, Model, PROVIDERS, Prices, Provider, Secret, Steps, Structured, operator,
    picture_limits,
    plan::{Follower, Opening, Straight},
};
use std::sync::Arc;

/// The models that the settings name.
pub fn models(config: &Config) -> Result<Models> {
    models_of_mode(config, Mode::Normal, None)
}

/// The models of a session in this mode, by this plan where it goes by one.
pub fn models_of_mode(config: &Config, mode: Mode, plan: Option<&TaskPlan>) -> Result<Models> {
    let prices = Arc::new(prices(config)?);
    let named = |name: &str| model(name, config, &prices);
    Ok(Models {
        host: match (mode, plan) {
            (Mode::Operator, _) => Arc::new(Straight),
            (Mode::Follower, Some(plan)) => Arc::new(Follower::new(plan.clone())),
            (_, Some(plan)) => Arc::new(Opening::new(plan.object.clone(), named(&config.model.host)?)),
            (_, None) => named(&config.model.host)?,
        },
        app: match mode.is_operated() {
            true => operating(mode, config, &prices)?,
            false => named(&config.model.app)?,
        },
        judge: named(&config.model.judge)?,
    })
}

/// The computer-use model of the settings.
fn operating(mode: Mode, config: &Config, prices: &Arc<Prices>) -> Result<Arc<dyn Model>> {
    let Some(name) = &config.model.operator else {
        bail!(UsageError(format!(
            "the mode {mode} needs a computer-use model: name one with --model, such as \
             openai/computer-use-preview, or set model.operator"
        )));
    };
    let (provider, model) = provided(name)?;
    // It works by screenshots, whatever the others are shown.
    let options = HostedOptions { images: provider.images, ..options(provider, model, config)? };
    operator(options, prices.clone()).map_err(|error| UsageError(error.to_string()).into())
}

fn model(name: &str, config: &Config, prices: &Arc<Prices>) -> Result<Arc<dyn Model>> {
    if name == "steps" {
        return Ok(Arc::new(Steps));
    }
    let (provider, model) = provided(name)?;
    let options = options(provider, model, config)?;
    Ok(Arc::new(Hosted::new(options, prices.clone())?))
}

/// The provider and its model that a name means.
fn provided(name: &str) -> Result<(&'static Provider, &str)> {
    let Some((provider, model)) = name.split_once('/') else {
        bail!(UsageError(format!(
            "there is no model {name:?}: write steps, or provider/model such as openai/gpt-4o"
        )));
    };
    let Some(provider) = Provider::named(provider) else {
        let known: Vec<&str> = PROVIDERS.iter().map(|it| it.name).collect();
        bail!(UsageError(format!(
            "there is no provider {provider:?}: the providers are {}",
            known.join(", ")
        )));
    };
    Ok((provider, model))
}

fn options(provider: &'static Provider, model: &str, config: &Config) -> Result<HostedOptions> {
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
    let images = match config.images {
        Shown::Omitted => Images::Omit,
        Shown::Concatenated | Shown::Separate => provider.images,
    };
    let structured = match structured.as_str() {
        "json" => Structured::JsonObject,
        "text" => Structured::Text,
        _ => provider.structured,
    };
    Ok(HostedOptions {
        base_url: base_url.clone(),
        key: keys::find(&key_variable, &config.environment),
        key_variable,
        timeout: *timeout,
        temperature: *temperature,
        max_output_tokens: *max_output_tokens,
        images,
        pictures: picture_limits(model, *longest_side),
        structured,
        proxy: proxy.clone().map(Secret::new),
        ..HostedOptions::usual(provider, model)
    })
}

fn prices(config: &Config) -> Result<Prices> {
    let Some(path) = &config.prices else { return Ok(Prices::embedded()?) };
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(Prices::embedded()?
        .with_overrides(&text)
        .map_err(|error| UsageError(format!("{}: {error}", path.display())))?)
}
