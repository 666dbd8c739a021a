//! Bad luck: the agent gets a sentence, and nothing is done twice.

use crate::browser_desktop::{BrowserDesktop, TestBrowser, page};
use deskpilot_core::{Call, Launch};
use deskpilot_desktop::{ApplicationLifeCycle, Desktop, DesktopReader, Receiver, Scope, WindowList};
use deskpilot_testkit::{
    conformance::{ReceiverFixture, check_receiver},
    loopback::{Answer, Request},
    tries_also,
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
        "/again" => Answer::Bytes(page("<title>Again</title><p>again</p>")),
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
async fn what_never_ends_is_reported_and_a_browser_that_is_gone_too_in_firefox() {
    if tries_also("troubles in Firefox") {
        what_never_ends_is_reported_and_a_browser_that_is_gone_too(TestBrowser::Firefox).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_never_ends_is_reported_and_a_browser_that_is_gone_too_in_chromium() {
    what_never_ends_is_reported_and_a_browser_that_is_gone_too(TestBrowser::Chromium).await;
}

async fn what_never_ends_is_reported_and_a_browser_that_is_gone_too(browser: TestBrowser) {
    let mut browser = BrowserDesktop::open_with(browser, answer).await;
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
    let mut stranger = browser.browser.receiver(browser.file("another").into());
    assert!(stranger.serves(Scope::Window(&window)));
    assert!(stranger.commands(Scope::Window(&window)).await.unwrap().is_empty());
    assert!(
        stranger.take_gaps(Scope::Window(&window)).limit.unwrap().contains("do everything in its window")
    );
    assert_eq!(browser.receiver.take_gaps(Scope::Window(&window)).limit, None);
    nobody_else_gets_in(&browser).await;
    if browser.browser == TestBrowser::Chromium {
        what_is_opened_again_goes_to_the_browser_that_runs(&mut browser).await;
    }

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
    assert!(effect.starts_with("refused") && effect.contains("the browser"), "{effect}");
    assert!(browser.receiver.commands(Scope::Window(&window)).await.unwrap().is_empty());
}

async fn what_is_opened_again_goes_to_the_browser_that_runs(browser: &mut BrowserDesktop) {
    let launch =
        Launch { application: "chromium".into(), file: Some(browser.address("/again")), ..Launch::default() };
    let found = browser.desktop.resolve_application(&launch).await.unwrap();
    let extras = browser.receiver.launch_extras(&found, &launch).unwrap();
    let window = browser.desktop.launch(&launch, &extras).await.unwrap();
    assert_eq!(window.id, browser.window.id);
    browser.is_titled("Again").await;
    let tabs = browser.read("list_tabs", json!({})).await;
    assert!(tabs.lines().count() == 2 && tabs.contains("/again (in front)"), "{tabs}");
    browser.change("close_tab", json!({})).await;
    browser.is_titled("Here").await;
}

async fn nobody_else_gets_in(browser: &BrowserDesktop) {
    if browser.browser == TestBrowser::Firefox {
        let port = port(browser);
        assert!(session(port).await.contains("Maximum number of active sessions"));
        return;
    }
    let files = format!("/proc/{}/fd", browser.window.process.unwrap());
    let files = fs::read_dir(files).unwrap().map(|it| fs::read_link(it.unwrap().path()));
    let sockets: Vec<String> = files.flatten().map(|it| it.to_string_lossy().into_owned()).collect();
    for table in ["tcp", "tcp6"] {
        let table = fs::read_to_string(format!("/proc/net/{table}")).unwrap();
        for line in table.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let is_its = sockets.contains(&format!("socket:[{}]", fields[9]));
            assert!(!(is_its && fields[3] == "0A"), "Chromium listens: {line}");
        }
    }
}

/// Another program can then control Firefox; Chromium ends.
pub(crate) async fn a_receiver_that_ends_leaves_nothing_open(browser: BrowserDesktop) {
    let end = Instant::now() + Duration::from_secs(20);
    if browser.browser == TestBrowser::Chromium {
        let BrowserDesktop { receiver, mut desktop, private: _private, .. } = browser;
        drop(receiver);
        while !desktop.windows().await.unwrap().is_empty() {
            assert!(Instant::now() < end, "Chromium runs on");
        }
        return;
    }
    let port = port(&browser);
    let BrowserDesktop { receiver, desktop: _desktop, private: _private, .. } = browser;
    drop(receiver);
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
