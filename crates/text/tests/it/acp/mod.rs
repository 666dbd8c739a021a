//! Deskpilot as an agent in an editor.

mod editor;

use agent_client_protocol::v1::schema::{
    CancelNotification, CloseSessionRequest, LoadSessionRequest, NewSessionRequest, ResumeSessionRequest,
    SessionId, SetSessionModeRequest, StopReason,
};
use deskpilot_core::{Consent, Entry, Event};
use deskpilot_model::{ScriptedModel, Secret};
use deskpilot_testkit::{
    command_line::{Workspace, finish, transcript},
    loopback::ChatServer,
};
use editor::{in_editor, is_picture, until};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::Stdio,
    sync::Arc,
    thread,
};
use tokio::runtime::Runtime;

/// A click that the person's policy makes risky, so that each answer has a visible result.
const JOB: &str = "Open galculator. Click \"5\".";
const POLICY: &str = "[words]\nsends = [\"5\"]\n";
/// The name under which the editor answers.
const NAME: &str = "ACP client test-editor";

/// Replies of a model.
const TEA: &str = r#"{"Status": "PENDING", "Questions": ["Tea or coffee?"]}"#;
const NOTED: &str = r#"{"Status": "FINISH", "Comment": "I note it."}"#;

/// A model with these replies, under the key that editors give.
fn model(runtime: &Runtime, replies: &[&str]) -> ChatServer {
    let model = Arc::new(ScriptedModel::new("m", replies.iter().map(|it| (*it).to_owned())));
    runtime.block_on(ChatServer::start(model, Secret::new("k"))).unwrap()
}

fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put(".config/deskpilot/policy.toml", POLICY);
    workspace
}

fn consents(entries: &[Entry]) -> Vec<(Consent, Option<String>)> {
    let consent = |entry: &Entry| match &entry.event {
        Event::Confirmed { consent, by } => Some((consent.clone(), by.clone())),
        _ => None,
    };
    entries.iter().filter_map(consent).collect()
}

fn requests(entries: &[Entry]) -> Vec<&str> {
    let started = entries.iter().filter_map(|it| match &it.event {
        Event::RoundStarted { request, .. } => Some(request.as_str()),
        _ => None,
    });
    started.collect()
}

fn given_answers(entries: &[Entry]) -> Vec<&str> {
    let given = entries.iter().filter_map(|it| match &it.event {
        Event::Answered { answers, .. } => Some(answers),
        _ => None,
    });
    given.flatten().map(|it| it.answer.as_str()).collect()
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
        let asked = editor.asked.lock().unwrap().clone();
        let shown = asked[0].tool_call.fields.content.iter().flatten();
        assert_eq!(shown.filter(|it| is_picture(it)).count(), 1, "what is asked about is shown");
        let options: Vec<&str> = asked[0].options.iter().map(|it| &*it.option_id.0).collect();
        assert_eq!((asked.len(), options), (1, vec!["once", "session", "always", "no"]));
        assert_eq!(editor.prompt(&session, "Open galculator. Click \"7\".").await, Ok(StopReason::EndTurn));
        assert!(editor.pictures() > 0, "effects come with the picture of their step");
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(consents(&entries), [(Consent::Once, Some(NAME.to_owned()))]);
    assert_eq!(requests(&entries), [JOB, "Open galculator. Click \"7\"."]);
    assert_eq!(count(&entries, |it| matches!(it, Event::SessionResumed { .. })), 0, "one process did both");
    let audit = String::from_utf8(workspace.run(&["audit", &*session.0]).stdout).unwrap();
    assert!(audit.contains(NAME), "{audit}");
}

#[test]
fn a_file_that_a_task_writes_is_shown_with_its_difference_and_only_once() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, &workspace.letter()).await, Ok(StopReason::EndTurn));
        let file = workspace.path().canonicalize().unwrap().join("answer.txt");
        assert_eq!(editor.differences(), [(file, None, "Hello".to_owned())], "{:#?}", editor.lines());
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.differences().len(), 1);
        session
    });
    in_editor(&workspace, &[], &[], async |editor| {
        let load = LoadSessionRequest::new(session.clone(), workspace.path());
        editor.agent.send_request(load).block_task().await.unwrap();
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.differences(), [], "it was shown before");
    });
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
    let server =
        model(&runtime, &[r#"{"Status": "PENDING", "Questions": ["Which calculator do you like?"]}"#, NOTED]);
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
fn after_a_cancel_at_a_question_of_an_agent_the_next_prompt_is_a_request() {
    let workspace = workspace();
    let runtime = Runtime::new().unwrap();
    let server = model(&runtime, &[TEA, NOTED]);
    let words = ["--model", "openai-compatible/m", "--base-url", server.base_url()];
    let session = in_editor(&workspace, &words, &[], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, "Make me a drink.").await, Ok(StopReason::EndTurn));
        editor.agent.send_notification(CancelNotification::new(session.clone())).unwrap();
        assert_eq!(editor.prompt(&session, "Make me a cake.").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.lines().last().unwrap(), "agent: I note it.");
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(requests(&entries), ["Make me a drink.", "Make me a cake."]);
    assert_eq!(given_answers(&entries), [""; 0]);
}

#[test]
fn an_answer_to_a_question_that_was_answered_elsewhere_is_used_for_nothing() {
    let workspace = workspace();
    let runtime = Runtime::new().unwrap();
    let milk = r#"{"Status": "PENDING", "Questions": ["With milk?"]}"#;
    let server = model(&runtime, &[TEA, milk, NOTED]);
    let words = ["--model", "openai-compatible/m", "--base-url", server.base_url()];
    let session = in_editor(&workspace, &words, &[], async |editor| {
        let session = editor.session(&workspace).await;
        let answer_elsewhere = |text: &str| {
            let answered = workspace.run(&["answer", &*session.0, text]);
            assert!(answered.status.success(), "{}", transcript(&answered));
        };
        let unused = "agent: That question was answered elsewhere; your message was not used.";
        assert_eq!(editor.prompt(&session, "Make me a drink.").await, Ok(StopReason::EndTurn));
        answer_elsewhere("tea");
        until(|| count(&workspace.entries(&session.0), |it| matches!(it, Event::Asked { .. })) == 2).await;
        assert_eq!(editor.prompt(&session, "coffee").await, Ok(StopReason::EndTurn));
        let lines = editor.lines();
        let last = &lines[lines.len() - 2..];
        let has = |line: &str| last.iter().any(|it| it == line);
        assert!(has("agent: With milk?") && has(unused), "the new question is shown: {last:?}");
        answer_elsewhere("yes");
        until(|| count(&workspace.entries(&session.0), |it| matches!(it, Event::RoundEnded { .. })) == 1)
            .await;
        assert_eq!(editor.prompt(&session, "no").await, Ok(StopReason::EndTurn));
        let lines = editor.lines();
        assert!(lines.iter().rev().take(2).any(|it| it == unused), "{lines:?}");
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(given_answers(&entries), ["tea", "yes"]);
    assert_eq!(requests(&entries), ["Make me a drink."]);
}

#[test]
fn a_session_that_is_idle_here_can_be_loaded_and_goes_on() {
    let workspace = workspace();
    let session = in_editor(&workspace, &[], &[], async |editor| {
        let session = editor.session(&workspace).await;
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        let load = LoadSessionRequest::new(session.clone(), workspace.path());
        editor.agent.send_request(load).block_task().await.unwrap();
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        let resume = ResumeSessionRequest::new(session.clone(), workspace.path());
        editor.agent.send_request(resume).block_task().await.unwrap();
        session
    });
    let entries = workspace.entries(&session.0);
    assert_eq!(requests(&entries), ["Open galculator."; 2]);
    assert_eq!(count(&entries, |it| matches!(it, Event::SessionResumed { .. })), 1);
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
        assert_eq!(editor.offers(), 0, "a session that is not open has no commands");
        let elsewhere = editor.agent.send_request(NewSessionRequest::new("not/absolute")).block_task().await;
        assert!(elsewhere.unwrap_err().message.contains("no folder with an absolute path"));
        let session = editor.session(&workspace).await;
        let empty = editor.prompt(&session, " ").await.unwrap_err();
        assert_eq!(
            (empty.code.value(), &*empty.message),
            (-32602, "the request is empty: say what you want done")
        );
        assert_eq!(editor.prompt(&session, "Open galculator.").await, Ok(StopReason::EndTurn));
        assert_eq!(editor.offers(), 1);
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
    let (long, hello) = ("x".repeat(100_000), hello.to_string());
    for text in ["", "garbage", "{", "[]", "null", "{\"jsonrpc\": 1}", &long, &hello] {
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
fn a_message_that_is_too_long_ends_the_connection_and_says_why() {
    let workspace = workspace();
    let mut command = workspace.command(&["acp"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // Nobody reads all of it.
    let writer = thread::spawn(move || input.write_all("x".repeat(20 << 20).as_bytes()));
    let output = finish(child);
    let printed = transcript(&output);
    let says_why = printed.contains("more than 16 MiB in one message");
    assert!(!output.status.success() && says_why, "{printed}");
    assert!(writer.join().unwrap().is_err(), "it was not read to its end");
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
