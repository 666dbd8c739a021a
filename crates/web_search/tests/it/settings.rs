//! Settings that cannot be used, each with what to do.

use crate::common::{KEY, settings, with_key};
use deskpilot_core::Secret;
use deskpilot_web_search::{JsonFields, WebSearch, WebSearchSettings};

fn error(settings: WebSearchSettings) -> String {
    let error = WebSearch::open(settings).map(|_| ()).unwrap_err().to_string();
    assert!(!error.contains(KEY), "{error}");
    error
}

#[test]
fn what_is_wrong_is_reported_before_anything_is_sent() {
    let no_address = |engine: &str| WebSearchSettings { address: None, ..settings(engine, "") };
    let bad_key = WebSearchSettings { key: Some(Secret::new("two\nlines")), ..no_address("brave") };
    let pointer = JsonFields { title: "title".into(), ..settings("", "").json };
    let no_pointer =
        WebSearchSettings { json: pointer, ..settings("opensearch", "https://e.org/{searchTerms}") };
    for (settings, expected) in [
        (
            settings("gopher", "https://e.org"),
            "must be one of searxng, brave, tavily, opensearch, and is \"gopher\"",
        ),
        (no_address("searxng"), "set knowledge.web_search.address to the address of searxng"),
        (no_address("brave"), "brave needs a key: set knowledge.web_search.key_variable to its name"),
        (bad_key, "the key of the search engine has characters that no key has"),
        (
            no_pointer,
            "knowledge.web_search.json_title must be a JSON pointer such as /items, and is \"title\"",
        ),
        (settings("searxng", "not an address"), "is not an address of the web"),
        (settings("searxng", "file:///etc/passwd"), "is not an address of the web"),
        (
            settings("searxng", "https://user:pass@e.org"),
            "an address without a user name or a password in it",
        ),
        (settings("opensearch", "https://e.org/?q=x"), "has no {searchTerms}"),
        (settings("opensearch", "https://{searchTerms}.e.org/"), "a parameter in the name of its server"),
        (
            settings("searxng", "http://93.184.215.14/"),
            "goes by http: 93.184.215.14 is at 93.184.215.14, which is a public",
        ),
        (with_key(settings("searxng", "http://192.168.1.7/")), "would go by http through the network"),
        (with_key(settings("searxng", "http://search.lan/")), "would go by http through the network"),
    ] {
        let error = error(settings);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn an_engine_of_the_users_own_may_be_on_this_machine_or_in_its_network() {
    for address in [
        "http://127.0.0.1:8888",
        "http://localhost:8888/searxng",
        "http://[::1]:8888",
        "http://192.168.1.7",
        "http://search.lan",
        "https://search.example",
        "https://10.0.0.1",
    ] {
        WebSearch::open(settings("searxng", address)).unwrap();
    }
    WebSearch::open(with_key(settings("tavily", "http://127.0.0.1:8888"))).unwrap();
}

#[tokio::test]
async fn a_name_by_http_that_leads_to_a_public_address_is_not_asked() {
    // RFC 6761 keeps this name for this machine: it stands for every name whose address is looked up when it is asked.
    let guard = deskpilot_web::AddressGuard::private();
    assert!(guard.resolve("localhost").await.is_ok());
    let public = deskpilot_web::AddressGuard::public().resolve("localhost").await.unwrap_err();
    assert!(public.to_string().contains("which is not a public address"), "{public}");
}
