//! A session seen through its control socket.

use crate::workspace::{ASK, FINISH, THINK, Workspace, soon};
use deskpilot_agent::Ending;
use deskpilot_core::{Event, PauseCause};
use deskpilot_linux::Linux;
use deskpilot_runtime::{
    AnswerError, Phase, Reply, Respondents, SessionHandle,
    control::{ControlCommand, ControlError, ErrorCode, Message, PROTOCOL, SessionClient},
};
use std::{fs, os::unix::fs::PermissionsExt};
use tokio::io::AsyncWriteExt;

fn answer(text: &str) -> Reply {
    Reply::Answers(vec![text.to_owned()])
}

async fn remote(handle: &SessionHandle) -> SessionClient {
    soon("a connection", SessionClient::connect(&Linux, handle.folder())).await.unwrap()
}

/// The numbers of all entries until the session is over.
async fn heard(remote: &mut SessionClient) -> Vec<u64> {
    let mut seen = Vec::new();
    loop {
        match soon("the next line", remote.next()).await.unwrap() {
            Some(Message::Entry(entry)) => seen.push(entry.seq),
            Some(Message::Over) => return seen,
            Some(_) => {}
            None => unreachable!("it closed without a word after {seen:?}"),
        }
    }
}

#[tokio::test]
async fn two_entrances_watch_and_answer_the_same_session() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let _here = respondents.attend();
    let replies = [ASK, ASK, FINISH];
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["choose"], &replies, &respondents)).unwrap();
    let mut questions = handle.questions();
    let mut remote = remote(&handle).await;
    assert_eq!((remote.greeting().task.as_str(), remote.greeting().process), ("t", std::process::id()));
    remote.send(ControlCommand::Attend).await.unwrap();
    remote.send(ControlCommand::Follow { from: 0 }).await.unwrap();

    let here = soon("the question here", questions.next()).await.unwrap();
    let there = loop {
        if let Some(Message::Question(it)) = soon("the question there", remote.next()).await.unwrap() {
            break *it;
        }
    };
    assert_eq!(here, there);
    let order = |id, text: &str| ControlCommand::Answer {
        question: id,
        reply: answer(text),
        by: "the dashboard".into(),
    };
    for name in ["the terminal", " a remembered answer"] {
        let order = ControlCommand::Answer { question: there.id, reply: answer("left"), by: name.into() };
        let unfit = remote.send(order).await.unwrap_err();
        assert!(matches!(&unfit, ControlError::Refused(it) if it.code == ErrorCode::Unfit), "{unfit}");
    }
    remote.send(order(there.id, "left")).await.unwrap();
    let late = handle.answer(here.id, answer("right"), "the terminal").unwrap_err();
    assert_eq!(late, AnswerError::Late { id: here.id, by: "the dashboard".into() });

    let second = soon("the second question", questions.next()).await.unwrap();
    handle.answer(second.id, answer("up"), "the terminal").unwrap();
    let late = remote.send(order(second.id, "down")).await.unwrap_err();
    assert!(matches!(&late, ControlError::Refused(it) if it.code == ErrorCode::Late), "{late}");
    assert!(late.to_string().ends_with("answered already, by the terminal"), "{late}");

    soon("the end", handle.outcome()).await.unwrap();
    let written = deskpilot_log::read(workspace.root(), "t").unwrap().len() as u64;
    // The entries before the question arrived while the test waited for it.
    let seen = heard(&mut remote).await;
    assert_eq!(seen.last(), Some(&(written - 1)));
    assert!(seen.windows(2).all(|it| it[0] + 1 == it[1]), "{seen:?}");
}

#[tokio::test]
async fn a_follower_in_another_process_sees_every_entry_once() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let _here = respondents.attend();
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["choose"], &[ASK, FINISH], &respondents)).unwrap();
    let question = soon("the question", handle.questions().next()).await.unwrap();
    let mut remote = remote(&handle).await;
    remote.send(ControlCommand::Follow { from: 0 }).await.unwrap();
    handle.answer(question.id, answer("it"), "a test").unwrap();
    let seen = heard(&mut remote).await;
    let written = deskpilot_log::read(workspace.root(), "t").unwrap().len() as u64;
    assert_eq!(seen, (0..written).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_session_is_paused_handed_back_and_stopped_from_elsewhere() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["think"], &[THINK, THINK], &respondents)).unwrap();
    let mut events = handle.events(0);
    let mut until = async |wanted: fn(&Event) -> bool| {
        while let Some(entry) = soon("the next entry", events.next()).await.unwrap() {
            if wanted(&entry.event) {
                return;
            }
        }
        unreachable!("it is over");
    };
    let mut remote = remote(&handle).await;
    until(|it| matches!(it, Event::Prompted { .. })).await;
    remote.send(ControlCommand::Pause).await.unwrap();
    until(|it| matches!(it, Event::Paused { cause: PauseCause::Asked })).await;
    remote.send(ControlCommand::HandBack).await.unwrap();
    until(|it| *it == Event::HandedBack).await;
    until(|it| matches!(it, Event::Prompted { .. })).await;
    assert_eq!(remote.send(ControlCommand::Status).await.unwrap().phase, Phase::Working);
    remote.send(ControlCommand::Stop).await.unwrap();
    assert_eq!(soon("the end", handle.outcome()).await.unwrap().ending, Ending::Stopped);
}

#[tokio::test]
async fn a_connection_that_never_reads_or_talks_nonsense_holds_nobody_up() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let requests = vec!["again"; 60];
    let mut replies = vec![FINISH; 60];
    replies.insert(0, ASK);
    let _here = respondents.attend();
    let handle = Workspace::sessions().start(workspace.spec("t", &requests, &replies, &respondents)).unwrap();
    let question = soon("the question", handle.questions().next()).await.unwrap();
    let mut deaf = remote(&handle).await;
    deaf.send(ControlCommand::Follow { from: 0 }).await.unwrap();
    let socket = handle.folder().join("control.sock");
    let mut nonsense = tokio::net::UnixStream::connect(&socket).await.unwrap();
    nonsense.write_all(b"hello\n{\"id\": 7, \"do\": \"fly\"}\n").await.unwrap();
    nonsense.write_all(&vec![b'x'; 1 << 20]).await.ok();
    handle.answer(question.id, answer("it"), "a test").unwrap();
    let outcome = soon("the end", handle.outcome()).await.unwrap();
    assert!(matches!(outcome.ending, Ending::Ended(_)), "{:?}", outcome.ending);
}

#[tokio::test]
async fn the_socket_is_its_owners_fits_long_paths_and_outlives_nobody() {
    let (workspace, respondents) = (Workspace::within(&"long/".repeat(40)), Respondents::default());
    let sessions = Workspace::sessions();
    let folder = workspace.log("t");
    fs::create_dir_all(&folder).unwrap();
    let handle = sessions.start(workspace.spec("t", &["think"], &[THINK], &respondents)).unwrap();
    let socket = folder.join("control.sock");
    assert!(socket.as_os_str().len() > 108, "longer than the system takes");
    assert_eq!(fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    remote(&handle).await.send(ControlCommand::Stop).await.unwrap();
    soon("the end", handle.outcome()).await.unwrap();
    assert!(matches!(SessionClient::connect(&Linux, &folder).await, Err(ControlError::NotListening)));
    assert!(!socket.exists(), "it goes with the session");
}

#[tokio::test]
async fn what_a_dead_process_left_behind_is_nobody_and_is_in_nobodys_way() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let folder = workspace.log("t");
    fs::create_dir_all(&folder).unwrap();
    // A socket at which nobody listens any more, as after kill -9.
    drop(std::os::unix::net::UnixListener::bind(folder.join("control.sock")).unwrap());
    assert!(matches!(SessionClient::connect(&Linux, &folder).await, Err(ControlError::NotListening)));
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["think"], &[THINK], &respondents)).unwrap();
    remote(&handle).await.send(ControlCommand::Stop).await.unwrap();
    assert_eq!(soon("the end", handle.outcome()).await.unwrap().ending, Ending::Stopped);
}

#[tokio::test]
async fn a_line_without_end_from_a_socket_is_an_error_that_says_so() {
    let greeting = format!("{{\"deskpilot\":{PROTOCOL},\"task\":\"t\",\"process\":1}}\n");
    let says = |limit| {
        format!(
            "the session sends a line of more than {limit}, which no session does: end the process that listens there, \
             then resume the task"
        )
    };
    for (greeting, limit) in [("", "65 KiB"), (greeting.as_str(), "65 MiB")] {
        let folder = tempfile::tempdir().unwrap();
        let listener = tokio::net::UnixListener::bind(folder.path().join("control.sock")).unwrap();
        let greeting = greeting.as_bytes().to_vec();
        let endless = tokio::spawn(async move {
            let (mut taken, _) = listener.accept().await.unwrap();
            taken.write_all(&greeting).await.unwrap();
            while taken.write_all(&[b'x'; 1 << 16]).await.is_ok() {}
        });
        let read = async {
            let mut remote = SessionClient::connect(&Linux, folder.path()).await?;
            remote.next().await
        };
        assert_eq!(soon("an error", read).await.unwrap_err().to_string(), says(limit));
        // It writes until the client has closed the connection.
        soon("the client's end", endless).await.unwrap();
    }
}
