//! Answers that are no results: each is a sentence, and none makes a storm of requests.

use crate::common::{CountedServer, KEY, body, open, recall, redirect, searxng, settings, with_key};
use deskpilot_testkit::loopback::{Answer, Response, Server};
use futures::future::join_all;

fn status(status: u16, headers: &[(&'static str, &str)]) -> Answer {
    let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    Answer::Response(Response { status, headers, body: format!("{{\"error\": \"{KEY}\"}}") })
}

/// The messages of the first and the second search, and how many requests the engine got for both.
async fn twice(engine: &str, answer: Answer) -> (String, String, usize) {
    let server = CountedServer::start(move |_| answer.clone()).await;
    let settings = match engine {
        "searxng" => settings(engine, server.address()),
        engine => with_key(settings(engine, server.address())),
    };
    let source = open(settings);
    let first = recall(&source, "delete a row").await.unwrap_err();
    let second = recall(&source, "delete a column").await.unwrap_err();
    for text in [&first, &second, &format!("{source:?}")] {
        assert!(!text.contains(KEY), "{text}");
    }
    (first, second, server.asked())
}

#[tokio::test]
async fn an_engine_that_refuses_is_not_asked_again_in_the_session() {
    let json = "add json to search.formats in the settings.yml of SearXNG, or use another instance";
    for (engine, code, expected) in [
        ("searxng", 403, format!("searxng refuses to answer (403): {json}")),
        (
            "brave",
            401,
            "brave refuses to answer (401): is the key right, and does its plan have web search?".into(),
        ),
        (
            "tavily",
            432,
            "tavily refuses to answer (432): is the key right, and has its plan searches left?".into(),
        ),
    ] {
        let (first, second, asked) = twice(engine, status(code, &[])).await;
        assert_eq!((first, second, asked), (expected.clone(), expected, 1));
    }
}

#[tokio::test]
async fn an_engine_that_wants_fewer_requests_gets_none_until_then() {
    let (first, second, asked) = twice("brave", status(429, &[("retry-after", "3600")])).await;
    assert_eq!(first, "brave has had too many requests, and is asked again in 3600 s");
    assert!(second.starts_with("brave has had too many requests, and is asked again in 3"), "{second}");
    assert_eq!(asked, 1);
    let (first, _, asked) = twice("brave", status(429, &[])).await;
    assert_eq!((first.as_str(), asked), ("brave has had too many requests, and is asked again in 60 s", 1));
    let far = status(429, &[("retry-after", "Fri, 01 Jan 2100 00:00:00 GMT")]);
    let (first, _, asked) = twice("brave", far).await;
    assert!(first.starts_with("brave has had too many requests") && asked == 1, "{first}");
    // A time that has passed: it may be asked at once.
    let (_, _, asked) =
        twice("brave", status(429, &[("retry-after", "Mon, 01 Jan 2001 00:00:00 GMT")])).await;
    assert_eq!(asked, 2);
}

#[tokio::test]
async fn a_page_for_people_is_distinguished_from_results_and_ends_the_asking() {
    let page = "<!DOCTYPE html><html><title>Are you a robot?</title><form>captcha</form></html>";
    for engine in ["searxng", "brave"] {
        let (first, _, asked) = twice(engine, body("text/html", page)).await;
        let expected =
            "answers with a page instead of results; it may want a person to prove that they are one";
        assert!(first.starts_with(&format!("{engine} {expected}")), "{first}");
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn an_engine_that_is_out_of_order_is_left_alone_for_a_while() {
    let (first, second, asked) = twice("searxng", status(503, &[])).await;
    assert_eq!((first.as_str(), second.as_str(), asked), ("searxng answers 503", "searxng answers 503", 1));
    let (first, _, asked) = twice("searxng", status(422, &[])).await;
    assert_eq!((first.as_str(), asked), ("searxng answers 422", 2), "another query may be answered");
    let gone = Server::start(Answer::Silence).await.address.clone();
    let error = recall(&open(settings("searxng", &gone)), "delete a row").await.unwrap_err();
    assert!(error.starts_with("searxng: ") && !error.contains("127.0.0.1"), "{error}");
}

#[tokio::test]
async fn an_engine_that_redirects_takes_neither_query_nor_key_along() {
    let other = CountedServer::start(|_| searxng(&[("https://a.example/", "x")])).await;
    let (first, _, asked) = twice("tavily", redirect(&format!("{}/search", other.address()))).await;
    let expected = "tavily redirects to another address; set knowledge.web_search.address to that one";
    assert_eq!((first.as_str(), asked, other.asked()), (expected, 1, 0));
}

#[tokio::test]
async fn answers_without_end_or_measure_are_cut_off() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"results\": [";
    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 52428800\r\n\r\n{";
    let packed = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 1\r\n\r\nx";
    let cases = [
        (Answer::endless(head, "{},"), "searxng: answered more than 2 MB"),
        (Answer::Stalls(announced), "searxng: answered more than 2 MB"),
        (Answer::dripping(head, "{},"), "searxng: did not answer within 3000 ms"),
        (Answer::Silence, "searxng: did not answer within 3000 ms"),
        (Answer::Bytes(packed), "searxng: answered compressed (gzip)"),
    ];
    // Side by side: what is late takes all the time that it has.
    let tried = cases.map(|(answer, expected)| async move {
        let (first, _, asked) = twice("searxng", answer).await;
        assert!(first.starts_with(expected), "{first}");
        assert_eq!(asked, 1);
    });
    join_all(tried).await;
}

#[tokio::test]
async fn what_is_no_list_of_results_is_reported() {
    for (text, expected) in [
        ("", "searxng answers with something else than results: it is no JSON"),
        ("{\"results\": {}}", "searxng answers with something else than results: it has no list at /results"),
    ] {
        let (first, _, asked) = twice("searxng", Answer::json(200, text)).await;
        assert!(first.starts_with(expected), "{first}");
        assert_eq!(asked, 2, "another query may be answered");
    }
}
