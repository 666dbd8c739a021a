//! An editor that starts Deskpilot: the client side of the protocol's own library.

use agent_client_protocol::{
    Agent, Client, ConnectTo, Error, Lines, on_receive_notification, on_receive_request,
    schema::ProtocolVersion,
    v1::{
        ConnectionTo,
        schema::{
            CancelNotification, ContentBlock, ContentChunk, Implementation, InitializeRequest,
            NewSessionRequest, PermissionOptionId, PromptRequest, RequestPermissionOutcome,
            RequestPermissionRequest, RequestPermissionResponse, SelectedPermissionOutcome, SessionId,
            SessionNotification, SessionUpdate, StopReason, TextContent, ToolCallContent, ToolCallStatus,
        },
    },
};
use deskpilot_testkit::command_line::{DEADLINE, Workspace};
use futures::{SinkExt, StreamExt, future::pending, join};
use std::{
    collections::VecDeque,
    io,
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    process::Command,
    runtime::Runtime,
    time::{sleep, timeout},
};
use tokio_util::codec::{FramedRead, FramedWrite, LinesCodec};

/// An editor that has started Deskpilot.
pub(super) struct Editor {
    pub(super) agent: ConnectionTo<Agent>,
    told: Arc<Mutex<Vec<SessionUpdate>>>,
    pub(super) asked: Arc<Mutex<Vec<RequestPermissionRequest>>>,
    /// The options that its person will choose; without one they do not answer.
    pub(super) choices: Arc<Mutex<VecDeque<&'static str>>>,
}

/// Starts Deskpilot, has the editor talk to it, and closes its standard input. Deskpilot must end by itself.
pub(super) fn in_editor<R>(
    workspace: &Workspace,
    words: &[&str],
    choices: &[&'static str],
    talk: impl AsyncFnOnce(&Editor) -> R,
) -> R {
    Runtime::new().unwrap().block_on(async {
        let mut command = workspace.command(&[&["acp"], words].concat());
        command.env("TEST_KEY", "k").env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = Command::from(command).kill_on_drop(true).spawn().unwrap();
        let input = FramedWrite::new(child.stdin.take().unwrap(), LinesCodec::new());
        let output = FramedRead::new(child.stdout.take().unwrap(), LinesCodec::new());
        let wire = Lines::new(
            SinkExt::<String>::sink_map_err(input, io::Error::other),
            output.map(|it| it.map_err(io::Error::other)),
        );
        let talked = Box::pin(connected(wire, choices, talk));
        let said = timeout(DEADLINE, talked).await.unwrap().unwrap();
        let status = timeout(DEADLINE, child.wait()).await.unwrap().unwrap();
        assert!(status.success(), "{status}");
        said
    })
}

async fn connected<R>(
    wire: impl ConnectTo<Client> + 'static,
    choices: &[&'static str],
    talk: impl AsyncFnOnce(&Editor) -> R,
) -> Result<R, Error> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let choices = Arc::new(Mutex::new(choices.iter().copied().collect::<VecDeque<_>>()));
    let (heard, questions, chosen) = (told.clone(), asked.clone(), choices.clone());
    Client
        .v1()
        .on_receive_notification(
            async move |it: SessionNotification, _| {
                heard.lock().unwrap().push(it.update);
                Ok(())
            },
            on_receive_notification!(),
        )
        .on_receive_request(
            async move |it: RequestPermissionRequest, responder, agent: ConnectionTo<Agent>| {
                questions.lock().unwrap().push(it);
                let choice = chosen.lock().unwrap().pop_front();
                match choice {
                    Some(id) => responder.respond(selected(id)),
                    None => agent.spawn(async move {
                        pending::<()>().await;
                        responder.respond(selected("no"))
                    }),
                }
            },
            on_receive_request!(),
        )
        .connect_with(wire, async |agent: ConnectionTo<Agent>| {
            let us = Implementation::new("test-editor", "1");
            let hello = InitializeRequest::new(ProtocolVersion::V1).client_info(us);
            let met = agent.send_request(hello).block_task().await?;
            assert!(met.agent_capabilities.load_session && met.protocol_version == ProtocolVersion::V1);
            Ok(talk(&Editor { agent, told, asked, choices }).await)
        })
        .await
}

fn selected(id: &'static str) -> RequestPermissionResponse {
    let chosen = SelectedPermissionOutcome::new(PermissionOptionId::new(id));
    RequestPermissionResponse::new(RequestPermissionOutcome::Selected(chosen))
}

impl Editor {
    pub(super) async fn session(&self, workspace: &Workspace) -> SessionId {
        let request = NewSessionRequest::new(workspace.path());
        self.agent.send_request(request).block_task().await.unwrap().session_id
    }

    pub(super) async fn prompt(&self, session: &SessionId, text: &str) -> Result<StopReason, Error> {
        let prompt = vec![ContentBlock::Text(TextContent::new(text))];
        let request = PromptRequest::new(session.clone(), prompt);
        Ok(self.agent.send_request(request).block_task().await?.stop_reason)
    }

    /// Carries out the prompt, and cancels it as soon as this holds.
    pub(super) async fn prompt_until(
        &self,
        session: &SessionId,
        text: &str,
        holds: impl Fn() -> bool,
    ) -> StopReason {
        let cancel = async {
            until(&holds).await;
            self.agent.send_notification(CancelNotification::new(session.clone())).unwrap();
        };
        join!(self.prompt(session, text), cancel).0.unwrap()
    }

    /// The updates, one line each, without pictures and thoughts.
    pub(super) fn lines(&self) -> Vec<String> {
        self.told.lock().unwrap().iter().filter_map(line).collect()
    }

    pub(super) fn has(&self, start: &str) -> bool {
        self.lines().iter().any(|it| it.starts_with(start))
    }

    /// How often the commands of a session were offered.
    pub(super) fn offers(&self) -> usize {
        let told = self.told.lock().unwrap();
        told.iter().filter(|it| matches!(it, SessionUpdate::AvailableCommandsUpdate(_))).count()
    }

    /// The differences of files in the updates: the path, the text before and the text after.
    pub(super) fn differences(&self) -> Vec<(PathBuf, Option<String>, String)> {
        let told = self.told.lock().unwrap();
        let content = told.iter().filter_map(|it| match it {
            SessionUpdate::ToolCall(it) => Some(&it.content),
            _ => None,
        });
        let difference = |it: &ToolCallContent| match it {
            ToolCallContent::Diff(it) => Some((it.path.clone(), it.old_text.clone(), it.new_text.clone())),
            _ => None,
        };
        content.flatten().filter_map(difference).collect()
    }

    /// How many pictures the effects of operations had.
    pub(super) fn pictures(&self) -> usize {
        let told = self.told.lock().unwrap();
        let content = told.iter().filter_map(|it| match it {
            SessionUpdate::ToolCallUpdate(it) => it.fields.content.as_deref(),
            _ => None,
        });
        content.flatten().filter(|it| is_picture(it)).count()
    }
}

pub(super) fn is_picture(content: &ToolCallContent) -> bool {
    matches!(content, ToolCallContent::Content(it) if matches!(it.content, ContentBlock::Image(_)))
}

fn line(update: &SessionUpdate) -> Option<String> {
    let text = |it: &ContentChunk| match &it.content {
        ContentBlock::Text(it) => it.text.trim_end().to_owned(),
        other => format!("{other:?}"),
    };
    Some(match update {
        SessionUpdate::UserMessageChunk(it) => format!("user: {}", text(it)),
        SessionUpdate::AgentMessageChunk(it) => format!("agent: {}", text(it)),
        SessionUpdate::ToolCall(it) => format!("call: {} {:?}", it.title, it.status),
        SessionUpdate::ToolCallUpdate(it) => {
            format!("update: {:?}", it.fields.status.unwrap_or(ToolCallStatus::Pending))
        }
        SessionUpdate::Plan(it) => {
            let entries = it.entries.iter().map(|it| format!("{:?}", it.status)).collect::<Vec<_>>();
            format!("plan: {}", entries.join(" "))
        }
        _ => return None,
    })
}

/// Waits until this holds.
pub(super) async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(DEADLINE, waiting).await.unwrap();
}
