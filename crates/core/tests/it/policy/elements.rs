//! Elements of pages that native commands press, and choices that they make there: judged by what the page calls them.

use super::operations::on;
use deskpilot_core::{
    Aim, CommandSpec, Param, ParamKind, Policy, PolicyContext, PolicyFile, Presence, Preset, Risk, Rule,
    RuleEffect, Ruling, SideEffects, Verb,
};
use serde_json::{Value, json};
use std::borrow::Cow::Borrowed;

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, presence: Presence::Optional }
}

fn spec(name: &'static str, params: &'static [Param], side_effects: SideEffects) -> CommandSpec {
    CommandSpec { name: Borrowed(name), doc: Borrowed("Does it."), params: Borrowed(params), side_effects }
}

const PRESSED: &[Param] =
    &[param("element", ParamKind::Text), param("name", ParamKind::Element), param("url", ParamKind::Url)];

fn press() -> CommandSpec {
    spec("press", PRESSED, SideEffects::Presses)
}

fn fill() -> CommandSpec {
    const FIELDS: &[Param] = &[param("fields", ParamKind::Fields)];
    spec("fill", FIELDS, SideEffects::Changes)
}

fn choose() -> CommandSpec {
    const CHOICE: &[Param] = &[param("field", ParamKind::Text), param("option", ParamKind::Element)];
    spec("choose", CHOICE, SideEffects::Changes)
}

fn judge(policy: &Policy, command: &CommandSpec, args: Value) -> (Ruling, Vec<Risk>) {
    let operation = on(Aim::Window, &command.name, args, Verb::Native);
    let context = PolicyContext { command: Some(command), ..PolicyContext::default() };
    let (ruling, grounds) = policy.judge(&operation, &context);
    (ruling, grounds.findings.into_iter().map(|it| it.risk).collect())
}

#[test]
fn what_a_command_presses_on_a_page_is_judged_by_its_name() {
    for (command, args, expected) in [
        (&press(), json!({"element": "e1", "name": "Next"}), &[][..]),
        (&press(), json!({"element": "e1", "name": "Buy now"}), &[Risk::Pays]),
        (&press(), json!({"name": "Konto löschen"}), &[Risk::Deletes]),
        (&press(), json!({"element": "e1"}), &[Risk::Unknown]),
        (&press(), json!({"name": "Next", "url": "javascript:go()"}), &[Risk::Unknown]),
        (&fill(), json!({"fields": [["textbox \"Delete reason\"", "too many"]]}), &[]),
        (&fill(), json!({"fields": [["checkbox \"Delete my account\"", true]]}), &[Risk::Deletes]),
        (&fill(), json!({"fields": [["e12 radio \"Buy now\"", true]]}), &[Risk::Pays]),
        (&fill(), json!({"fields": [["e12 combobox \"Send by\"", "Delete all"]]}), &[Risk::Deletes]),
        (&fill(), json!({"fields": [["e7.e3 textbox \"Reason\"", "Delete all"]]}), &[]),
        (&fill(), json!({"fields": [["e7.e2.e3 checkbox \"Delete my account\"", true]]}), &[Risk::Deletes]),
        (&fill(), json!({"fields": [["a", "b"], ["Delete my account", true]]}), &[Risk::Deletes]),
        (&fill(), json!({"fields": [["switch \"\"", true]]}), &[Risk::Unknown]),
        (&choose(), json!({"field": "combobox \"Plan\"", "option": "Delete all"}), &[Risk::Deletes]),
        (&choose(), json!({"field": "combobox \"Plan\"", "option": "Small"}), &[]),
    ] {
        let (_, found) = judge(&Policy::preset(Preset::Ask), command, args.clone());
        assert_eq!(found, expected, "{} {args}", command.name);
    }
}

#[test]
fn where_a_pressed_element_leads_counts_for_rules_about_sites() {
    let rule = Rule { domain: vec!["evil.example".into()], ..Rule::new(RuleEffect::Refuse) };
    let file = PolicyFile { preset: Preset::Unrestricted, rules: vec![rule], ..PolicyFile::default() };
    let policy = Policy::of(file).unwrap();
    let to = |url: &str| judge(&policy, &press(), json!({"name": "Next", "url": url})).0;
    assert!(matches!(to("https://evil.example/a"), Ruling::Refuse(_)));
    assert_eq!(to("https://good.example/a"), Ruling::Allow);
}
