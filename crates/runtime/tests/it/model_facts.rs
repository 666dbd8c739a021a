//! What a deep check finds out about a model changes how the next sessions ask it.

use crate::workspace::{ASSIGN, FINISH, Workspace, config, soon, text_platform};
use deskpilot_agent::{Ending, Images};
use deskpilot_core::{Event, Verdict};
use deskpilot_desktop::CheckDepth;
use deskpilot_runtime::{
    Config, Environment, KeptFormat, ModelFacts, SessionSpec, Sight, ThinkingHabit, probe_model,
};
use deskpilot_testkit::loopback::{Answer, Request, Server};
use jiff::civil::date;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

const NAME: &str = "openai-compatible/m";

/// A server that takes no pictures, takes a schema for a wish, holds replies to JSON where that is asked for, and thinks until it is
/// asked not to. It notes the bodies of requests.
async fn weak_server(replies: &[&str]) -> (Server, Arc<Mutex<Vec<Value>>>) {
    let left = Mutex::new(replies.iter().rev().map(|it| (*it).to_owned()).collect::<Vec<String>>());
    let bodies: Arc<Mutex<Vec<Value>>> = Arc::default();
    let noted = bodies.clone();
    let server = Server::start_with(move |request: &Request| {
        if request.path == "/v1/models" {
            return Answer::json(200, r#"{"data": [{"id": "m", "max_model_len": 12000}]}"#);
        }
        let Ok(body) = serde_json::from_slice::<Value>(&request.body) else {
            return Answer::json(404, "{}");
        };
        noted.lock().unwrap_or_else(PoisonError::into_inner).push(body.clone());
        answer(&body, || left.lock().unwrap().pop().unwrap_or_else(|| FINISH.to_owned()))
    })
    .await;
    (server, bodies)
}

fn answer(body: &Value, reply: impl FnOnce() -> String) -> Answer {
    let has_picture = body.to_string().contains("image_url");
    if has_picture {
        return Answer::json(400, r#"{"error": {"message": "this model takes text alone"}}"#);
    }
    let thinks = body["reasoning_effort"] != "low";
    let system = body["messages"][0]["content"].as_str().unwrap_or_default();
    let is_json = body["response_format"]["type"] == "json_object";
    let text = match () {
        () if system.contains("the one word ready") && is_json => r#"{"ready": true}"#.to_owned(),
        () if system.contains("the one word ready") => "ready".to_owned(),
        () if thinks => return completion(&json!({"content": "", "reasoning_content": "let me think"})),
        () if system.contains("\"ready\"") => r#"{"answer": "ready"}"#.to_owned(),
        () => reply(),
    };
    completion(&json!({"content": text}))
}

fn completion(message: &Value) -> Answer {
    let choice = json!({"message": message, "finish_reason": "stop"});
    Answer::json(200, json!({"choices": [choice]}).to_string())
}

fn config_of(workspace: &Workspace, server: &Server) -> Config {
    let mut config = config(workspace.root(), workspace.root());
    let data = ("XDG_DATA_HOME".to_owned(), workspace.root().join("data").display().to_string());
    config.environment = Environment::new(vec![data], Arc::new(text_platform()));
    config.model.host = NAME.into();
    config.model.app = NAME.into();
    config.model.base_url = Some(format!("{}/v1", server.address));
    config.model.structured = "schema".into();
    config.images = Images::Separate;
    config
}

#[tokio::test]
async fn what_a_deep_check_finds_out_is_kept_and_used_by_the_next_session() {
    let workspace = Workspace::new();
    let (server, bodies) = weak_server(&[ASSIGN, FINISH, FINISH]).await;
    let config = config_of(&workspace, &server);
    let today = date(2026, 11, 27);
    let probed = probe_model(NAME, &config, CheckDepth::Deep, today).await.unwrap();
    let expected = ModelFacts {
        sight: Some(Sight::Blind),
        format: Some(KeptFormat::Json),
        thinking: ThinkingHabit::StopsWhenAsked,
        context: Some(12_000),
    };
    assert_eq!(probed.facts, Some(expected), "{}", probed.how);
    let shallow = probe_model(NAME, &config, CheckDepth::Shallow, today).await.unwrap();
    assert!(shallow.how.contains("on 2026-11-27 it sees no pictures"), "{}", shallow.how);
    bodies.lock().unwrap().clear();

    let spec = SessionSpec::new(config.clone(), "t", ["choose".to_owned()]).unwrap();
    let handle = Workspace::sessions().start(spec).unwrap();
    let outcome = soon("the end", handle.outcome()).await.unwrap();
    assert!(matches!(outcome.ending, Ending::Ended(Verdict::Finished(_))), "{:?}", outcome.ending);
    let bodies = bodies.lock().unwrap();
    assert!(bodies.len() >= 2, "both agents asked: {bodies:?}");
    for body in bodies.iter() {
        assert_eq!(body["response_format"]["type"], "json_object", "{body}");
        assert_eq!(body["reasoning_effort"], "low", "{body}");
        assert!(!body.to_string().contains("image_url"), "{body}");
        let system = body["messages"][0]["content"].as_str().unwrap();
        let most = if system.starts_with("You are the HostAgent") { 3_000 } else { 7_000 };
        assert!(system.len() < most, "the prompt is short: {system}");
    }
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    let notes = entries.iter().filter_map(|it| match &it.event {
        Event::Advised { message } => Some(message.as_str()),
        _ => None,
    });
    let notes: Vec<&str> = notes.filter(|it| it.starts_with(NAME)).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("found on 2026-11-27: it sees no pictures, is held to JSON"), "{notes:?}");
}

#[tokio::test]
async fn what_was_found_at_one_address_says_nothing_about_another() {
    let workspace = Workspace::new();
    let (server, _) = weak_server(&[]).await;
    let mut config = config_of(&workspace, &server);
    let today = date(2026, 11, 27);
    probe_model(NAME, &config, CheckDepth::Deep, today).await.unwrap();
    config.model.base_url = Some("http://127.0.0.1:1/v1".into());
    let elsewhere = probe_model(NAME, &config, CheckDepth::Shallow, today).await.unwrap();
    assert_eq!(elsewhere.facts, None, "{}", elsewhere.how);
    assert!(probe_model(NAME, &config, CheckDepth::Deep, today).await.is_err());
}
