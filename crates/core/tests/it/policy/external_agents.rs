//! Tests of rulings on delegations to external agents and on their permission requests.

use super::operations::{delegate, permit, word};
use deskpilot_core::{
    Grounds, Operation, PermissionKind, PermissionRequest, Policy, PolicyContext, PolicyFile, Preset, Risk,
    Ruling,
};
use serde_json::{Value, json};

fn judged(policy: &Policy, operation: &Operation) -> (Ruling, Grounds) {
    policy.judge(operation, &PolicyContext { home: "/home/u", ..PolicyContext::default() })
}

fn policy(preset: Preset, rules: &Value) -> Policy {
    let rules = serde_json::from_value(rules.clone()).unwrap();
    Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap()
}

#[test]
fn what_another_agent_says_of_itself_can_only_make_it_worse() {
    for (operation, risks) in [
        (delegate("writer", None, "write"), &[Risk::Delegates][..]),
        (permit(PermissionKind::Reads, "read a.txt", &[]), &[Risk::Permits]),
        (permit(PermissionKind::Thinks, "think", &[]), &[Risk::Permits]),
        (permit(PermissionKind::Edits, "edit", &["a.txt"]), &[Risk::Permits, Risk::Overwrites]),
        (permit(PermissionKind::Moves, "move", &[]), &[Risk::Permits, Risk::Overwrites]),
        (permit(PermissionKind::Deletes, "tidy", &[]), &[Risk::Permits, Risk::Deletes]),
        (permit(PermissionKind::Runs, "run", &[]), &[Risk::Permits, Risk::Runs]),
        (permit(PermissionKind::Fetches, "fetch", &[]), &[Risk::Permits, Risk::Sends]),
        (permit(PermissionKind::Other, "x", &[]), &[Risk::Permits, Risk::Unknown]),
        (permit(PermissionKind::Reads, "read", &["~/.ssh/id"]), &[Risk::Permits, Risk::Guarded]),
        (permit(PermissionKind::Reads, "read", &["://x"]), &[Risk::Permits, Risk::Unknown]),
        (permit(PermissionKind::Reads, "read", &["/x://../etc/passwd"]), &[Risk::Permits, Risk::Guarded]),
    ] {
        let found: Vec<Risk> =
            judged(&Policy::default(), &operation).1.findings.into_iter().map(|it| it.risk).collect();
        assert_eq!(found, risks, "{operation}");
    }
}

#[test]
fn presets_and_rules_apply_to_them() {
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
    let edits = |places: &[&str]| permit(PermissionKind::Edits, "edit", places);
    let reads = |places: &[&str]| permit(PermissionKind::Reads, "read", places);
    let of_keepass = || match reads(&[]) {
        Operation::Permit(it) => {
            Operation::Permit(Box::new(PermissionRequest { application: Some("KeePassXC".into()), ..*it }))
        }
        other => other,
    };
    for (rules, preset, operation, expected) in [
        (none, Preset::ReadOnly, delegate("writer", None, "write"), "refuse"),
        (none, Preset::Ask, delegate("writer", None, "write"), "confirm"),
        (none, Preset::Bounded, delegate("writer", None, "write"), "refuse"),
        (none, Preset::Unrestricted, delegate("writer", None, "write"), "allow"),
        (none, Preset::Ask, permit(PermissionKind::Reads, "read", &[]), "confirm"),
        (none, Preset::Bounded, permit(PermissionKind::Reads, "read", &[]), "refuse"),
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
fn a_rule_for_windows_allows_nothing_to_external_agents() {
    let rules = json!([{"say": "allow", "domain": "*.example.org", "risk": ["permits", "delegates"]}]);
    let asked = permit(PermissionKind::Reads, "read", &["https://www.example.org/x"]);
    for operation in [asked, delegate("writer", None, "write")] {
        assert_eq!(word(&judged(&policy(Preset::Ask, &rules), &operation).0), "confirm", "{operation}");
    }
}

#[test]
fn an_external_agent_has_its_own_home() {
    let rules = json!([{"say": "refuse", "path": "~/private/**"}]);
    for (home, expected) in [("/home/u", "allow"), ("/home/ada", "refuse")] {
        let asked = permit(PermissionKind::Reads, "read", &["/home/ada/private/x"]);
        let context = PolicyContext { home, ..PolicyContext::default() };
        assert_eq!(word(&policy(Preset::Unrestricted, &rules).judge(&asked, &context).0), expected);
    }
    let Operation::Permit(asked) = permit(PermissionKind::Reads, "read", &[]) else { unreachable!() };
    assert_eq!(
        Operation::Permit(Box::new(PermissionRequest { home: "/home/ada".into(), ..*asked })).home(),
        Some("/home/ada")
    );
}

#[test]
fn a_rule_for_a_program_does_not_allow_an_external_agent_to_run_it() {
    let rules = json!([{"say": "allow", "program": "rm *", "risk": ["runs", "permits"]}]);
    let policy = policy(Preset::Ask, &rules);
    let (ruling, _) = judged(&policy, &permit(PermissionKind::Runs, "run", &[]));
    assert_eq!(word(&ruling), "confirm");
}

#[test]
fn an_approval_covers_only_equal_operations() {
    let rule = |operation: &Operation| judged(&Policy::default(), operation).1.rule.unwrap().to_string();
    assert_eq!(
        rule(&delegate("writer", None, "write")),
        r#"allow delegate with subtask "write" in writer, risk delegates"#
    );
    let Operation::Delegate(mut delegation) = delegate("writer", None, "write") else { unreachable!() };
    delegation.subtask.message = vec!["and send it".into()];
    let text = rule(&Operation::Delegate(delegation));
    assert!(text.contains(r#"with subtask "write\n- and send it""#), "{text}");
    assert_eq!(
        rule(&permit(PermissionKind::Edits, "Edit it", &["~/a.txt"])),
        r#"allow permit with details "rm -r build" with kind "edits" with places "~/a.txt" with title "edit it" in writer, file /home/u/a.txt, risk overwrites or permits"#
    );
}
