//! Tests of rules: their conditions, and the problems of policies.

use super::operations::{CLICK, act, click, control, hidden, in_window, keys, open, run, typed, word};
use deskpilot_core::{Application, Operation, Policy, PolicyContext, PolicyFile, Preset, Role, Rule, Ruling};
use serde_json::{Value, json};

fn rule(value: Value) -> Rule {
    serde_json::from_value(value).unwrap()
}

fn policy(preset: Preset, rules: Value) -> Policy {
    let Value::Array(rules) = rules else { unreachable!("a list of rules") };
    let rules = rules.into_iter().map(rule).collect();
    Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap()
}

fn ruled(policy: &Policy, operation: &Operation, page: Option<&str>) -> &'static str {
    let pages: Vec<String> = page.into_iter().map(str::to_owned).collect();
    let context = PolicyContext { home: "/home/u", pages: &pages, ..PolicyContext::default() };
    word(&policy.judge(operation, &context).0)
}

#[test]
fn a_rule_matches_what_its_conditions_name() {
    for (condition, operation, page, expected) in [
        (json!({"application": "MAIL"}), click("Save"), None, "allow"),
        (json!({"application": "mail*"}), in_window(click("Save"), "mailer", ""), None, "allow"),
        (json!({"application": ["pad", "note"]}), click("Save"), None, "refuse"),
        (json!({"window": "Inbox*"}), click("Save"), None, "allow"),
        (json!({"command": "click_input"}), click("Save"), None, "allow"),
        (json!({"command": "keyboard_input"}), click("Save"), None, "refuse"),
        (json!({"role": "Button", "control": "Save*"}), click("Save as"), None, "allow"),
        (json!({"role": "Button", "control": "Save"}), click("Save as"), None, "refuse"),
        (json!({"control": "*"}), keys("Ctrl+S"), None, "refuse"),
        (json!({"argument": {"keys": "Ctrl+S"}}), keys("Ctrl+S"), None, "allow"),
        (json!({"argument": {"keys": "Ctrl+S"}}), keys("Ctrl+A"), None, "refuse"),
        (json!({"application": "mail", "risk": "sends"}), click("Send"), None, "allow"),
        (json!({"command": "*", "risk": ["sends", "pays"]}), click("Send"), None, "allow"),
        (json!({"application": "mail", "risk": "pays"}), click("Send"), None, "confirm"),
        (
            json!({"application": "pad", "risk": "closes"}),
            in_window(keys("Alt+F4"), "pad", "notes"),
            None,
            "allow",
        ),
        (
            json!({"application": "pad", "risk": "closes"}),
            in_window(keys("Alt+F4"), "pad", "*notes"),
            None,
            "confirm",
        ),
        (json!({"path": "~/Notes/**"}), open("pad", Some("~/Notes/a.txt")), None, "allow"),
        (json!({"path": "~/Notes/**"}), open("pad", Some("/home/u/Notes/../.ssh/id")), None, "refuse"),
        (json!({"path": "~/Notes/**"}), open("pad", None), None, "refuse"),
        (json!({"application": "pad"}), open("pad", None), None, "allow"),
        (json!({"application": "pad"}), open("pad", Some("/srv/secret.txt")), None, "refuse"),
        (json!({"application": "pad", "path": "~/**"}), open("pad", Some("~/a.txt")), None, "allow"),
        (json!({"program": "ls **"}), run("ls a b"), None, "allow"),
        (json!({"program": "ls **"}), run("ls -R a"), None, "refuse"),
        (json!({"program": "cp **", "path": "~/Notes/**"}), run("cp ~/Notes/a ~/Notes/b"), None, "allow"),
        (json!({"program": "cp **", "path": "~/Notes/**"}), run("cp ~/Notes/a /etc/b"), None, "refuse"),
        (json!({"domain": "*.example.org"}), click("Save"), Some("https://a.example.org/x"), "allow"),
        (json!({"domain": "*.example.org"}), click("Save"), Some("https://example.org/"), "refuse"),
        (json!({"domain": "example.org"}), click("Save"), Some("https://example.org@evil.net/"), "refuse"),
        (json!({"domain": "example.org"}), click("Save"), None, "refuse"),
        (
            json!({"domain": "example.org"}),
            typed(control(Role::Edit, "Address"), "evil.net/x"),
            Some("https://example.org"),
            "refuse",
        ),
        (
            json!({"secret": "mail"}),
            typed(hidden(control(Role::Edit, "P")), "{{secret:mail}}"),
            None,
            "allow",
        ),
        (
            json!({"secret": "mail"}),
            typed(hidden(control(Role::Edit, "P")), "{{secret:bank}}"),
            None,
            "refuse",
        ),
    ] {
        let mut allow = condition.clone();
        allow["say"] = json!("allow");
        let bounded = policy(Preset::Bounded, json!([allow]));
        assert_eq!(ruled(&bounded, &operation, page), expected, "{condition} {operation}");
    }
}

#[test]
fn one_of_several_is_enough_to_refuse_and_not_to_allow() {
    let refuse = policy(Preset::Unrestricted, json!([{"say": "refuse", "path": "/etc/**"}]));
    assert_eq!(ruled(&refuse, &run("cp /home/u/a /etc/b"), None), "refuse");
    assert_eq!(ruled(&refuse, &run("tar --file=/etc/shadow"), None), "refuse");
    assert_eq!(ruled(&refuse, &open("pad", Some("file:///etc/%70asswd")), None), "refuse");
    let context =
        PolicyContext { home: "/home/u", places: &["/etc/x".to_owned()], ..PolicyContext::default() };
    let linked = open("pad", Some("~/innocent"));
    assert_eq!(word(&refuse.judge(&linked, &context).0), "refuse", "a link leads there");
}

#[test]
fn an_application_has_one_policy_by_whatever_name_it_is_opened() {
    let refuse = policy(Preset::Unrestricted, json!([{"say": "refuse", "application": "org.vault"}]));
    let vault = Application {
        id: "org.vault".into(),
        aliases: vec!["org.vault.desktop".into()],
        name: "Vault".into(),
        generic_name: "Keeper".into(),
        keywords: vec!["words".into()],
        ..Application::default()
    };
    let context = PolicyContext { opens: Some(&vault), ..PolicyContext::default() };
    assert_eq!(word(&refuse.judge(&open("words", None), &context).0), "refuse");
}

#[test]
fn errors_of_policies_are_reported() {
    for (preset, rules, expected) in [
        (
            Preset::Ask,
            json!([{"say": "allow", "name": "a", "application": "x"}, {"say": "refuse", "name": "b", "application": "x"}]),
            Some("the rules \"a\" and \"b\" match the same actions and contradict each other: remove one"),
        ),
        (
            Preset::Ask,
            json!([{"say": "ask", "name": "a"}, {"say": "ask", "name": "a", "command": "x"}]),
            Some("two rules are called \"a\": rename one"),
        ),
        (Preset::Ask, json!([{"say": "allow"}]), Some("the rule \"rule 1\" allows everything")),
        (
            Preset::Bounded,
            json!([{"say": "allow", "risk": "closes"}]),
            Some("the rule \"rule 1\" allows everything"),
        ),
        (Preset::Ask, json!([{"say": "allow", "risk": "closes"}]), None),
        (Preset::Unrestricted, json!([{"say": "allow"}]), None),
        (Preset::Ask, json!([{"say": "ask"}]), None),
        (
            Preset::Ask,
            json!([{"say": "allow", "path": "Notes/*"}]),
            Some("the rule \"rule 1\" can never apply"),
        ),
        (
            Preset::Ask,
            json!([{"say": "allow", "domain": "https://x.org"}]),
            Some("the rule \"rule 1\" can never"),
        ),
        (
            Preset::Ask,
            json!([{"say": "allow", "program": "**"}]),
            Some("the rule \"rule 1\" can never apply"),
        ),
    ] {
        let Value::Array(list) = &rules else { unreachable!("a list") };
        let rules = list.iter().cloned().map(rule).collect();
        let problems =
            Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).err().unwrap_or_default();
        match expected {
            Some(text) => assert!(problems.iter().any(|it| it.starts_with(text)), "{list:?}: {problems:?}"),
            None => assert_eq!(problems, Vec::<String>::new(), "{list:?}"),
        }
    }
    let unknown = serde_json::from_value::<Rule>(json!({"say": "allow", "aplication": "x"})).unwrap_err();
    assert!(unknown.to_string().contains("unknown field `aplication`"), "{unknown}");
}

#[test]
fn additional_words_indicate_risks() {
    let file: PolicyFile = serde_json::from_value(json!({"words": {"deletes": ["tidy up"]}})).unwrap();
    let policy = Policy::of(file).unwrap();
    assert_eq!(ruled(&policy, &click("Tidy up now"), None), "confirm");
    let wrong: PolicyFile = serde_json::from_value(json!({"words": {"tidies": ["x"]}})).unwrap();
    assert!(Policy::of(wrong).unwrap_err()[0].contains("has an unknown risk \"tidies\""));
}

#[test]
fn the_rule_that_is_offered_allows_the_operation_and_nothing_riskier() {
    let context = PolicyContext { home: "/home/u", ..PolicyContext::default() };
    for (operation, others) in [
        (click("Send"), vec![click("Send all"), click("Delete"), in_window(click("Send"), "chat", "")]),
        (keys("Alt+F4"), vec![keys("Ctrl+Q")]),
        (run("cp ~/a ~/b"), vec![run("cp ~/a ~/c"), run("cp -r ~/a ~/b"), run("rm ~/a")]),
        (
            act(control(Role::MenuItem, "Delete *"), CLICK),
            vec![act(control(Role::MenuItem, "Delete x"), CLICK)],
        ),
    ] {
        let (ruling, grounds) = Policy::default().judge(&operation, &context);
        assert!(matches!(ruling, Ruling::Confirm(_)), "{operation}");
        let mut offered = *grounds.rule.unwrap();
        offered.name = "offered".into();
        let text = serde_json::to_value(&offered).unwrap();
        let policy = Policy::of(PolicyFile { rules: vec![rule(text)], ..PolicyFile::default() }).unwrap();
        assert_eq!(word(&policy.judge(&operation, &context).0), "allow", "{operation} by {offered}");
        for other in others {
            assert_eq!(word(&policy.judge(&other, &context).0), "confirm", "{other} by {offered}");
        }
    }
    let spaced = Operation::Run(deskpilot_core::ProgramCall { argv: vec!["echo".into(), "a b".into()] });
    assert_eq!(Policy::default().judge(&spaced, &context).1.rule, None, "no rule can be written for it");
}

#[test]
fn a_tilde_in_a_rule_is_the_users_own_home() {
    let refuse = policy(Preset::Ask, json!([{"say": "refuse", "path": "~/private/**"}]));
    let allow = policy(Preset::Bounded, json!([{"say": "allow", "application": "pad", "path": "~task/**"}]));
    for (policy, file, expected) in [
        (&refuse, "/home/u/private/keys.txt", "refuse"),
        (&refuse, "~/private/keys.txt", "allow"),
        (&allow, "~/draft.txt", "allow"),
        (&allow, "/home/u/draft.txt", "refuse"),
    ] {
        let context = PolicyContext { home: "/tmp/task", user_home: "/home/u", ..PolicyContext::default() };
        assert_eq!(word(&policy.judge(&open("pad", Some(file)), &context).0), expected, "{file}");
    }
}

#[test]
fn a_pattern_of_many_stars_is_matched_at_once() {
    let pattern = format!("{}z", "/**/a".repeat(28));
    let refuse = policy(Preset::Ask, json!([{"say": "refuse", "path": pattern}]));
    let file = "/a".repeat(400);
    assert_eq!(ruled(&refuse, &open("pad", Some(&file)), None), "allow");
}
