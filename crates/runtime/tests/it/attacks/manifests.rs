//! Policies of the guide: no native command that works elsewhere may use what they allow in an application's window.

use deskpilot_core::{Call, CommandSpec, ParamKind, Policy, PolicyContext, PolicyFile, Ruling};
use deskpilot_runtime::{command_tables, read_policy};
use serde_json::{Map, Value, json};
use std::fs;

const GUIDE: &str = include_str!("../../../../../docs/policy.md");
/// Files outside of every folder that the guide allows, and one inside.
const FILES: &[&str] = &["/srv/secret.txt", "/home/u/.bashrc", "/home/u/Notes/../work/a.txt"];
const INSIDE: &str = "/home/u/Notes/monday.txt";

/// The policies in the guide, each under its heading.
pub(super) fn manifests() -> Vec<(String, PolicyFile)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("policy.toml");
    let sections = GUIDE.split("\n### ").skip(1);
    let policy = |section: &str| {
        let text = section.split("```toml\n").nth(1)?.split("```").next()?;
        fs::write(&file, text).unwrap();
        let heading = section.lines().next().unwrap_or_default().to_owned();
        Some((heading, read_policy(&file).unwrap()))
    };
    sections.filter_map(policy).collect()
}

/// Arguments for every parameter, with this file as each path.
fn arguments(spec: &CommandSpec, file: &str) -> Map<String, Value> {
    let value = |kind: &ParamKind| match kind {
        ParamKind::Text | ParamKind::Note | ParamKind::Formula | ParamKind::Element => json!("x"),
        ParamKind::Number => json!(1),
        ParamKind::Flag => json!(true),
        ParamKind::Texts => json!(["x"]),
        ParamKind::Rows | ParamKind::Fields => json!([["x"]]),
        ParamKind::OneOf(words) => json!(words[0]),
        ParamKind::Path(_) => json!(file),
        ParamKind::Paths(_) => json!([file]),
        ParamKind::Url => json!("https://evil.example/?x"),
        ParamKind::Argv => json!(["cp", file, "/srv/copy"]),
        ParamKind::Range => json!("A1"),
    };
    spec.params.iter().map(|it| (it.name.clone().into_owned(), value(&it.kind))).collect()
}

fn ruling(policy: &Policy, application: &str, spec: &CommandSpec, file: &str) -> Ruling {
    let call = Call { command: spec.name.clone().into_owned(), args: arguments(spec, file) };
    let context = PolicyContext {
        command: Some(spec),
        home: "/home/u",
        user_home: "/home/u",
        ..PolicyContext::default()
    };
    policy.judge(&super::operation(application, call), &context).0
}

fn strictness(ruling: &Ruling) -> u8 {
    match ruling {
        Ruling::Allow => 0,
        Ruling::Confirm(_) => 1,
        Ruling::Refuse(_) => 2,
    }
}

/// The commands that work in every window, whatever its application.
fn commands_of_the_machine() -> Vec<CommandSpec> {
    let tables = command_tables().into_iter().filter(|it| it.application.is_none());
    tables.flat_map(|it| it.commands.iter().cloned()).collect()
}

#[test]
fn no_policy_of_the_guide_loosens_what_works_outside_of_its_windows() {
    let commands = commands_of_the_machine();
    assert!(commands.len() > 10, "files and programs: {}", commands.len());
    let manifests = manifests();
    assert!(manifests.len() > 5, "{manifests:?}");
    for (heading, file) in manifests {
        let bare = Policy::preset(file.preset);
        let names =
            file.rules.iter().flat_map(|it| it.application.iter().map(|it| it.to_string().replace('*', "")));
        let names: Vec<String> = names.chain(["other".to_owned()]).collect();
        let policy = Policy::of(file).unwrap();
        for (spec, application) in commands.iter().flat_map(|it| names.iter().map(move |name| (it, name))) {
            for path in FILES {
                let (with, without) =
                    (ruling(&policy, application, spec, path), ruling(&bare, application, spec, path));
                let what = format!("{heading}: {} of {path} in {application}", spec.name);
                assert!(
                    strictness(&with) >= strictness(&without),
                    "{what}: {with:?}, without rules {without:?}"
                );
            }
        }
    }
}

#[test]
fn notes_only_means_that_no_other_file_is_touched_or_read() {
    let (_, file) = manifests().into_iter().find(|it| it.0 == "Notes only").unwrap();
    let policy = Policy::of(file).unwrap();
    let names_files = |it: &CommandSpec| {
        it.params.iter().any(|it| it.kind.path_use().is_some() || it.kind == ParamKind::Argv)
    };
    let commands = commands_of_the_machine();
    for (spec, application) in commands
        .iter()
        .filter(|it| names_files(it))
        .flat_map(|it| ["gedit", "mousepad"].map(|name| (it, name)))
    {
        for path in FILES {
            let ruled = ruling(&policy, application, spec, path);
            assert!(
                matches!(ruled, Ruling::Refuse(_)),
                "{} of {path} in {application}: {ruled:?}",
                spec.name
            );
        }
    }
    let read = commands.iter().find(|it| it.name == "read_file").unwrap();
    assert_eq!(ruling(&policy, "gedit", read, INSIDE), Ruling::Allow);
}
