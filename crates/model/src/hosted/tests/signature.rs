//! Tests of signatures, with the examples that AWS publishes and with a server that gets them.

use super::*;
use crate::hosted::{HostedModel, tests::options};
use crate::{Model, Prices};
use deskpilot_testkit::{
    loopback::{Answer, Request, Server},
    prompt,
};
use jiff::{civil::DateTime, tz::TimeZone};
use serde_json::json;
use std::sync::Arc;

/// The secret of the examples in AWS's suite of tests for Signature Version 4.
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
/// The token of these examples.
const TOKEN: &str = "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8Y\
                     UuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8\
                     YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2IC\
                     CR/oLxBA==";

fn keys(token: Option<&str>) -> AccessKeys {
    AccessKeys {
        id: "AKIDEXAMPLE".into(),
        secret: Secret::new(SECRET),
        session_token: token.map(Secret::new),
        region: Some("us-east-1".into()),
    }
}

fn signer(service: &'static str, token: Option<&str>) -> Signer {
    Signer { keys: keys(token), region: "us-east-1".into(), service }
}

fn authorization(signer: &Signer, request: &Unsigned<'_>, time: &str) -> String {
    let time = DateTime::strptime("%Y%m%dT%H%M%SZ", time).unwrap();
    let headers = signer.headers(request, time.to_zoned(TimeZone::UTC).unwrap().timestamp());
    headers[0].1.reveal().to_owned()
}

#[test]
fn the_examples_that_aws_publishes_have_its_signatures() {
    let form = Some("application/x-www-form-urlencoded");
    for (name, method, (content_type, body), token, names, signature) in [
        (
            "get-vanilla",
            "GET",
            (None, ""),
            None,
            "host;x-amz-date",
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        ),
        (
            "post-vanilla",
            "POST",
            (None, ""),
            None,
            "host;x-amz-date",
            "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        ),
        (
            "post-x-www-form-urlencoded",
            "POST",
            (form, "Param1=value1"),
            None,
            "content-type;host;x-amz-date",
            "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
        ),
        (
            "post-sts-header-before",
            "POST",
            (None, ""),
            Some(TOKEN),
            "host;x-amz-date;x-amz-security-token",
            "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
        ),
    ] {
        let url = Url::parse("https://example.amazonaws.com/").unwrap();
        let request = Unsigned { method, url: &url, content_type, body };
        assert_eq!(
            authorization(&signer("service", token), &request, "20150830T123600Z"),
            format!(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
                 SignedHeaders={names}, Signature={signature}"
            ),
            "{name}"
        );
    }
}

#[test]
fn a_path_is_encoded_twice_and_a_query_is_sorted() {
    for (address, path, query) in [
        ("https://a/model/us.anthropic.claude-v1:0/invoke", "/model/us.anthropic.claude-v1%3A0/invoke", ""),
        ("https://a/model/arn%2Fprofile/invoke?b=2&a", "/model/arn%252Fprofile/invoke", "a=&b=2"),
        // The sign between name and value sorts after `-` and takes no part.
        ("https://a/invoke?a-b=1&a=2&a=1", "/invoke", "a=1&a=2&a-b=1"),
    ] {
        let url = Url::parse(address).unwrap();
        assert_eq!((percent_encoded(url.path()), sorted_query(&url)), (path.into(), query.into()));
    }
}

#[test]
fn a_host_tells_the_service_and_the_region() {
    for (host, expected) in [
        ("bedrock-runtime.eu-central-1.amazonaws.com", Some(("bedrock", "eu-central-1"))),
        ("vpce-1.bedrock-runtime.us-west-2.vpce.amazonaws.com", Some(("bedrock", "us-west-2"))),
        ("bedrock-mantle.us-east-1.api.aws", Some(("bedrock-mantle", "us-east-1"))),
        ("gateway.example", None),
        ("bedrock-runtime", None),
    ] {
        let found = service_and_region(host);
        assert_eq!(found.as_ref().map(|(service, region)| (*service, region.as_str())), expected, "{host}");
    }
}

/// What a server gets of a request without a key, and with access keys.
async fn sent(provider: &str, token: Option<&str>) -> Request {
    let reply = json!({"content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn"});
    let mut server = Server::start(Answer::json(200, reply.to_string())).await;
    let model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    let options = HostedOptions {
        key: None,
        access_keys: Some(keys(token)),
        ..options(provider, model, Some(server.address.clone()))
    };
    let model = HostedModel::new(options, Arc::new(Prices::embedded())).unwrap();
    model.complete(&prompt()).await.unwrap();
    server.request().await
}

#[tokio::test]
async fn what_arrives_at_amazon_is_what_was_signed() {
    for (provider, service, token) in [
        ("bedrock", "bedrock", Some(TOKEN)),
        ("bedrock", "bedrock", None),
        ("bedrock-messages", "bedrock-mantle", None),
    ] {
        let request = sent(provider, token).await;
        let url = format!("http://{}{}", request.header("host").unwrap(), request.path);
        let unsigned = Unsigned {
            method: "POST",
            url: &Url::parse(&url).unwrap(),
            content_type: request.header("content-type"),
            body: std::str::from_utf8(&request.body).unwrap(),
        };
        let time = request.header("x-amz-date").unwrap();
        let expected = authorization(&signer(service, token), &unsigned, time);
        assert_eq!(request.header("authorization"), Some(expected.as_str()), "{provider}");
        assert_eq!(request.header("x-amz-security-token"), token, "{provider}");
        assert!(request.header("x-api-key").is_none(), "{provider}");
        let version = request.header("anthropic-version");
        assert_eq!(version.is_some(), provider == "bedrock-messages", "the body of InvokeModel has it");
    }
}

#[test]
fn a_key_goes_before_access_keys_and_what_is_missing_is_named() {
    let with = |provider: &str, access_keys: Option<AccessKeys>| HostedOptions {
        key: None,
        access_keys,
        ..options(provider, "m", Some("https://gateway.example/".into()))
    };
    let url = Url::parse("https://gateway.example/").unwrap();
    let both = HostedOptions { key: Some(Secret::new("k")), ..with("bedrock", Some(keys(None))) };
    assert!(Signer::new(&both, &url).unwrap().is_none());
    let nowhere = AccessKeys { region: None, ..keys(None) };
    let error = Signer::new(&with("bedrock", Some(nowhere)), &url).unwrap_err().to_string();
    assert!(error.contains("set AWS_REGION") && !error.contains(SECRET), "{error}");
    for (provider, access_keys, expected) in [
        (
            "bedrock",
            None,
            "there is none, and no AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY; set AWS_BEARER_TOKEN_BEDROCK",
        ),
        ("openai", Some(keys(None)), "there is none; set OPENAI_API_KEY"),
    ] {
        let asked = HostedModel::new(with(provider, access_keys), Arc::new(Prices::embedded()));
        let error = asked.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
