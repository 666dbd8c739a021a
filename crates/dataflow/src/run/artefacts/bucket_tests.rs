//! Buckets at a server on loopback that speaks as much of S3 as artefacts need.

use super::{
    Artefacts, LARGEST, Store,
    bucket::{Bucket, Deadlines},
};
use crate::ArtefactsError;
use deskpilot_testkit::loopback::{Answer, Request, Response, Server};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// What no error and no log may show.
const SECRETS: [&str; 2] = ["s3cret-of-the-key", "t0ken-of-the-session"];
/// Deadlines that a test can wait for.
const SHORT: Deadlines = Deadlines {
    request: Duration::from_millis(300),
    artefact: Duration::from_secs(2),
    retries: 3,
    pause: Duration::from_millis(10),
};

fn variables(endpoint: &str) -> Vec<(String, String)> {
    [
        ("AWS_ACCESS_KEY_ID", "the-key"),
        ("AWS_SECRET_ACCESS_KEY", SECRETS[0]),
        ("AWS_SESSION_TOKEN", SECRETS[1]),
        ("AWS_REGION", "eu-north-1"),
        ("AWS_ENDPOINT", endpoint),
        ("HOME", "/nowhere"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec()
}

fn bucket(server: &Server, deadlines: Deadlines) -> Artefacts {
    let bucket = Bucket::open("s3://pail/some/prefix", variables(&server.address), deadlines);
    Artefacts(Store::Bucket(bucket.unwrap()))
}

fn status(status: u16, body: &str) -> Answer {
    let headers =
        vec![("last-modified", "Sun, 26 Jul 2026 10:00:00 GMT".to_owned()), ("etag", "\"1\"".to_owned())];
    Answer::Response(Response { status, headers, body: body.to_owned() })
}

/// A server that stores what it is sent, and refuses what is not signed with the key.
fn stores() -> impl Fn(&Request) -> Answer + Send + Sync + 'static {
    let objects = Mutex::new(BTreeMap::<String, String>::new());
    move |request| {
        let scheme = "AWS4-HMAC-SHA256 Credential=the-key/";
        let signed = request.header("authorization").is_some_and(|it| {
            it.starts_with(scheme) && it.contains("/eu-north-1/s3/aws4_request") && it.contains("Signature=")
        });
        let mut objects = objects.lock().unwrap();
        match request.method.as_str() {
            _ if !signed => status(403, "it is not signed"),
            "PUT" => {
                objects.insert(request.path.clone(), String::from_utf8(request.body.clone()).unwrap());
                status(200, "")
            }
            "GET" => match objects.get(&request.path) {
                Some(body) => status(200, body),
                None => status(404, "<Error><Code>NoSuchKey</Code></Error>"),
            },
            other => panic!("nobody asks for {other}"),
        }
    }
}

#[tokio::test]
async fn an_artefact_is_stored_below_the_prefix_with_a_signature() {
    let mut server = Server::start_with(stores()).await;
    let artefacts = bucket(&server, Deadlines::USUAL);
    artefacts.try_out().await.unwrap();
    artefacts.put("run/job 1/record.json", b"{}").await.unwrap();
    assert_eq!(artefacts.get("run/job 1/record.json").await.unwrap(), b"{}");
    assert_eq!(artefacts.find("run/job 1/document").await.unwrap(), None);
    let error = artefacts.put("../outside", b"x").await.unwrap_err().to_string();
    assert!(error.contains("is not the name of an artefact"), "{error}");
    let mut asked = Vec::new();
    for _ in 0..5 {
        let request = server.request().await;
        asked.push(format!("{} {}", request.method, request.path));
    }
    let place = "/pail/some/prefix";
    let expected = [
        format!("PUT {place}/trial"),
        format!("GET {place}/trial"),
        format!("PUT {place}/run/job%201/record.json"),
        format!("GET {place}/run/job%201/record.json"),
        format!("GET {place}/run/job%201/document"),
    ];
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_server_that_is_busy_is_asked_again_but_not_for_ever() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (stores, count) = (stores(), asked.clone());
    let server = Server::start_with(move |request| match count.fetch_add(1, Ordering::SeqCst) % 2 {
        0 => status(503, "<Error><Code>SlowDown</Code></Error>"),
        _ => stores(request),
    })
    .await;
    let soon = Deadlines { pause: SHORT.pause, ..Deadlines::USUAL };
    bucket(&server, soon).put("a", b"x").await.unwrap();
    assert_eq!(bucket(&server, soon).get("a").await.unwrap(), b"x");
    assert_eq!(asked.load(Ordering::SeqCst), 4);

    let mut server = Server::start_with(|_| status(503, "")).await;
    let error = bucket(&server, SHORT).put("a", b"x").await.unwrap_err().to_string();
    assert!(error.contains("s3://pail/some/prefix/a cannot be written"), "{error}");
    for _ in 0..=SHORT.retries {
        server.request().await;
    }
}

#[tokio::test]
async fn a_refused_key_is_reported_without_its_secret() {
    // Servers repeat the token in their errors.
    for code in [400, 401, 403] {
        let body = format!("{0} <Error><Code>ExpiredToken</Code><Token-0>{0}</Token-0></Error>", SECRETS[1]);
        let server = Server::start(status(code, &body)).await;
        let artefacts = bucket(&server, SHORT);
        for error in [artefacts.try_out().await.unwrap_err(), artefacts.find("a").await.unwrap_err()] {
            let text = format!("{error:?} {artefacts:?}");
            assert!(SECRETS.iter().all(|it| !text.contains(it)), "{text}");
            let expected =
                if code == 400 { "(ExpiredToken); check AWS_ENDPOINT" } else { "check AWS_ACCESS_KEY_ID" };
            assert!(text.contains(expected), "{text}");
        }
    }
}

#[tokio::test]
async fn a_server_that_stalls_is_left_at_the_deadline() {
    let head = "HTTP/1.1 200 -\r\nlast-modified: Sun, 26 Jul 2026 10:00:00 GMT\r\netag: \"1\"\r\ncontent-length: 9\r\n\r\n";
    for answer in [Answer::Silence, Answer::Stalls(head)] {
        let server = Server::start(answer).await;
        let began = Instant::now();
        let error = bucket(&server, SHORT).get("a").await.unwrap_err().to_string();
        assert!(error.contains("s3://pail/some/prefix/a cannot be read"), "{error}");
        assert!(began.elapsed() < 2 * SHORT.artefact, "{:?}", began.elapsed());
    }
}

#[tokio::test]
async fn an_object_that_is_too_large_is_not_read() {
    let length = LARGEST.in_bytes() + 1;
    let head = format!(
        "HTTP/1.1 200 -\r\nlast-modified: Sun, 26 Jul 2026 10:00:00 GMT\r\netag: \"1\"\r\ncontent-length: {length}\r\n\r\n"
    );
    let server = Server::start(Answer::endless(&head, "x")).await;
    let error = bucket(&server, Deadlines::USUAL).get("a").await.unwrap_err().to_string();
    assert!(error.contains("larger than 256 MiB"), "{error}");
}

#[test]
fn without_encryption_the_server_is_on_this_machine() {
    let open = |endpoint: &str| Artefacts::open("s3://pail", variables(endpoint)).map(drop);
    for endpoint in ["http://127.0.0.1:9000", "http://localhost:9000", "https://s3.example"] {
        open(endpoint).unwrap();
    }
    for endpoint in ["http://s3.example", "http://10.0.0.1:9000", "http://127.0.0.1.example"] {
        let error = open(endpoint).unwrap_err();
        assert!(matches!(error, ArtefactsError::NotEncrypted { .. }), "{endpoint}: {error}");
    }
    for endpoint in ["ftp://s3.example", "s3.example", "https://ann:s3cret-of-the-key@s3.example"] {
        let error = open(endpoint).unwrap_err();
        assert!(matches!(error, ArtefactsError::BadSetting { .. }), "{endpoint}: {error}");
        assert!(!error.to_string().contains("s3cret"), "{error}");
    }
}

#[test]
fn a_bucket_needs_an_address_and_a_key() {
    let open = |address: &str, left_out: &str| {
        let variables = variables("https://s3.example").into_iter().filter(|(name, _)| name != left_out);
        Artefacts::open(address, variables).unwrap_err()
    };
    for address in
        ["s3://", "s3:///x", "s3://ann:s3cret@pail/x", "s3://pail:9000/x", "s3://pail/x?y", "s3://pail/a//b"]
    {
        let error = open(address, "");
        assert!(matches!(error, ArtefactsError::BadAddress { .. }), "{address}: {error}");
        assert!(!error.to_string().contains("s3cret"), "{error}");
    }
    for variable in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] {
        assert_eq!(open("s3://pail", variable), ArtefactsError::NoKey { variable });
    }
}
