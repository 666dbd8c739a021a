//! Claude at partners of Anthropic: where a request goes, and what it holds.

use super::*;
use deskpilot_testkit::loopback::{Answer, Request, Server};

#[tokio::test]
async fn partners_with_anthropics_interface_take_the_toolset() {
    for name in ["foundry/claude-opus-5-5", "bedrock-messages/anthropic.claude-opus-5-5"] {
        let click = member("toolu_1", "left_click", &json!({"coordinate": [3, 4]}));
        let done_text = json!([{"type": "text", "text": "done"}]);
        let bench = Bench::new(name, vec![says(json!([click])), says(done_text)]).await;
        bench.reply(&prompt(&Shown::default())).await;
        let end = bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
        assert_eq!(end["Status"], "FINISH", "{name}");
        assert_eq!(bench.last()["tools"][0]["type"], "computer_toolset_20260801", "{name}");
    }
}

/// The first request to this model, which gets an answer that asks for nothing more.
async fn first_request(name: &str) -> Request {
    let reply = json!({"content": [{"type": "text", "text": "done"}], "stop_reason": "end_turn"});
    let mut server = Server::start(Answer::json(200, reply.to_string())).await;
    let model = operator(options(name, Some(server.address.as_str())), Arc::new(Prices::embedded())).unwrap();
    model.complete(&prompt(&Shown::default())).await.unwrap();
    server.request().await
}

#[tokio::test]
async fn a_partner_that_has_the_model_in_its_address_has_a_version_in_the_body() {
    for (name, path, version, beta, tool) in [
        (
            "bedrock/us.anthropic.claude-opus-4-6-v1",
            "/model/us.anthropic.claude-opus-4-6-v1/invoke",
            "bedrock-2023-05-31",
            (None, json!(["computer-use-2025-11-24"])),
            "computer_20251124",
        ),
        (
            "bedrock/us.anthropic.claude-opus-5-5",
            "/model/us.anthropic.claude-opus-5-5/invoke",
            "bedrock-2023-05-31",
            (None, json!(["computer-use-2025-11-24"])),
            "computer_20251124",
        ),
        (
            "vertex-anthropic/claude-haiku-4-5@20251001",
            "/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict",
            "vertex-2023-10-16",
            (Some("computer-use-2025-01-24"), Value::Null),
            "computer_20250124",
        ),
        (
            "vertex-anthropic/claude-opus-5-5",
            "/publishers/anthropic/models/claude-opus-5-5:rawPredict",
            "vertex-2023-10-16",
            (None, Value::Null),
            "computer_toolset_20260801",
        ),
    ] {
        let request = first_request(name).await;
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!((request.path.as_str(), &body["anthropic_version"]), (path, &json!(version)), "{name}");
        assert_eq!((request.header("anthropic-beta"), body["anthropic_beta"].clone()), beta, "{name}");
        assert_eq!((&body["tools"][0]["type"], body.get("model")), (&json!(tool), None), "{name}");
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()), "{name}");
    }
}
