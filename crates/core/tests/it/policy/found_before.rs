//! Operations that were ruled on before: the risks that were found then count, and not what is inferred from a later moment.

use super::operations::{click, control, focused, keys, on};
use deskpilot_core::{
    Aim, Operation, Policy, PolicyContext, PolicyFile, Preset, Risk, Role, Ruling, Verb, policy::Finding,
};
use serde_json::json;

fn risks(policy: &Policy, operation: &Operation, found: Option<&[Finding]>) -> (Ruling, Vec<Risk>) {
    let controls = [focused(control(Role::Button, "Send"))];
    let context = PolicyContext { controls: &controls, found, home: "/home/u", ..PolicyContext::default() };
    let (ruling, grounds) = policy.judge(operation, &context);
    (ruling, grounds.findings.into_iter().map(|it| it.risk).collect())
}

#[test]
fn what_was_found_then_counts_in_place_of_what_is_inferred_now() {
    let ask = Policy::preset(Preset::Ask);
    let enter = keys("{ENTER}");
    assert_eq!(risks(&ask, &enter, None).1, [Risk::Sends]);
    assert_eq!(risks(&ask, &enter, Some(&[])), (Ruling::Allow, vec![]));
    let deletes = [Finding { risk: Risk::Deletes, sign: "the Button \"Delete\"".into() }];
    assert_eq!(risks(&ask, &enter, Some(&deletes)).1, [Risk::Deletes]);
    let native = on(Aim::Window, "send_mail", json!({}), Verb::Native);
    assert_eq!(risks(&ask, &native, Some(&deletes)).1, [Risk::Deletes]);
}

#[test]
fn words_of_the_policy_are_added() {
    let words = [("pays".to_owned(), vec!["tidy".to_owned()])].into();
    let policy = Policy::of(PolicyFile { words, ..PolicyFile::default() }).unwrap();
    assert_eq!(risks(&policy, &click("Tidy"), Some(&[])).1, [Risk::Pays]);
    let deletes = [Finding { risk: Risk::Deletes, sign: String::new() }];
    assert_eq!(risks(&policy, &click("Tidy"), Some(&deletes)).1, [Risk::Deletes, Risk::Pays]);
    assert_eq!(risks(&policy, &click("Send"), Some(&[])).1, []);
}
