//! Tests of precedence among presets, rules, the user's approvals and the model's caution.

use super::operations::{CLICK, act, click, control, keys, on, open, run, word};
use deskpilot_core::{
    Aim, Caution, Consent, Gesture, Grant, Policy, PolicyContext, PolicyFile, Preset, Role, Rule, RuleEffect,
    Ruling, RulingSource, ScrollBy, Verb,
};
use serde_json::json;

fn rule_for(say: RuleEffect, name: &str, application: &str) -> Rule {
    Rule { name: name.into(), application: vec![application.into()], ..Rule::new(say) }
}

#[test]
fn presets_from_the_strictest_to_the_freest() {
    let scroll = act(control(Role::List, "Mails"), Gesture::Scroll(ScrollBy { up: 1, right: 0 }));
    let read = on(Aim::Window, "texts", json!({}), Verb::Read { note: None });
    for (operation, rulings) in [
        (read, ["allow", "allow", "allow", "allow"]),
        (scroll, ["allow", "allow", "allow", "allow"]),
        (act(control(Role::TabItem, "Details"), CLICK), ["allow", "allow", "allow", "allow"]),
        (open("pad", None), ["confirm", "allow", "refuse", "allow"]),
        (click("Save"), ["refuse", "allow", "refuse", "allow"]),
        (click("Send"), ["refuse", "confirm", "refuse", "allow"]),
        (click(""), ["refuse", "confirm", "refuse", "allow"]),
        (keys("Ctrl+S"), ["refuse", "allow", "refuse", "allow"]),
        (run("date"), ["refuse", "confirm", "refuse", "allow"]),
    ] {
        for (preset, expected) in Preset::ALL.iter().zip(rulings) {
            let policy = Policy::preset(*preset);
            let (ruling, grounds) = policy.judge(&operation, &PolicyContext::default());
            assert_eq!(word(&ruling), expected, "{preset} {operation}");
            assert_eq!(grounds.source, RulingSource::Preset(*preset));
        }
    }
}

#[test]
fn bounded_asks_before_what_is_risky_within_its_bounds() {
    let rules = vec![rule_for(RuleEffect::Allow, "mail", "mail")];
    let policy = Policy::of(PolicyFile { preset: Preset::Bounded, rules, ..PolicyFile::default() }).unwrap();
    for (operation, expected) in
        [(click("Save"), "allow"), (click("Send"), "confirm"), (run("date"), "refuse")]
    {
        assert_eq!(word(&policy.judge(&operation, &PolicyContext::default()).0), expected, "{operation}");
    }
}

#[test]
fn the_stricter_word_wins() {
    let granted = |consent| {
        let (_, grounds) = Policy::preset(Preset::Ask).judge(&click("Save"), &PolicyContext::default());
        vec![Grant::of(&click("Save"), &grounds, &consent).unwrap()]
    };
    let yes = || granted(Consent::Session);
    let no = || granted(Consent::No("wrong address".into()));
    let (ask, refuse) =
        (|| rule_for(RuleEffect::Ask, "b", "m*"), || rule_for(RuleEffect::Refuse, "c", "ma*"));
    let allow = || rule_for(RuleEffect::Allow, "a", "mail");
    for (rules, grants, caution, expected) in [
        (vec![allow()], vec![], Caution::Usual, "allow"),
        (vec![allow(), ask()], vec![], Caution::Usual, "confirm"),
        (vec![allow(), ask(), refuse()], vec![], Caution::Usual, "refuse"),
        (vec![ask()], yes(), Caution::Usual, "allow"),
        (vec![refuse()], yes(), Caution::Usual, "refuse"),
        (vec![], yes(), Caution::Warned("a trap".into()), "confirm"),
        (vec![refuse()], vec![], Caution::Warned("a trap".into()), "refuse"),
        (vec![allow()], vec![], Caution::AskFirst, "confirm"),
        (vec![], yes(), Caution::AskFirst, "allow"),
        (vec![allow()], no(), Caution::Usual, "refuse"),
    ] {
        let policy = Policy::of(PolicyFile { rules, ..PolicyFile::default() }).unwrap();
        let context = PolicyContext { caution: caution.clone(), grants: &grants, ..PolicyContext::default() };
        let (ruling, _) = policy.judge(&click("Save"), &context);
        assert_eq!(word(&ruling), expected, "{policy:?} {grants:?} {caution:?}");
        if let (Ruling::Refuse(why), false) = (&ruling, grants.is_empty() || grants[0].consent.is_yes()) {
            assert_eq!(why, "the user said no: wrong address");
        }
    }
    let free = Policy::preset(Preset::Unrestricted);
    for (caution, expected) in [(Caution::AskFirst, "allow"), (Caution::Warned("x".into()), "confirm")] {
        let context = PolicyContext { caution, ..PolicyContext::default() };
        assert_eq!(word(&free.judge(&click("Send"), &context).0), expected);
    }
}

#[test]
fn an_allowed_application_does_not_allow_its_risks() {
    let policy = Policy::of(PolicyFile {
        rules: vec![rule_for(RuleEffect::Allow, "mail", "mail")],
        ..PolicyFile::default()
    })
    .unwrap();
    assert_eq!(word(&policy.judge(&click("Send"), &PolicyContext::default()).0), "confirm");
    let rule =
        Rule { risk: vec![deskpilot_core::Risk::Sends], ..rule_for(RuleEffect::Allow, "mail", "mail") };
    let policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
    assert_eq!(word(&policy.judge(&click("Send"), &PolicyContext::default()).0), "allow");
    assert_eq!(word(&policy.judge(&click("Send and delete"), &PolicyContext::default()).0), "confirm");
}
