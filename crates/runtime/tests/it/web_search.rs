//! Web search in a session: asked where a rule of the policy allows it, and nowhere else.

use crate::workspace::{FINISH, Workspace, soon};
use deskpilot_core::{Event, Passage, Policy, PolicyFile};
use deskpilot_runtime::{Config, JsonPointers, Respondents, WebSearchConfig, web_search_check};
use deskpilot_testkit::loopback::{Answer, Server};
use serde_json::json;
use std::time::Duration;

const ALLOW: &str =
    r#"[{"say": "allow", "command": "permit", "domain": "127.0.0.1", "risk": ["permits", "sends"]}]"#;

fn web_search(address: &str) -> WebSearchConfig {
    WebSearchConfig {
        engine: "searxng".into(),
        address: Some(address.to_owned()),
        key_variable: None,
        results: 5,
        pages: 1,
        max_age: Duration::from_secs(3600),
        json: JsonPointers {
            results: "/results".into(),
            title: "/title".into(),
            url: "/url".into(),
            snippet: "/content".into(),
        },
    }
}

fn configured(config: Config, address: &str, rules: &str) -> Config {
    let mut config = Config { web_search: Some(web_search(address)), ..config };
    let rules = serde_json::from_str(rules).unwrap();
    config.policy.policy = Policy::of(PolicyFile { rules, ..PolicyFile::default() }).unwrap();
    config
}

/// What a session recalls, and what goes wrong in it.
async fn session(
    workspace: &Workspace,
    task: &str,
    address: &str,
    rules: &str,
) -> (Vec<Passage>, Vec<String>) {
    let respondents = Respondents::default();
    let mut spec = workspace.spec(task, &["delete a row"], &[FINISH], &respondents);
    spec.config = configured(spec.config, address, rules);
    let handle = Workspace::sessions().start(spec).unwrap();
    soon("the end", handle.outcome()).await.unwrap();
    let (mut passages, mut faults) = (Vec::new(), Vec::new());
    for entry in deskpilot_log::read(workspace.root(), task).unwrap() {
        match entry.event {
            Event::Recalled { passages: found } => passages.extend(found),
            Event::Faulted { message, .. } => faults.push(message),
            _ => {}
        }
    }
    (passages, faults)
}

#[tokio::test]
async fn a_session_knows_what_the_engine_shows_once_a_rule_allows_to_ask_it() {
    // The page is on this machine, which is no public address: what the engine shows takes its place.
    let result = json!({"title": "Rows", "url": "http://127.0.0.1:1/rows", "content": "Press Delete."});
    let mut server = Server::start(Answer::json(200, json!({"results": [result]}).to_string())).await;
    let workspace = Workspace::new();
    let (passages, faults) = session(&workspace, "closed", &server.address, "[]").await;
    assert_eq!(passages, []);
    let expected =
        format!("web gave no passages: no rule allows the command \"permit\" at {}", server.address);
    assert!(faults.iter().any(|it| it.starts_with(&expected)), "{faults:?}");
    let (passages, faults) = session(&workspace, "open", &server.address, ALLOW).await;
    let shown: Vec<_> =
        passages.iter().map(|it| (it.source.as_str(), it.place.as_str(), it.text.as_str())).collect();
    assert_eq!(shown, [("web", "http://127.0.0.1:1/rows", "Press Delete.")], "{faults:?}");
    assert_eq!(server.request().await.path, "/search?q=delete+a+row&format=json");
}

#[tokio::test]
async fn the_doctor_reports_what_is_missing() {
    let workspace = Workspace::new();
    let config = || workspace.spec("t", &[], &[], &Respondents::default()).config;
    assert!(web_search_check(&config()).is_none());
    let address = "http://127.0.0.1:8888";
    let check = |config: &Config| web_search_check(config).unwrap().map_err(|error| error.to_string());
    assert_eq!(check(&configured(config(), address, ALLOW)).unwrap(), format!("searxng at {address}"));
    let unruled = check(&configured(config(), address, "[]")).unwrap_err();
    assert!(unruled.starts_with(&format!("no rule of the policy lets queries go to {address}")), "{unruled}");
    let mut keyless = configured(config(), address, ALLOW);
    keyless.web_search = Some(WebSearchConfig { engine: "brave".into(), ..web_search(address) });
    let expected = "there is no key of brave: set BRAVE_API_KEY, or use `deskpilot key set BRAVE_API_KEY`";
    assert_eq!(check(&keyless).unwrap_err(), expected);
}
