//! Converts error replies of providers to [`ModelError`]. Pure.

use super::{
    body::{body_in_words, is_page},
    dialect::Ending,
    limits::{advice, thoughts_advice},
};
use crate::shorten::shorten;
use crate::{HostedOptions, Images, ModelError, Secret};
use deskpilot_core::Usage;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::Url;
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::time::Duration;

/// The model that an error concerns. Its messages never contain a secret.
pub(crate) struct ErrorContext {
    model: String,
    endpoint: String,
    key_variable: String,
    timeout: Duration,
    secrets: Vec<Secret>,
    unreachable_hint: &'static str,
    images: Images,
}

/// A reply that its model did not end.
pub(crate) struct UnfinishedReply<'o> {
    /// The text of the reply; for logs only.
    pub(crate) text: String,
    /// What the call used.
    pub(crate) usage: Usage,
    /// The limit that the request asked for.
    pub(crate) limit: Option<u32>,
    /// The model and its options.
    pub(crate) options: &'o HostedOptions,
}

/// A provider's error response.
pub(super) struct ErrorResponse<'a> {
    /// The HTTP status.
    pub(super) status: u16,
    /// The body.
    pub(super) body: &'a str,
    /// The wait that it asks for.
    pub(super) retry_after: Option<Duration>,
}

/// The most characters of a provider's message in an error: the body of a failure may be a whole page.
const MAX_MESSAGE_CHARS: usize = 300;

impl ErrorContext {
    pub(super) fn new(options: &HostedOptions, address: &Url) -> ErrorContext {
        let port = address.port().map_or(String::new(), |port| format!(":{port}"));
        ErrorContext {
            model: options.name(),
            endpoint: format!(
                "{}://{}{port}{}",
                address.scheme(),
                address.host_str().unwrap_or(""),
                address.path()
            ),
            key_variable: options.key_variable.clone(),
            timeout: options.timeout,
            secrets: options.secrets(),
            unreachable_hint: unreachable_hint(options.provider.name, address),
            images: options.images,
        }
    }

    /// The error for an error response.
    pub(super) fn response_error(&self, response: &ErrorResponse) -> ModelError {
        let model = self.model.clone();
        let message = self.redact(&error_message(&self.without_secrets(response.body)));
        match response.status {
            401 | 403 => self.unauthorized(&message),
            // Waiting helps against a rate limit, and not against a quota that is used up.
            429 if is_quota_exceeded(response.body) => ModelError::Refused { model, message },
            429 => {
                let retry_after = response.retry_after.or_else(|| retry_delay(response.body));
                ModelError::RateLimited { model, retry_after }
            }
            400 | 404 if is_conversation_lost(response.body) => {
                ModelError::ConversationLost { model, message }
            }
            // A server that cannot take pictures may say so with a server error, which comes again at each
            // attempt.
            408 | 500.. if self.picture_hint(&message).is_empty() => ModelError::Unavailable {
                model,
                message: format!("{message} (status {})", response.status),
                retry_after: response.retry_after,
            },
            // Clients follow no redirects: the key and the pictures would go to an address that nobody chose.
            300..=399 => self.refused("it redirects elsewhere; is base_url right?"),
            404 if self.picture_hint(&message).is_empty() => {
                self.refused(&format!("{message} (status 404; are model and base_url right?)"))
            }
            status => self.refused(&format!("{message} (status {status}){}", self.picture_hint(&message))),
        }
    }

    /// The failure that a body reports although its status is success; `None` if it reports none.
    pub(crate) fn reported_failure(&self, body: &Value) -> Option<ModelError> {
        let error = body.get("error").filter(|error| !error.is_null())?;
        let status = reported_status(error).unwrap_or(400);
        Some(self.response_error(&ErrorResponse { status, body: &body.to_string(), retry_after: None }))
    }

    /// The error for a reply without text. `usage` is what the call used.
    pub(crate) fn no_text(&self, why: &str, usage: Usage) -> ModelError {
        ModelError::NoText { model: self.model.clone(), message: self.redact(why), usage }
    }

    /// The error for a reply whose text is nothing but thoughts.
    pub(super) fn only_thoughts(&self, ending: &Ending, reply: UnfinishedReply<'_>) -> ModelError {
        let UnfinishedReply { text, usage, limit, options } = reply;
        let cut_after = (*ending == Ending::Cut).then(|| cut_position(&usage, limit));
        let advice = thoughts_advice(options, limit, cut_after);
        ModelError::OnlyThoughts {
            model: self.model.clone(),
            text: text.into(),
            cut_after,
            advice: advice.into(),
            usage,
        }
    }

    /// The error for a reply with this ending; `None` if its model ended it.
    pub(crate) fn unfinished(&self, ending: &Ending, reply: UnfinishedReply<'_>) -> Option<ModelError> {
        let UnfinishedReply { text, usage, limit, options } = reply;
        let model = self.model.clone();
        match ending {
            Ending::Complete => None,
            Ending::Cut => {
                let (tokens, advice) = (cut_position(&usage, limit), advice(options, limit));
                Some(ModelError::Cut { model, text, tokens, advice, usage })
            }
            Ending::Withheld(why) => {
                Some(ModelError::Withheld { model, text, reason: self.redact(why), usage })
            }
            Ending::Broken(why) => Some(self.unavailable(why)),
        }
    }

    /// What helps if the server refuses pictures, as its message says; empty where it says nothing of them.
    fn picture_hint(&self, message: &str) -> &'static str {
        let message = message.to_lowercase();
        let is_of_pictures =
            ["image", "vision", "multimodal", "multi-modal"].iter().any(|it| message.contains(it));
        match self.images {
            Images::Omit => "",
            _ if is_of_pictures => "; if this model takes no pictures, set model.images to \"omitted\"",
            _ => "",
        }
    }

    fn unauthorized(&self, message: &str) -> ModelError {
        let (model, variable) = (self.model.clone(), self.key_variable.clone());
        ModelError::Unauthorized { model, message: message.to_owned(), variable }
    }

    pub(super) fn timed_out(&self) -> ModelError {
        ModelError::TimedOut { model: self.model.clone(), seconds: self.timeout.as_secs() }
    }

    pub(super) fn refused(&self, message: &str) -> ModelError {
        ModelError::Refused { model: self.model.clone(), message: self.redact(message) }
    }

    /// The error for a reply that is no JSON and does not claim to be.
    pub(super) fn not_json(&self, content_type: &str, body: &str) -> ModelError {
        self.refused(&format!(
            "it answers with {content_type:?}, not JSON, and sent {}; is base_url right?",
            body_in_words(&self.without_secrets(body))
        ))
    }

    /// The error for a body that is not a reply, which hardly changes on a second request.
    pub(super) fn unreadable(&self, message: &str) -> ModelError {
        ModelError::Unreadable { model: self.model.clone(), message: self.redact(message) }
    }

    pub(super) fn unreachable(&self, message: &str) -> ModelError {
        let (endpoint, message) = (self.endpoint.clone(), self.redact(message));
        ModelError::Unreachable { endpoint, message, hint: self.unreachable_hint }
    }

    pub(super) fn misconfigured(&self, message: &str) -> ModelError {
        ModelError::Misconfigured { what: self.model.clone(), message: self.redact(message) }
    }

    pub(super) fn unavailable(&self, message: &str) -> ModelError {
        let (model, message) = (self.model.clone(), self.redact(message));
        ModelError::Unavailable { model, message, retry_after: None }
    }

    fn redact(&self, message: &str) -> String {
        // Remove secrets before shortening, which could leave half of one.
        shorten(&self.without_secrets(message), MAX_MESSAGE_CHARS)
    }

    /// The text with no secret in it.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| secret.remove_from(&text))
    }
}

/// After how many tokens a reply was cut; 0 if nobody counted. Without a count from the server, assume that the reply reached the
/// limit of the request.
fn cut_position(usage: &Usage, limit: Option<u32>) -> u64 {
    let counted = Some(usage.output_tokens).filter(|tokens| *tokens > 0);
    counted.or(limit.map(u64::from)).unwrap_or(0)
}

/// What to look at where nothing answers at an address.
fn unreachable_hint(provider: &str, address: &Url) -> &'static str {
    let host = address.host_str().unwrap_or("");
    let is_here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    match (provider, is_here) {
        ("ollama", true) => "is ollama running? `ollama serve` starts it",
        (_, true) => "is its server running?",
        _ => "is the address right, and is a proxy needed?",
    }
}

/// The words of OpenAI and Anthropic for failures that pass, and the status for each. A response of OpenAI that failed has its word in a
/// body with a status of success.
const PASSING: &[(&str, u16)] = &[
    ("rate_limit_exceeded", 429),
    ("rate_limit_error", 429),
    ("server_error", 500),
    ("api_error", 500),
    ("timeout_error", 504),
    ("overloaded_error", 529),
];

/// The status for the number or the word in a reported failure.
fn reported_status(error: &Value) -> Option<u16> {
    let (code, kind) = (&error["code"], &error["type"]);
    let number = code.as_u64().or_else(|| code.as_str()?.parse().ok());
    let of_word = |it: &Value| {
        let word = it.as_str()?;
        PASSING.iter().find(|(name, _)| *name == word).map(|(_, status)| *status)
    };
    number.and_then(|it| u16::try_from(it).ok()).or_else(|| of_word(code)).or_else(|| of_word(kind))
}

/// The places where the dialects put an error message.
const MESSAGE_POINTERS: &[&str] = &["/error/message", "/0/error/message", "/error", "/message", "/detail"];

fn error_message(body: &str) -> String {
    let json: Value = serde_json::from_str(body).unwrap_or(Value::Null);
    let message = MESSAGE_POINTERS.iter().find_map(|place| json.pointer(place)?.as_str());
    match message {
        Some(message) => message.to_owned(),
        None if body.trim().is_empty() => "it gave no reason".to_owned(),
        None if is_page(body) => body_in_words(body),
        None => body.to_owned(),
    }
}

/// Whether the account's quota is used up, so that waiting does not help.
fn is_quota_exceeded(body: &str) -> bool {
    body.contains("insufficient_quota")
}

/// Whether the provider has no answer that the request could follow: OpenAI says so by its code, or by the parameter
/// that it rejects.
fn is_conversation_lost(body: &str) -> bool {
    let json: Value = serde_json::from_str(body).unwrap_or(Value::Null);
    let error = &json["error"];
    let is_of_interaction =
        || error["message"].as_str().is_some_and(|it| it.contains("previous_interaction_id"));
    error["code"] == "previous_response_not_found"
        || error["param"] == "previous_response_id"
        || is_of_interaction()
}

/// The longest wait that a provider can ask for; a longer one counts as a mistake.
const MAX_WAIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The wait that the provider asks for, if plausible.
pub(super) fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    parse_wait(headers, now).filter(|wait| *wait <= MAX_WAIT)
}

fn parse_wait(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let header = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    // No standard header, but more exact than the whole seconds of `retry-after`.
    if let Some(milliseconds) = header("retry-after-ms").and_then(|text| text.parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    let value = header("retry-after")?;
    seconds(value).or_else(|| {
        let then = rfc2822::parse(value).ok()?.timestamp();
        // A date in the past gives a negative wait, which means at once.
        Some(Duration::try_from(then.duration_since(now)).unwrap_or(Duration::ZERO))
    })
}

/// The wait in the body of a Gemini response, such as `"retryDelay": "34s"`.
fn retry_delay(body: &str) -> Option<Duration> {
    let json: Value = serde_json::from_str(body).ok()?;
    let details = json.pointer("/error/details")?.as_array()?;
    details.iter().find_map(|detail| seconds(detail.get("retryDelay")?.as_str()?.strip_suffix('s')?))
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;
    use deskpilot_core::Remedy;
    use reqwest::header::HeaderValue;

    fn context() -> ErrorContext {
        let options = options("openai", "gpt-6-luna", None);
        ErrorContext::new(&options, &options.address().unwrap())
    }

    #[test]
    fn a_status_becomes_what_it_means() {
        let error_of = |status, body| {
            context().response_error(&ErrorResponse {
                status,
                body,
                retry_after: Some(Duration::from_secs(7)),
            })
        };
        for (status, body, text, remedy) in [
            (
                401,
                r#"{"error": {"message": "bad key test-key"}}"#,
                "bad key ***; set OPENAI_API_KEY",
                Remedy::AskUser,
            ),
            (403, "", "does not accept the key: it gave no reason", Remedy::AskUser),
            (429, "{}", "asked too often; again in 7 s", Remedy::Retry),
            (
                429,
                r#"{"error": {"code": "insufficient_quota", "message": "pay"}}"#,
                "request: pay",
                Remedy::GiveUp,
            ),
            (408, "", "server error of openai/gpt-6-luna: it gave no reason (status 408)", Remedy::Retry),
            (504, r#"{"error": {"message": "upstream"}}"#, "upstream (status 504)", Remedy::Retry),
            (
                500,
                "<html>oops</html>",
                "server error of openai/gpt-6-luna: an HTML page that begins: <html>oops</html> (status 500)",
                Remedy::Retry,
            ),
            (529, r#"{"error": {"message": "overloaded"}}"#, "overloaded (status 529)", Remedy::Retry),
            (400, r#"{"error": "no such field"}"#, "refuses the request: no such field", Remedy::GiveUp),
            (400, r#"[{"error": {"message": "in a list"}}]"#, "in a list (status 400)", Remedy::GiveUp),
            (
                400,
                r#"{"error": "this model does not support image input"}"#,
                "input (status 400); if this model takes no pictures, set model.images to \"omitted\"",
                Remedy::GiveUp,
            ),
            (402, r#"{"message": "no money"}"#, "no money (status 402)", Remedy::GiveUp),
            (404, r#"{"error": {"message": "no model"}}"#, "are model and base_url right?", Remedy::GiveUp),
            (307, "", "redirects elsewhere", Remedy::GiveUp),
        ] {
            let error = error_of(status, body);
            assert!(error.to_string().contains(text), "{status}: {error}");
            assert_eq!(error.remedy(), remedy, "{status}: {error}");
        }
    }

    #[test]
    fn where_nothing_answers_the_likely_reason_is_named() {
        for (provider, address, expected) in [
            ("ollama", "http://127.0.0.1:11434/v1/", "is ollama running? `ollama serve` starts it"),
            ("openai-compatible", "http://localhost:8000/v1/", "is its server running?"),
            ("ollama", "http://box:11434/v1/", "is the address right, and is a proxy needed?"),
        ] {
            assert_eq!(unreachable_hint(provider, &address.parse().unwrap()), expected);
        }
    }

    #[test]
    fn a_long_message_is_shortened_but_never_in_the_middle_of_the_key() {
        let body = format!("{}test-key", "x".repeat(MAX_MESSAGE_CHARS - 4));
        let message = context()
            .response_error(&ErrorResponse { status: 400, body: &body, retry_after: None })
            .to_string();
        assert!(message.chars().count() < MAX_MESSAGE_CHARS + 50 && !message.contains("test"), "{message}");
    }

    #[test]
    fn the_wait_is_read_however_it_is_written() {
        let now: Timestamp = "2025-01-01T00:00:00Z".parse().unwrap();
        for (name, value, wait) in [
            ("retry-after", "7", Some(7000)),
            ("retry-after", "0.5", Some(500)),
            ("retry-after-ms", "250", Some(250)),
            ("retry-after", "Wed, 01 Jan 2025 00:00:30 GMT", Some(30_000)),
            ("retry-after", "Tue, 31 Dec 2024 00:00:00 GMT", Some(0)),
            ("retry-after", "-1", None),
            ("retry-after", "NaN", None),
            ("retry-after", "1e400", None),
            ("retry-after", "31536000000", None),
            ("retry-after", "604800", Some(604_800_000)),
            ("retry-after", "Tue, 31 Dec 2999 23:59:59 GMT", None),
            ("retry-after", "Wed, 32 Jan 2025 25:00:30 GMT", None),
            ("retry-after", "", None),
            ("retry-after-ms", "18446744073709551615", None),
            ("retry-after-ms", "-5", None),
            ("retry-after", "soon", None),
            ("other", "7", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            assert_eq!(retry_after(&headers, now), wait.map(Duration::from_millis), "{name}: {value}");
        }
        let body = r#"{"error": {"details": [{}, {"retryDelay": "34s"}]}}"#;
        assert_eq!(retry_delay(body), Some(Duration::from_secs(34)));
    }
}
