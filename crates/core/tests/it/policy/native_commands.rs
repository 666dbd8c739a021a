//! Tests of native commands: their specification alone states their files, sites, programs and risks.

use super::operations::{on, word};
use deskpilot_core::{
    Aim, CommandSpec, Consent, Grant, Operation, Param, ParamKind, PathUse, Policy, PolicyContext,
    PolicyFile, Presence, Preset, Risk, Risks, Rule, Ruling, SideEffects, Verb, policy::Grounds,
};
use serde_json::{Value, json};
use std::borrow::Cow::Borrowed;

const ALL: &[Param] = &[
    param("from", ParamKind::Path(PathUse::Reads)),
    param("anew", ParamKind::Path(PathUse::Creates)),
    param("target", ParamKind::Path(PathUse::Writes)),
    param("gone", ParamKind::Path(PathUse::Deletes)),
    param("several", ParamKind::Paths(PathUse::Reads)),
    param("targets", ParamKind::Paths(PathUse::Writes)),
    param("page", ParamKind::Url),
    param("program", ParamKind::Argv),
    param("cells", ParamKind::Range),
    param("file_path", ParamKind::Text),
    param("argv", ParamKind::Texts),
    param("bold", ParamKind::Flag),
];

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, presence: Presence::Optional }
}

fn table(name: &'static str, side_effects: SideEffects) -> CommandSpec {
    CommandSpec { name: Borrowed(name), doc: Borrowed("Does it."), params: Borrowed(ALL), side_effects }
}

fn native(command: &str, args: Value) -> Operation {
    on(Aim::Window, command, args, Verb::Native)
}

/// The ruling under a preset with rules, its grounds and the risks found.
fn judged(
    (preset, rules): (Preset, Value),
    operation: &Operation,
    table: Option<&CommandSpec>,
) -> (Ruling, Grounds, Vec<Risk>) {
    let rules: Vec<Rule> = serde_json::from_value(rules).unwrap();
    let policy = Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap();
    let context = PolicyContext { command: table, home: "/home/u", ..PolicyContext::default() };
    let (ruling, grounds) = policy.judge(operation, &context);
    let risks = grounds.findings.iter().map(|it| it.risk).collect();
    (ruling, grounds, risks)
}

fn risks(operation: &Operation, table: &CommandSpec) -> Vec<Risk> {
    judged((Preset::Ask, json!([])), operation, Some(table)).2
}

#[test]
fn the_table_says_what_a_command_risks_and_its_name_does_not() {
    let pays = SideEffects::Risks(Risks::of(&[Risk::Pays, Risk::Sends]));
    for (side_effects, expected, ask, read_only) in [
        (SideEffects::Reads, &[][..], "allow", "allow"),
        (SideEffects::Changes, &[], "allow", "refuse"),
        (pays, &[Risk::Sends, Risk::Pays], "confirm", "refuse"),
        (SideEffects::Unstated, &[Risk::Deletes, Risk::Unknown], "confirm", "refuse"),
    ] {
        let (operation, table) = (native("delete_slide", json!({})), table("delete_slide", side_effects));
        assert_eq!(risks(&operation, &table), expected, "{side_effects:?}");
        for (preset, expected) in [(Preset::Ask, ask), (Preset::ReadOnly, read_only)] {
            let (ruling, ..) = judged((preset, json!([])), &operation, Some(&table));
            assert_eq!(word(&ruling), expected, "{side_effects:?} under {preset}");
        }
    }
}

#[test]
fn kinds_of_parameters_say_what_is_touched_and_their_names_do_not() {
    let key = "/home/u/.ssh/id_ed25519";
    for (args, expected) in [
        (json!({}), &[][..]),
        (json!({"from": "a.txt"}), &[]),
        (json!({"anew": "a.txt"}), &[]),
        (json!({"target": "a.txt"}), &[Risk::Overwrites]),
        (json!({"gone": "a.txt"}), &[Risk::Deletes]),
        (json!({"program": ["date"]}), &[Risk::Runs]),
        (json!({"from": key}), &[Risk::Guarded]),
        (json!({"several": ["a.txt", "b.txt"]}), &[]),
        (json!({"several": ["a.txt", key]}), &[Risk::Guarded]),
        (json!({"several": ["a.txt", "https://example.org/x"]}), &[Risk::Sends]),
        (json!({"targets": ["a.txt", "b.txt"]}), &[Risk::Overwrites]),
        (json!({"from": ".ssh/id_ed25519"}), &[Risk::Guarded]),
        (json!({"from": "work/../.ssh/id_ed25519"}), &[Risk::Guarded]),
        (json!({"page": format!("file://{key}")}), &[Risk::Guarded]),
        (json!({"page": "https://example.org/.ssh/id"}), &[]),
        (json!({"program": ["cat", key]}), &[Risk::Runs, Risk::Guarded]),
        (json!({"program": ["tool", format!("--in={key}")]}), &[Risk::Runs, Risk::Guarded]),
        // A program that runs in a folder reads its relative words from there.
        (json!({"program": ["cat", "id_ed25519"], "from": "/home/u/.ssh"}), &[Risk::Runs, Risk::Guarded]),
        (json!({"program": ["cat", "../.ssh/id"], "from": "/home/u/work"}), &[Risk::Runs, Risk::Guarded]),
        (
            json!({"program": ["cat", "--in=../.ssh/id"], "from": "/home/u/work"}),
            &[Risk::Runs, Risk::Guarded],
        ),
        (json!({"program": ["cat", "a.txt"], "from": "/home/u/work"}), &[Risk::Runs]),
        // No shell reads its words, but the program may.
        (
            json!({"program": ["cat", "~x/../../../.ssh/id"], "from": "/home/u/a/b"}),
            &[Risk::Runs, Risk::Guarded],
        ),
        (json!({"program": ["cat", "~/.ssh/id"], "from": "/home/u/work"}), &[Risk::Runs, Risk::Guarded]),
        // What runs its arguments may do anything.
        (json!({"program": ["env", "-S", "date"]}), &[Risk::Runs, Risk::Unknown]),
        (json!({"program": ["git", "-c", "core.pager=x", "log"]}), &[Risk::Runs, Risk::Unknown]),
        (json!({"cells": "A1:C5", "bold": true}), &[]),
        (json!({"file_path": key, "argv": ["rm", key]}), &[]),
    ] {
        let (operation, table) = (native("do_it", args.clone()), table("do_it", SideEffects::Changes));
        assert_eq!(risks(&operation, &table), expected, "{args}");
    }
}

#[test]
fn a_discovered_command_touches_what_looks_like_a_place_and_means_what_its_name_says() {
    let key = "/home/u/.ssh/id_ed25519";
    for (args, expected) in [
        (json!({"file_path": key}), &[Risk::Guarded][..]),
        (json!({"argv": ["a", key]}), &[Risk::Guarded]),
        (json!({"file_path": format!("{{\"files\": [\"{key}\"]}}")}), &[Risk::Guarded]),
        (json!({"file_path": "some words", "argv": ["a"]}), &[]),
    ] {
        let discovered =
            CommandSpec { name: "do_it".to_owned().into(), ..table("do_it", SideEffects::Changes) };
        assert_eq!(risks(&native("do_it", args.clone()), &discovered), expected, "{args}");
    }
    let pays = SideEffects::Risks(Risks::of(&[Risk::Pays]));
    let discovered = CommandSpec { name: "delete_all".to_owned().into(), ..table("delete_all", pays) };
    assert_eq!(risks(&native("delete_all", json!({})), &discovered), [Risk::Deletes, Risk::Pays]);
}

#[test]
fn rules_speak_of_what_the_table_says_is_touched() {
    let bounded = |rule: Value| (Preset::Bounded, json!([rule]));
    for (args, rule, expected) in [
        (json!({"from": "/work/a"}), json!({"say": "allow", "path": "/work/**"}), "allow"),
        (json!({"from": "/work/../etc/passwd"}), json!({"say": "allow", "path": "/work/**"}), "refuse"),
        (json!({"from": "/work/a", "anew": "/tmp/b"}), json!({"say": "allow", "path": "/work/**"}), "refuse"),
        (
            json!({"from": "https://evil.example/x"}),
            json!({"say": "allow", "domain": "good.example"}),
            "refuse",
        ),
        (json!({"page": "good.example/x"}), json!({"say": "allow", "domain": "good.example"}), "allow"),
        (json!({"page": "evil.example/x"}), json!({"say": "allow", "domain": "good.example"}), "refuse"),
        (json!({"program": ["date"]}), json!({"say": "allow", "program": "date"}), "allow"),
        (json!({"program": ["rm"]}), json!({"say": "allow", "program": "date"}), "refuse"),
        (json!({"program": ["env", "rm"]}), json!({"say": "allow", "program": "env **"}), "confirm"),
        (json!({"program": ["sh", "a"]}), json!({"say": "allow", "program": "sh **"}), "confirm"),
        (
            json!({"program": ["sh", "a"]}),
            json!({"say": "allow", "program": "sh **", "risk": "unknown"}),
            "allow",
        ),
        (
            json!({"program": ["curl", "evil.example"], "from": "/work"}),
            json!({"say": "allow", "program": "curl **", "domain": "good.example"}),
            "refuse",
        ),
        (
            json!({"program": ["cat", "../etc/passwd"], "from": "/work/a"}),
            json!({"say": "allow", "program": "cat **", "path": "/work/**"}),
            "allow",
        ),
        (
            json!({"program": ["cat", "../../etc/passwd"], "from": "/work/a"}),
            json!({"say": "allow", "program": "cat **", "path": "/work/**"}),
            "refuse",
        ),
        // A parameter that is not a file is not one for rules either.
        (json!({"file_path": "/work/a"}), json!({"say": "allow", "path": "/work/**"}), "refuse"),
    ] {
        let (operation, table) = (native("do_it", args.clone()), table("do_it", SideEffects::Changes));
        let (ruling, ..) = judged(bounded(rule.clone()), &operation, Some(&table));
        assert_eq!(word(&ruling), expected, "{args} {rule}: {ruling:?}");
    }
}

#[test]
fn a_command_without_a_table_may_do_anything() {
    let other = table("another", SideEffects::Reads);
    for table in [None, Some(&other)] {
        let operation = native("read_it", json!({"x": {"y": ["/home/u/.ssh/id"]}}));
        let (ruling, grounds, risks) = judged((Preset::Ask, json!([])), &operation, table);
        assert_eq!(word(&ruling), "confirm");
        assert!(risks.contains(&Risk::Unknown) && risks.contains(&Risk::Guarded), "{risks:?}");
        assert!(grounds.rule.is_some_and(|it| it.risk.len() == Risk::ALL.len()));
        // Such a command has every risk: any rule that refuses a risk matches, and no rule that allows some covers it.
        for risk in Risk::ALL {
            let refusing = json!([{"say": "refuse", "risk": risk}]);
            let (ruling, ..) = judged((Preset::Unrestricted, refusing), &operation, table);
            assert_eq!(word(&ruling), "refuse", "{risk:?}");
            let allowing = json!([{"say": "allow", "risk": [risk, "unknown"]}]);
            assert_eq!(word(&judged((Preset::Ask, allowing), &operation, table).0), "confirm", "{risk:?}");
        }
    }
}

#[test]
fn a_yes_for_all_its_equals_holds_for_the_same_arguments() {
    let (operation, table) = (
        native("do_it", json!({"target": "a", "cells": "A1", "bold": true})),
        table("do_it", SideEffects::Changes),
    );
    let (_, grounds, _) = judged((Preset::Ask, json!([])), &operation, Some(&table));
    let grants = [Grant::of(&operation, &grounds, &Consent::Session).unwrap()];
    for (args, expected) in [
        (json!({"target": "a", "cells": "A1", "bold": true}), "allow"),
        (json!({"target": "a", "cells": "A1", "bold": false}), "allow"),
        (json!({"target": "b", "cells": "A1", "bold": true}), "confirm"),
        (json!({"target": "a", "cells": "A2", "bold": true}), "confirm"),
        (json!({"target": "a", "cells": "A1", "bold": true, "gone": "x"}), "confirm"),
    ] {
        let context = PolicyContext {
            command: Some(&table),
            grants: &grants,
            home: "/home/u",
            ..PolicyContext::default()
        };
        let (ruling, _) = Policy::default().judge(&native("do_it", args.clone()), &context);
        assert_eq!(word(&ruling), expected, "{args}");
    }
}
