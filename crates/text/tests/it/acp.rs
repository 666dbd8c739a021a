//! Deskpilot as an agent in an editor, which the client side of the protocol's own library plays.

use agent_client_protocol::{
    Agent, Client, Error, Lines, on_receive_notification, on_receive_request,
    schema::ProtocolVersion,
    v1::{
        ConnectionTo,
        schema::{
            CancelNotification, CloseSessionRequest, ContentBlock, ContentChunk, Implementation,
            InitializeRequest, LoadSessionRequest, NewSessionRequest, PermissionOptionId, PromptRequest,
            RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
            ResumeSessionRequest, SelectedPermissionOutcome, SessionId, SessionNotification, SessionUpdate,
            SetSessionModeRequest, StopReason, TextContent, ToolCallContent, ToolCallStatus,
        },
    },
};
use deskpilot_core::{Consent, Entry, Event};
use deskpilot_model::{ScriptedModel, Secret};
use deskpilot_testkit::{
    command_line::{DEADLINE, Workspace},
    loopback::ChatServer,
};
use futures::{SinkExt, StreamExt, future::pending, join};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    fs,
    io::{BufRead, BufReader, Write},
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

/// A click that the person's policy makes risky, so that each answer has a visible result.
const JOB: &str = "Open galculator. Click \"5\".";
const POLICY: &str = "[words]\nsends = [\"5\"]\n";
/// The name under which the editor answers.
const NAME: &str = "ACP client test-editor";

/// An editor that has started Deskpilot.
struct Editor {
    agent: ConnectionTo<Agent>,
    told: Arc<Mutex<Vec<SessionUpdate>>>,
    asked: Arc<Mutex<Vec<RequestPermissionRequest>>>,
    /// The options that its person will choose; without one they do not answer.
    choices: Arc<Mutex<VecDeque<&'static str>>>,
}

fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put(".config/deskpilot/policy.toml", POLICY);
    workspace
}

/// Starts Deskpilot, has the editor talk to it, and closes its standard input. Deskpilot must end by itself.
fn in_editor<R>(
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
            SinkExt::<String>::sink_map_err(input, std::io::Error::other),
            output.map(|it| it.map_err(std::io::Error::other)),
        );
        let talked = Box::pin(connected(wire, choices, talk));
        let said = timeout(DEADLINE, talked).await.unwrap().unwrap();
        let status = timeout(DEADLINE, child.wait()).await.unwrap().unwrap();
        assert!(status.success(), "{status}");
        said
    })
}

async fn connected<R>(
    wire: impl agent_client_protocol::ConnectTo<Client> + 'static,
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
    async fn session(&self, workspace: &Workspace) -> SessionId {
        let request = NewSessionRequest::new(workspace.path());
        self.agent.send_request(request).block_task().await.unwrap().session_id
    }

    async fn prompt(&self, session: &SessionId, text: &str) -> Result<StopReason, Error> {
        let prompt = vec![ContentBlock::Text(TextContent::new(text))];
        let request = PromptRequest::new(session.clone(), prompt);
        Ok(self.agent.send_request(request).block_task().await?.stop_reason)
    }

    /// Carries out the prompt, and cancels it as soon as this holds.
    async fn prompt_until(&self, session: &SessionId, text: &str, holds: impl Fn() -> bool) -> StopReason {
        let cancel = async {
            until(&holds).await;
            self.agent.send_notification(CancelNotification::new(session.clone())).unwrap();
        };
        join!(self.prompt(session, text), cancel).0.unwrap()
    }

    /// What was told, one line each, without pictures and thoughts.
    fn lines(&self) -> Vec<String> {
        self.told.lock().unwrap().iter().filter_map(line).collect()
    }

    fn has(&self, start: &str) -> bool {
        self.lines().iter().any(|it| it.starts_with(start))
    }

    /// How many pictures the effects of operations had.
    fn pictures(&self) -> usize {
        let told = self.told.lock().unwrap();
        let content = told.iter().filter_map(|it| match it {
            SessionUpdate::ToolCallUpdate(it) => it.fields.content.as_deref(),
            _ => None,
        });
        let is_picture = |it: &&ToolCallContent| matches!(it, ToolCallContent::Content(it) if matches!(it.content, ContentBlock::Image(_)));
        content.flatten().filter(is_picture).count()
    }
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

async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(DEADLINE, waiting).await.unwrap();
}

fn consents(entries: &[Entry]) -> Vec<(Consent, Option<String>)> {
    let consent = |entry: &Entry| match &entry.event {
        Event::Confirmed { consent, by } => Some((consent.clone(), by.clone())),
        _ => None,
    };
    entries.iter().filter_map(consent).collect()
}

fn requests(entries: &[Entry]) -> Vec<&str> {
    let request = |entry: &'_ Entry| -> Option<&str> {
        match &entry.event {
            Event::RoundStarted { request, .. } => Some(request),
            _ => None,
        }
    };
    let mut found = Vec::new();
    for entry in entries {
        found.extend(request(entry));
    }
    found
}

fn count(entries: &[Entry], is_such: impl Fn(&Event) -> bool) -> usize {
    entries.iter().filter(|it| is_such(&it.event)).count()
}

#[test]
fn an_editor_sees_a_task_says_yes_and_asks_for_more_in_the_same_session() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &["once"], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, JOB).await, Ok(StopReason::EndTurn));
        let lines = editor.lines();
        assert!(editor.has("call: click the ToggleButton \"5\" Pending"), "{lines:#?}");
        let ends = ["update: InProgress", "update: Completed", "agent: Finished."];
        let at = ends.map(|end| lines.iter().rposition(|it| it == end).unwrap());
        assert!(at.is_sorted(), "{lines:#?}");
        let plan = lines.iter().rfind(|it| it.starts_with("plan: ")).unwrap();
        assert!(plan.ends_with("Completed") && !plan.contains("InProgress"), "{plan}");
        assert!(editor.pictures() > 0, "a step has a picture");
        let asked = editor.asked.lock().unwrap().clone();
        let options: Vec<&str> = asked[0].options.iter().map(|it| &*it.option_id.0).collect();
        assert_eq!((asked.len(), options), (1, vec!["once", "session", "always", "no"]));
        assert_eq!(editor.prompt(&session, "Open galculator. Click \"7\".").await, Ok(StopReason::EndTurn));
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(consents(&entries), [(Consent::Once, Some(NAME.to_owned()))]);
    assert_eq!(requests(&entries), [JOB, "Open galculator. Click \"7\"."]);
    assert_eq!(count(&entries, |it| matches!(it, Event::SessionResumed { .. })), 0, "one process did both");
    let audit = String::from_utf8(workspace.run(&["audit", &session.0]).stdout).unwrap();
    assert!(audit.contains(NAME), "{audit}");
}

#[test]
fn a_no_in_the_editor_fails_the_request_and_ends_the_turn() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &["no"], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, JOB).await, Ok(StopReason::EndTurn));
        assert!(editor.has("update: Failed") && editor.has("agent: Failed: "), "{:#?}", editor.lines());
        session
    });
    assert_eq!(
        consents(&workspace.entries(&session.0)),
        [(Consent::No(String::new()), Some(NAME.to_owned()))]
    );
}

#[test]
fn a_cancelled_request_gives_way_to_the_next_one() {
    let workspace = workspace();
    let waits = "Open galculator. Wait 100 seconds.";
    let session = in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        let stopped = editor.prompt_until(&session, waits, || editor.has("call: wait ")).await;
        assert_eq!(stopped, StopReason::Cancelled);
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(requests(&entries), [waits, "Open galculator."]);
    assert_eq!(count(&entries, |it| *it == Event::Stopped), 1);
    assert_eq!(workspace.operations(&session.0).iter().filter(|it| it.starts_with("wait")).count(), 1);
}

#[test]
fn a_request_that_was_cancelled_at_a_question_goes_on_when_the_person_says_so() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        let is_asked = || !editor.asked.lock().unwrap().is_empty();
        assert_eq!(editor.prompt_until(&session, JOB, is_asked).await, StopReason::Cancelled);
        editor.choices.lock().unwrap().push_back("once");
        assert_eq!(editor.prompt(&session, "/continue").await, Ok(StopReason::EndTurn));
        assert!(editor.has("agent: Finished."), "{:#?}", editor.lines());
        let nothing = editor.prompt(&session, "/continue").await.unwrap_err();
        assert!(nothing.message.starts_with("there is nothing to go on with"), "{nothing}");
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(requests(&entries), [JOB]);
    assert_eq!(consents(&entries).last(), Some(&(Consent::Once, Some(NAME.to_owned()))));
}

#[test]
fn a_past_session_is_told_from_its_log_and_goes_on_in_another_process() {
    let workspace = workspace();
    let (session, before) = in_editor(&workspace, &[], &["once"], async |editor| {
        let session = editor.session(&workspace).await;
        editor.prompt(&session, JOB).await.unwrap();
        (session, editor.lines())
    });
    in_editor(&workspace, &[], &[], async |editor| {
        let load = LoadSessionRequest::new(session.clone(), workspace.path());
        let modes = editor.agent.send_request(load).block_task().await.unwrap().modes.unwrap();
        assert_eq!(&*modes.current_mode_id.0, "ask");
        let lines = editor.lines();
        assert_eq!(lines[0], format!("user: {JOB}"));
        assert_eq!(lines[1..], before, "the same as it was told while it happened");
        assert_eq!(editor.pictures(), 0, "without the pictures");
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        let close = CloseSessionRequest::new(session.clone());
        editor.agent.send_request(close).block_task().await.unwrap();
        assert_eq!(editor.prompt(&session, "Open galculator.").await.unwrap_err().code.value(), -32002);
        let resume = ResumeSessionRequest::new(session.clone(), workspace.path());
        let told = editor.lines().len();
        editor.agent.send_request(resume).block_task().await.unwrap();
        assert_eq!(editor.lines().len(), told, "a session that is resumed is not told again");
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(requests(&entries), [JOB, "Open galculator."]);
    assert_eq!(count(&entries, |it| matches!(it, Event::SessionResumed { .. })), 1);
}

#[test]
fn the_next_prompt_is_the_answer_to_a_question_of_an_agent() {
    let workspace = workspace();
    let runtime = Runtime::new().unwrap();
    let replies = [
        r#"{"Status": "PENDING", "Questions": ["Which calculator do you like?"]}"#,
        r#"{"Status": "FINISH", "Comment": "I note it."}"#,
    ];
    let model = Arc::new(ScriptedModel::new("m", replies.map(str::to_owned)));
    let server = runtime.block_on(ChatServer::start(model, Secret::new("k"))).unwrap();
    let words = ["--model", "openai-compatible/m", "--base-url", server.base_url()];
    let session = in_editor(&workspace, &words, &[], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, "Note what I like.").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.lines().last().unwrap(), "agent: Which calculator do you like?");
        assert_eq!(editor.prompt(&session, "galculator").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.lines().last().unwrap(), "agent: I note it.");
        session
    });
    let answered = workspace.entries(&session.0).into_iter().find_map(|it| match it.event {
        Event::Answered { answers, by } => Some((answers[0].answer.clone(), by)),
        _ => None,
    });
    assert_eq!(answered, Some(("galculator".to_owned(), Some(NAME.to_owned()))));
}

#[test]
fn a_mode_is_a_preset_of_the_policy_and_holds_from_the_next_request_on() {
    let workspace = workspace();
    in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        let job = "Open galculator. Click \"7\".";
        assert_eq!(editor.prompt(&session, job).await, Ok(StopReason::EndTurn));
        assert!(editor.has("agent: Finished."), "{:#?}", editor.lines());
        let set = |mode: &'static str| {
            editor.agent.send_request(SetSessionModeRequest::new(session.clone(), mode)).block_task()
        };
        assert_eq!(set("code").await.unwrap_err().code.value(), -32602);
        set("unrestricted").await.unwrap();
        assert_eq!(editor.prompt(&session, JOB).await, Ok(StopReason::EndTurn));
        assert!(editor.asked.lock().unwrap().is_empty(), "nothing is asked without restrictions");
        set("bounded").await.unwrap();
        assert_eq!(editor.prompt(&session, job).await, Ok(StopReason::EndTurn));
        let last = editor.lines().pop().unwrap();
        assert!(last.starts_with("agent: Failed: "), "no rule allows it: {last}");
    });
}

#[test]
fn what_an_editor_asks_for_wrongly_is_an_error_and_nothing_more() {
    let workspace = workspace();
    in_editor(&workspace, &[], &[], async |editor| {
        for id in ["x", "..", "../logs", ""] {
            let id = SessionId::new(id);
            let load = LoadSessionRequest::new(id.clone(), workspace.path());
            let loaded = editor.agent.send_request(load).block_task().await;
            assert_eq!(loaded.unwrap_err().code.value(), -32002);
            assert_eq!(editor.prompt(&id, JOB).await.unwrap_err().code.value(), -32002);
        }
        let elsewhere = editor.agent.send_request(NewSessionRequest::new("not/absolute")).block_task().await;
        assert!(elsewhere.unwrap_err().message.contains("no folder with an absolute path"));
        let session = editor.session(&workspace).await;
        let empty = editor.prompt(&session, " ").await.unwrap_err();
        assert_eq!(
            (empty.code.value(), &*empty.message),
            (-32602, "the request is empty: say what you want done")
        );
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
    });
    assert_eq!(fs::read_dir(workspace.path().join("logs")).unwrap().count(), 1, "only the task has a log");
}

#[test]
fn lines_that_are_no_messages_are_passed_over_and_standard_output_has_messages_alone() {
    let workspace = workspace();
    let mut command = workspace.command(&["acp"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let hello = json!({"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": 9}});
    for text in
        ["", "garbage", "{", "[]", "null", "{\"jsonrpc\": 1}", &"x".repeat(100_000), &hello.to_string()]
    {
        writeln!(input, "{text}").unwrap();
    }
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let greeting = loop {
        let message: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        if message["id"] == 7 {
            break message;
        }
        assert!(message["error"].is_object(), "{message}");
    };
    assert_eq!(greeting["result"]["protocolVersion"], 1, "{greeting}");
    drop(input);
    assert!(lines.next().is_none() && child.wait().unwrap().success());
}

#[test]
fn an_editor_that_vanishes_while_a_question_waits_leaves_no_process_and_a_task_to_resume() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        let prompt = editor.prompt(&session, JOB);
        let asked = until(|| !editor.asked.lock().unwrap().is_empty());
        tokio::select! {
            ended = prompt => panic!("{ended:?}"),
            () = asked => {}
        }
        session
    });
    let entries = workspace.entries(&session.0);
    let is_end = |it: &Event| matches!(it, Event::RoundEnded { .. } | Event::SessionClosed);
    assert_eq!(count(&entries, is_end), 0, "the question is open");
    let resumed = in_editor(&workspace, &[], &["once"], async |editor| {
        let load = LoadSessionRequest::new(session.clone(), workspace.path());
        editor.agent.send_request(load).block_task().await.unwrap();
        editor.prompt(&session, "/continue").await
    });
    assert_eq!(resumed, Ok(StopReason::EndTurn));
    assert_eq!(requests(&workspace.entries(&session.0)), [JOB]);
}
