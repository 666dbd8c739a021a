//! Pages of servers of this machine, which stand for public ones here: `public.test` and the guards that let it be reached.

use super::*;
use deskpilot_core::Call;
use deskpilot_testkit::{
    conformance::{ReceiverFixture, check_receiver},
    loopback::{Answer, Server},
};
use serde_json::{Value, json};
use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Where the servers of these tests are.
const PUBLIC: &str = "127.0.0.1";
const PRIVATE: &str = "127.0.0.2";

/// A guard for which one address of this machine is public; a name has these addresses, one after the other.
fn guard(addresses: &'static [&'static str]) -> AddressGuard {
    let calls = Arc::new(AtomicUsize::new(0));
    let lookup = move |_: String| {
        let at = calls.fetch_add(1, Ordering::SeqCst).min(addresses.len() - 1);
        let address: IpAddr = addresses[at].parse().unwrap();
        Box::pin(futures::future::ready(Ok(vec![address]))) as _
    };
    AddressGuard::new(lookup, |it| it.to_string() == PUBLIC)
}

/// What a command answers: its effect, and its output.
async fn crawl(guard: AddressGuard, args: Value) -> (String, String) {
    let call = Call { command: "web_crawler".into(), args: args.as_object().unwrap().clone() };
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(10) };
    let outcome = WebReceiver::with(guard).run(&action).await.unwrap();
    (outcome.effect.to_string(), outcome.output.unwrap_or_default())
}

/// A server that answers each path, and its port.
async fn serve(answer: impl Fn(&str) -> String + Send + Sync + 'static) -> (Server, String) {
    let server = Server::start_with(move |request| Answer::Bytes(answer(&request.path).leak())).await;
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    (server, port)
}

fn page(kind: &str, body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

fn redirect(to: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n")
}

#[tokio::test]
async fn a_page_becomes_markdown() {
    let html = "<h1>News</h1><p>See <a href='/b'>more</a>.</p>";
    let (_server, port) = serve(move |path| match path {
        "/" => redirect("/a"),
        "/text" => page("text/plain", "<b>as it is"),
        _ => page("text/html; charset=utf-8", html),
    })
    .await;
    let url = format!("http://public.test:{port}/");
    let (effect, output) = crawl(guard(&[PUBLIC]), json!({"url": url})).await;
    assert_eq!(effect, format!("confirmed: fetched: {} bytes of {url}a", html.len()));
    assert_eq!(output, format!("# News\n\nSee [more]({url}b)."));
    let (_, output) = crawl(guard(&[PUBLIC]), json!({"url": url, "ignore_link": true})).await;
    assert_eq!(output, "# News\n\nSee more.");
    let (_, output) = crawl(guard(&[PUBLIC]), json!({"url": format!("{url}text")})).await;
    assert_eq!(output, "<b>as it is");
}

#[tokio::test]
async fn what_is_not_public_is_never_asked() {
    let (mut server, port) = serve(|_| page("text/html", "secret")).await;
    let strict = AddressGuard::public;
    for (guard, url, expected) in [
        (
            guard(&[PRIVATE]),
            format!("http://private.test:{port}/"),
            "private.test is at 127.0.0.2, which is not",
        ),
        (strict(), format!("http://127.0.0.1:{port}/"), "127.0.0.1 is at 127.0.0.1, which is not"),
        (strict(), format!("http://localhost:{port}/"), "localhost is at"),
        (strict(), format!("http://[::ffff:127.0.0.1]:{port}/"), "which is not a public address"),
        (strict(), format!("http://0x7f.1:{port}/"), "127.0.0.1 is at 127.0.0.1, which is not"),
        (strict(), format!("http://2130706433:{port}/"), "127.0.0.1 is at 127.0.0.1, which is not"),
        (strict(), "http://169.254.169.254/latest/".into(), "which is not a public address"),
        (guard(&[PUBLIC]), format!("http://user@public.test:{port}/"), "without a user name or a password"),
        (guard(&[PUBLIC]), format!("http://:pass@public.test:{port}/"), "without a user name or a password"),
        (guard(&[PUBLIC]), "file:///etc/passwd".into(), "http or https"),
        (guard(&[PUBLIC]), "ftp://public.test/".into(), "http or https"),
    ] {
        let (effect, output) = crawl(guard, json!({"url": url})).await;
        assert!(effect.starts_with("refused") && effect.contains(expected), "{url}: {effect}");
        assert_eq!(output, "", "{url}");
    }
    // The first request that arrives is this one.
    crawl(guard(&[PUBLIC]), json!({"url": format!("http://public.test:{port}/asked")})).await;
    assert_eq!(server.request().await.path, "/asked");
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_a_moment_later_is_refused() {
    let (_server, port) = serve(|_| redirect("/again")).await;
    let url = format!("http://public.test:{port}/");
    let (effect, _) = crawl(guard(&[PUBLIC, PRIVATE]), json!({"url": url})).await;
    assert!(effect.contains("public.test is at 127.0.0.2, which is not a public address"), "{effect}");
}

#[tokio::test]
async fn redirects_stay_on_their_site_and_end() {
    let (_server, port) = serve(|path| match path {
        "/private" => redirect("http://127.0.0.2/latest/meta-data"),
        "/other" => redirect("https://other.test/x"),
        "/file" => redirect("file:///etc/passwd"),
        "/user" => redirect("//user:pass@public.test/"),
        "/nowhere" => "HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n".into(),
        path => redirect(&format!("{path}x")),
    })
    .await;
    for (path, expected) in [
        ("private", "redirects to another site; call web_crawler with http://127.0.0.2/latest/meta-data"),
        ("other", "redirects to another site; call web_crawler with https://other.test/x"),
        ("file", "an address that is not of the web"),
        ("user", "an address that is not of the web"),
        ("nowhere", "redirects to no address"),
        ("loop", "redirected more than 5 times"),
    ] {
        let url = format!("http://public.test:{port}/{path}");
        let (effect, _) = crawl(guard(&[PUBLIC]), json!({"url": url})).await;
        assert!(effect.contains(expected), "{path}: {effect}");
    }
}

#[tokio::test]
async fn what_is_too_large_too_late_or_no_page_is_reported() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n";
    let endless = Server::start(Answer::endless(head, "<p>x")).await;
    let silent = Server::start(Answer::Silence).await;
    let (_server, port) = serve(|path| match path {
        "/gone" => "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".into(),
        "/packed" => page("text/html\r\ncontent-encoding: gzip", "x"),
        _ => page("application/pdf", "%PDF"),
    })
    .await;
    let port_of = |it: &Server| it.address.rsplit(':').next().unwrap().to_owned();
    for (port, path, expected) in [
        (port_of(&endless), "", "answered more than 2 MB"),
        (port_of(&silent), "", "did not answer within"),
        (port.clone(), "gone", "the server answers 404"),
        (port.clone(), "packed", "answered compressed"),
        (port.clone(), "a.pdf", "it is no page but \"application/pdf\""),
    ] {
        let call = Call {
            command: "web_crawler".into(),
            args: json!({"url": format!("http://public.test:{port}/{path}")}).as_object().unwrap().clone(),
        };
        let deadline = Duration::from_millis(if expected.starts_with("did not") { 300 } else { 10_000 });
        let action = NativeAction { call: &call, scope: Scope::Desktop, deadline };
        let effect = WebReceiver::with(guard(&[PUBLIC])).run(&action).await.unwrap().effect.to_string();
        assert!(effect.contains(expected), "{path}: {effect}");
    }
}

#[tokio::test]
async fn it_keeps_every_promise_of_a_receiver() {
    let (_server, port) = serve(|_| page("text/html", "here")).await;
    let silent = Server::start(Answer::Silence).await;
    let call = |url: String| Call {
        command: "web_crawler".into(),
        args: json!({"url": url}).as_object().unwrap().clone(),
    };
    let succeeds = call(format!("http://public.test:{port}/"));
    let slow = call(silent.address.replace("127.0.0.1", "public.test"));
    let fixture = ReceiverFixture {
        here: Scope::Desktop,
        elsewhere: None,
        succeeds: Some(&succeeds),
        slow: Some(&slow),
    };
    check_receiver(&mut WebReceiver::with(guard(&[PUBLIC])), &fixture).await;
}
