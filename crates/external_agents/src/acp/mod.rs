//! Agents that speak ACP, the Agent Client Protocol of editors: they take a prompt, work in a folder, and ask
//! permission before they act.

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod permit;
mod transcript;

use crate::{
    AgentProfile, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
    agent_process::{AgentProcess, ConversationError, MAX_OUTPUT_BYTES, SentFlag},
};
use agent_client_protocol::{
    Agent, Client, Error, ErrorCode, Lines, is_connection_terminated, is_incoming_transport_closed,
    on_receive_notification, on_receive_request,
    schema::ProtocolVersion,
    v1::{
        ConnectionTo,
        schema::{
            ContentBlock, Implementation, InitializeRequest, InitializeResponse, NewSessionRequest,
            PromptRequest, RequestPermissionRequest, SessionNotification, StopReason, TextContent,
        },
    },
};
use async_trait::async_trait;
use deskpilot_core::one_line;
use deskpilot_system::RunningProgram;
use futures::{Sink, SinkExt, Stream, StreamExt, future::ready};
use permit::PermissionResponder;
use serde_json::Value;
use std::io;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    time::timeout,
};
use tokio_util::codec::{FramedRead, FramedWrite, LinesCodec, LinesCodecError};
use transcript::Transcript;

/// The longest message of an agent, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// The error for a longer message.
const LINE_TOO_LONG: &str = "it said more than 16 MiB in one message";
/// The error for output that is not UTF-8 text.
const NOT_TEXT: &str = "it wrote something that is not text";
/// The maximum number of characters of an agent's error message that is passed on.
const MAX_MESSAGE_CHARS: usize = 500;

/// An ACP agent. It gets no access to our files or terminal, only the subtask and a folder.
#[derive(Debug)]
pub(crate) struct AcpAgent(AgentProcess);

impl AcpAgent {
    pub(crate) const fn new(process: AgentProcess) -> AcpAgent {
        AcpAgent(process)
    }

    async fn prompt(
        &self,
        running: &mut RunningProgram,
        subtask: &str,
        permissions: &PermissionResponder,
        sent: &SentFlag,
    ) -> Result<SubtaskResult, ConversationError> {
        let (stdin, stdout) = running.pipes().map_err(ConversationError::Unusable)?;
        let transcript = Transcript::default();
        let (messages, tool_calls, permissions) =
            (transcript.clone(), permissions.clone(), permissions.clone());
        let talk = Client
            .v1()
            .on_receive_notification(
                async move |it: SessionNotification, _| {
                    messages.note(&it.update);
                    tool_calls.note(&it.update);
                    Ok(())
                },
                on_receive_notification!(),
            )
            .on_receive_request(
                async move |request: RequestPermissionRequest, responder, connection: ConnectionTo<Agent>| {
                    let answer = permissions.answer(&request);
                    // Spawned, so that the agent can continue with other things while the user decides.
                    connection.spawn(async move { responder.respond(answer.await) })
                },
                on_receive_request!(),
            )
            .connect_with(wire(stdin, stdout), async |connection: ConnectionTo<Agent>| {
                Ok(self.turn(&connection, subtask, &transcript, sent).await)
            });
        talk.await.unwrap_or_else(|error| Err(connection_error(&error)))
    }

    async fn turn(
        &self,
        agent: &ConnectionTo<Agent>,
        subtask: &str,
        transcript: &Transcript,
        sent: &SentFlag,
    ) -> Result<SubtaskResult, ConversationError> {
        initialize(agent).await?;
        let session = NewSessionRequest::new(self.0.program.folder.clone());
        let session =
            agent.send_request(session).block_task().await.map_err(|error| self.unusable(&error))?;
        let prompt = vec![ContentBlock::Text(TextContent::new(subtask))];
        let prompt = PromptRequest::new(session.session_id, prompt);
        sent.set();
        match agent.send_request(prompt).block_task().await {
            Ok(response) => Ok(subtask_result(response.stop_reason, &transcript.text())),
            Err(error) if is_gone(&error) => Err(ConversationError::Gone),
            // It may already have done something.
            Err(error) if needs_login(&error) => Ok(failed_result(&self.login_advice(), &transcript.text())),
            Err(error) => {
                Ok(failed_result(&format!("it gave up: {}", error_text(&error)), &transcript.text()))
            }
        }
    }

    async fn introduce(&self, running: &mut RunningProgram) -> Result<String, ConversationError> {
        let (stdin, stdout) = running.pipes().map_err(ConversationError::Unusable)?;
        let talk = Client.v1().connect_with(wire(stdin, stdout), async |agent: ConnectionTo<Agent>| {
            Ok(initialize(&agent).await.map(|it| introduction(&it)))
        });
        talk.await.unwrap_or_else(|error| Err(connection_error(&error)))
    }

    fn unusable(&self, error: &Error) -> ConversationError {
        if needs_login(error) { ConversationError::Unusable(self.login_advice()) } else { unusable(error) }
    }

    fn login_advice(&self) -> String {
        let program = self.0.program.argv.first().map_or("", String::as_str);
        format!("nobody is logged in: run {program} yourself and log in there first")
    }
}

#[async_trait]
impl ExternalAgent for AcpAgent {
    fn profile(&self) -> &AgentProfile {
        &self.0.profile
    }

    async fn carry_out(
        &self,
        subtask: &str,
        asks: &PermissionChannel,
    ) -> Result<SubtaskResult, ExternalError> {
        let mut running = self.0.start()?;
        let permissions = PermissionResponder::new(&self.0, asks);
        let sent = SentFlag::default();
        let work = Box::pin(self.prompt(&mut running, subtask, &permissions, &sent));
        let conversation = permissions.timeout_clock.within(self.0.timeout, work).await;
        self.0.settle(running, conversation, &sent).await
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        let mut running = self.0.start()?;
        let greeted = timeout(self.0.greeting_timeout(), Box::pin(self.introduce(&mut running))).await;
        self.0.settle_greeting(running, greeted).await
    }
}

/// The message stream of the program. Skips lines that are no messages, such as debug output.
fn wire(
    stdin: impl AsyncWrite + Send + Unpin + 'static,
    stdout: impl AsyncRead + Send + Unpin + 'static,
) -> Lines<
    impl Sink<String, Error = io::Error> + Send + 'static,
    impl Stream<Item = io::Result<String>> + Send + 'static,
> {
    let lines = || LinesCodec::new_with_max_length(MAX_LINE_BYTES);
    let outgoing = SinkExt::<String>::sink_map_err(FramedWrite::new(stdin, lines()), io_error);
    let incoming = FramedRead::new(stdout.take(MAX_OUTPUT_BYTES), lines()).map(|it| it.map_err(io_error));
    let is_message =
        |it: &io::Result<String>| it.as_ref().map_or(true, |line| line.trim_start().starts_with('{'));
    Lines::new(outgoing, incoming.filter(move |it| ready(is_message(it))))
}

fn io_error(error: LinesCodecError) -> io::Error {
    match error {
        LinesCodecError::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            io::Error::other(NOT_TEXT)
        }
        LinesCodecError::Io(error) => error,
        LinesCodecError::MaxLineLengthExceeded => io::Error::other(LINE_TOO_LONG),
    }
}

/// Maps a broken connection to its cause; usually the program has ended.
fn connection_error(error: &Error) -> ConversationError {
    let data = error.data.as_ref().map(Value::to_string).unwrap_or_default();
    let reason = [LINE_TOO_LONG, NOT_TEXT].into_iter().find(|it| data.contains(it));
    reason.map_or(ConversationError::Gone, |it| ConversationError::Invalid(it.to_owned()))
}

/// Initializes the connection as a client without files and terminal.
async fn initialize(agent: &ConnectionTo<Agent>) -> Result<InitializeResponse, ConversationError> {
    let us = Implementation::new("deskpilot", env!("CARGO_PKG_VERSION"));
    let hello = InitializeRequest::new(ProtocolVersion::V1).client_info(us);
    // The library reports another protocol version as an error.
    agent.send_request(hello).block_task().await.map_err(|error| unusable(&error))
}

fn introduction(met: &InitializeResponse) -> String {
    let info = met.agent_info.as_ref();
    let who = info.map_or_else(|| "an agent".to_owned(), |it| format!("{} {}", it.name, it.version));
    format!("{}: protocol {}", one_line(&who, MAX_MESSAGE_CHARS), met.protocol_version)
}

fn subtask_result(reason: StopReason, messages: &str) -> SubtaskResult {
    match reason {
        StopReason::EndTurn => SubtaskResult::Done(messages.to_owned()),
        StopReason::Refusal => failed_result("it refused to go on", messages),
        StopReason::MaxTokens => failed_result("it used up its tokens", messages),
        StopReason::MaxTurnRequests => failed_result("it used up its requests", messages),
        StopReason::Cancelled => failed_result("it broke the work off", messages),
        _ => failed_result("it stopped, for a reason that we do not know", messages),
    }
}

fn failed_result(why: &str, messages: &str) -> SubtaskResult {
    SubtaskResult::Failed(if messages.is_empty() {
        why.to_owned()
    } else {
        format!("{why}; it said: {messages}")
    })
}

fn unusable(error: &Error) -> ConversationError {
    if is_gone(error) {
        ConversationError::Gone
    } else {
        ConversationError::Unusable(format!("it cannot be asked: {}", error_text(error)))
    }
}

fn needs_login(error: &Error) -> bool {
    error.code == ErrorCode::AUTH_REQUIRED
}

fn is_gone(error: &Error) -> bool {
    is_incoming_transport_closed(error) || is_connection_terminated(error)
}

/// The error message with its data, which often has the reason.
fn error_text(error: &Error) -> String {
    let text = match &error.data {
        None => error.message.clone(),
        Some(Value::String(data)) => format!("{}: {data}", error.message),
        Some(data) => format!("{}: {data}", error.message),
    };
    one_line(&text, MAX_MESSAGE_CHARS)
}
