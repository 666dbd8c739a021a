//! The models of a session: what one of its agents learns about a server, the others know.

use crate::workspace::{ASSIGN, FINISH, Workspace, config, soon, text_platform};
use deskpilot_agent::Ending;
use deskpilot_core::{Mode, Verdict};
use deskpilot_runtime::{Config, Environment, SessionSpec, deciders_off_thread};
use deskpilot_testkit::loopback::{Answer, Server};
use serde_json::{Value, json};
use std::{
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, mpsc},
    task::Poll,
};
use tokio::{runtime::Builder, task::spawn_blocking};

/// A server that knows no schema, the formats that it was asked for, and these replies in order.
async fn without_schemas(replies: &[&str]) -> (Server, Arc<Mutex<Vec<String>>>) {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let left = Mutex::new(replies.iter().rev().map(|it| (*it).to_owned()).collect::<Vec<String>>());
    let formats = asked.clone();
    let server = Server::start_with(move |request| {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        let format = body["response_format"]["type"].as_str().unwrap_or("text").to_owned();
        formats.lock().unwrap().push(format.clone());
        if format == "json_schema" {
            return Answer::json(400, r#"{"error": {"message": "response_format not supported"}}"#);
        }
        let text = left.lock().unwrap().pop().unwrap_or_else(|| FINISH.to_owned());
        let choice = json!({"message": {"content": text}, "finish_reason": "stop"});
        Answer::json(200, json!({"choices": [choice]}).to_string())
    })
    .await;
    (server, asked)
}

#[tokio::test]
async fn a_format_that_a_server_refuses_is_asked_for_once_in_a_session() {
    let workspace = Workspace::new();
    let (server, asked) = without_schemas(&[ASSIGN, FINISH, FINISH]).await;
    let mut config: Config = config(workspace.root(), workspace.root());
    let key = ("OPENAI_COMPATIBLE_API_KEY".to_owned(), "k".to_owned());
    let data = ("XDG_DATA_HOME".to_owned(), workspace.root().join("data").display().to_string());
    config.environment = Environment::new(vec![data, key], Arc::new(text_platform()));
    config.model.host = "openai-compatible/m".into();
    config.model.app = "openai-compatible/m".into();
    config.model.base_url = Some(server.address.clone());
    config.model.structured = "schema".into();
    let spec = SessionSpec::new(config, "t", ["choose".to_owned()]).unwrap();
    let handle = Workspace::sessions().start(spec).unwrap();
    let outcome = soon("the end", handle.outcome()).await.unwrap();
    assert!(matches!(outcome.ending, Ending::Ended(Verdict::Finished(_))), "{:?}", outcome.ending);
    let asked = asked.lock().unwrap();
    assert_eq!(asked.iter().filter(|it| *it == "json_schema").count(), 1, "{asked:?}");
    assert!(asked.len() > 2, "both agents asked: {asked:?}");
}

#[tokio::test]
async fn a_model_at_amazon_takes_access_keys_where_it_has_no_key() {
    let id = ("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    let (secret, region) = (("AWS_SECRET_ACCESS_KEY", "s"), ("AWS_DEFAULT_REGION", "us-east-1"));
    for (model, variables, expected) in [
        ("bedrock/m", &[id, secret, region][..], None),
        ("bedrock-messages/m", &[id, secret, region], None),
        ("bedrock/m", &[id, region], Some("set AWS_BEARER_TOKEN_BEDROCK")),
        ("bedrock/m", &[id, secret], Some("set AWS_REGION")),
        ("bedrock/m", &[id, secret, ("AWS_BEARER_TOKEN_BEDROCK", "k")], None),
        ("anthropic/m", &[id, secret, region], Some("set ANTHROPIC_API_KEY")),
    ] {
        let workspace = Workspace::new();
        let mut config: Config = config(workspace.root(), workspace.root());
        let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let variables = variables.iter().map(pair).collect();
        config.environment = Environment::new(variables, Arc::new(text_platform()));
        config.model.host = model.into();
        config.model.app = model.into();
        config.model.base_url = Some("https://gateway.example/".into());
        let error = deciders_off_thread(&config, Mode::Normal).await.err().map(|it| it.to_string());
        match (error, expected) {
            (Some(error), Some(expected)) => assert!(error.contains(expected), "{model}: {error}"),
            (error, expected) => assert_eq!(error.is_some(), expected.is_some(), "{model}: {error:?}"),
        }
    }
}

#[test]
fn deciders_that_wait_for_a_keyring_leave_the_async_thread_to_others() {
    let workspace = Workspace::new();
    let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        // The only thread on which waiting is allowed is taken, so that they must wait, as for a person.
        let (release, taken) = mpsc::channel();
        let other = spawn_blocking(move || taken.recv());
        let config = config(workspace.root(), workspace.root());
        let mut made = pin!(deciders_off_thread(&config, Mode::Normal));
        let waits = poll_fn(|context| Poll::Ready(made.as_mut().poll(context).is_pending())).await;
        assert!(waits, "they were made on the async thread");
        release.send(()).unwrap();
        other.await.unwrap().unwrap();
        assert!(made.await.is_ok());
    });
}
