//! How many tokens the prompt and the reply of a model may have together: servers on the user's machine decide it for themselves,
//! and some of them cut what is longer without a word.

use super::{Wire, key_headers};
use crate::{HostedOptions, KeyNeed, known_model};
use serde_json::Value;
use std::time::Duration;

/// How long a server may take to say it.
const DEADLINE: Duration = Duration::from_secs(5);

/// Where servers on the user's machine say it, in the order in which they are asked: Ollama of a model that it has loaded,
/// llama.cpp, LM Studio, and the list of models that most servers have.
const OWN_SERVER: &[&str] = &["/api/ps", "/props", "/api/v0/models", "models"];
/// Where providers say it.
const PROVIDER: &[&str] = &["models"];

/// The most tokens of prompt and reply, by the table of models, else by what the server says; `None` if neither knows.
pub async fn context_size(options: &HostedOptions) -> Option<u32> {
    let listed = known_model(&options.model).filter(|it| it.is_listed());
    if let Some(size) = listed.and_then(|it| it.context) {
        return Some(size);
    }
    let places = match options.provider.key {
        KeyNeed::Optional => OWN_SERVER,
        KeyNeed::Required | KeyNeed::OrAccessKeys => PROVIDER,
    };
    let options = HostedOptions { timeout: options.timeout.min(DEADLINE), ..options.clone() };
    let headers = key_headers(&options).ok()?;
    for place in places {
        let body = Wire::new(&options, place, &headers).ok()?.get().await;
        if let Some(size) = body.ok().and_then(|it| size_in(&it, &options.model)) {
            return Some(size);
        }
    }
    None
}

/// The keys that say it, those first that say how much of it is in use.
const KEYS: &[&str] = &[
    "/loaded_context_length",
    "/context_length",
    "/meta/n_ctx",
    "/max_model_len",
    "/context_window",
    "/max_context_length",
    "/meta/n_ctx_train",
];

fn size_in(body: &Value, model: &str) -> Option<u32> {
    let of_server = body.pointer("/default_generation_settings/n_ctx");
    let entry = || {
        let entries = ["data", "models"].iter().find_map(|it| body.get(it)?.as_array())?;
        let is_it = |it: &&Value| ["id", "model", "name"].iter().any(|key| same_model(it.get(key), model));
        entries.iter().find(is_it)
    };
    let of_model = || KEYS.iter().find_map(|it| entry()?.pointer(it));
    let size = of_server.or_else(of_model)?.as_u64()?;
    u32::try_from(size).ok().filter(|it| *it > 0)
}

fn same_model(name: Option<&Value>, model: &str) -> bool {
    // Ollama adds this tag to the name of a model that was named without one.
    let plain = |it: &str| it.strip_suffix(":latest").unwrap_or(it).to_lowercase();
    name.and_then(Value::as_str).is_some_and(|it| plain(it) == plain(model))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;
    use deskpilot_testkit::loopback::{Answer, Server};
    use serde_json::json;

    #[test]
    fn the_size_is_read_where_servers_put_it() {
        for (body, expected) in [
            (json!({"default_generation_settings": {"n_ctx": 4096}}), Some(4096)),
            (json!({"models": [{"name": "mine:latest", "context_length": 8192}]}), Some(8192)),
            (
                json!({"data": [{"id": "other", "max_model_len": 1}, {"id": "Mine", "max_model_len": 32_768}]}),
                Some(32_768),
            ),
            (
                json!({"data": [{"id": "mine", "max_context_length": 131_072, "loaded_context_length": 4096}]}),
                Some(4096),
            ),
            (json!({"data": [{"id": "mine", "meta": {"n_ctx_train": 40_960}}]}), Some(40_960)),
            (json!({"data": [{"id": "mine"}]}), None),
            (json!({"data": [{"id": "mine", "max_model_len": 0}]}), None),
            (json!({"data": [{"id": "other", "max_model_len": 5}]}), None),
            (json!([]), None),
            (json!({"models": "none", "default_generation_settings": {"n_ctx": "many"}}), None),
        ] {
            assert_eq!(size_in(&body, "mine"), expected, "{body}");
        }
    }

    #[tokio::test]
    async fn a_server_is_asked_in_all_places_and_the_table_knows_without_one() {
        let mut server = Server::start_with(|request| match request.path.as_str() {
            "/v1/models" => Answer::json(200, r#"{"data": [{"id": "mine", "max_model_len": 8192}]}"#),
            _ => Answer::json(404, "{}"),
        })
        .await;
        let address = Some(format!("{}/v1", server.address));
        assert_eq!(context_size(&options("openai-compatible", "mine", address)).await, Some(8192));
        for place in ["/api/ps", "/props", "/api/v0/models", "/v1/models"] {
            assert_eq!(server.request().await.path, place);
        }
        let nowhere = Some("http://127.0.0.1:1/v1".to_owned());
        assert_eq!(context_size(&options("openai-compatible", "mine", nowhere.clone())).await, None);
        assert_eq!(context_size(&options("anthropic", "claude-sonnet-4-5", nowhere)).await, Some(200_000));
    }
}
