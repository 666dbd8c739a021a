//! Bad luck: the agent gets a sentence, and nothing is done twice.

use crate::browser_desktop::{BrowserDesktop, page};
use deskpilot_browser::BrowserReceiver;
use deskpilot_core::Call;
use deskpilot_desktop::{Receiver, Scope};
use deskpilot_testkit::{
    conformance::{ReceiverFixture, check_receiver},
    loopback::{Answer, Request},
};
use futures::{SinkExt, StreamExt};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::{fs, time::Duration};
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{client_async, tungstenite::Message};

fn call(command: &str, args: &Value) -> Call {
    Call { command: command.into(), args: args.as_object().unwrap().clone() }
}

fn answer(request: &Request) -> Answer {
    match request.path.as_str() {
        "/" => Answer::Bytes(page("<title>Here</title><button onclick='while (true);'>Hang</button>")),
        _ => Answer::Stalls(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: 999\r\n\r\n<title>Half</title>so far",
        ),
    }
}

/// The effect of a command that has little time.
async fn in_short(browser: &mut BrowserDesktop, command: &str, args: &Value) -> String {
    let outcome = browser.run_within(Duration::from_millis(1500), command, args.clone()).await;
    outcome.effect.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_never_ends_is_told_and_a_browser_that_is_gone_too() {
    let mut browser = BrowserDesktop::open_with(answer).await;
    let (window, succeeds) = (browser.window.clone(), call("find_elements", &json!({})));
    let slow = call("run_script", &json!({"expression": "new Promise(() => {})"}));
    let fixture = ReceiverFixture {
        here: Scope::Window(&window),
        elsewhere: Some(Scope::Desktop),
        succeeds: Some(&succeeds),
        slow: Some(&slow),
    };
    check_receiver(&mut browser.receiver, &fixture).await;

    // A browser that somebody else started does not listen: its window takes everything.
    let mut stranger = BrowserReceiver::new(browser.file("another").into());
    assert!(stranger.serves(Scope::Window(&window)));
    assert!(stranger.commands(Scope::Window(&window)).await.unwrap().is_empty());

    let port = port(&browser);
    assert!(session(port).await.contains("Maximum number of active sessions"), "nobody else gets in");

    let endless = json!({"url": browser.address("/endless")});
    let effect = in_short(&mut browser, "open_page", &endless).await;
    assert!(effect.starts_with("partial: open_page was sent and did not finish within"), "{effect}");
    browser.change("wait_for", json!({"what": "text", "value": "so far"})).await;
    assert_eq!(browser.read("page_markdown", json!({})).await, "so far");
    let effect = in_short(&mut browser, "wait_for", &json!({"what": "load"})).await;
    assert!(effect.starts_with("no change"), "{effect}");
    assert_eq!(browser.request("/endless").await.path, "/endless");

    let here = json!({"url": browser.address("/")});
    browser.change("open_page", here).await;
    let effect = in_short(&mut browser, "click_element", &json!({"name": "Hang"})).await;
    assert!(effect.contains("look whether it was done before you repeat it"), "{effect}");
    let effect = in_short(&mut browser, "find_elements", &json!({})).await;
    assert!(!effect.starts_with("confirmed"), "{effect}");

    let process = Pid::from_raw(window.process.unwrap().cast_signed()).unwrap();
    kill_process(process, Signal::KILL).unwrap();
    let effect = browser.effect("find_elements", json!({})).await;
    assert!(effect.starts_with("refused") && effect.contains("Firefox"), "{effect}");
    assert!(browser.receiver.commands(Scope::Window(&window)).await.unwrap().is_empty());
}

pub(crate) async fn a_receiver_that_ends_gives_the_session_back(browser: BrowserDesktop) {
    let port = port(&browser);
    let BrowserDesktop { receiver, desktop: _desktop, private: _private, .. } = browser;
    drop(receiver);
    let end = Instant::now() + Duration::from_secs(20);
    while session(port).await.contains("Maximum number of active sessions") {
        assert!(Instant::now() < end, "the session is kept");
    }
}

/// The port that Firefox has written.
fn port(browser: &BrowserDesktop) -> u16 {
    let text = fs::read_to_string(browser.profile().join("WebDriverBiDiServer.json")).unwrap();
    let server: Value = serde_json::from_str(&text).unwrap();
    server["ws_port"].as_u64().unwrap().try_into().unwrap()
}

/// What Firefox answers to another program that wants its session.
async fn session(port: u16) -> String {
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://127.0.0.1:{port}/session"), stream).await.unwrap();
    let wanted = json!({"id": 1, "method": "session.new", "params": {"capabilities": {}}});
    socket.send(Message::text(wanted.to_string())).await.unwrap();
    socket.next().await.unwrap().unwrap().to_string()
}
