//! Tests of failing providers and of models that request impossible things: no panic, no guess, no leaked key.

use super::*;
use deskpilot_core::Remedy;
use proptest::prelude::*;

/// A model requests the impossible; the agent loop reports that, and the model corrects itself.
async fn mended(name: &str, bad: Value, good: Value, expected: &str) -> Value {
    let bench = Bench::new(name, vec![says(bad), says(good)]).await;
    let error = bench.error(&prompt(&Shown::default())).await;
    assert!(error.to_string().contains(expected), "{error}");
    assert_eq!(error.remedy(), Remedy::TellAgent);
    assert_eq!(error.billed_completion().unwrap().usage.output_tokens, 50, "it was paid for");
    let complaint = "it asked for what cannot be done";
    let reply = bench.reply(&prompt(&Shown { complaint, ..Shown::default() })).await;
    assert_eq!(reply["Status"], "CONTINUE");
    bench.last()
}

#[tokio::test]
async fn what_there_is_not_is_told_to_openai() {
    let shell =
        json!({"type": "function_call", "call_id": "call_1", "name": "shell", "arguments": "{\"a\": 1"});
    let unknown = json!({"type": "computer_call", "call_id": "call_1", "action": {"type": "teleport"}});
    let empty = json!({"type": "computer_call", "call_id": "call_1"});
    for (bad, expected, at) in [
        (openai_click("call_1", 641, 0), "(641, 0) is outside of the screenshot", "/input/1/content/0/text"),
        (openai_click("call_1", -1, 0), "(-1, 0) is outside of the screenshot", "/input/1/content/0/text"),
        (unknown, "\"teleport\" is not offered", "/input/1/content/0/text"),
        (empty, "the call has no action", "/input/1/content/0/text"),
        (shell, "there is no tool \"shell\"", "/input/0/output"),
    ] {
        let sent = mended(GPT, json!([bad]), json!([openai_click("call_2", 1, 1)]), expected).await;
        let text = sent.pointer(at).and_then(Value::as_str).unwrap_or_default();
        assert!(text.starts_with("not done: ") && text.contains(expected), "{sent:#}");
        assert_eq!(sent["previous_response_id"], "resp_1");
    }
}

#[tokio::test]
async fn what_there_is_not_is_told_to_anthropic() {
    let tool =
        |name: &str, input: Value| json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": input});
    let computer = |input: Value| tool("computer", input);
    for (bad, expected) in [
        (anthropic_click("toolu_1", 0, 399), "(0, 399) is outside of the screenshot"),
        (computer(json!({"action": "left_click"})), "left_click needs coordinate"),
        (computer(json!({"action": "cursor_position"})), "\"cursor_position\" is not offered"),
        (computer(json!({"action": "zoom"})), "zoom needs region"),
        (
            computer(json!({"action": "zoom", "region": [0, 0, 642, 9]})),
            "(0, 0) to (642, 9) is no part of the screenshot",
        ),
        (computer(json!({"action": "key", "text": "ctrl+nope"})), "there is no key \"nope\""),
        (computer(json!({"action": "left_mouse_down"})), "use left_click_drag"),
        (computer(json!("left_click")), "\"\" is not offered"),
        (tool("bash", json!({"command": "rm -r /"})), "there is no tool \"bash\""),
    ] {
        let sent = mended(CLAUDE, json!([bad]), json!([anthropic_click("toolu_2", 1, 1)]), expected).await;
        let result = &sent["messages"][2]["content"][0];
        assert_eq!(
            (&result["tool_use_id"], &result["is_error"]),
            (&json!("toolu_1"), &json!(true)),
            "{sent:#}"
        );
        assert!(result["content"][0]["text"].as_str().unwrap().contains(expected), "{sent:#}");
    }
}

#[tokio::test]
async fn a_reply_that_the_agent_cannot_follow_is_reported_with_its_call() {
    let clicks = vec![
        says(json!([anthropic_click("toolu_1", 1, 1)])),
        says(json!([anthropic_click("toolu_2", 1, 1)])),
    ];
    let bench = Bench::new(CLAUDE, clicks).await;
    bench.reply(&prompt(&Shown::default())).await;
    bench.reply(&prompt(&Shown { complaint: "that led in a circle", ..Shown::default() })).await;
    let result = bench.last()["messages"][2]["content"][0].clone();
    assert_eq!(result["content"][0]["text"], "not done: that led in a circle");
}

#[tokio::test]
async fn an_empty_answer_leaves_the_conversation_as_it_was() {
    let click = |id: &str| says(json!([openai_click(id, 1, 1)]));
    let empty = || says(json!([{"type": "reasoning", "summary": []}]));
    let bench = Bench::new(GPT, vec![click("call_1"), empty(), click("call_2")]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let last = json!([done("click_at", "confirmed")]);
    let error = bench.error(&after(last.clone())).await;
    assert!(error.to_string().contains("it asked for nothing and said nothing"), "{error}");
    assert_eq!(error.remedy(), Remedy::TellAgent);
    let complaint = "it gave no text";
    bench.reply(&prompt(&Shown { complaint, last, ..Shown::default() })).await;
    let sent = bench.last();
    assert_eq!(sent["previous_response_id"], "resp_1", "{sent:#}");
    assert_eq!(sent["input"][0]["call_id"], "call_1");
    assert_eq!(sent["input"][1]["content"][0]["text"], complaint);
}

#[tokio::test]
async fn a_provider_that_fails_is_named_with_a_remedy_and_without_the_key() {
    for name in [GPT, CLAUDE] {
        for (line, expected, remedy) in [
            (OperatorReply::Error(401, format!(r#"{{"error": {{"message": "bad {KEY}"}}}}"#)), "does not accept the key: bad ***", Remedy::AskUser),
            (OperatorReply::Error(403, String::new()), "does not accept the key", Remedy::AskUser),
            (OperatorReply::Error(429, "{}".into()), "is asked too often", Remedy::Retry),
            (OperatorReply::Error(500, format!("<html>{KEY}")), ": <html>***", Remedy::Retry),
            (OperatorReply::Error(529, r#"{"error": {"message": "overloaded"}}"#.into()), "overloaded (status 529)", Remedy::Retry),
            (OperatorReply::Error(307, String::new()), "redirects elsewhere", Remedy::GiveUp),
            (OperatorReply::Error(400, r#"{"error": {"message": "no such tool"}}"#.into()), "no such tool", Remedy::GiveUp),
            (OperatorReply::Raw("<html>hello".into()), "an HTML page that begins: <html>hello", Remedy::Retry),
            (OperatorReply::Raw(String::new()), "no reply that can be read", Remedy::Retry),
            (OperatorReply::Raw("[]".into()), "gave no text", Remedy::TellAgent),
            (OperatorReply::Raw(r#"{"error": {"message": "busy", "code": 503}}"#.into()), "busy", Remedy::Retry),
            (OperatorReply::Raw(r#"{"stop_reason": "max_tokens", "output": [], "incomplete_details": {"reason": "max_output_tokens"}, "status": "incomplete"}"#.into()), "model.max_output_tokens", Remedy::TellAgent),
        ] {
            let bench = Bench::new(name, vec![line.clone()]).await;
            let error = bench.error(&prompt(&Shown::default())).await;
            assert!(error.to_string().contains(expected), "{name} {line:?}: {error}");
            assert_eq!(error.remedy(), remedy, "{name} {line:?}: {error}");
            assert!(!format!("{error} {error:?}").contains(KEY), "{error:?}");
        }
    }
}

#[tokio::test]
async fn a_failed_call_is_made_again_as_it_was() {
    let click = |id: &str| says(json!([openai_click(id, 1, 1)]));
    let bench =
        Bench::new(GPT, vec![click("call_1"), OperatorReply::Error(500, String::new()), click("call_2")])
            .await;
    bench.reply(&prompt(&Shown::default())).await;
    let next = after(json!([done("click_at", "confirmed")]));
    bench.error(&next).await;
    bench.reply(&next).await;
    let requests = bench.server.requests();
    assert_eq!(requests[1], requests[2]);
}

#[tokio::test]
async fn nobody_answering_is_reported() {
    let prices = Arc::new(Prices::embedded());
    let model = operator(options(GPT, Some("http://127.0.0.1:1/v1/")), prices).unwrap();
    let error = model.complete(&prompt(&Shown::default())).await.unwrap_err();
    assert!(matches!(error, ModelError::Unreachable { .. }), "{error:?}");
}

fn json_value() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "computer_call",
        "function_call",
        "tool_use",
        "computer",
        "click",
        "left_click",
        "drag",
        "keypress",
        "key",
        "scroll",
        "type",
        "wait",
        "message",
        "text",
        "ask_person",
        "+",
        "ctrl+",
        "refusal",
        "reasoning",
        "é",
        "{",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(|it| json!(it)),
        (-9i64..900).prop_map(Value::from),
        words.clone().prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "type",
        "id",
        "call_id",
        "action",
        "actions",
        "name",
        "input",
        "arguments",
        "content",
        "output",
        "x",
        "y",
        "path",
        "keys",
        "coordinate",
        "start_coordinate",
        "text",
        "button",
        "pending_safety_checks",
        "stop_reason",
        "summary",
        "scroll_x",
        "scroll_y",
        "duration",
        "repeat",
        "scroll_direction",
        "scroll_amount",
        "toolset_name",
        "thinking",
        "usage",
        "refusal",
    ]);
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..8).prop_map(|it| Value::Object(
                it.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            )),
        ]
    })
}

proptest! {
    #[test]
    fn no_body_makes_it_panic(output in json_value()) {
        let body = json!({"id": "r", "output": output, "content": output, "stop_reason": "tool_use"});
        for calls in [super::super::openai::tests::calls_of(&body), super::super::anthropic::tests::calls_of(&body)] {
            for call in calls {
                let _ = super::super::function_calls::function_calls(&call.actions, deskpilot_core::Size { width: 641, height: 399 });
            }
        }
    }
}
