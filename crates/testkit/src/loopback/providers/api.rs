//! The APIs of providers: which address, which model, which token.

use super::super::http::Request;

/// The API of a provider of language models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenAI's chat completions.
    OpenAiChat,
    /// OpenAI's responses.
    OpenAiResponses,
    /// Anthropic's messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
    /// Anthropic's messages through Amazon Bedrock's InvokeModel.
    Bedrock,
    /// Anthropic's messages through Vertex AI's rawPredict.
    Vertex,
}

impl Api {
    /// All of them.
    pub const ALL: [Api; 6] =
        [Api::OpenAiChat, Api::OpenAiResponses, Api::Anthropic, Api::Gemini, Api::Bedrock, Api::Vertex];

    /// The provider and the model that it serves, as Deskpilot names them.
    pub const fn provider_and_model(self) -> (&'static str, &'static str) {
        match self {
            Api::OpenAiChat => ("openai", "gpt-6-luna"),
            Api::OpenAiResponses => ("openai-responses", "gpt-6.1-terra"),
            Api::Anthropic => ("anthropic", "claude-opus-5-5"),
            Api::Gemini => ("gemini", "gemini-3.8-flash"),
            Api::Bedrock => ("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
            Api::Vertex => ("vertex-anthropic", "claude-opus-5"),
        }
    }

    /// The name of the model that it serves.
    pub(super) const fn model(self) -> &'static str {
        self.provider_and_model().1
    }

    /// The name of Claude at Anthropic, whose rules hold at partners too.
    pub(super) const fn claude(self) -> &'static str {
        match self {
            Api::Bedrock => "claude-sonnet-4-5-20250929",
            _ => self.model(),
        }
    }

    /// The most tokens that a reply of Claude may have.
    pub(super) const fn most_output(self) -> u64 {
        match self {
            Api::Bedrock => 64_000,
            _ => 128_000,
        }
    }

    /// The path of its address.
    pub(super) const fn base_path(self) -> &'static str {
        match self {
            Api::OpenAiChat | Api::OpenAiResponses | Api::Anthropic => "/v1/",
            Api::Gemini => "/v1beta/",
            Api::Bedrock => "/",
            Api::Vertex => "/v1/projects/our-project/locations/global/",
        }
    }

    /// The path of its method.
    pub(super) fn path(self) -> String {
        let model = self.model();
        let method = match self {
            Api::OpenAiChat => "chat/completions".to_owned(),
            Api::OpenAiResponses => "responses".to_owned(),
            Api::Anthropic => "messages".to_owned(),
            Api::Gemini => format!("models/{model}:generateContent"),
            Api::Bedrock => format!("model/{model}/invoke"),
            Api::Vertex => format!("publishers/anthropic/models/{model}:rawPredict"),
        };
        format!("{}{method}", self.base_path())
    }

    /// The token of a request.
    pub(super) fn token(self, request: &Request) -> Option<&str> {
        match self {
            Api::Anthropic => request.header("x-api-key"),
            Api::Gemini => request.header("x-goog-api-key"),
            Api::OpenAiChat | Api::OpenAiResponses | Api::Bedrock | Api::Vertex => {
                request.header("authorization")?.strip_prefix("Bearer ")
            }
        }
    }
}
