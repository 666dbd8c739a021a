//! What a deep check found out about a model, and what follows from it for the next sessions.

use deskpilot_model::{HostedOptions, Images, ModelSize, ReplyFormat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a deep check found out about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFacts {
    /// Whether it sees pictures; `None` if it got none or gave no answer about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<Sight>,
    /// What its server holds a reply to; `None` if nobody asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<KeptFormat>,
    /// Whether it stops thinking.
    pub thinking: ThinkingHabit,
    /// The most tokens of prompt and reply; `None` if the server does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<u32>,
}

/// Whether a model sees pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// It named the colours of one.
    Sees,
    /// It named others, or its server takes no picture.
    Blind,
}

/// What a server holds a reply to, whatever the words of the prompt ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptFormat {
    /// The schema.
    Schema,
    /// A grammar made of the schema.
    Grammar,
    /// Some JSON object.
    Json,
    /// Nothing: the words of the prompt decide.
    Nothing,
}

/// Whether a model stops thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingHabit {
    /// By itself.
    Stops,
    /// When it is asked for fewer thoughts.
    StopsWhenAsked,
}

/// The largest context that is small: beside the long prompts it has room for one window and little else.
const SMALL_CONTEXT: u32 = 16_384;
/// The smallest context into which a prompt and its reply fit.
pub const LEAST_CONTEXT: u32 = 8_192;

impl ModelFacts {
    /// The options, changed by these facts.
    pub(crate) fn applied(&self, options: HostedOptions) -> HostedOptions {
        let images = match self.sight {
            Some(Sight::Sees) => Images::Send,
            Some(Sight::Blind) => Images::Omit,
            None => options.images,
        };
        let reply_format = match self.format {
            Some(KeptFormat::Schema) => ReplyFormat::Schema,
            Some(KeptFormat::Grammar) => ReplyFormat::Grammar,
            Some(KeptFormat::Json) => ReplyFormat::JsonObject,
            Some(KeptFormat::Nothing) | None => options.reply_format,
        };
        HostedOptions { images, reply_format, ..options }
    }

    /// The size of its prompts, where its name says this one.
    pub(crate) fn size(&self, by_name: ModelSize) -> ModelSize {
        match self.context {
            Some(..=SMALL_CONTEXT) => ModelSize::Small,
            _ => by_name,
        }
    }
}

impl fmt::Display for ModelFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sight = self.sight.map(|it| match it {
            Sight::Sees => "sees pictures",
            Sight::Blind => "sees no pictures",
        });
        let format = self.format.map(|it| match it {
            KeptFormat::Schema => "is held to a schema",
            KeptFormat::Grammar => "is held to a grammar",
            KeptFormat::Json => "is held to JSON, not to a schema",
            KeptFormat::Nothing => "is held to no format",
        });
        let thinking = match self.thinking {
            ThinkingHabit::Stops => "stops thinking",
            ThinkingHabit::StopsWhenAsked => "stops thinking only when asked for fewer thoughts",
        };
        let context = self.context.map(|it| format!("has a context of {it} tokens"));
        let parts = [sight, format, Some(thinking)].into_iter().flatten().map(str::to_owned).chain(context);
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_model::Provider;

    const UNKNOWN: ModelFacts =
        ModelFacts { sight: None, format: None, thinking: ThinkingHabit::Stops, context: None };

    #[test]
    fn what_is_known_changes_how_a_model_is_asked_and_what_is_not_changes_nothing() {
        let provider = Provider::by_name("openai-compatible").unwrap();
        let asked = |facts: ModelFacts| {
            let options = facts.applied(HostedOptions::with_defaults(provider, "mine"));
            (options.images, options.reply_format)
        };
        let (sight, format) = (Some(Sight::Blind), Some(KeptFormat::Json));
        assert_eq!(asked(UNKNOWN), (Images::Send, ReplyFormat::Schema));
        assert_eq!(asked(ModelFacts { sight, format, ..UNKNOWN }), (Images::Omit, ReplyFormat::JsonObject));
        assert_eq!(
            asked(ModelFacts { format: Some(KeptFormat::Nothing), ..UNKNOWN }),
            (Images::Send, ReplyFormat::Schema)
        );
    }

    #[test]
    fn a_small_context_makes_prompts_short_and_a_large_one_no_small_model_large() {
        for (context, by_name, expected) in [
            (None, ModelSize::Full, ModelSize::Full),
            (Some(16_384), ModelSize::Full, ModelSize::Small),
            (Some(16_385), ModelSize::Full, ModelSize::Full),
            (Some(131_072), ModelSize::Small, ModelSize::Small),
        ] {
            assert_eq!(ModelFacts { context, ..UNKNOWN }.size(by_name), expected, "{context:?} {by_name:?}");
        }
    }

    #[test]
    fn facts_have_words_and_come_back_from_json() {
        let all = ModelFacts {
            sight: Some(Sight::Sees),
            format: Some(KeptFormat::Grammar),
            thinking: ThinkingHabit::StopsWhenAsked,
            context: Some(8192),
        };
        for (facts, expected) in [
            (UNKNOWN, "stops thinking"),
            (
                all,
                "sees pictures, is held to a grammar, stops thinking only when asked for fewer thoughts, has a context of 8192 \
                 tokens",
            ),
        ] {
            assert_eq!(facts.to_string(), expected);
            let json = serde_json::to_string(&facts).unwrap();
            assert_eq!(serde_json::from_str::<ModelFacts>(&json).unwrap(), facts, "{json}");
        }
    }
}
