//! Keys and secrets in the keyring of a platform, or on a platform that has none.

use crate::workspace::text_platform;
use deskpilot_core::Secret;
use deskpilot_runtime::{Environment, keys, with_causes};
use std::sync::Arc;

fn environment(variables: &[(&str, &str)]) -> Environment {
    let pairs = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Environment::new(pairs.collect(), Arc::new(text_platform()))
}

/// Sessions are put together by functions that are not async, on threads that are.
#[tokio::test]
async fn a_key_comes_from_the_variable_and_else_from_the_keyring() {
    let key = |variables: &[(&str, &str)]| keys::find("KEY", &environment(variables));
    let revealed = |variables: &[(&str, &str)]| key(variables).map(|it| it.reveal().to_owned());
    assert_eq!(revealed(&[("KEY", "set"), ("KEYRING", "there")]).as_deref(), Some("set"));
    assert_eq!(revealed(&[("KEY", " "), ("KEYRING", "there")]).as_deref(), Some("kept"));
    assert_eq!(revealed(&[]), None);
}

#[tokio::test]
async fn a_platform_without_a_keyring_and_a_keyring_that_refuses_say_so() {
    let key = Secret::new("sk-hidden");
    for (variables, expected) in [
        (&[][..], "there is no keyring here: Deskpilot uses none on linux"),
        (&[("KEYRING", "there")], "the keyring is locked: unlock it and try again"),
    ] {
        let environment = environment(variables);
        let stored = keys::store("KEY", &key, &environment).await.unwrap_err();
        let instead = "the keyring cannot be used here; set the environment variable KEY instead";
        assert_eq!(with_causes(&stored), format!("{instead}: {expected}"));
        let removed = keys::remove("KEY", &environment).await.unwrap_err();
        assert!(removed.to_string().contains("there is no key KEY in the keyring"), "{removed}");
    }
    let empty = keys::store("KEY", &Secret::new(" "), &environment(&[])).await.unwrap_err();
    assert!(empty.to_string().contains("the key is empty"), "{empty}");
}
