//! Which clients get in, from where, and what a browser may do with what it gets.

use crate::stand::{Stand, soon, viewer};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn a_token_becomes_a_cookie_once_and_the_address_bar_forgets_it() {
    let stand = Stand::new().await;
    let open = format!("GET /open?token={}&to=/tasks/a/b", stand.token);
    let looked = stand.ask(&open.replace("GET", "HEAD"), &stand.host(), "").await;
    assert_eq!(looked.status, 405, "it does not use the token up: {looked:?}");
    // A link on another site leads here. What follows a redirect would come from there, too, and without the cookie.
    let linked = format!("{}Sec-Fetch-Site: cross-site\r\n", stand.host());
    let reply = stand.ask(&open, &linked, "").await;
    assert_eq!((reply.status, reply.header("refresh")), (200, Some("0;url=/tasks/a/b")), "{reply:?}");
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with(&format!("deskpilot-{}=", stand.port)), "{cookie}");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/"), "{cookie}");
    assert_eq!(stand.ask(&open, &stand.host(), "").await.status, 403, "it was used");
    let next = stand.told.lock().unwrap().last().unwrap().clone();
    let token = next.split_once("token=").unwrap().1.to_owned();
    let browser = stand.browser_with(&token).await;
    assert_eq!(browser.json("/api/about").await["viewer"], viewer(2));
}

#[tokio::test]
async fn a_browser_invites_another_one() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let reply = browser.post("/api/invitations", &json!({})).await.json();
    let token = reply["address"].as_str().unwrap().split_once("token=").unwrap().1;
    assert_eq!(stand.browser_with(token).await.json("/api/about").await["viewer"], viewer(2));
}

#[tokio::test]
async fn nothing_is_served_without_the_cookie() {
    let stand = Stand::new().await;
    let guessed = format!("{}Cookie: deskpilot-{}=guessed\r\n", stand.host(), stand.port);
    for path in ["/", "/plain", "/metrics", "/assets/app.js", "/api/tasks", "/api/feed", "/api/nothing"] {
        let reply = stand.ask(&format!("GET {path}"), &stand.host(), "").await;
        assert_eq!(reply.status, 401, "{path}: {reply:?}");
    }
    let reply = stand.ask("GET /api/tasks", &guessed, "").await;
    assert_eq!((reply.status, reply.code().as_str()), (401, "no_cookie"));
    let reply = stand.ask("GET /open?token=guessed", &stand.host(), "").await;
    assert_eq!(reply.status, 403, "{reply:?}");
}

#[tokio::test]
async fn a_foreign_host_or_origin_gets_nothing() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let (port, cookie) = (stand.port, &browser.cookie);
    for (host, more, status) in [
        (format!("127.0.0.1:{port}"), "", 200),
        (format!("localhost:{port}"), "", 200),
        (format!("evil.example.org:{port}"), "", 421),
        ("127.0.0.1".to_owned(), "", 421),
        (format!("127.0.0.1:{port}\r\nHost: evil.example.org"), "", 400),
        (format!("127.0.0.1:{port}"), "Origin: http://evil.example.org\r\n", 403),
        (format!("127.0.0.1:{port}"), "Origin: null\r\n", 403),
        (format!("127.0.0.1:{port}"), "Sec-Fetch-Site: cross-site\r\n", 403),
        (format!("127.0.0.1:{port}"), "Sec-Fetch-Site: same-site\r\n", 403),
        (format!("127.0.0.1:{port}"), "Sec-Fetch-Site: none\r\n", 200),
    ] {
        let headers = format!("Host: {host}\r\nCookie: {cookie}\r\n{more}");
        let reply = stand.ask("GET /api/about", &headers, "").await;
        // Two hosts are refused, by the parser or by the gate.
        let is_expected = reply.status == status || status == 400 && reply.status == 421;
        assert!(is_expected, "{headers}: {reply:?}");
    }
}

#[tokio::test]
async fn a_form_of_another_site_changes_nothing() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let own = format!("Origin: http://127.0.0.1:{}\r\n", stand.port);
    let json = "Content-Type: application/json\r\n";
    for (headers, body, status) in [
        (String::new() + json, "{}", 403),
        (format!("Origin: http://evil.example.org\r\n{json}"), "{}", 403),
        (own.clone(), "{}", 415),
        (format!("{own}Content-Type: text/plain\r\n"), "{}", 415),
        (format!("{own}Content-Type: application/x-www-form-urlencoded\r\n"), "a=b", 415),
        (format!("{own}{json}"), "{\"a\":1}", 400),
        (format!("{own}{json}"), "{", 400),
        (format!("{own}{json}"), "{}", 200),
    ] {
        let headers = format!("{}{headers}", browser.headers());
        let reply = stand.ask("POST /api/invitations", &headers, body).await;
        assert_eq!(reply.status, status, "{headers}{body}: {reply:?}");
    }
}

#[tokio::test]
async fn every_reply_forbids_inline_script_other_sites_and_caches() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let replies = [
        browser.show("/").await,
        browser.show("/tasks/deep/link").await,
        browser.show("/plain").await,
        browser.show("/api/tasks").await,
        browser.show("/api/nothing").await,
        stand.ask("GET /api/tasks", &stand.host(), "").await,
    ];
    for reply in replies {
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{reply:?}");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{reply:?}");
    }
}

#[tokio::test]
async fn a_large_body_and_a_wrong_method_are_refused() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let large = json!({"request": "x".repeat(70_000)});
    let reply = browser.post("/api/tasks", &large).await;
    assert_eq!((reply.status, reply.code().as_str()), (413, "too_large"));
    let reply = browser.post("/api/about", &json!({})).await;
    assert_eq!((reply.status, reply.code().as_str()), (405, "wrong_method"));
}

#[tokio::test]
async fn a_head_without_end_is_not_read_to_its_end_and_others_are_served() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let mut stream = stand.connect().await;
    let head =
        format!("GET /api/about HTTP/1.1\r\n{}X-Long: {}\r\n\r\n", browser.headers(), "x".repeat(1 << 20));
    // A server that refuses a request need not read all of it.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut bytes = Vec::new();
    let _ = soon("the end of the connection", stream.read_to_end(&mut bytes)).await;
    let told = String::from_utf8_lossy(&bytes);
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 431 "), "{told}");
    assert_eq!(browser.show("/api/about").await.status, 200);
}
