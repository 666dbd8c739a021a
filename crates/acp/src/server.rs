//! Serves the editor behind standard input and output.

use crate::{
    editor_agent::EditorAgent, error::AcpError, options::AgentOptions, prompt::commands, turn::Turn,
    wire::wire,
};
use agent_client_protocol::{
    Agent, Client, Error, on_receive_notification, on_receive_request,
    v1::{
        ConnectionTo, Responder,
        schema::{
            CancelNotification, CloseSessionRequest, CloseSessionResponse, InitializeRequest,
            LoadSessionRequest, LoadSessionResponse, NewSessionRequest, NewSessionResponse, PromptRequest,
            PromptResponse, ResumeSessionRequest, ResumeSessionResponse, SessionId, SessionNotification,
            SetSessionModeRequest,
        },
    },
};
use std::{array, sync::Arc};
use tokio::io::{AsyncRead, AsyncWrite, stdin, stdout};
use tokio_util::sync::CancellationToken;

/// Serves the editor until it closes its end or the token is cancelled. Then all sessions are stopped; they can be resumed.
///
/// # Errors
/// The connection broke in another way.
pub async fn serve(options: AgentOptions, stop: &CancellationToken) -> Result<(), AcpError> {
    let agent = Arc::new(EditorAgent::new(options));
    let gone = CancellationToken::new();
    let served = tokio::select! {
        () = stop.cancelled() => Ok(()),
        served = Box::pin(connection(&agent, stdin(), stdout(), &gone)) => served,
    };
    Box::pin(agent.end_sessions()).await;
    match served {
        // An editor may close both ends at once, with a message on the way to it.
        Err(error) if !gone.is_cancelled() => Err(AcpError(error.to_string())),
        _ => Ok(()),
    }
}

/// Serves the editor behind these ends until it closes its own; the token says that it reads no more.
async fn connection(
    agent: &Arc<EditorAgent>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    gone: &CancellationToken,
) -> Result<(), Error> {
    let [hello, new, load, resume, close, mode, prompt, cancel] = array::from_fn(|_| agent.clone());
    Agent
        .v1()
        .name("deskpilot")
        .on_receive_request(
            async move |it: InitializeRequest, responder, _| responder.respond(hello.introduce(&it)),
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it, responder, editor| open_new(new.clone(), it, responder, &editor),
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it, responder, editor| load_past(load.clone(), it, responder, &editor),
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it, responder, editor| resume_past(resume.clone(), it, responder, &editor),
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it, responder, editor| close_open(close.clone(), it, responder, &editor),
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it: SetSessionModeRequest, responder, _| {
                responder.respond_with_result(mode.set_mode(&it).map_err(Error::from))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |it, responder, editor| carry_out(&prompt, &it, responder, &editor),
            on_receive_request!(),
        )
        .on_receive_notification(
            async move |it: CancelNotification, _| {
                cancel.cancel(&it);
                Ok(())
            },
            on_receive_notification!(),
        )
        .connect_to(wire(input, output, gone.clone()))
        .await
}

fn open_new(
    agent: Arc<EditorAgent>,
    request: NewSessionRequest,
    responder: Responder<NewSessionResponse>,
    editor: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let client = editor.clone();
    editor.spawn(async move {
        let opened = agent.new_session(&request).await;
        let id = opened.as_ref().ok().map(|it| it.session_id.clone());
        responder.respond_with_result(opened.map_err(Error::from))?;
        offer_commands(&client, id)
    })
}

fn load_past(
    agent: Arc<EditorAgent>,
    request: LoadSessionRequest,
    responder: Responder<LoadSessionResponse>,
    editor: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let (client, id) = (editor.clone(), request.session_id.clone());
    editor.spawn(async move {
        let loaded = agent.load_session(request, client.clone()).await;
        let id = loaded.is_ok().then_some(id);
        responder.respond_with_result(loaded.map_err(Error::from))?;
        offer_commands(&client, id)
    })
}

fn resume_past(
    agent: Arc<EditorAgent>,
    request: ResumeSessionRequest,
    responder: Responder<ResumeSessionResponse>,
    editor: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let (client, id) = (editor.clone(), request.session_id.clone());
    editor.spawn(async move {
        let resumed = agent.resume_session(request).await;
        let id = resumed.is_ok().then_some(id);
        responder.respond_with_result(resumed.map_err(Error::from))?;
        offer_commands(&client, id)
    })
}

fn close_open(
    agent: Arc<EditorAgent>,
    request: CloseSessionRequest,
    responder: Responder<CloseSessionResponse>,
    editor: &ConnectionTo<Client>,
) -> Result<(), Error> {
    editor.spawn(async move {
        responder.respond_with_result(agent.close_session(request).await.map_err(Error::from))
    })
}

/// Carries out a turn. It is spawned, so that the editor can cancel it, and have others beside it.
fn carry_out(
    agent: &Arc<EditorAgent>,
    request: &PromptRequest,
    responder: Responder<PromptResponse>,
    editor: &ConnectionTo<Client>,
) -> Result<(), Error> {
    let (turn, typed) = match Turn::of(agent, request, editor.clone()) {
        Ok(begun) => begun,
        Err(error) => return responder.respond_with_error(error.into()),
    };
    editor.spawn(async move {
        let ended = Box::pin(turn.carry_out(typed)).await;
        responder.respond_with_result(ended.map(PromptResponse::new).map_err(Error::from))
    })
}

/// Offers the commands that a person can type after a slash, if the session was opened.
fn offer_commands(editor: &ConnectionTo<Client>, opened: Option<SessionId>) -> Result<(), Error> {
    opened.map_or(Ok(()), |id| editor.send_notification(SessionNotification::new(id, commands())))
}
