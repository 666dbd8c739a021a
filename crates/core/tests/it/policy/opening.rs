//! A document that an AppAgent opens is judged as the HostAgent's launch with that document.

use super::operations::{in_window, on, open};
use deskpilot_core::{
    Aim, Application, Operation, Policy, PolicyContext, PolicyFile, Preset, Risk, Rule, RulingSource, Verb,
};
use serde_json::json;

fn opened_by_agent(application: &str, file: &str) -> Operation {
    let launch = open(application, Some(file)).launch().unwrap().clone();
    let action = on(Aim::Window, "open_document", json!({"path": file}), Verb::Open(launch));
    in_window(action, application, "Inbox")
}

#[test]
fn an_agent_that_opens_a_document_gets_the_ruling_of_the_host_agents_launch() {
    let rules = |rule: serde_json::Value| -> Vec<Rule> { serde_json::from_value(json!([rule])).unwrap() };
    let usual = Application { id: "writer".into(), name: "Writer".into(), ..Application::default() };
    let files = [
        "~/letter.odt",
        "/home/u/Notes/a.txt",
        "~/.ssh/id_ed25519",
        "~/run.sh",
        "https://evil.example/a.odt",
        "macro:///x.y",
        "{{secret:bank}}",
    ];
    let mut words = Vec::new();
    for preset in Preset::ALL {
        for rule in [
            json!({"say": "allow", "application": "writer"}),
            json!({"say": "allow", "command": "AppsToOpen", "path": "~/Notes/**"}),
            json!({"say": "ask", "window": "*inbox*"}),
            json!({"say": "refuse", "domain": "evil.example"}),
            json!({"say": "refuse", "path": "/home/u/letter.odt"}),
        ] {
            let file = PolicyFile { preset: *preset, rules: rules(rule.clone()), ..PolicyFile::default() };
            let policy = Policy::of(file).unwrap();
            let context = PolicyContext { home: "/home/u", opens: Some(&usual), ..PolicyContext::default() };
            for file in files {
                let host = policy.judge(&open("writer", Some(file)), &context);
                let agent = policy.judge(&opened_by_agent("writer", file), &context);
                assert_eq!(host.0, agent.0, "{file} under {preset} and {rule}");
                assert_eq!(host.1.findings, agent.1.findings, "{file}");
                assert_eq!(host.1.rule, agent.1.rule, "{file}");
                words.push(matches!(agent.1.source, RulingSource::Rule(_)));
            }
        }
    }
    assert!(words.contains(&true) && words.contains(&false), "rules decide, and presets");
}

#[test]
fn an_application_that_runs_a_document_is_not_taken_for_an_editor_by_what_it_is_called() {
    let application = |id: &str, name: &str, generic: &str| Application {
        id: id.into(),
        name: name.into(),
        generic_name: generic.into(),
        ..Application::default()
    };
    let writer = application("libreoffice-writer", "LibreOffice Writer", "Word Processor");
    let kate = application("org.kde.kate", "Kate", "Advanced Text Editor");
    let policy = Policy::preset(Preset::Ask);
    for (called, opens, runs) in [
        ("kate LibreOffice Writer", Some(&writer), true),
        ("LibreOffice Writer", Some(&writer), true),
        ("LibreOffice Writer", Some(&kate), false),
        ("kate", None, false),
        ("LibreOffice Writer", None, true),
    ] {
        let context = PolicyContext { home: "/home/u", opens, ..PolicyContext::default() };
        let (_, grounds) = policy.judge(&open(called, Some("~/x.docm")), &context);
        let is_seen = grounds.findings.iter().any(|it| it.risk == Risk::Runs);
        assert_eq!(is_seen, runs, "{called:?} opens {opens:?}");
    }
}
