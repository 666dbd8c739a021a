//! Attacks with files: what opening them from a list does, and what a dialog saves under a name that was put together.

use super::operations::{CLICK, act, control, focused, in_window, keys, keys_on, on, open, typed};
use deskpilot_core::{
    Aim, Application, Button, Control, Gesture, Operation, Policy, PolicyContext, PolicyFile, Preset, Rect,
    Risk, Role, Rule, RuleEffect, Ruling, State, TextMode, Verb,
    policy::{Grounds, KnownFile},
};
use serde_json::json;

fn context(controls: &[Control]) -> PolicyContext<'_> {
    PolicyContext { controls, home: "/home/u", ..PolicyContext::default() }
}

fn risks_in(operation: &Operation, context: &PolicyContext<'_>) -> Vec<Risk> {
    let (_, Grounds { findings, .. }) = Policy::preset(Preset::Ask).judge(operation, context);
    findings.into_iter().map(|it| it.risk).collect()
}

fn found(operation: &Operation, controls: &[Control]) -> Vec<Risk> {
    risks_in(operation, &context(controls))
}

fn at(mut control: Control, x: i32, y: i32) -> Control {
    control.rect = Rect::new(x, y, 100, 20);
    control
}

fn with(mut control: Control, state: State) -> Control {
    control.states = control.states.with(state);
    control
}

fn holding(mut control: Control, value: &str) -> Control {
    control.value = Some(value.to_owned());
    control
}

fn double_click(control: Control) -> Operation {
    act(control, Gesture::Click { button: Button::Left, count: 2, held: Vec::new() })
}

/// The controls of a file manager whose only row has this name and this type.
fn listed(name: &str, kind: &str) -> Vec<Control> {
    let mut table = control(Role::Table, "");
    table.rect = Rect::new(0, 90, 400, 300);
    vec![
        table,
        focused(with(at(control(Role::Cell, name), 0, 100), State::Selected)),
        at(control(Role::Cell, "12 bytes"), 100, 100),
        at(control(Role::Cell, kind), 200, 100),
        at(control(Role::Cell, "folder"), 200, 130),
    ]
}

#[test]
fn opening_a_file_from_a_list_is_judged_by_its_kind() {
    let cell = |name: &str| at(control(Role::Cell, name), 0, 100);
    let thunar = |it: Operation| in_window(it, "thunar", "home - Thunar");
    let text = "plain text document";
    for (operation, controls, risks) in [
        (thunar(double_click(cell("evil.desktop"))), listed("evil.desktop", ""), &[Risk::Runs][..]),
        (thunar(keys("{ENTER}")), listed("evil.desktop", ""), &[Risk::Runs]),
        (thunar(keys("Shift+Enter")), listed("evil.sh", ""), &[Risk::Runs]),
        (thunar(keys("Ctrl+O")), listed("Evil.AppImage", ""), &[Risk::Runs]),
        (thunar(act(control(Role::MenuItem, "Open"), CLICK)), listed("evil.py", ""), &[Risk::Runs]),
        (thunar(double_click(cell("tool.deb"))), listed("tool.deb", ""), &[Risk::Installs]),
        // What is shown may be another name than the file's.
        (
            thunar(double_click(cell("report.txt"))),
            listed("report.txt", "desktop configuration file"),
            &[Risk::Runs],
        ),
        (thunar(double_click(cell("report.txt"))), listed("report.txt", "evil.desktop"), &[Risk::Runs]),
        (thunar(double_click(cell("Photos"))), listed("Photos", ""), &[Risk::Unknown]),
        (thunar(double_click(cell("Photos"))), listed("Photos", "folder"), &[]),
        (thunar(double_click(cell("report.txt"))), listed("report.txt", text), &[]),
        (thunar(act(cell("evil.desktop"), CLICK)), listed("evil.desktop", ""), &[]),
        (thunar(keys("{ENTER}")), vec![focused(control(Role::Other, "Icon view"))], &[Risk::Unknown]),
        (
            thunar(keys("ev{ENTER}")),
            [listed("a.txt", text), vec![control(Role::Cell, "evil.sh")]].concat(),
            &[Risk::Runs],
        ),
        (double_click(control(Role::ListItem, "budget.xlsm")), vec![], &[Risk::Runs]),
        (double_click(control(Role::TreeItem, "Inbox")), vec![], &[]),
        (in_window(double_click(control(Role::TreeItem, "main.py")), "gedit", "Open"), vec![], &[]),
        (thunar(typed(control(Role::Edit, ""), "/tmp/evil.desktop\n")), vec![], &[Risk::Runs]),
        (thunar(typed(control(Role::Edit, ""), "/tmp/letters/\n")), vec![], &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn what_an_application_opens_is_judged_by_its_kind() {
    let editor = Application {
        id: "mousepad".into(),
        name: "Mousepad".into(),
        generic_name: "Text Editor".into(),
        ..Application::default()
    };
    for (operation, opens, risks) in [
        (open("thunar", Some("/tmp/evil.desktop")), None, &[Risk::Runs][..]),
        (open("", Some("~/run.jar")), None, &[Risk::Runs]),
        (open("", Some("~/tool.py")), Some(&editor), &[]),
        (open("mousepad", Some("~/tool.py")), None, &[]),
        (open("", Some("~/letter.odt")), None, &[]),
        (open("firefox", Some("https://example.org/a.sh")), None, &[]),
    ] {
        assert_eq!(risks_in(&operation, &PolicyContext { opens, ..context(&[]) }), risks, "{operation}");
    }
}

#[test]
fn a_file_is_what_the_file_system_says() {
    let controls = |name: &str| {
        [vec![holding(at(control(Role::Edit, ""), 0, 0), "/home/u/papers/")], listed(name, "")].concat()
    };
    let files = [
        ("/home/u/papers/old".to_owned(), KnownFile::Folder),
        ("/home/u/papers/LICENSE".to_owned(), KnownFile::File),
        ("/home/u/papers/tool".to_owned(), KnownFile::Program),
        ("/home/u/papers/plan.txt".to_owned(), KnownFile::File),
    ];
    for (name, risks) in [
        ("old", &[][..]),
        ("LICENSE", &[]),
        ("tool", &[Risk::Runs]),
        ("plan.txt", &[]),
        // No file has this name: something else is shown under it.
        ("report.txt", &[Risk::Unknown]),
    ] {
        let operation = in_window(double_click(at(control(Role::Cell, name), 0, 100)), "thunar", "papers");
        let controls = controls(name);
        let context = PolicyContext { files: Some(&files), ..context(&controls) };
        assert_eq!(risks_in(&operation, &context), risks, "{name}");
        let path = format!("/home/u/papers/{name}");
        assert_eq!(Policy::default().shown_files(&operation, &context), [path], "{name}");
    }
}

/// A dialog that saves: its field holds this name, and its path bar shows these folders.
fn save_dialog(name: &str, folders: &[&str]) -> Vec<Control> {
    let mut dialog = control(Role::Dialog, "Save As");
    dialog.rect = Rect::new(0, 0, 600, 400);
    let mut controls = vec![dialog, focused(holding(at(control(Role::Edit, "Name:"), 10, 10), name))];
    for (n, folder) in (0..).zip(folders) {
        controls.push(at(control(Role::ToggleButton, folder), 10 + 100 * n, 40));
    }
    if let Some(last) = controls.last_mut().filter(|it| it.role == Role::ToggleButton) {
        *last = with(last.clone(), State::Checked);
    }
    controls.push(at(control(Role::Table, "Files"), 10, 80));
    controls.push(at(control(Role::Button, "Cancel"), 10, 300));
    controls.push(at(control(Role::Button, "Save"), 200, 300));
    controls
}

#[test]
fn a_name_put_together_is_judged_as_a_whole() {
    let save = || act(at(control(Role::Button, "Save"), 200, 300), CLICK);
    let field = |name: &str| holding(at(control(Role::Edit, "Name:"), 10, 10), name);
    let replace = |text: &str| {
        let gesture = Gesture::Text { text: text.into(), mode: TextMode::Replace };
        on(
            Aim::Control(Box::new(field(".bash"))),
            "set_edit_text",
            json!({"text": text}),
            Verb::Gesture(gesture),
        )
    };
    let guarded = &[Risk::Guarded][..];
    for (operation, controls, risks) in [
        (save(), save_dialog("/home/u/.bashrc", &["u"]), guarded),
        (save(), save_dialog(".bashrc", &["u"]), guarded),
        (keys("Alt+S"), save_dialog("/home/u/.bashrc", &["u"]), guarded),
        (keys("{ENTER}"), save_dialog("/home/u/.bashrc", &["u"]), guarded),
        (keys("rc"), save_dialog("/home/u/.bash", &["u"]), guarded),
        (typed(field(".bash"), "rc"), save_dialog(".bash", &["u"]), guarded),
        (keys_on(field(".bash"), "rc{ENTER}"), save_dialog(".bash", &["u"]), &[Risk::Unknown, Risk::Guarded]),
        // The folder counts, wherever the name was typed.
        (save(), save_dialog("evil.desktop", &["u", ".config", "autostart"]), guarded),
        (save(), save_dialog("id", &[".ssh"]), guarded),
        (keys("{ENTER}"), save_dialog("hosts", &["etc"]), guarded),
        (save(), save_dialog("report.txt", &["u", "Notes"]), &[]),
        (keys("{ENTER}"), save_dialog("report.txt", &["u"]), &[]),
        (replace("report.txt\n"), save_dialog(".bash", &["u"]), &[]),
        (
            keys_on(field("ashrc"), "{LEFT 5}.b{ENTER}"),
            save_dialog("ashrc", &["u"]),
            &[Risk::Unknown, Risk::Guarded],
        ),
        (
            keys_on(field(".bXrc"), "{LEFT 2}{BACKSPACE}ash{ENTER}"),
            save_dialog(".bXrc", &["u"]),
            &[Risk::Unknown],
        ),
        // Over the selected letter in the middle.
        (keys_on(field(".bXrc"), "ash{ENTER}"), save_dialog(".bXrc", &["u"]), &[Risk::Unknown]),
        (keys_on(field("Untitled 1.odt"), "letter{ENTER}"), save_dialog("Untitled 1.odt", &["u"]), &[]),
        (act(control(Role::Button, "Cancel"), CLICK), save_dialog("/home/u/.bashrc", &["u"]), &[]),
    ] {
        let found: Vec<Risk> =
            found(&operation, &controls).into_iter().filter(|it| *it != Risk::Overwrites).collect();
        assert_eq!(found, risks, "{operation} with {:?}", controls[1].value);
    }
}

#[test]
fn rules_on_paths_hold_for_what_a_dialog_saves() {
    let notes = Rule { path: vec!["~/Notes/**".to_owned().into()], ..Rule::new(RuleEffect::Allow) };
    let private = Rule { path: vec!["~/Private/**".to_owned().into()], ..Rule::new(RuleEffect::Refuse) };
    let rules = vec![notes, private];
    let policy = Policy::of(PolicyFile { preset: Preset::Bounded, rules, ..PolicyFile::default() }).unwrap();
    let save = act(at(control(Role::Button, "Save"), 200, 300), CLICK);
    for (name, folders, is_allowed) in [
        ("/home/u/Notes/a.txt", &[][..], true),
        ("/home/u/Private/a.txt", &[], false),
        ("/home/u/Notes/../Private/a.txt", &[], false),
        ("a.txt", &["u", "Private"], false),
        ("a.txt", &["u"], false),
    ] {
        let controls = save_dialog(name, folders);
        let (ruling, _) = policy.judge(&save, &context(&controls));
        assert_eq!(ruling == Ruling::Allow, is_allowed, "{name} in {folders:?}: {ruling:?}");
    }
}

#[test]
fn an_address_put_together_is_judged_as_a_whole() {
    let evil = Rule { domain: vec!["evil.example".into()], ..Rule::new(RuleEffect::Refuse) };
    let policy = Policy::of(PolicyFile { rules: vec![evil], ..PolicyFile::default() }).unwrap();
    let bar = |value: &str| vec![focused(holding(control(Role::Edit, "Address"), value))];
    for (value, text, is_allowed) in [
        ("https://evil.exa", "mple{ENTER}", false),
        ("https://evil.example/", "{ENTER}", false),
        ("", "view-source:https://evil.example/{ENTER}", false),
        ("", "jar:https://evil.example/a.jar!/b{ENTER}", false),
        ("", "javascript:alert(1){ENTER}", false),
        ("", "view-source:data:text/html,x{ENTER}", false),
        ("https://good.exa", "mple{ENTER}", true),
        ("", "javascript{ENTER}", true),
    ] {
        let controls = bar(value);
        let (ruling, _) = policy.judge(&keys(text), &context(&controls));
        assert_eq!(ruling == Ruling::Allow, is_allowed, "{value} and {text}: {ruling:?}");
    }
}

#[test]
fn what_has_no_name_may_do_anything() {
    for (role, name, risks) in [
        (Role::CheckBox, "", &[Risk::Unknown][..]),
        (Role::RadioButton, " ", &[Risk::Unknown]),
        (Role::ListItem, "", &[Risk::Unknown]),
        (Role::Image, "", &[Risk::Unknown]),
        (Role::Group, "Panel", &[Risk::Unknown]),
        (Role::Other, "Icon view", &[Risk::Unknown]),
        (Role::Edit, "", &[]),
        (Role::Cell, "", &[]),
        (Role::Text, "Hello", &[]),
        (Role::CheckBox, "Bold", &[]),
    ] {
        assert_eq!(found(&act(control(role, name), CLICK), &[]), risks, "{role:?}");
    }
}

#[test]
fn what_runs_and_trusts_is_known_in_many_languages() {
    for (names, risk) in [
        (
            &[
                "Launch Anyway",
                "Trotzdem starten",
                "Exécuter",
                "Lancer",
                "Ejecutar",
                "Esegui",
                "Executar",
                "Uitvoeren",
            ][..],
            Risk::Runs,
        ),
        (
            &[
                "Uruchom",
                "Kör",
                "Kør",
                "Kjør",
                "Spustit",
                "Запустить",
                "Çalıştır",
                "仍要运行",
                "実行する",
                "실행",
            ],
            Risk::Runs,
        ),
        (&["Enable Macros", "Makros aktivieren", "Enable Content"], Risk::Runs),
        (
            &[
                "Trust",
                "Vertrauen",
                "Faire confiance",
                "Confiar",
                "Fidati",
                "Vertrouwen",
                "Zaufaj",
                "Lita på",
            ],
            Risk::Permits,
        ),
        (&["Stol på", "Důvěřovat", "Доверять", "Güven", "信任", "信頼する", "신뢰"], Risk::Permits),
    ] {
        for name in names {
            assert_eq!(found(&act(control(Role::Button, name), CLICK), &[]), [risk], "{name}");
        }
    }
}
