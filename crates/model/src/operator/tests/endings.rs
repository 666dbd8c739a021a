//! Tests of answers that the model did not end: nothing that they ask for is done.

use super::*;
use deskpilot_core::{ReplyEnding, ReplyLength};

/// A whole answer with a click that is cut after it, in both dialects.
fn cut(name: &str) -> OperatorReply {
    says(match name {
        CLAUDE => {
            json!({"id": "m", "model": "m", "content": [anthropic_click("toolu_9", 1, 1)], "stop_reason": "max_tokens",
            "usage": {"input_tokens": 1000, "output_tokens": 4096}})
        }
        _ => {
            json!({"id": "resp_9", "model": "m", "output": [openai_click("call_9", 1, 1)], "status": "incomplete",
            "incomplete_details": {"reason": "max_output_tokens"}, "usage": {"input_tokens": 1000, "output_tokens": 4096}})
        }
    })
}

#[tokio::test]
async fn a_cut_turn_does_nothing_and_the_same_turn_is_asked_again_for_more() {
    let openai = || says(json!([openai_click("call_1", 1, 1)]));
    let claude = || says(json!([anthropic_click("toolu_1", 1, 1)]));
    for (name, click, key) in [(GPT, openai(), "max_output_tokens"), (CLAUDE, claude(), "max_tokens")] {
        let mut answers = vec![click.clone(), cut(name), click];
        let server_name = if name == CLAUDE { Dialect::Anthropic } else { Dialect::OpenAi };
        let server =
            OperatorServer::start(server_name, std::mem::take(&mut answers), Secret::new(KEY)).await.unwrap();
        let options =
            HostedOptions { max_output_tokens: Some(2000), ..options(name, Some(server.base_url())) };
        let model = operator(options, Arc::new(Prices::embedded())).unwrap();
        let bench = Bench { server, model };
        bench.reply(&prompt(&Shown::default())).await;
        let last = json!([done("click_at", "confirmed")]);
        let error = bench.error(&after(last.clone())).await;
        assert_eq!(error.reply_ending(), ReplyEnding::Cut(4096), "{name}: {error}");
        assert!(error.to_string().contains("model.max_output_tokens"), "{name}: {error}");
        let complaint = "the reply was cut";
        let after_cut = prompt(&Shown { complaint, last, ..Shown::default() });
        bench.reply(&Prompt { reply_length: ReplyLength::LongerThan(4096), ..after_cut }).await;
        let requests = bench.server.requests();
        assert_eq!((&requests[1][key], &requests[2][key]), (&json!(2000), &json!(16_384)), "{name}");
        let sent = requests[2].to_string();
        assert!(!sent.contains("_9") && sent.contains("_1") && sent.contains(complaint), "{name}: {sent}");
    }
}

#[tokio::test]
async fn what_is_asked_for_along_with_a_refusal_is_not_done() {
    let filtered = json!({"id": "resp_1", "output": [openai_click("call_1", 1, 1)], "status": "incomplete",
        "incomplete_details": {"reason": "content_filter"}});
    let refusal = json!({"type": "message", "content": [{"type": "refusal", "refusal": "I will not"}]});
    let both = json!([openai_click("call_1", 1, 1), refusal]);
    for (answer, why) in [(filtered, "content_filter"), (both, "I will not")] {
        let reply = Bench::new(GPT, vec![says(answer)]).await.reply(&prompt(&Shown::default())).await;
        assert_eq!(reply["Status"], "FAIL", "{reply}");
        assert!(
            reply["Comment"].as_str().unwrap().contains(why) && reply.get("ActionList").is_none(),
            "{reply}"
        );
    }
}

#[tokio::test]
async fn arguments_that_are_cut_or_say_two_things_are_not_done() {
    for (arguments, expected) in [
        (r#"{"reason": "no dis"#, "the arguments of give_up are not JSON"),
        (r#"{"reason": "a", "reason": "b"}"#, r#"the arguments of give_up have the key "reason" twice"#),
    ] {
        let call =
            json!({"type": "function_call", "call_id": "call_1", "name": "give_up", "arguments": arguments});
        let error = Bench::new(GPT, vec![says(json!([call]))]).await.error(&prompt(&Shown::default())).await;
        assert!(error.to_string().contains(expected), "{error}");
    }
}
