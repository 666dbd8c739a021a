//! Tests of the complete path: prompt, HTTP, prompt again, a model, and back.

use super::ChatServer;
use crate::prompt;
use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, PictureLimits, Prompt, Secret};
use deskpilot_model::{
    HostedOptions, Images, Model, ModelError, Prices, Provider, ReplyFormat, ScriptedModel, ScriptedReply,
    hosted,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// A reply that the schema of the prompt allows.
const HELLO: &str = r#"{"Status":"hello"}"#;

async fn start(replies: Vec<ScriptedReply>) -> ChatServer {
    ChatServer::start(Arc::new(ScriptedModel::new("script", replies)), Secret::new("test-key")).await.unwrap()
}

fn model_at(server: &ChatServer) -> Arc<dyn Model> {
    model_with(server, Some(Secret::new("test-key")))
}

/// The model of the server, asked with this key.
fn model_with(server: &ChatServer, key: Option<Secret>) -> Arc<dyn Model> {
    model_of(HostedOptions { key, ..options(server) })
}

fn model_of(options: HostedOptions) -> Arc<dyn Model> {
    hosted(options, Arc::new(Prices::embedded())).unwrap()
}

fn options(server: &ChatServer) -> HostedOptions {
    HostedOptions {
        base_url: Some(server.base_url().to_owned()),
        key: Some(Secret::new("test-key")),
        timeout: Duration::from_secs(5),
        images: Images::Send,
        pictures: PictureLimits::NONE,
        reply_format: ReplyFormat::Schema,
        ..HostedOptions::with_defaults(Provider::by_name("openai-compatible").unwrap(), "any")
    }
}

#[tokio::test]
async fn the_prompt_arrives_as_it_was() {
    let server = start(vec![HELLO.into()]).await;
    let completion = model_at(&server).complete(&prompt()).await.unwrap();
    assert_eq!((completion.text.as_str(), completion.model.as_str()), (HELLO, "script"));

    let arrived = server.requests().remove(0);
    let sent = prompt();
    assert_eq!(
        (arrived.agent, &arrived.system, &arrived.contract),
        (AgentKind::AppAgent, &sent.system, &sent.contract)
    );
    assert_eq!(arrived.sections, Prompt::parse_sections(&sent.user_text()));
    assert_eq!(arrived.pictures.len(), 1);
    assert_eq!(
        (&arrived.pictures[0].caption, &arrived.pictures[0].blob),
        (&sent.pictures[0].caption, &sent.pictures[0].blob)
    );
}

#[tokio::test]
async fn a_prompt_without_controls_is_the_host_agents() {
    let server = start(vec![HELLO.into()]).await;
    let mut asked = prompt();
    asked.sections.pop();
    asked.pictures.clear();
    model_at(&server).complete(&asked).await.unwrap();
    assert_eq!(server.requests()[0].agent, AgentKind::HostAgent);
}

#[tokio::test]
async fn errors_come_back_as_what_they_were() {
    let wait = Some(Duration::from_secs(3));
    let busy = ModelError::RateLimited { model: "script".into(), retry_after: wait };
    let down =
        ModelError::Unavailable { model: "script".into(), message: "resting".into(), retry_after: None };
    let server = start(vec![busy.into(), down.into(), HELLO.into()]).await;
    let model = model_at(&server);
    assert_eq!(model.complete(&prompt()).await.unwrap_err().retry_after(), wait);
    assert!(matches!(model.complete(&prompt()).await, Err(ModelError::Unavailable { .. })));
    assert_eq!(model.complete(&prompt()).await.unwrap().text, HELLO);
    assert!(matches!(model.complete(&prompt()).await, Err(ModelError::Refused { .. })));
}

#[tokio::test]
async fn a_reply_that_the_schema_does_not_allow_is_no_reply() {
    let server = start(vec![r#"{"Status": "hello", "Other": 1}"#.into()]).await;
    let error = model_at(&server).complete(&prompt()).await.unwrap_err();
    assert!(error.to_string().contains(r#"the schema does not allow the key "Other""#), "{error}");
}

#[tokio::test]
async fn a_reply_is_cut_where_the_request_says_so() {
    let server = start(vec!["hello".into(), "hell".into()]).await;
    let reply_format = ReplyFormat::Text;
    let model = model_of(HostedOptions { max_output_tokens: Some(1), reply_format, ..options(&server) });
    let error = model.complete(&prompt()).await.unwrap_err();
    assert!(matches!(&error, ModelError::Cut { text, .. } if text == "hell"), "{error}");
    assert_eq!(model.complete(&prompt()).await.unwrap().text, "hell");
}

#[tokio::test]
async fn only_who_knows_the_token_is_answered() {
    let server = start(vec![HELLO.into()]).await;
    for key in [Some(Secret::new("other-key")), None] {
        let model = model_with(&server, key);
        assert!(matches!(model.complete(&prompt()).await, Err(ModelError::Unauthorized { .. })));
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn other_requests_are_refused() {
    let server = start(Vec::new()).await;
    let token = "authorization: Bearer test-key\r\n";
    let streaming = r#"{"stream": true, "messages": []}"#;
    let picture = r#"{"messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "http://elsewhere/"}}]}]}"#;
    for (request, expected) in [
        (format!("GET /v1/models HTTP/1.1\r\n{token}\r\n"), "404"),
        (format!("POST /v1/chat/completions HTTP/1.1\r\n{token}content-length: 99999999999\r\n\r\n"), "413"),
        (post(token, "{"), "EOF while parsing"),
        (post(token, streaming), "stream must be false"),
        (post(token, picture), "a data URL of a PNG"),
    ] {
        let address = server.base_url().trim_start_matches("http://").trim_end_matches("/v1/");
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.contains(expected), "{request}\n{answer}");
    }
}

fn post(token: &str, body: &str) -> String {
    format!("POST /v1/chat/completions HTTP/1.1\r\n{token}content-length: {}\r\n\r\n{body}", body.len())
}

/// Never answers, and reports when its caller is gone.
struct Endless(mpsc::UnboundedSender<&'static str>);

struct TellWhenDropped(mpsc::UnboundedSender<&'static str>);

impl Drop for TellWhenDropped {
    fn drop(&mut self) {
        let _ = self.0.send("dropped");
    }
}

#[async_trait]
impl Model for Endless {
    fn name(&self) -> &str {
        "endless"
    }

    async fn complete(&self, _prompt: &Prompt) -> Result<Completion, ModelError> {
        let _tell = TellWhenDropped(self.0.clone());
        self.0.send("asked").unwrap();
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_ends_the_models_work() {
    let (tell, mut events) = mpsc::unbounded_channel();
    let server = ChatServer::start(Arc::new(Endless(tell)), Secret::new("test-key")).await.unwrap();
    let model = model_at(&server);
    let call = tokio::spawn(async move { model.complete(&prompt()).await });
    let next = timeout(Duration::from_secs(5), events.recv()).await;
    assert_eq!(next, Ok(Some("asked")));
    call.abort();
    let next = timeout(Duration::from_secs(5), events.recv()).await;
    assert_eq!(next, Ok(Some("dropped")));
}

#[tokio::test]
async fn a_dropped_server_is_gone() {
    let server = start(Vec::new()).await;
    let model = model_at(&server);
    drop(server);
    let ended = timeout(Duration::from_secs(5), async {
        // The port closes when the server's task has been aborted.
        while !matches!(model.complete(&prompt()).await, Err(ModelError::Unreachable { .. })) {
            tokio::task::yield_now().await;
        }
    });
    ended.await.unwrap();
}
