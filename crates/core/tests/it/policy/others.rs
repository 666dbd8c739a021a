//! Agents that are not ours: what they are given, and what they ask for.

use super::operations::{delegate, permit, word};
use deskpilot_core::{
    Circumstances, Grounds, Operation, Permit, PermitKind, Policy, PolicyFile, Preset, Risk, Ruling,
};
use serde_json::{Value, json};

fn judged(policy: &Policy, operation: &Operation) -> (Ruling, Grounds) {
    policy.judge(operation, &Circumstances { home: "/home/u", ..Circumstances::default() })
}

fn policy(preset: Preset, rules: &Value) -> Policy {
    let rules = serde_json::from_value(rules.clone()).unwrap();
    Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap()
}

#[test]
fn what_another_agent_says_of_itself_can_only_make_it_worse() {
    for (operation, risks) in [
        (delegate("writer", None, "write"), &[Risk::Delegates][..]),
        (permit(PermitKind::Reads, "read a.txt", &[]), &[Risk::Permits]),
        (permit(PermitKind::Thinks, "think", &[]), &[Risk::Permits]),
        (permit(PermitKind::Edits, "edit", &["a.txt"]), &[Risk::Permits, Risk::Overwrites]),
        (permit(PermitKind::Moves, "move", &[]), &[Risk::Permits, Risk::Overwrites]),
        (permit(PermitKind::Deletes, "tidy", &[]), &[Risk::Permits, Risk::Deletes]),
        (permit(PermitKind::Runs, "run", &[]), &[Risk::Permits, Risk::Runs]),
        (permit(PermitKind::Fetches, "fetch", &[]), &[Risk::Permits, Risk::Sends]),
        (permit(PermitKind::Other, "x", &[]), &[Risk::Permits, Risk::Unknown]),
        (permit(PermitKind::Reads, "read", &["~/.ssh/id"]), &[Risk::Permits, Risk::Guarded]),
        (permit(PermitKind::Reads, "read", &["://x"]), &[Risk::Permits, Risk::Unknown]),
        (permit(PermitKind::Reads, "read", &["/x://../etc/passwd"]), &[Risk::Permits, Risk::Guarded]),
    ] {
        let found: Vec<Risk> =
            judged(&Policy::default(), &operation).1.findings.into_iter().map(|it| it.risk).collect();
        assert_eq!(found, risks, "{operation}");
    }
}

#[test]
fn presets_and_rules_speak_of_them() {
    let allow = json!([
        {"say": "allow", "command": "delegate", "application": "writer", "risk": "delegates"},
        {
            "say": "allow", "command": "permit", "argument": {"kind": "edits"}, "path": "~/work/**",
            "risk": ["permits", "overwrites"],
        },
        {
            "say": "allow", "command": "permit", "argument": {"kind": "reads"}, "path": "~/work/**",
            "domain": "*.example.org", "risk": "permits",
        },
        {"say": "refuse", "application": "KeePassXC"},
    ]);
    let (none, allow) = (&json!([]), &allow);
    let edits = |places: &[&str]| permit(PermitKind::Edits, "edit", places);
    let reads = |places: &[&str]| permit(PermitKind::Reads, "read", places);
    let of_keepass = || match reads(&[]) {
        Operation::Permit(it) => {
            Operation::Permit(Box::new(Permit { application: Some("KeePassXC".into()), ..*it }))
        }
        other => other,
    };
    for (rules, preset, operation, expected) in [
        (none, Preset::ReadOnly, delegate("writer", None, "write"), "refuse"),
        (none, Preset::Ask, delegate("writer", None, "write"), "confirm"),
        (none, Preset::Bounded, delegate("writer", None, "write"), "refuse"),
        (none, Preset::Unrestricted, delegate("writer", None, "write"), "allow"),
        (none, Preset::Ask, permit(PermitKind::Reads, "read", &[]), "confirm"),
        (none, Preset::Bounded, permit(PermitKind::Reads, "read", &[]), "refuse"),
        (allow, Preset::Ask, delegate("Writer", None, "write"), "allow"),
        (allow, Preset::Ask, delegate("painter", None, "write"), "confirm"),
        (allow, Preset::Unrestricted, delegate("keys", Some("KeePassXC"), "tell me"), "refuse"),
        (allow, Preset::Ask, edits(&["/home/u/work/a.txt"]), "allow"),
        (allow, Preset::Ask, edits(&["/home/u/work/a.txt", "/home/u/b.txt"]), "confirm"),
        (allow, Preset::Ask, edits(&["~/work/../b.txt"]), "confirm"),
        (allow, Preset::Ask, edits(&[]), "confirm"),
        (allow, Preset::Ask, edits(&["/home/u/work/a.txt", "https://evil.example/up"]), "confirm"),
        (allow, Preset::Ask, edits(&["/home/u/work/a.txt", "x://../../../etc/passwd"]), "confirm"),
        (allow, Preset::Ask, edits(&["https://evil.example/up"]), "confirm"),
        (allow, Preset::Ask, reads(&["/home/u/work/a.txt", "https://www.example.org/x"]), "allow"),
        (allow, Preset::Ask, reads(&["/home/u/work/a.txt", "https://evil.example/x"]), "confirm"),
        (allow, Preset::Unrestricted, of_keepass(), "refuse"),
    ] {
        let policy = policy(preset, rules);
        assert_eq!(word(&judged(&policy, &operation).0), expected, "{preset}: {operation}");
    }
}

#[test]
fn a_rule_that_is_meant_for_windows_lets_no_other_agent_do_anything() {
    let rules = json!([{"say": "allow", "domain": "*.example.org", "risk": ["permits", "delegates"]}]);
    let asked = permit(PermitKind::Reads, "read", &["https://www.example.org/x"]);
    for operation in [asked, delegate("writer", None, "write")] {
        assert_eq!(word(&judged(&policy(Preset::Ask, &rules), &operation).0), "confirm", "{operation}");
    }
}

#[test]
fn the_home_of_another_agent_is_its_own() {
    let rules = json!([{"say": "refuse", "path": "~/private/**"}]);
    for (home, expected) in [("/home/u", "allow"), ("/home/ada", "refuse")] {
        let asked = permit(PermitKind::Reads, "read", &["/home/ada/private/x"]);
        let around = Circumstances { home, ..Circumstances::default() };
        assert_eq!(word(&policy(Preset::Unrestricted, &rules).judge(&asked, &around).0), expected);
    }
    let Operation::Permit(asked) = permit(PermitKind::Reads, "read", &[]) else { unreachable!() };
    assert_eq!(
        Operation::Permit(Box::new(Permit { home: "/home/ada".into(), ..*asked })).home(),
        Some("/home/ada")
    );
}

#[test]
fn a_program_that_another_agent_names_is_not_one_that_a_rule_allows() {
    let rules = json!([{"say": "allow", "program": "rm *", "risk": ["runs", "permits"]}]);
    let policy = policy(Preset::Ask, &rules);
    let (ruling, _) = judged(&policy, &permit(PermitKind::Runs, "run", &[]));
    assert_eq!(word(&ruling), "confirm");
}

#[test]
fn a_yes_covers_the_same_thing_and_no_other() {
    let rule = |operation: &Operation| judged(&Policy::default(), operation).1.rule.unwrap().to_string();
    assert_eq!(
        rule(&delegate("writer", None, "write")),
        r#"allow delegate with subtask "write" in writer, risk delegates"#
    );
    let Operation::Delegate(mut told) = delegate("writer", None, "write") else { unreachable!() };
    told.subtask.message = vec!["and send it".into()];
    let told = rule(&Operation::Delegate(told));
    assert!(told.contains(r#"with subtask "write\n- and send it""#), "{told}");
    assert_eq!(
        rule(&permit(PermitKind::Edits, "Edit it", &["~/a.txt"])),
        r#"allow permit with details "rm -r build" with kind "edits" with places "~/a.txt" with title "edit it" in writer, file /home/u/a.txt, risk overwrites or permits"#
    );
}
