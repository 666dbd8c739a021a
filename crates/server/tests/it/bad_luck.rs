//! A server that is killed, uploads that nobody wants, and other users of the machine.

use crate::{
    stand::{Stand, soon},
    steering::{session, shown},
};
use deskpilot_core::{Answer, Event, Rule, RuleEffect, Timestamp, fold::QuestionId};
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_runtime::{
    ConsentOrigin, add_rule,
    answers::{self, KeptAnswer},
};
use serde_json::json;
use std::{fs, os::unix::fs::MetadataExt, path::PathBuf};

const ASK: &str = r#"{"Status": "PENDING", "Questions": ["Which one?"]}"#;
const FINISH: &str = r#"{"Status": "FINISH", "Comment": "done"}"#;

#[tokio::test]
async fn a_session_outlives_a_killed_server_and_its_page_goes_on_without_a_gap_or_a_double() {
    let mut stand = Stand::new().await;
    let browser = stand.browser().await;
    let (handle, _presence) = session(&stand, &[ASK, FINISH]);
    let path = browser.path_of("t").await;
    let asking = shown(&browser, &path, |it| it["task"]["question"].is_object()).await;
    let question = &asking["task"]["question"]["id"];
    let (_, mut events) = browser.events(&format!("{path}/events"), "").await;
    let mut told = events.numbers(3).await;
    let cookie = format!("Cookie: {}\r\n", browser.cookie);
    stand.restart().await;
    events.ended().await;

    let stale = stand.ask(&format!("GET {path}"), &(stand.host() + &cookie), "").await;
    assert_eq!((stale.status, stale.code().as_str()), (401, "no_cookie"));
    let again = stand.browser().await;
    assert_eq!(again.json(&path).await["task"]["question"]["id"], *question, "the session waits on");
    let last = format!("Last-Event-ID: {}\r\n", told.last().unwrap());
    let (_, mut events) = again.events(&format!("{path}/events"), &last).await;
    let answer = json!({"question": question, "reply": {"answers": ["left"]}});
    assert_eq!(again.post(&format!("{path}/answer"), &answer).await.status, 200);
    let rest = events.until("end").await;
    told.extend(rest.iter().filter(|it| it.name == "entry").filter_map(|it| it.id));
    soon("the end", handle.outcome()).await.unwrap();
    let written = deskpilot_log::read(&stand.logs(), "t").unwrap();
    assert_eq!(told, written.iter().map(|it| it.seq).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_upload_is_neither_unpacked_nor_kept() {
    // `{}`, which would be a body, packed by gzip, and the beginning of a zip archive.
    const GZIP: &[u8] =
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00";
    const ZIP: &[u8] = b"PK\x03\x04\x14\x00\x00\x00\x08\x00../../events.jsonl";
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let before = stand.files();
    let chunk = format!("11170\r\n{}\r\n0\r\n\r\n", "x".repeat(0x11170));
    let json = "Content-Type: application/json\r\n";
    for (headers, body, status) in [
        ("Content-Type: application/zip\r\n".to_owned(), ZIP, 415),
        ("Content-Type: multipart/form-data; boundary=x\r\n".to_owned(), ZIP, 415),
        (json.to_owned(), ZIP, 400),
        (format!("{json}Content-Encoding: gzip\r\n"), GZIP, 400),
        (format!("{json}Transfer-Encoding: chunked\r\n"), chunk.as_bytes(), 413),
    ] {
        for path in ["/api/invitations", "/api/tasks", "/api/approvals/take-back"] {
            let length = match headers.contains("chunked") {
                true => String::new(),
                false => format!("Content-Length: {}\r\n", body.len()),
            };
            let head = format!(
                "POST {path} HTTP/1.1\r\n{}Origin: http://127.0.0.1:{}\r\n{headers}{length}Connection: close\r\n\r\n",
                browser.headers(),
                stand.port
            );
            let reply = stand.raw(&[head.as_bytes(), body].concat()).await;
            assert_eq!(reply.status, status, "{path}: {headers}: {reply:?}");
        }
    }
    assert_eq!(stand.files(), before);
}

#[tokio::test]
async fn what_the_server_writes_is_its_users_alone() {
    let stand = Stand::new().await;
    let config = stand.config();
    let rule = Rule { application: vec!["gedit".into()], ..Rule::new(RuleEffect::Allow) };
    let policy = config.policy.file.clone().unwrap();
    let given = ConsentOrigin::now(&stand.logs().join("a"), QuestionId(1), "browser 1");
    add_rule(&policy, &rule, &given).unwrap();
    let kept = answers::path(&config.environment).unwrap();
    let answer = Answer { question: "Which?".into(), answer: "left".into() };
    answers::add(&kept, &[KeptAnswer { answer, given: None }]).unwrap();
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    log.append(Timestamp(1), Event::RoundStarted { round: 0, request: "compute".into() }).unwrap();
    drop(log);
    let summary = stand.logs().join("a/summary.json");
    // As after a crash: the server writes the summary that is missing.
    fs::remove_file(&summary).unwrap();

    let browser = stand.browser().await;
    assert_eq!(browser.json("/api/tasks").await["tasks"][0]["name"], "a");
    for yes in [json!({"rule": "yes 1"}), json!({"answer": "Which?"})] {
        assert_eq!(browser.post("/api/approvals/take-back", &yes).await.status, 200, "{yes}");
    }
    let files = stand.files();
    for written in [&summary, &policy, &kept] {
        let written = written.canonicalize().unwrap();
        assert!(files.iter().any(|it| it.canonicalize().is_ok_and(|it| it == written)), "{written:?}");
    }
    let others: Vec<PathBuf> =
        files.into_iter().filter(|it| it.metadata().unwrap().mode() & 0o077 != 0).collect();
    assert_eq!(others, Vec::<PathBuf>::new(), "other users can open them");
}
