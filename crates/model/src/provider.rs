//! The table of model providers.

use serde::Deserialize;

/// Whether to send pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Images {
    /// With the prompt, each after its caption.
    Send,
    /// Never: the model cannot see.
    Omit,
}

/// How to request the reply's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyFormat {
    /// By JSON schema, which the provider enforces. Every property becomes required.
    Schema,
    /// By a grammar made of the schema, which llama.cpp enforces. In OpenAI's chat dialect only; the others treat it as
    /// [`ReplyFormat::Text`], and most other servers ignore it.
    Grammar,
    /// As a JSON object, in OpenAI's dialect only; the others treat it as [`ReplyFormat::Text`].
    JsonObject,
    /// Only by the words of the prompt.
    Text,
}

impl ReplyFormat {
    /// The next simpler way, for a server that does not support this one.
    #[must_use]
    pub const fn fallback(self) -> ReplyFormat {
        match self {
            ReplyFormat::Schema | ReplyFormat::Grammar => ReplyFormat::JsonObject,
            ReplyFormat::JsonObject | ReplyFormat::Text => ReplyFormat::Text,
        }
    }
}

/// Whether a provider needs a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNeed {
    /// Always.
    Required,
    /// Only if the server's operator has set one.
    Optional,
    /// Always, or else access keys of Amazon Web Services.
    OrAccessKeys,
}

/// The protocol of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// OpenAI's chat completions.
    OpenAi,
    /// OpenAI's responses.
    OpenAiResponses,
    /// Anthropic's messages.
    Anthropic,
    /// Anthropic's messages through Amazon Bedrock's InvokeModel.
    Bedrock,
    /// Anthropic's messages through Vertex AI's rawPredict.
    VertexAnthropic,
    /// Google's generateContent.
    Gemini,
    /// Google's generateContent on Vertex AI.
    Vertex,
    /// xAI's variant of OpenAI's chat completions.
    Xai,
}

impl Dialect {
    /// Whether its body is that of Anthropic's messages.
    pub(crate) const fn is_of_anthropic(self) -> bool {
        matches!(self, Dialect::Anthropic | Dialect::Bedrock | Dialect::VertexAnthropic)
    }
}

/// A model provider: one row of [`PROVIDERS`].
#[derive(Debug)]
pub struct Provider {
    /// Its name in the configuration and before the slash in a model's name.
    pub name: &'static str,
    /// One sentence about it.
    pub doc: &'static str,
    /// Its address; `None` if the user must give one.
    pub base_url: Option<&'static str>,
    /// The environment variable that usually holds the key.
    pub key_variable: &'static str,
    /// Whether it needs a key.
    pub key: KeyNeed,
    /// How it can enforce the reply's format.
    pub reply_format: ReplyFormat,
    /// Whether its models can usually see.
    pub images: Images,
    /// The provider name of its models in the price table.
    pub priced_as: &'static str,
    /// The path to add to an address without one.
    pub(crate) bare_path: &'static str,
    pub(crate) dialect: Dialect,
}

impl Provider {
    /// The provider with this name.
    pub fn by_name(name: &str) -> Option<&'static Provider> {
        PROVIDERS.iter().find(|provider| provider.name == name)
    }
}

/// All providers.
pub const PROVIDERS: &[Provider] = &[
    Provider {
        name: "openai",
        doc: "OpenAI, chat completions.",
        ..row("https://api.openai.com/v1/", "OPENAI_API_KEY", "openai")
    },
    Provider {
        name: "openai-responses",
        doc: "OpenAI, responses; the newest models only speak this.",
        dialect: Dialect::OpenAiResponses,
        ..row("https://api.openai.com/v1/", "OPENAI_API_KEY", "openai")
    },
    Provider {
        name: "anthropic",
        doc: "Anthropic.",
        dialect: Dialect::Anthropic,
        ..row("https://api.anthropic.com/v1/", "ANTHROPIC_API_KEY", "anthropic")
    },
    Provider {
        name: "gemini",
        doc: "Google Gemini.",
        dialect: Dialect::Gemini,
        ..row("https://generativelanguage.googleapis.com/v1beta/", "GEMINI_API_KEY", "gemini")
    },
    Provider {
        name: "azure",
        doc: "Azure OpenAI; base_url is https://RESOURCE.openai.azure.com/openai/v1/, model is the deployment.",
        base_url: None,
        ..row("", "AZURE_OPENAI_API_KEY", "azure")
    },
    Provider {
        name: "foundry",
        doc: "Claude in Microsoft Foundry; base_url is https://RESOURCE.services.ai.azure.com/anthropic/v1/, model is the \
              deployment.",
        base_url: None,
        dialect: Dialect::Anthropic,
        ..row("", "ANTHROPIC_FOUNDRY_API_KEY", "foundry")
    },
    Provider {
        name: "bedrock",
        doc: "Claude in Amazon Bedrock, InvokeModel; base_url is https://bedrock-runtime.REGION.amazonaws.com/.",
        base_url: None,
        key: KeyNeed::OrAccessKeys,
        dialect: Dialect::Bedrock,
        ..row("", "AWS_BEARER_TOKEN_BEDROCK", "bedrock")
    },
    Provider {
        name: "bedrock-messages",
        doc: "Claude in Amazon Bedrock, Messages API; base_url is https://bedrock-mantle.REGION.api.aws/anthropic/v1/.",
        base_url: None,
        key: KeyNeed::OrAccessKeys,
        dialect: Dialect::Anthropic,
        ..row("", "AWS_BEARER_TOKEN_BEDROCK", "bedrock")
    },
    Provider {
        name: "vertex",
        doc: "Gemini on Vertex AI; base_url is \
              https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION/.",
        base_url: None,
        dialect: Dialect::Vertex,
        ..row("", "GOOGLE_OAUTH_ACCESS_TOKEN", "vertex")
    },
    Provider {
        name: "vertex-anthropic",
        doc: "Claude on Vertex AI; base_url is that of vertex.",
        base_url: None,
        dialect: Dialect::VertexAnthropic,
        ..row("", "GOOGLE_OAUTH_ACCESS_TOKEN", "vertex")
    },
    Provider {
        name: "deepseek",
        doc: "DeepSeek; deepseek-flash can see.",
        reply_format: ReplyFormat::JsonObject,
        images: Images::Omit,
        ..row("https://api.deepseek.com/v1/", "DEEPSEEK_API_KEY", "deepseek")
    },
    Provider {
        name: "groq",
        doc: "Groq; few of its models can see or take a schema.",
        reply_format: ReplyFormat::JsonObject,
        images: Images::Omit,
        ..row("https://api.groq.com/openai/v1/", "GROQ_API_KEY", "groq")
    },
    Provider {
        name: "xai",
        doc: "xAI.",
        dialect: Dialect::Xai,
        ..row("https://api.x.ai/v1/", "XAI_API_KEY", "xai")
    },
    Provider {
        name: "mistral",
        doc: "Mistral.",
        ..row("https://api.mistral.ai/v1/", "MISTRAL_API_KEY", "mistral")
    },
    Provider {
        name: "openrouter",
        doc: "OpenRouter; a model is named with its maker, such as openai/gpt-6.1-terra.",
        ..row("https://openrouter.ai/api/v1/", "OPENROUTER_API_KEY", "openrouter")
    },
    Provider {
        name: "ollama",
        doc: "Ollama on this machine or another, through its OpenAI dialect.",
        key: KeyNeed::Optional,
        // Ollama's native dialect drops the schema.
        bare_path: "v1/",
        ..row("http://127.0.0.1:11434/v1/", "OLLAMA_API_KEY", "ollama")
    },
    Provider {
        name: "openai-compatible",
        doc: "Any server that speaks OpenAI's chat dialect; base_url usually ends in /v1/.",
        base_url: None,
        key: KeyNeed::Optional,
        ..row("", "OPENAI_COMPATIBLE_API_KEY", "openai-compatible")
    },
];

const fn row(base_url: &'static str, key_variable: &'static str, priced_as: &'static str) -> Provider {
    Provider {
        name: "",
        doc: "",
        base_url: Some(base_url),
        key_variable,
        key: KeyNeed::Required,
        reply_format: ReplyFormat::Schema,
        images: Images::Send,
        priced_as,
        bare_path: "",
        dialect: Dialect::OpenAi,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_has_its_own_name_a_sentence_and_a_whole_address() {
        for (place, provider) in PROVIDERS.iter().enumerate() {
            assert!(!provider.name.is_empty() && provider.doc.ends_with('.'), "{provider:?}");
            assert!(
                PROVIDERS[..place].iter().all(|other| other.name != provider.name),
                "{} twice",
                provider.name
            );
            assert!(
                provider.base_url.is_none_or(|url| url.starts_with("http") && url.ends_with('/')),
                "{provider:?}"
            );
            let openai = provider.dialect == Dialect::OpenAi;
            assert!(
                openai || provider.key != KeyNeed::Optional,
                "only OpenAI's dialect is spoken without a key"
            );
            assert_eq!(Provider::by_name(provider.name).unwrap().doc, provider.doc);
        }
    }
}
