//! Tests of a grounding service over HTTP.

use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{Point, Rect, Role, Size};
use deskpilot_desktop::{DesktopError, Detections, Grounding, Image, photographer};
use deskpilot_grounding::{PlainHttp, Service, ServiceOptions};
use deskpilot_testkit::loopback::{Answer, Response, Server};
use std::time::Duration;

const GOOD: &str = r#"{"som_image_base64": "", "parsed_content_list": [
    {"type": "text", "bbox": [0.1, 0.2, 0.5, 0.4], "interactivity": false, "content": "Total"},
    {"type": "icon", "bbox": [0.5, 0.5, 0.6, 0.6], "interactivity": true, "content": "gear", "score": 0.75}
]}"#;

fn picture() -> Image {
    Image::filled(Size { width: 200, height: 100 }, Point { x: 1000, y: 500 }, [10, 20, 30])
}

fn service(url: String, token: Option<&str>, millis: u64) -> Service {
    let token = token.map(str::to_owned);
    let options = ServiceOptions {
        url,
        plain_http: PlainHttp::Loopback,
        token,
        deadline: Duration::from_millis(millis),
    };
    Service::new(&options).unwrap()
}

async fn asked(answer: Answer, millis: u64) -> Result<Detections, DesktopError> {
    let server = Server::start(answer).await;
    service(url(&server), None, millis).find(&picture()).await
}

fn says(body: &str) -> Answer {
    Answer::json(200, body)
}

fn url(server: &Server) -> String {
    format!("{}/parse/", server.address)
}

#[tokio::test]
async fn a_picture_is_sent_and_its_elements_come_back_in_place() {
    let mut server = Server::start(says(GOOD)).await;
    let found = service(url(&server), Some("sesame"), 60_000).find(&picture()).await.unwrap();
    let elements: Vec<_> = found.elements.iter().map(|it| (it.role, it.name.as_str(), it.rect)).collect();
    let expected = [
        (Role::Text, "Total", Rect::new(1020, 520, 80, 20)),
        (Role::Button, "gear", Rect::new(1100, 550, 20, 10)),
    ];
    assert_eq!(elements, expected);
    assert_eq!((found.elements[1].confidence, found.truncated), (0.75, None));

    let request = server.request().await;
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/parse/"));
    for (name, value) in [("content-type", "application/json"), ("authorization", "Bearer sesame")] {
        assert_eq!(request.header(name), Some(value), "{:?}", request.headers);
    }
    let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!((&body["width"], &body["height"]), (&200.into(), &100.into()));
    let png = STANDARD.decode(body["base64_image"].as_str().unwrap()).unwrap();
    let sent = photographer::decode_png(&png).unwrap();
    assert_eq!((sent.size, sent.rgb), (picture().size, picture().rgb));
}

#[tokio::test]
async fn what_cannot_be_used_is_counted() {
    let half = GOOD.replace("[0.1, 0.2, 0.5, 0.4]", "[0.1, 0.2]");
    let found = asked(says(&half), 60_000).await.unwrap();
    assert_eq!(found.elements.len(), 1);
    let left_out = found.truncated.unwrap();
    assert_eq!(left_out.unread, Some(1));
    assert!(
        left_out.reason.ends_with("the first because its bbox is not four numbers: [0.1,0.2]"),
        "{left_out:?}"
    );
}

#[tokio::test]
async fn a_service_that_fails_says_how() {
    let huge = || format!("[{}]", " ".repeat(17 << 20));
    let elsewhere = ("location", "http://127.0.0.1:1/".to_owned());
    let redirect = Response { status: 307, headers: vec![elsewhere], body: String::new() };
    for (answer, expected) in [
        (Answer::json(500, "oops"), "answered 500"),
        (
            Answer::Response(redirect),
            "answered 307 Temporary Redirect; set grounding.url to where it redirects",
        ),
        (says("<html>welcome</html>"), "answered no parsed_content_list: \"<html>welcome</html>\""),
        (Answer::Bytes("HTTP/1.1 200 -\r\ncontent-length: 1000\r\n\r\n{\"parsed"), "cannot be asked: "),
        (says(&huge()), "answered more than 16 MB"),
        (Answer::endless("HTTP/1.1 200 -\r\nconnection: close\r\n\r\n", " "), "answered more than 16 MB"),
        (
            Answer::Bytes("HTTP/1.1 200 -\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}"),
            "answered compressed (gzip), which Deskpilot never asks for; switch compression off there",
        ),
    ] {
        let error = asked(answer, 60_000).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn a_slow_service_is_given_up() {
    let error = asked(Answer::Silence, 200).await.unwrap_err().to_string();
    assert!(error.ends_with("did not answer within 200 ms; see grounding.timeout_seconds"), "{error}");
}

#[tokio::test]
async fn nobody_is_there() {
    let server = Server::start(says(GOOD)).await;
    let url = url(&server);
    let _ = service(url.clone(), None, 60_000).find(&picture()).await.unwrap();
    drop(server);
    let error =
        service(format!("{url}?key=hidden"), None, 60_000).find(&picture()).await.unwrap_err().to_string();
    assert!(error.contains("cannot be asked: ") && !error.contains("hidden"), "{error}");
}
