//! Addresses: what the scheme leads to, and the content of an address, wherever one can be given.

use super::{
    attacks::{at, with},
    operations::{CLICK, act, control, focused, in_window, keys, on, open, run, typed, word},
};
use deskpilot_core::{
    Aim, CommandSpec, Control, Operation, Param, ParamKind, PathUse, Policy, PolicyContext, PolicyFile,
    Presence, Preset, Rect, Risk, Role, Rule, SideEffects, State, Verb,
};
use serde_json::{Value, json};
use std::borrow::Cow::Borrowed;

const MACRO: &str = "macro:///Gimmicks.Userfields.StartChangesUserfields";
const ZIPPED_KEY: &str = "vnd.sun.star.zip://file%3A%2F%2F%2Fhome%2Fu%2F.ssh%2Fid.zip/a.txt";

fn context(controls: &[Control]) -> PolicyContext<'_> {
    PolicyContext { controls, home: "/home/u", ..PolicyContext::default() }
}

fn risks_in(operation: &Operation, context: &PolicyContext<'_>) -> Vec<Risk> {
    let (_, grounds) = Policy::preset(Preset::Ask).judge(operation, context);
    grounds.findings.into_iter().map(|it| it.risk).collect()
}

fn risks(operation: &Operation) -> Vec<Risk> {
    risks_in(operation, &context(&[]))
}

fn ruling(preset: Preset, rule: &Value, operation: &Operation) -> &'static str {
    let rules: Vec<Rule> = serde_json::from_value(json!([rule])).unwrap();
    let policy = Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap();
    word(&policy.judge(operation, &context(&[])).0)
}

const ARGUMENTS: &[Param] = &[
    param("file", ParamKind::Path(PathUse::Reads)),
    param("address", ParamKind::Url),
    param("text", ParamKind::Text),
    param("program", ParamKind::Argv),
];

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, presence: Presence::Optional }
}

fn native_risks(args: Value, side_effects: SideEffects, is_built_in: bool) -> Vec<Risk> {
    let name = if is_built_in { Borrowed("do_it") } else { "do_it".to_owned().into() };
    let (doc, params) = (Borrowed("Does it."), Borrowed(ARGUMENTS));
    let spec = CommandSpec { name, doc, params, side_effects };
    let operation = on(Aim::Window, "do_it", args, Verb::Native);
    risks_in(&operation, &PolicyContext { command: Some(&spec), ..context(&[]) })
}

#[test]
fn a_document_with_a_scheme_that_is_not_understood_runs_a_program() {
    for (document, expected) in [
        (MACRO, &[Risk::Runs][..]),
        ("MACRO:///x", &[Risk::Runs]),
        (" \u{1}ma\tcro:///x", &[Risk::Runs]),
        ("view-source:macro:///x", &[Risk::Runs]),
        ("vnd.sun.star.script:a.b?language=Basic&location=user", &[Risk::Runs]),
        (".uno:Quit", &[Risk::Runs]),
        ("slot:5300", &[Risk::Runs]),
        ("service:com.sun.star.x", &[Risk::Runs]),
        ("admin:///home/u/a.txt", &[Risk::Runs]),
        ("chrome://settings/passwords", &[Risk::Runs]),
        ("about:config", &[Risk::Runs]),
        ("javascript://example.org/%0aalert(1)", &[Risk::Unknown]),
        ("data:text/html,<b>x", &[Risk::Unknown]),
        ("vnd.sun.star.zip://file%3A%2F%2F%2Fhome%2Fu%2Fa.zip/a.txt", &[Risk::Runs]),
        (ZIPPED_KEY, &[Risk::Guarded, Risk::Runs]),
        ("archive://file%253A%252F%252F%252Fetc%252Fa.zip", &[Risk::Guarded, Risk::Runs]),
        ("view-source:file:///etc/passwd", &[Risk::Guarded]),
        ("https://example.org/macro:///x", &[]),
        ("file:///home/u/letter.odt", &[]),
        ("about:blank", &[]),
        ("~/letter.odt", &[]),
        ("notes: monday.txt", &[]),
    ] {
        assert_eq!(risks(&open("libreoffice", Some(document))), expected, "{document}");
    }
}

#[test]
fn no_rule_for_an_application_a_site_or_a_folder_lets_a_macro_run() {
    for rule in [
        json!({"say": "allow", "application": "libreoffice"}),
        json!({"say": "allow", "command": "AppsToOpen", "path": "/**"}),
        json!({"say": "allow", "domain": "*"}),
    ] {
        let judged = |preset, document| ruling(preset, &rule, &open("libreoffice", Some(document)));
        assert_ne!(judged(Preset::Bounded, MACRO), "allow", "{rule}");
        assert_eq!(judged(Preset::Ask, MACRO), "confirm", "{rule}");
        assert_ne!(judged(Preset::ReadOnly, MACRO), "allow", "{rule}");
    }
    // A rule for the place that is wrapped holds.
    let key = json!({"say": "refuse", "path": "~/.ssh/**"});
    assert_eq!(ruling(Preset::Unrestricted, &key, &open("libreoffice", Some(ZIPPED_KEY))), "refuse");
    let site = json!({"say": "refuse", "domain": "evil.example"});
    let wrapped = "vnd.sun.star.pkg://https%3A%2F%2Fevil.example%2Fa.zip/b";
    assert_eq!(ruling(Preset::Unrestricted, &site, &open("libreoffice", Some(wrapped))), "refuse");
}

#[test]
fn arguments_of_every_kind_are_read_as_addresses() {
    for (args, is_built_in, expected) in [
        (json!({"file": MACRO}), true, &[Risk::Runs][..]),
        (json!({"file": ZIPPED_KEY}), true, &[Risk::Guarded, Risk::Runs]),
        (json!({"address": "x-apt:vim"}), true, &[Risk::Runs]),
        (json!({"address": "about:blank"}), true, &[]),
        (json!({"address": "localhost:8080/x"}), true, &[]),
        (json!({"text": MACRO}), true, &[]),
        (json!({"text": MACRO}), false, &[Risk::Runs]),
        (json!({"text": ".uno:Quit"}), false, &[Risk::Runs]),
        (json!({"text": format!("{{\"open\": \"{MACRO}\"}}")}), false, &[Risk::Runs]),
        (json!({"text": "std::vec, or: words"}), false, &[]),
        (json!({"program": ["soffice", MACRO]}), true, &[Risk::Runs, Risk::Unknown]),
    ] {
        assert_eq!(native_risks(args.clone(), SideEffects::Changes, is_built_in), expected, "{args}");
    }
    assert_eq!(risks(&run(&format!("libreoffice {MACRO}"))), [Risk::Runs, Risk::Unknown]);
}

#[test]
fn what_stands_in_an_address_that_is_only_read_is_sent() {
    let address = "https://evil.example/?password=hunter2";
    let (reads, changes) = (SideEffects::Reads, SideEffects::Changes);
    for (args, side_effects, is_built_in, expected) in [
        (json!({"address": address}), reads, true, &[Risk::Sends][..]),
        (json!({"address": "evil.example/hunter2"}), reads, true, &[Risk::Sends]),
        (json!({"text": address}), reads, false, &[Risk::Sends]),
        (json!({"text": address}), reads, true, &[]),
        (json!({"file": address}), changes, true, &[Risk::Sends]),
        (json!({"file": "feed:https://evil.example/hunter2"}), changes, true, &[Risk::Sends]),
        (json!({"file": "file:///home/u/a.png"}), changes, true, &[]),
        (json!({"file": "a.png"}), reads, true, &[]),
        // What is opened in sight is no more than opening a browser with it.
        (json!({"address": address}), changes, true, &[]),
    ] {
        assert_eq!(native_risks(args.clone(), side_effects, is_built_in), expected, "{args}");
    }
}

#[test]
fn what_is_typed_or_confirmed_as_an_address_is_one() {
    let field = |value: &str| {
        let mut field = focused(at(control(Role::Edit, "Name:"), Rect::new(10, 10, 100, 20)));
        field.value = Some(value.to_owned());
        field
    };
    let dialog = |value: &str| {
        let dialog = at(control(Role::Dialog, "Open"), Rect::new(0, 0, 600, 400));
        vec![dialog, field(value), at(control(Role::Button, "Open"), Rect::new(10, 50, 80, 20))]
    };
    let press = || act(at(control(Role::Button, "Open"), Rect::new(10, 50, 80, 20)), CLICK);
    let text = with(focused(control(Role::Edit, "Letter")), State::MultiLine);
    let page = vec![
        at(control(Role::Document, "Page"), Rect::new(0, 0, 800, 600)),
        focused(at(control(Role::Edit, "Repository"), Rect::new(10, 10, 100, 20))),
    ];
    for (operation, controls, expected) in [
        (press(), dialog(MACRO), &[Risk::Runs][..]),
        (press(), dialog(".uno:Quit"), &[Risk::Runs]),
        (press(), dialog("letter.odt"), &[]),
        (press(), dialog("TODO: monday.odt"), &[]),
        (keys("{ENTER}"), dialog(MACRO), &[Risk::Runs]),
        (keys("o:///x{ENTER}"), dialog("macr"), &[Risk::Runs]),
        (typed(field(""), MACRO), dialog(""), &[Risk::Runs]),
        (typed(field(""), &format!("a\n{MACRO}\n")), dialog(""), &[Risk::Unknown, Risk::Runs]),
        (typed(field(""), "about:config\n"), vec![field("")], &[Risk::Runs]),
        (typed(field(""), "from:ann is:unread\n"), vec![field("")], &[]),
        (typed(field(""), "https://example.org\n"), vec![field("")], &[]),
        (keys("macro:///x"), vec![], &[Risk::Runs]),
        // In a text, and in a page, they are words.
        (typed(text.clone(), MACRO), vec![text], &[]),
        (typed(page[1].clone(), "ssh://git@example.org/a"), page.clone(), &[]),
        (keys("about:config"), page.clone(), &[]),
        // A key may bring the focus to the bar for addresses before.
        (keys("Ctrl+L"), page.clone(), &[]),
        (keys("{CTRL+L}about:config{ENTER}"), page.clone(), &[Risk::Runs]),
        (keys("{F6}about:config{ENTER}"), page.clone(), &[Risk::Runs]),
    ] {
        assert_eq!(risks_in(&operation, &context(&controls)), expected, "{operation}");
    }
}

#[test]
fn a_link_that_shows_its_address_leads_there() {
    for (name, value, expected) in [
        (MACRO, None, &[Risk::Runs][..]),
        ("Read more", Some(".uno:Quit"), &[Risk::Runs]),
        ("Read more", Some("javascript:alert(1)"), &[Risk::Unknown]),
        ("Read more", Some("https://example.org"), &[]),
        ("Chapter 1: how to begin", None, &[]),
    ] {
        let mut link = control(Role::Hyperlink, name);
        link.value = value.map(str::to_owned);
        let operation = in_window(act(link, CLICK), "libreoffice-writer", "Letter");
        assert_eq!(risks(&operation), expected, "{name} {value:?}");
    }
}
