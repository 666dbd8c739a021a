//! Whether the models of the settings can be used, what the table of models says of them, and what a deep check finds out.

use crate::{
    Config, ModelConfig, ModelFacts, RuntimeError,
    model_facts::{KeptFormat, Sight, ThinkingHabit},
    model_questions::{colours, contradiction, keeps_json, keeps_schema, names_colours, word},
    models::{STEPS, hosted_model, keep_facts, known_facts, parse_model_name, unexamined_options},
    with_causes,
};
use deskpilot_agent::Images as Shown;
use deskpilot_core::{Prompt, ReplyEnding, ReplyLength, Usage};
use deskpilot_desktop::CheckDepth;
use deskpilot_model::{
    HostedOptions, Images, KnownModel, ModelError, Prices, ReplyFormat, context_size, hosted, known_model,
};
use jiff::civil::Date;
use std::sync::Arc;

/// A model of the settings that its maker has switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedModel {
    /// Its name in the settings.
    pub name: String,
    /// The first day without it.
    pub since: Date,
}

/// The models of the settings that are switched off on this day, by the table of models.
pub fn ended_models(config: &Config, today: Date) -> Vec<EndedModel> {
    let models = &config.model;
    let mut names = vec![&models.host, &models.app, &models.judge];
    names.extend(&models.operator);
    names.sort();
    names.dedup();
    names.into_iter().filter_map(|it| ended(it, today)).collect()
}

fn ended(name: &str, today: Date) -> Option<EndedModel> {
    let known = listed(name).filter(|it| it.has_ended(today))?;
    Some(EndedModel { name: name.to_owned(), since: known.until? })
}

/// The row of the model of this name, if its maker serves it: others decide for themselves how long they do.
fn listed(name: &str) -> Option<&'static KnownModel> {
    let (provider, model) = parse_model_name(name).ok()?;
    known_model(model).filter(|it| it.is_listed() && it.maker() == provider.priced_as)
}

/// What the table of models says of a name, in a word or two; empty if that is nothing special.
fn standing(name: &str) -> String {
    match listed(name) {
        None => ", unlisted".to_owned(),
        Some(known) => known.until.map_or_else(String::new, |day| format!(", until {day}")),
    }
}

/// What a check found out about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedModel {
    /// How it can be used, in words.
    pub how: String,
    /// What a deep check found out, this one or an earlier one.
    pub facts: Option<ModelFacts>,
}

/// What a thousand tokens to the model of this name and a thousand from it cost, in dollars; `None` where the price is unknown.
pub fn cost_of_thousand(name: &str, config: &Config) -> Option<f64> {
    if name == STEPS {
        return Some(0.0);
    }
    let (provider, model) = parse_model_name(name).ok()?;
    let (_, prices) = unexamined_options(name, config).ok()?;
    let each = Usage { input_tokens: 1000, output_tokens: 1000, ..Usage::default() };
    prices.cost(&format!("{}/{model}", provider.priced_as), &each, 0)
}

/// The language models of the HostAgent and of the AppAgents, each once, those of the AppAgents first.
pub fn agent_models(config: &Config) -> Vec<&str> {
    let ModelConfig { host, app, .. } = &config.model;
    let mut names = vec![app.as_str()];
    if host != app && host != STEPS {
        names.push(host.as_str());
    }
    names
}

/// How the model of this name can be used. A deep check asks it a few short questions, which costs some hundred tokens, and keeps
/// what it finds out for the next sessions.
///
/// # Errors
/// Its name is unknown, its key is missing, or it gives no reply.
pub async fn probe_model(
    name: &str,
    config: &Config,
    depth: CheckDepth,
    today: Date,
) -> Result<ProbedModel, RuntimeError> {
    if name == STEPS {
        let how = "steps, the built-in model, for demonstrations and requests written as steps".into();
        return Ok(ProbedModel { how, facts: None });
    }
    let standing = standing(name);
    if depth == CheckDepth::Shallow {
        hosted_model(name, config)?;
        let known = known_facts(name, config);
        let found =
            known.as_ref().map_or_else(String::new, |it| format!("; on {} it {}", it.found_on, it.facts));
        let how = format!("{name}{standing}{found}; `deskpilot doctor --deep` asks it a few questions");
        return Ok(ProbedModel { how, facts: known.map(|it| it.facts) });
    }
    let facts = Examination::of(name, config)?.facts().await?;
    let kept = keep_facts(name, config, today, facts);
    let lost =
        kept.err().map_or_else(String::new, |it| format!("; that cannot be kept: {}", with_causes(&it)));
    Ok(ProbedModel { how: format!("{name} answers{standing}; it {facts}{lost}"), facts: Some(facts) })
}

/// A model under examination: it is asked as the settings say, and not as earlier examinations found.
struct Examination {
    options: HostedOptions,
    prices: Arc<Prices>,
    pictures: Shown,
}

impl Examination {
    fn of(name: &str, config: &Config) -> Result<Examination, RuntimeError> {
        let (options, prices) = unexamined_options(name, config)?;
        Ok(Examination { options, prices, pictures: config.images })
    }

    async fn facts(&self) -> Result<ModelFacts, RuntimeError> {
        // First: there is nothing to find out about a model that gives no reply.
        let thinking = self.thinking().await?;
        Ok(ModelFacts {
            thinking,
            format: self.format().await,
            sight: self.sight().await,
            // Last, because some servers say it only of a model that they have loaded.
            context: context_size(&self.options).await,
        })
    }

    /// Whether it stops thinking and answers.
    async fn thinking(&self) -> Result<ThinkingHabit, RuntimeError> {
        let model = hosted(self.options.clone(), self.prices.clone())?;
        let (text, habit) = match model.complete(&word(ReplyLength::Usual)).await {
            Ok(completion) => (completion.text, ThinkingHabit::Stops),
            Err(error) => match error.reply_ending() {
                ReplyEnding::OnlyThoughts(cut_after) => {
                    let fewer = ReplyLength::FewerThoughts { times: 1, cut_after };
                    (model.complete(&word(fewer)).await?.text, ThinkingHabit::StopsWhenAsked)
                }
                _ => return Err(error.into()),
            },
        };
        if text.trim().is_empty() {
            return Err(RuntimeError::EmptyReply);
        }
        Ok(habit)
    }

    /// What its server holds a reply to: the first of the formats that outweighs the words of the prompt. `None` where nobody asks
    /// for a format.
    async fn format(&self) -> Option<KeptFormat> {
        let wanted = match self.options.reply_format {
            ReplyFormat::Schema => &[KeptFormat::Schema, KeptFormat::Grammar, KeptFormat::Json][..],
            ReplyFormat::Grammar => &[KeptFormat::Grammar, KeptFormat::Json],
            ReplyFormat::JsonObject => &[KeptFormat::Json],
            ReplyFormat::Text => return None,
        };
        for format in wanted {
            let options = HostedOptions { reply_format: request_for(*format), ..self.options.clone() };
            let answer = self.answer(options, &contradiction()).await;
            if answer.is_some_and(|it| is_kept(*format, &it)) {
                return Some(*format);
            }
        }
        Some(KeptFormat::Nothing)
    }

    /// Whether it sees. Only a wrong answer and a refusal show that it does not; of a model in the table, the table knows.
    async fn sight(&self) -> Option<Sight> {
        let is_listed = known_model(&self.options.model).is_some_and(KnownModel::is_listed);
        if is_listed || self.pictures == Shown::Omitted {
            return None;
        }
        let options = HostedOptions { images: Images::Send, ..self.options.clone() };
        let model = hosted(options, self.prices.clone()).ok()?;
        match model.complete(&colours()?).await {
            Ok(completion) if names_colours(&completion.text) => Some(Sight::Sees),
            Ok(_) | Err(ModelError::Refused { .. }) => Some(Sight::Blind),
            Err(_) => None,
        }
    }

    async fn answer(&self, options: HostedOptions, question: &Prompt) -> Option<String> {
        let model = hosted(options, self.prices.clone()).ok()?;
        Some(model.complete(question).await.ok()?.text)
    }
}

/// How a format is asked for.
const fn request_for(format: KeptFormat) -> ReplyFormat {
    match format {
        KeptFormat::Schema => ReplyFormat::Schema,
        KeptFormat::Grammar => ReplyFormat::Grammar,
        KeptFormat::Json => ReplyFormat::JsonObject,
        KeptFormat::Nothing => ReplyFormat::Text,
    }
}

/// Whether the answer to the contradiction has the format.
fn is_kept(format: KeptFormat, answer: &str) -> bool {
    match format {
        KeptFormat::Schema | KeptFormat::Grammar => keeps_schema(answer),
        KeptFormat::Json => keeps_json(answer),
        KeptFormat::Nothing => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_model_has_ended_from_the_day_of_the_table_on_where_its_maker_serves_it() {
        let day = date(2026, 7, 23);
        for (name, today, expected) in [
            ("openai/computer-use-preview", day, true),
            ("openai-responses/computer-use-preview-2025-03-11", day, true),
            ("openai/computer-use-preview", date(2026, 7, 22), false),
            ("azure/computer-use-preview", day, false),
            ("openai/gpt-6-luna", date(2099, 1, 1), false),
            ("openai/unheard-of", day, false),
            ("nobody/computer-use-preview", day, false),
            ("steps", day, false),
        ] {
            let found = ended(name, today);
            let expected = expected.then(|| EndedModel { name: name.to_owned(), since: day });
            assert_eq!(found, expected, "{name} on {today}");
        }
    }

    #[test]
    fn a_model_that_the_table_lacks_is_unlisted_and_one_with_an_end_says_when() {
        for (name, expected) in [
            ("anthropic/claude-opus-5-5", ""),
            ("anthropic/claude-next", ", unlisted"),
            ("openai-compatible/mine", ", unlisted"),
            ("openai/gpt-4-turbo", ", until 2026-10-23"),
        ] {
            assert_eq!(standing(name), expected, "{name}");
        }
    }
}
