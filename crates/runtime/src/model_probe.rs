//! Whether the models of the settings can be used, and what the table of models says of them.

use crate::{
    Config, RuntimeError,
    models::{STEPS, hosted_model, parse_model_name},
};
use deskpilot_core::{AgentKind, Contract, Prompt, Provenance, ReplyLength, Section};
use deskpilot_desktop::CheckDepth;
use deskpilot_model::{KnownModel, known_model};
use jiff::civil::Date;
use serde_json::json;

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

/// How the AppAgents' model can be used, in words. A deep check asks it for one word, which costs a few tokens.
///
/// # Errors
/// Its name is unknown, its key is missing, or it gives no reply.
pub async fn probe_model(config: &Config, depth: CheckDepth) -> Result<String, RuntimeError> {
    let name = &config.model.app;
    if name == STEPS {
        return Ok("steps, the built-in model, for demonstrations and requests written as steps".into());
    }
    let model = hosted_model(name, config)?;
    if depth == CheckDepth::Shallow {
        return Ok(format!("{name}{}; `deskpilot doctor --deep` asks it for a word", standing(name)));
    }
    let completion = model.complete(&question()).await?;
    if completion.text.trim().is_empty() {
        return Err(RuntimeError::EmptyReply);
    }
    Ok(format!("{name} answers{}", standing(name)))
}

fn question() -> Prompt {
    let request = "Say that you are ready.".to_owned();
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    Prompt {
        agent: AgentKind::AppAgent,
        system: "Answer with a JSON object: {\"answer\": \"ready\"}.".into(),
        sections: vec![Section {
            name: "request".into(),
            provenance: Provenance::User,
            text: request,
            cut: 0,
        }],
        pictures: Vec::new(),
        contract: Contract { name: "answer".into(), schema },
        reply_length: ReplyLength::Usual,
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
