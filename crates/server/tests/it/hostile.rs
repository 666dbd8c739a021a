//! Texts of programs, pages and models that want to be a page: they are served as data.

use crate::stand::Stand;
use deskpilot_core::{BlobKind, Event, Timestamp};
use deskpilot_log::{FileLog, SessionLog};

const HOSTILE: &str = "</script><script>alert(1)</script>\u{202e}\u{1b}[2J\r\n\r\ndata: {\"seq\":9}";

#[tokio::test]
async fn what_a_log_says_is_data_in_lists_entries_events_and_plain_pages() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    log.append(Timestamp(1), Event::RoundStarted { round: 0, request: HOSTILE.into() }).unwrap();
    drop(log);
    let browser = stand.browser().await;
    assert_eq!(browser.json("/api/tasks").await["tasks"][0]["request"], HOSTILE);
    let path = browser.path_of("a").await;
    assert_eq!(browser.json(&format!("{path}/entries")).await["entries"][0]["request"], HOSTILE);
    let (_, mut events) = browser.events(&format!("{path}/events"), "").await;
    let told = events.until("end").await;
    let entries: Vec<_> = told.iter().filter(|it| it.name == "entry").collect();
    assert_eq!((entries.len(), &entries[0].data["request"]), (1, &HOSTILE.into()));
    for page in ["/plain".to_owned(), path.replace("/api/tasks", "/plain/tasks")] {
        let reply = browser.show(&page).await;
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(reply.body.contains("&lt;script&gt;alert(1)"), "{reply:?}");
        assert!(!reply.body.contains("<script") && !reply.body.contains(['\u{202e}', '\u{1b}']), "{reply:?}");
    }
}

#[tokio::test]
async fn a_file_that_a_browser_could_run_is_saved_and_not_shown() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    let pictures = [
        (BlobKind::Json, &b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"[..]),
        (BlobKind::File, b"<svg onload='alert(1)'>"),
        (BlobKind::File, b"<!doctype html><script>alert(1)</script>"),
    ];
    let blobs = pictures.map(|(kind, bytes)| log.keep(kind, bytes).unwrap());
    for blob in &blobs {
        log.append(Timestamp(1), Event::Prompted { prompt: blob.clone(), attempt: 0 }).unwrap();
    }
    let browser = stand.browser().await;
    let path = browser.path_of("a").await;
    for (blob, (kind, saved)) in blobs.iter().zip([
        ("application/json", false),
        ("application/octet-stream", true),
        ("application/octet-stream", true),
    ]) {
        let reply = browser.show(&format!("{path}/blobs/{}", blob.hash)).await;
        assert_eq!(reply.header("content-type"), Some(kind), "{reply:?}");
        assert_eq!(reply.header("content-disposition").is_some(), saved, "{reply:?}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
}
