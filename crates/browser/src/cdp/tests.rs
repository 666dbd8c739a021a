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
        Reaction::Send { method, .. } => *method,
        Reaction::Event(Event::LoginRequested(_)) => "login",
        Reaction::Event(Event::LoginDeclined(_)) => "no login",
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
        assert_eq!(state.prompt("T").unwrap().to_string(), "a dialog (confirm) says \"Sure? Really?\"");
        reactions(&mut state, method, &params);
        assert!(state.prompt("T").is_none());
    }
}

#[test]
fn only_the_page_of_a_tab_waits_for_a_login_and_every_other_request_goes_on() {
    let mut state = BrowserState::default();
    let attached = json!({"sessionId": "S", "targetInfo": {"targetId": "T", "type": "page"}});
    reactions(&mut state, "Target.attachedToTarget", &attached);
    let asked = |frame: &str, source: &str| {
        let challenge = json!({"source": source, "origin": "x", "scheme": "basic", "realm": "Total"});
        json!({"requestId": "r", "request": {"url": "http://a.example/"}, "frameId": frame, "authChallenge": challenge})
    };
    for (method, params, expected) in [
        ("Fetch.requestPaused", json!({"requestId": "r", "frameId": "T"}), &["Fetch.continueRequest"][..]),
        ("Fetch.authRequired", asked("T", "Proxy"), &["Fetch.continueWithAuth"]),
        ("Fetch.authRequired", asked("F", "Server"), &["no login", "Fetch.continueWithAuth"]),
        ("Fetch.authRequired", asked("T", "Server"), &["login"]),
    ] {
        assert_eq!(reactions(&mut state, method, &params), expected, "{method} {params}");
    }
    assert_eq!(state.declined_login("F").as_deref(), Some("a.example"));
    for (kind, still) in [("sameDocument", Some("a.example")), ("differentDocument", None)] {
        let leaving = json!({"frameId": "F", "navigationType": kind});
        assert_eq!(reactions(&mut state, "Page.frameStartedNavigating", &leaving), [""; 0], "{kind}");
        assert_eq!(state.declined_login("F").as_deref(), still, "{kind}");
    }
    let login = state.prompt("T").unwrap().to_string();
    assert_eq!(login, "a.example asks for a name and a password (HTTP authentication, \"Total\")");
    assert_eq!(state.end_login("T").unwrap().request, "r");
    assert_eq!(state.prompt("T"), None);
}

#[test]
fn a_frame_with_a_process_of_its_own_is_reached_by_its_session() {
    let mut state = BrowserState::default();
    let attached = json!({"sessionId": "S", "targetInfo": {"targetId": "T", "type": "page"}});
    reactions(&mut state, "Target.attachedToTarget", &attached);
    let frame = json!({"sessionId": "SF", "targetInfo": {"targetId": "F", "type": "iframe"}});
    assert_eq!(reactions(&mut state, "Target.attachedToTarget", &frame), ["begin"]);
    state.know_frame("F", "T");
    state.know_frame("G", "F");
    state.know_frame("H", "T");
    let sessions = ["T", "F", "G", "H", "?"].map(|it| state.session_of(it));
    assert_eq!(
        sessions.each_ref().map(Option::as_deref),
        [Some("S"), Some("SF"), Some("SF"), Some("S"), None]
    );
    let frames = ["T", "G", "?"].map(|it| state.frame_of(it));
    assert_eq!(frames.each_ref().map(Option::as_deref), [Some("T"), Some("G"), None]);
    // A dialog of a frame is its tab's.
    let opening =
        json!({"method": "Page.javascriptDialogOpening", "params": {"type": "alert", "message": "m"}});
    state.apply(serde_json::from_value(opening).unwrap(), Some("SF"));
    assert!(state.prompt("T").is_some());
    let leaving = json!({"frameId": "G", "navigationType": "differentDocument"});
    assert_eq!(reactions(&mut state, "Page.frameStartedNavigating", &leaving), ["started"]);
    let other = json!({"frame": {"id": "T", "loaderId": "L2"}, "type": "Navigation"});
    reactions(&mut state, "Page.frameNavigated", &other);
    assert_eq!(state.session_of("G"), None, "the frames of a page that was left are gone");
}
