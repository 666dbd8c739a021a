//! Agents that speak ACP, the Agent Client Protocol of editors: they take a prompt, work in a folder, and ask
//! permission before they act.

mod permit;
mod transcript;

use crate::{
    AgentProfile, Asks, ExternalAgent, ExternalError, Handback,
    agent_process::{AgentProcess, Given, MOST_SAID, Stop},
    capped::line,
    process::Running,
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
use futures::{Sink, SinkExt, Stream, StreamExt, future::ready};
use permit::Desk;
use serde_json::Value;
use std::io;
use tokio::{
    io::AsyncReadExt,
    process::{ChildStdin, ChildStdout},
    time::timeout,
};
use tokio_util::codec::{FramedRead, FramedWrite, LinesCodec, LinesCodecError};
use transcript::Transcript;

/// The longest message of an agent, in bytes.
const LONGEST_LINE: usize = 16 * 1024 * 1024;
/// The error for a longer message.
const TOO_LONG: &str = "it said more than 16 MiB in one message";
/// The error for output that is not UTF-8 text.
const NO_TEXT: &str = "it wrote something that is no text";
/// The maximum number of characters of an agent's error message that is passed on.
const MOST_WORDS: usize = 500;

/// An ACP agent. It gets no access to our files or terminal, only the subtask and a folder.
#[derive(Debug)]
pub(crate) struct AcpAgent(AgentProcess);

impl AcpAgent {
    pub(crate) const fn new(member: AgentProcess) -> AcpAgent {
        AcpAgent(member)
    }

    async fn prompt(
        &self,
        running: &mut Running,
        subtask: &str,
        desk: &Desk,
        given: &Given,
    ) -> Result<Handback, Stop> {
        let (stdin, stdout) = running.pipes().map_err(Stop::Unfit)?;
        let transcript = Transcript::default();
        let (told, heard, desk) = (transcript.clone(), desk.clone(), desk.clone());
        let talk = Client
            .v1()
            .on_receive_notification(
                async move |it: SessionNotification, _| {
                    told.note(&it.update);
                    heard.note(&it.update);
                    Ok(())
                },
                on_receive_notification!(),
            )
            .on_receive_request(
                async move |request: RequestPermissionRequest, responder, connection: ConnectionTo<Agent>| {
                    let answer = desk.answer(&request);
                    // Spawned, so that the agent can continue with other things while the user decides.
                    connection.spawn(async move { responder.respond(answer.await) })
                },
                on_receive_request!(),
            )
            .connect_with(wire(stdin, stdout), async |connection: ConnectionTo<Agent>| {
                Ok(self.turn(&connection, subtask, &transcript, given).await)
            });
        talk.await.unwrap_or_else(|error| Err(broken_off(&error)))
    }

    async fn turn(
        &self,
        agent: &ConnectionTo<Agent>,
        subtask: &str,
        transcript: &Transcript,
        given: &Given,
    ) -> Result<Handback, Stop> {
        met(agent).await?;
        let session = NewSessionRequest::new(self.0.program.folder.clone());
        let session = agent.send_request(session).block_task().await.map_err(|error| self.unfit(&error))?;
        let prompt = vec![ContentBlock::Text(TextContent::new(subtask))];
        let prompt = PromptRequest::new(session.session_id, prompt);
        given.note();
        match agent.send_request(prompt).block_task().await {
            Ok(response) => Ok(handback(response.stop_reason, &transcript.text())),
            Err(error) if is_gone(&error) => Err(Stop::Gone),
            // It may already have done something.
            Err(error) if needs_login(&error) => Ok(failed(&self.advice(), &transcript.text())),
            Err(error) => Ok(failed(&format!("it gave up: {}", complaint(&error)), &transcript.text())),
        }
    }

    async fn meet(&self, running: &mut Running) -> Result<String, Stop> {
        let (stdin, stdout) = running.pipes().map_err(Stop::Unfit)?;
        let talk = Client.v1().connect_with(wire(stdin, stdout), async |agent: ConnectionTo<Agent>| {
            Ok(met(&agent).await.map(|it| introduced(&it)))
        });
        talk.await.unwrap_or_else(|error| Err(broken_off(&error)))
    }

    fn unfit(&self, error: &Error) -> Stop {
        if needs_login(error) { Stop::Unfit(self.advice()) } else { unfit(error) }
    }

    fn advice(&self) -> String {
        let program = self.0.program.argv.first().map_or("", String::as_str);
        format!("nobody is logged in: run {program} yourself and log in there first")
    }
}

#[async_trait]
impl ExternalAgent for AcpAgent {
    fn profile(&self) -> &AgentProfile {
        &self.0.profile
    }

    async fn carry_out(&self, subtask: &str, asks: &Asks) -> Result<Handback, ExternalError> {
        let mut running = self.0.start()?;
        let desk = Desk::new(&self.0, asks);
        let given = Given::default();
        let work = Box::pin(self.prompt(&mut running, subtask, &desk, &given));
        let talked = desk.patience.within(self.0.timeout, work).await;
        self.0.settle(running, talked, &given).await
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        let mut running = self.0.start()?;
        let greeted = timeout(self.0.greeting(), Box::pin(self.meet(&mut running))).await;
        self.0.settle_greeting(running, greeted).await
    }
}

/// The message stream of the program. Skips lines that are no messages, such as debug output.
fn wire(
    stdin: ChildStdin,
    stdout: ChildStdout,
) -> Lines<
    impl Sink<String, Error = io::Error> + Send + 'static,
    impl Stream<Item = io::Result<String>> + Send + 'static,
> {
    let lines = || LinesCodec::new_with_max_length(LONGEST_LINE);
    let outgoing = SinkExt::<String>::sink_map_err(FramedWrite::new(stdin, lines()), broken);
    let incoming = FramedRead::new(stdout.take(MOST_SAID), lines()).map(|it| it.map_err(broken));
    let is_message =
        |it: &io::Result<String>| it.as_ref().map_or(true, |line| line.trim_start().starts_with('{'));
    Lines::new(outgoing, incoming.filter(move |it| ready(is_message(it))))
}

fn broken(error: LinesCodecError) -> io::Error {
    match error {
        LinesCodecError::Io(error) if error.kind() == io::ErrorKind::InvalidData => io::Error::other(NO_TEXT),
        LinesCodecError::Io(error) => error,
        LinesCodecError::MaxLineLengthExceeded => io::Error::other(TOO_LONG),
    }
}

/// Maps a broken connection to its cause; usually the program has ended.
fn broken_off(error: &Error) -> Stop {
    let told = error.data.as_ref().map(Value::to_string).unwrap_or_default();
    let reason = [TOO_LONG, NO_TEXT].into_iter().find(|it| told.contains(it));
    reason.map_or(Stop::Gone, |it| Stop::Senseless(it.to_owned()))
}

/// Initializes the connection as a client without files and terminal.
async fn met(agent: &ConnectionTo<Agent>) -> Result<InitializeResponse, Stop> {
    let us = Implementation::new("deskpilot", env!("CARGO_PKG_VERSION"));
    let hello = InitializeRequest::new(ProtocolVersion::V1).client_info(us);
    // The library reports another protocol version as an error.
    agent.send_request(hello).block_task().await.map_err(|error| unfit(&error))
}

fn introduced(met: &InitializeResponse) -> String {
    let info = met.agent_info.as_ref();
    let who = info.map_or_else(|| "an agent".to_owned(), |it| format!("{} {}", it.name, it.version));
    format!("{}: protocol {}", line(&who, MOST_WORDS), met.protocol_version)
}

fn handback(reason: StopReason, said: &str) -> Handback {
    match reason {
        StopReason::EndTurn => Handback::Done(said.to_owned()),
        StopReason::Refusal => failed("it refused to go on", said),
        StopReason::MaxTokens => failed("it used up its tokens", said),
        StopReason::MaxTurnRequests => failed("it used up its requests", said),
        StopReason::Cancelled => failed("it broke the work off", said),
        _ => failed("it stopped, for a reason that we do not know", said),
    }
}

fn failed(why: &str, said: &str) -> Handback {
    Handback::Failed(if said.is_empty() { why.to_owned() } else { format!("{why}; it said: {said}") })
}

fn unfit(error: &Error) -> Stop {
    if is_gone(error) { Stop::Gone } else { Stop::Unfit(format!("it cannot be asked: {}", complaint(error))) }
}

fn needs_login(error: &Error) -> bool {
    error.code == ErrorCode::AUTH_REQUIRED
}

fn is_gone(error: &Error) -> bool {
    is_incoming_transport_closed(error) || is_connection_terminated(error)
}

/// The error message with its data, which often has the reason.
fn complaint(error: &Error) -> String {
    let told = match &error.data {
        None => error.message.clone(),
        Some(Value::String(data)) => format!("{}: {data}", error.message),
        Some(data) => format!("{}: {data}", error.message),
    };
    line(&told, MOST_WORDS)
}
