//! What a session makes of servers that think without answering, ask for long waits or send no reply, on the way through the wire
//! of a hosted model: it never asks the same again and again, and it ends with what a person can do.

use crate::common::{FINISH, TestEnv, act, assign, performed};
use deskpilot_agent::Ending;
use deskpilot_core::{Event, Remedy, ReplyEnding, Verdict};
use deskpilot_model::{HostedOptions, Model, Prices, Provider, hosted};
use deskpilot_testkit::loopback::{Answer, Response, Server};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

const NOTES: &str = "window \"Notes\" notes\n  edit \"Text\"\n  button \"Delete\" -> close\n";

/// A server that gives these answers in order, and the last one again and again, and the requests that it got.
struct OddServer {
    _server: Server,
    requests: Arc<Mutex<Vec<String>>>,
    model: Arc<dyn Model>,
}

impl OddServer {
    async fn start(answers: Vec<Answer>) -> OddServer {
        let left = Mutex::new(VecDeque::from(answers));
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = requests.clone();
        let server = Server::start_with(move |request| {
            kept.lock().unwrap().push(String::from_utf8_lossy(&request.body).into_owned());
            let mut left = left.lock().unwrap();
            let next = if left.len() > 1 { left.pop_front() } else { left.front().cloned() };
            next.unwrap()
        })
        .await;
        let provider = Provider::by_name("openai-compatible").unwrap();
        let options = HostedOptions {
            base_url: Some(server.address.clone()),
            ..HostedOptions::with_defaults(provider, "m")
        };
        let model = hosted(options, Arc::new(Prices::embedded())).unwrap();
        OddServer { _server: server, requests, model }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn message(message: &Value, reason: &str) -> Answer {
    let choice = json!({"message": message, "finish_reason": reason});
    Answer::json(200, json!({"choices": [choice], "usage": {"completion_tokens": 2000}}).to_string())
}

fn says(text: impl Into<String>) -> Answer {
    message(&json!({"content": text.into()}), "stop")
}

fn thinks(reason: &str) -> Answer {
    message(&json!({"content": "", "reasoning_content": act(2, "click_input", "{}", "")}), reason)
}

fn too_often(wait: &str) -> Answer {
    let headers = vec![("retry-after", wait.to_owned())];
    Answer::Response(Response { status: 429, headers, body: "{}".into() })
}

/// The reason of a round that ended with an error.
async fn error_of(env: &TestEnv, server: &OddServer) -> String {
    let ending = env.open(server.model.clone()).unwrap().round("tidy up").await.unwrap();
    let Ending::Ended(Verdict::Errored(reason)) = ending else { unreachable!("{ending:?}") };
    reason
}

#[tokio::test]
async fn thoughts_without_an_answer_are_asked_about_in_other_ways_and_then_given_up() {
    for (reason, ending, setting) in [
        ("stop", ReplyEnding::OnlyThoughts(None), "model.name"),
        ("length", ReplyEnding::OnlyThoughts(Some(2000)), "model.max_output_tokens"),
    ] {
        let server = OddServer::start(vec![says(assign("tidy up")), thinks(reason)]).await;
        let env = TestEnv::new(NOTES);
        let error = error_of(&env, &server).await;
        assert!(error.contains("3 times: openai-compatible/m thought and gave no answer"), "{error}");
        assert!(error.contains(setting), "{error}");
        assert_eq!(performed(&env), Vec::<String>::new(), "the action in the thoughts is a thought");
        let requests = server.requests();
        assert_eq!(requests.len(), 4, "the HostAgent's, and three of the AppAgent");
        for (at, request) in requests.iter().enumerate() {
            assert!(!requests[..at].contains(request), "request {at} came before: {request}");
        }
        assert!(requests[2].contains("answer now") && requests[2].contains(r#""reasoning_effort":"low""#));
        let entries = env.log.entries();
        let endings: Vec<&ReplyEnding> = entries
            .iter()
            .filter_map(|it| match &it.event {
                Event::Replied { ending, .. } => Some(ending),
                _ => None,
            })
            .collect();
        assert_eq!(endings[1..], [&ending, &ending, &ending]);
        assert!(env.transcript().contains("the reply had thoughts and no answer"), "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_long_wait_ends_the_round_with_the_time_and_the_round_goes_on_later() {
    let server = OddServer::start(vec![too_often("3600"), says(FINISH)]).await;
    let env = TestEnv::new(NOTES);
    let mut session = env.open(server.model.clone()).unwrap();
    let ending = session.round("tidy up").await.unwrap();
    let Ending::Ended(Verdict::Errored(reason)) = ending else { panic!("{ending:?}") };
    assert!(reason.contains("again in 3600 s") && reason.contains("model.longest_wait_seconds"), "{reason}");
    assert!(reason.ends_with("or later with `deskpilot resume TASK`"), "{reason}");
    assert_eq!(server.requests().len(), 1);
    let is_later = |event: &Event| matches!(event, Event::Faulted { remedy: Remedy::Later, .. });
    assert!(env.log.entries().iter().any(|it| is_later(&it.event)), "{}", env.transcript());
    assert!(session.ledger().round.limited.is_some());
    let ending = session.reopen_round().await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
    assert_eq!((server.requests().len(), session.ledger().round.number), (2, 0));
}

#[tokio::test]
async fn a_wait_longer_than_the_budget_leaves_ends_the_round() {
    let server = OddServer::start(vec![too_often("60"), says(FINISH)]).await;
    let mut env = TestEnv::new(NOTES);
    env.options.round.millis = Some(30_000);
    let reason = error_of(&env, &server).await;
    assert!(reason.contains("longer than the budget of time allows"), "{reason}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_body_that_is_no_reply_is_asked_for_once_more_and_named() {
    for (body, expected) in [
        ("", "openai-compatible/m sent no reply that can be read: it sent an empty body"),
        ("<html>Sign in</html>", "it sent an HTML page that begins: <html>Sign in</html>; is base_url right"),
    ] {
        let server = OddServer::start(vec![Answer::json(200, body)]).await;
        let env = TestEnv::new(NOTES);
        let reason = error_of(&env, &server).await;
        assert!(reason.contains(expected), "{reason}");
        assert_eq!(server.requests().len(), 2, "{reason}");
    }
}

#[tokio::test]
async fn an_answer_in_a_tool_call_is_carried_out_and_a_schema_is_named_in_the_log() {
    let called = json!({"content": "", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "reply",
        "arguments": {"Observation": "", "Thought": "", "Current Sub-Task": "", "Message": [], "ControlLabel": "",
            "ControlText": "", "Plan": [], "Status": "FINISH", "Comment": "called", "Questions": [], "AppsToOpen": null,
            "Bash": "", "WhenDone": ""}}}]});
    let schema =
        r#"{"type": "object", "properties": {"Status": {"type": "string"}}, "required": ["Status"]}"#;
    let server = OddServer::start(vec![says(schema), message(&called, "tool_calls")]).await;
    let env = TestEnv::new(NOTES);
    let ending = env.open(server.model.clone()).unwrap().round("tidy up").await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Finished("called".into())), "{}", env.transcript());
    let expected =
        "rejected: it sent the schema back, not an answer: write one JSON object with values; it begins: {";
    assert!(env.transcript().contains(expected), "{}", env.transcript());
}
