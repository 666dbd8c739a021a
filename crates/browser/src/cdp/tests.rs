//! Browsers that do not keep to the protocol, and events as Chromium sends them.

use super::{
    event::CdpEvent,
    state::{BrowserState, Reaction},
    *,
};
use crate::session::{BrowserError, Event, Session};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

/// Our end of a browser that answers each command with this.
fn browser(answer: impl Fn(u64, &str) -> Vec<u8> + Send + 'static) -> DuplexStream {
    let (ours, theirs) = duplex(1 << 20);
    tokio::spawn(async move {
        let (reader, mut writer) = split(theirs);
        let mut reader = BufReader::new(reader);
        let mut message = Vec::new();
        while reader.read_until(0, &mut message).await.is_ok_and(|it| it > 0) {
            message.pop();
            let command: Value = serde_json::from_slice(&message).unwrap();
            message.clear();
            let answer = answer(command["id"].as_u64().unwrap(), command["method"].as_str().unwrap());
            // The caller may have gone.
            let _ = writer.write_all(&answer).await;
        }
    });
    ours
}

async fn open(ours: DuplexStream) -> Result<CdpSession, BrowserError> {
    let (reader, writer) = split(ours);
    CdpSession::open(writer, reader).await
}

fn success(id: u64, result: &Value) -> Vec<u8> {
    format!("{}\0", json!({"id": id, "result": result})).into_bytes()
}

#[tokio::test]
async fn what_cannot_be_read_ends_the_connection() {
    for nonsense in ["{\0", "null\0", &"[".repeat(100_000), "\u{0}"] {
        let nonsense = format!("{nonsense}\0").into_bytes();
        let session = open(browser(move |id, method| match method {
            "Target.getTargets" => nonsense.clone(),
            _ => success(id, &json!({})),
        }));
        let session = session.await.unwrap();
        assert!(matches!(session.tabs().await, Err(BrowserError::Lost)));
        assert!(!session.is_open());
    }
    let session = open(browser(|id, _| success(id, &json!({"targetInfos": "none"})))).await.unwrap();
    assert!(matches!(session.tabs().await, Err(BrowserError::Unreadable(_))));
}

#[tokio::test]
async fn a_browser_that_ends_before_it_answers_is_lost() {
    let (ours, theirs) = duplex(1 << 10);
    drop(theirs);
    assert!(matches!(open(ours).await, Err(BrowserError::Lost)));
}

/// What events of a tab lead to.
fn reactions(state: &mut BrowserState, method: &str, params: &Value) -> Vec<&'static str> {
    let event: CdpEvent = serde_json::from_value(json!({"method": method, "params": params})).unwrap();
    let name = |it: &Reaction| match it {
        Reaction::Begin(_) => "begin",
        Reaction::Event(Event::Created(_)) => "created",
        Reaction::Event(Event::Destroyed(_)) => "destroyed",
        Reaction::Event(Event::NavigationStarted(_)) => "started",
        Reaction::Event(Event::NavigationFailed(_)) => "failed",
        Reaction::Event(Event::FragmentNavigated(_)) => "moved",
        Reaction::Event(Event::Interactive(_)) => "interactive",
        Reaction::Event(Event::Loaded(_)) => "loaded",
        Reaction::Event(Event::PromptOpened(_)) => "dialog",
        Reaction::Event(Event::PromptClosed(_)) => "answered",
        Reaction::Event(Event::DownloadBegan(_)) => "download",
        Reaction::Event(Event::DownloadEnded(_)) => "downloaded",
    };
    state.apply(event, Some("S")).iter().map(name).collect()
}

#[test]
fn a_tab_is_what_its_events_say() {
    let mut state = BrowserState::default();
    let frame = |loader: &str| json!({"frame": {"id": "T", "loaderId": loader}, "type": "Navigation"});
    let leaving = |frame: &str, kind: &str| json!({"frameId": frame, "navigationType": kind});
    let target = |kind: &str| json!({"sessionId": "S", "targetInfo": {"targetId": "T", "type": kind}});
    for (method, params, expected) in [
        ("Target.attachedToTarget", target("worker"), &[][..]),
        ("Target.attachedToTarget", target("page"), &["begin", "created"]),
        ("Target.attachedToTarget", target("page"), &[]),
        ("Page.domContentEventFired", json!({"timestamp": 1}), &[]),
        ("Page.frameStartedNavigating", leaving("T", "sameDocument"), &[]),
        ("Page.frameStartedNavigating", leaving("inner", "differentDocument"), &[]),
        ("Page.frameStoppedLoading", json!({"frameId": "T"}), &[]),
        ("Page.frameStartedNavigating", leaving("T", "differentDocument"), &["started"]),
        ("Page.frameStoppedLoading", json!({"frameId": "T"}), &["failed"]),
        ("Page.frameStartedNavigating", leaving("T", "reload"), &["started"]),
        ("Page.frameNavigated", frame("L1"), &[]),
        ("Page.domContentEventFired", json!({"timestamp": 1}), &["interactive"]),
        ("Page.loadEventFired", json!({"timestamp": 1}), &["loaded"]),
        ("Page.frameStoppedLoading", json!({"frameId": "T"}), &[]),
        ("Page.navigatedWithinDocument", json!({"frameId": "T", "url": "x"}), &["moved"]),
        ("Page.javascriptDialogOpening", json!({"type": "alert", "message": "m", "url": "x"}), &["dialog"]),
        ("Page.javascriptDialogClosed", json!({"result": true, "userInput": ""}), &["answered"]),
        (
            "Browser.downloadWillBegin",
            json!({"frameId": "T", "guid": "g", "url": "http://a.example/f"}),
            &["download"],
        ),
        ("Browser.downloadProgress", json!({"guid": "g", "state": "inProgress"}), &[]),
        ("Browser.downloadProgress", json!({"guid": "g", "state": "canceled"}), &["downloaded"]),
        ("Browser.downloadProgress", json!({"guid": "g", "state": "canceled"}), &[]),
        (
            "Page.frameNavigated",
            json!({"frame": {"id": "T", "loaderId": "L1"}, "type": "BackForwardCacheRestore"}),
            &["loaded"],
        ),
        ("Target.detachedFromTarget", json!({"sessionId": "S"}), &["destroyed"]),
        ("Page.loadEventFired", json!({"timestamp": 1}), &[]),
    ] {
        assert_eq!(reactions(&mut state, method, &params), expected, "{method} {params}");
    }
}

#[test]
fn a_dialog_is_open_until_it_is_answered_or_its_tab_closes() {
    let mut state = BrowserState::default();
    let attached = json!({"sessionId": "S", "targetInfo": {"targetId": "T", "type": "page"}});
    reactions(&mut state, "Target.attachedToTarget", &attached);
    let opening = json!({"type": "confirm", "message": "Sure?\nReally?"});
    for (method, params) in [
        ("Page.javascriptDialogClosed", json!({"result": false})),
        ("Target.detachedFromTarget", json!({"sessionId": "S"})),
    ] {
        reactions(&mut state, "Page.javascriptDialogOpening", &opening);
        assert_eq!(state.prompt("T").unwrap().message, "Sure? Really?");
        reactions(&mut state, method, &params);
        assert!(state.prompt("T").is_none());
    }
}
