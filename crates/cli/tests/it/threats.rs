//! What the threat model says of the whole: its defaults, where its packages come from, and that its tests are there.

use crate::common::{Spoken, Place, told};
use deskpilot_model::{
    Secret,
    loopback::{Dialect, Loopback, Operators},
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn every_class_of_faults_has_a_test_that_is_there() {
    let page = text("docs/threat-model.md");
    let links = page.split("[`").skip(1).filter_map(|it| it.split_once("`](../"));
    let tests: Vec<(&str, &str)> =
        links.filter_map(|(name, rest)| Some((name, rest.split_once(')')?.0))).collect();
    assert!(tests.len() > 40, "{tests:?}");
    for (name, file) in tests {
        assert!(text(file).contains(&format!("fn {name}(")), "{file} has no {name}");
    }
    let rows = page.lines().filter(|it| it.starts_with("| ") && it.matches(" | ").count() == 2);
    let bare: Vec<&str> = rows.filter(|it| !it.contains("](../") && !it.contains("---")).collect();
    assert_eq!(bare, ["| class | guard | test |"], "a class without a test");
}

#[test]
fn nothing_is_done_unasked_where_nothing_is_said() {
    let place = Place::new();
    let output = place.run(&["policy", "check", "--command", "click_input", "--control", "Delete"]);
    assert!(told(&output).contains("asked: click the Button \"Delete\""), "{}", told(&output));
    let output = place.run(&["config", "show"]);
    let said = told(&output);
    assert!(said.contains("desktop.kind = \"private\""), "{said}");
}

#[test]
fn servers_of_tests_listen_on_this_machine_only() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let key = || Secret::new("only-for-this-test");
    let chat = runtime.block_on(Loopback::start(Arc::new(Spoken), key())).unwrap();
    let operators = runtime.block_on(Operators::start(Dialect::OpenAi, Vec::new(), key())).unwrap();
    for address in [chat.base_url(), operators.base_url()] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
}

#[test]
fn packages_come_from_one_registry_and_are_checked() {
    let lock: toml::Table = text("Cargo.lock").parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let strangers = packages.iter().filter(|it| it.get("source").is_some());
    let sources: BTreeSet<&str> = strangers.clone().map(|it| it["source"].as_str().unwrap()).collect();
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert!(sources.iter().all(|it| it.starts_with("registry+https://")), "{sources:?}");
    for package in strangers {
        assert!(package.get("checksum").is_some(), "{package}");
    }
    let deny: toml::Table = text("deny.toml").parse().unwrap();
    for key in ["unknown-registry", "unknown-git"] {
        assert_eq!(deny["sources"][key].as_str(), Some("deny"), "{key}");
    }
    assert_eq!(deny["bans"]["wildcards"].as_str(), Some("deny"));
}
