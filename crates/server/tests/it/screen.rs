//! The screen of a running session: watched by several, held by one.

use crate::{
    stand::{Browser, Stand, soon, viewer},
    steering::{session, shown},
};
use deskpilot_core::{Event, Modifier, PauseCause};
use deskpilot_desktop::RemoteInput;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// A page that looks at a screen.
struct Page(WebSocketStream<TcpStream>);

impl Page {
    async fn open(
        stand: &Stand,
        browser: &Browser<'_>,
        path: &str,
        origin: Option<&str>,
    ) -> Result<Page, tungstenite::Error> {
        let address = format!("ws://127.0.0.1:{}{path}/screen", stand.port);
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("cookie", browser.cookie.parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(("127.0.0.1", stand.port)).await.unwrap();
        Ok(Page(client_async(request, stream).await?.0))
    }

    async fn say(&mut self, value: &Value) {
        self.0.send(Message::text(value.to_string())).await.unwrap();
    }

    /// The next message, or the head of the next frame as numbers.
    async fn next(&mut self) -> Value {
        match soon("the next message", self.0.next()).await.unwrap().unwrap() {
            Message::Text(text) => serde_json::from_str(text.as_str()).unwrap(),
            Message::Binary(bytes) => {
                let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
                assert!(bytes[20..].starts_with(b"\x89PNG"), "{bytes:?}");
                json!({"frame": [number(4), number(6), number(8), number(10)], "whole": bytes[17] == 1})
            }
            other => unreachable!("{other:?}"),
        }
    }

    /// The next message with this key.
    async fn until(&mut self, key: &str) -> Value {
        loop {
            let message = self.next().await;
            if let Some(value) = message.get(key) {
                return value.clone();
            }
        }
    }
}

#[tokio::test]
async fn one_person_holds_the_desktop_another_takes_it_and_everybody_is_told() {
    let stand = Stand::new().await;
    let one = stand.browser().await;
    let invitation = one.post("/api/invitations", &json!({})).await.json();
    let token = invitation["address"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let two = stand.browser_with(&token).await;
    let (handle, _presence) = session(&stand, &[]);
    let path = one.path_of("t").await;
    shown(&one, &path, |it| it["live"]["phase"] == "working" && it["entries"].as_u64() > Some(3)).await;
    let origin = format!("http://127.0.0.1:{}", stand.port);
    let mut first = Page::open(&stand, &one, &path, Some(&origin)).await.unwrap();
    let mut second = Page::open(&stand, &two, &path, Some(&origin)).await.unwrap();

    let look = json!({"look": {"width": 4000, "per_second": 10}});
    first.say(&look).await;
    second.say(&look).await;
    assert_eq!((first.until("holder").await, second.until("holder").await), (Value::Null, Value::Null));
    first.say(&json!({"text": "too early"})).await;
    assert_eq!(first.until("dropped").await, json!({"why": "not_paused"}));

    first.say(&json!({"take": {}})).await;
    assert_eq!(first.until("holder").await, json!({"by": viewer(1), "mine": true}));
    assert_eq!(second.until("holder").await, json!({"by": viewer(1), "mine": false}));
    second.say(&json!({"text": "not mine"})).await;
    assert_eq!(second.until("dropped").await, json!({"why": "not_held"}));
    first.say(&json!({"text": "Größe 漢字 👩‍👩‍👧"})).await;
    first.say(&json!({"hold": ["control"]})).await;
    first.say(&json!({"paste": "pasted"})).await;
    first.say(&json!({"copy": {}})).await;
    assert_eq!(first.until("clipboard").await, "pasted");
    shown(&one, &path, |it| it["question"]["wants"]["hand_back"] == json!({"taken_over": viewer(1)})).await;
    // The page is closed by mistake, and opened again: the desktop stays its person's meanwhile.
    drop(first);
    let mut first = Page::open(&stand, &one, &path, Some(&origin)).await.unwrap();
    first.say(&look).await;
    assert_eq!(first.until("holder").await, json!({"by": viewer(1), "mine": true}));

    second.say(&json!({"take": {}})).await;
    assert_eq!(second.until("holder").await, json!({"by": viewer(2), "mine": true}));
    assert_eq!(first.until("holder").await, json!({"by": viewer(2), "mine": false}));
    first.say(&json!({"text": "too late"})).await;
    assert_eq!(first.until("dropped").await, json!({"why": "not_held"}));
    shown(&one, &path, |it| it["question"]["wants"]["hand_back"] == json!({"taken_over": viewer(2)})).await;
    second.say(&json!({"give": {}})).await;
    assert_eq!((second.until("holder").await, first.until("holder").await), (Value::Null, Value::Null));
    shown(&one, &path, |it| it["task"]["word"] == "running").await;

    handle.stop();
    soon("the end", handle.outcome()).await.unwrap();
    let typed = [
        RemoteInput::Text("Größe 漢字 👩‍👩‍👧".into()),
        RemoteInput::Hold(vec![Modifier::Control]),
        RemoteInput::Paste("pasted".into()),
    ];
    assert_eq!(stand.remote_inputs(), typed);
    let entries = deskpilot_log::read(&stand.logs(), "t").unwrap();
    let pauses: Vec<&Event> = entries
        .iter()
        .map(|it| &it.event)
        .filter(|it| matches!(it, Event::Paused { .. } | Event::HandedBack))
        .collect();
    let by = |number| Event::Paused { cause: PauseCause::TakenOver(viewer(number)) };
    assert_eq!(pauses, [&by(1), &by(2), &Event::HandedBack]);
    let audit = one.json(&format!("{path}/audit")).await;
    let audited: Vec<&Value> = audit["entries"].as_array().unwrap().iter().map(|it| &it["what"]).collect();
    for number in [1, 2] {
        let taken = json!(format!("pause: {} took over", viewer(number)));
        assert!(audited.contains(&&taken), "{audited:?}");
    }
}

#[tokio::test]
async fn the_first_frame_is_whole_and_a_screen_that_stands_still_sends_none() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let (handle, _presence) = session(&stand, &[]);
    let path = browser.path_of("t").await;
    let origin = format!("http://127.0.0.1:{}", stand.port);
    shown(&browser, &path, |it| it["live"]["phase"] == "working").await;
    let mut page = Page::open(&stand, &browser, &path, Some(&origin)).await.unwrap();
    page.say(&json!({"look": {"width": 100, "per_second": 10}})).await;
    let screen = page.until("screen").await;
    let frame = page.next().await;
    assert_eq!((&frame["frame"][0], &frame["frame"][1]), (&json!(0), &json!(0)), "{frame}");
    assert_eq!((&frame["frame"][2], &frame["whole"]), (&json!(100), &json!(true)), "{screen} {frame}");
    page.say(&json!({"drawn": {"frame": 1}})).await;
    // Nothing is drawn on a text: the next message is the reply to the next command.
    page.say(&json!({"text": "x"})).await;
    assert_eq!(page.next().await, json!({"dropped": {"why": "not_paused"}}));
    handle.stop();
    soon("the end", handle.outcome()).await.unwrap();
    assert_eq!(page.until("over").await, json!({}));
}

#[tokio::test]
async fn a_web_socket_of_another_site_and_of_a_task_that_does_not_run_is_refused() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let path = browser.path_of("sample").await;
    let own = format!("http://127.0.0.1:{}", stand.port);
    for (origin, status) in [(None, 403), (Some("http://evil.example.org"), 403), (Some(own.as_str()), 409)] {
        let refused = Page::open(&stand, &browser, &path, origin).await.err().unwrap();
        let reply = match refused {
            tungstenite::Error::Http(reply) => reply,
            other => unreachable!("{other}"),
        };
        assert_eq!(reply.status().as_u16(), status, "{origin:?}");
    }
}
