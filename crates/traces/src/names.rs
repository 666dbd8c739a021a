//! Every name in a span, in one place: the conventions for generative AI are in development and change with each release.

/// The version of the conventions that the names follow
/// (<https://github.com/open-telemetry/semantic-conventions-genai>, release 0.1.0).
pub(crate) const CONVENTION: &str = "0.1.0";

// Resource (<https://opentelemetry.io/docs/specs/semconv/resource/service/>).
pub(crate) const SERVICE_NAME: &str = "service.name";
pub(crate) const SERVICE_VERSION: &str = "service.version";

// Errors (<https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/>).
pub(crate) const ERROR_TYPE: &str = "error.type";

// Generative AI: the registry `gen_ai` of the conventions.
pub(crate) const OPERATION: &str = "gen_ai.operation.name";
pub(crate) const PROVIDER: &str = "gen_ai.provider.name";
pub(crate) const CONVERSATION: &str = "gen_ai.conversation.id";
pub(crate) const AGENT: &str = "gen_ai.agent.name";
pub(crate) const AGENT_VERSION: &str = "gen_ai.agent.version";
pub(crate) const REQUEST_MODEL: &str = "gen_ai.request.model";
pub(crate) const RESPONSE_MODEL: &str = "gen_ai.response.model";
pub(crate) const INPUT_TOKENS: &str = "gen_ai.usage.input_tokens";
pub(crate) const CACHED_TOKENS: &str = "gen_ai.usage.cache_read.input_tokens";
pub(crate) const OUTPUT_TOKENS: &str = "gen_ai.usage.output_tokens";
pub(crate) const TOOL: &str = "gen_ai.tool.name";
pub(crate) const TOOL_CALL: &str = "gen_ai.tool.call.id";

// The values of `gen_ai.operation.name`, with which the names of spans begin.
pub(crate) const CHAT: &str = "chat";
pub(crate) const EXECUTE_TOOL: &str = "execute_tool";
pub(crate) const INVOKE_AGENT: &str = "invoke_agent";

// What the conventions have no name for.
pub(crate) const PRODUCT: &str = "deskpilot";
pub(crate) const STEP_SPAN: &str = "step";
pub(crate) const APPROVAL_SPAN: &str = "approval";
pub(crate) const QUESTION_SPAN: &str = "question";
pub(crate) const CONVENTION_VERSION: &str = "deskpilot.gen_ai.convention";
pub(crate) const MODE: &str = "deskpilot.mode";
pub(crate) const APPLICATION: &str = "deskpilot.application";
pub(crate) const ROUND: &str = "deskpilot.round";
pub(crate) const STEP: &str = "deskpilot.step";
pub(crate) const ATTEMPT: &str = "deskpilot.attempt";
pub(crate) const OUTCOME: &str = "deskpilot.outcome";
pub(crate) const EFFECT: &str = "deskpilot.effect";
pub(crate) const REASON_CODE: &str = "deskpilot.reason_code";
pub(crate) const CONSENT: &str = "deskpilot.consent";
pub(crate) const QUESTIONS: &str = "deskpilot.questions";
pub(crate) const DOLLARS: &str = "deskpilot.cost.dollars";
pub(crate) const TOTAL_CALLS: &str = "deskpilot.total.model_calls";
pub(crate) const TOTAL_INPUT_TOKENS: &str = "deskpilot.total.input_tokens";
pub(crate) const TOTAL_OUTPUT_TOKENS: &str = "deskpilot.total.output_tokens";
pub(crate) const TOTAL_DOLLARS: &str = "deskpilot.total.cost.dollars";

// Content: only where the user asks for it.
pub(crate) const REQUEST_TEXT: &str = "deskpilot.content.request";
pub(crate) const SUBTASK_TEXT: &str = "deskpilot.content.subtask";
pub(crate) const OPERATION_TEXT: &str = "deskpilot.content.operation";
pub(crate) const OUTPUT_TEXT: &str = "deskpilot.content.output";
pub(crate) const QUESTION_TEXT: &str = "deskpilot.content.question";
pub(crate) const ANSWER_TEXT: &str = "deskpilot.content.answer";
pub(crate) const REPLY_TEXT: &str = "deskpilot.content.reply";

/// Deskpilot's words for providers, and those of the conventions where they differ.
const PROVIDERS: &[(&str, &str)] = &[
    ("openai-responses", "openai"),
    ("gemini", "gcp.gemini"),
    ("azure", "azure.ai.openai"),
    ("foundry", "azure.ai.inference"),
    ("bedrock", "aws.bedrock"),
    ("bedrock-messages", "aws.bedrock"),
    ("vertex", "gcp.vertex_ai"),
    ("vertex-anthropic", "gcp.vertex_ai"),
    ("xai", "x_ai"),
    ("mistral", "mistral_ai"),
];

/// The provider in the name of a model, as the conventions call it, and the model: `openai` and `gpt-6` of `openai/gpt-6`.
pub(crate) fn provider_and_model(name: &str) -> (Option<&str>, &str) {
    let Some((word, model)) = name.split_once('/') else { return (None, name) };
    let known = PROVIDERS.iter().find(|(own, _)| *own == word);
    (Some(known.map_or(word, |(_, theirs)| *theirs)), model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_have_the_words_of_the_conventions() {
        for (name, expected) in [
            ("openai/gpt-6", (Some("openai"), "gpt-6")),
            ("bedrock/anthropic.claude/v1", (Some("aws.bedrock"), "anthropic.claude/v1")),
            ("ollama/qwen", (Some("ollama"), "qwen")),
            ("steps", (None, "steps")),
        ] {
            assert_eq!(provider_and_model(name), expected);
        }
    }
}
