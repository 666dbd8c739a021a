//! Grounding: installing weights, and windows whose text is read from the picture.

use deskpilot_testkit::{
    command_line::{Workspace, transcript},
    tries_also,
};
use serde_json::Value;
use std::path::PathBuf;

/// The weights that `cargo xtask setup` fetched.
fn weights() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/weights")
}

/// An application that is not on the accessibility bus.
const SILENT: &str = "[Desktop Entry]\nType=Application\nName=Silent Message\n\
                      Exec=xmessage -buttons Proceed:0 \"The backup has finished\"\n";

/// A workspace that has the weights.
fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    let added = workspace.run(&["grounding", "add", weights().to_str().unwrap()]);
    assert_eq!(added.status.code(), Some(0), "run `cargo xtask setup` first: {}", transcript(&added));
    workspace
}

/// The controls of an application's window, also from the picture. The application may be in the workspace's data folder.
fn observed(workspace: &Workspace, application: &str) -> (Vec<Value>, String) {
    let mut command = workspace.command(&["observe", "--open", application, "--json", "--grounding", "ocr"]);
    let data = format!("{}:/usr/local/share:/usr/share", workspace.path().join("data").display());
    let output = command
        .env("XDG_DATA_DIRS", data)
        .env("DESKPILOT_GROUNDING_TIMEOUT_SECONDS", "120")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let mut seen: Value = serde_json::from_slice(&output.stdout).unwrap();
    let Value::Array(controls) = seen["controls"].take() else { panic!("no controls in {seen}") };
    (controls, seen["grounding"].as_str().unwrap().to_owned())
}

fn is_only_seen(control: &Value) -> bool {
    control["source"]["vision"].is_object()
}

fn text(control: &Value) -> &str {
    control["name"].as_str().unwrap()
}

#[test]
fn what_the_tree_reports_is_not_listed_twice() {
    if !tries_also("a large window whose tree and picture are read") {
        return;
    }
    let workspace = workspace();
    let (controls, found) = observed(&workspace, "gtk3-widget-factory");
    let elements: usize = found.split(' ').next().unwrap().parse().unwrap();
    assert!(elements > 50, "{found}");
    let (seen, known): (Vec<&Value>, Vec<&Value>) = controls.iter().partition(|it| is_only_seen(it));
    for name in ["checkbutton", "radiobutton", "togglebutton", "Andrea", "Lorem"] {
        assert!(known.iter().any(|it| it.to_string().contains(name)), "{name} is listed");
        assert!(seen.iter().all(|it| !text(it).starts_with(name)), "{name} is listed twice");
    }
    assert!(seen.len() * 4 < elements, "{} of {elements} are news: {seen:#?}", seen.len());
}

#[test]
fn a_window_that_reports_nothing_is_read() {
    let workspace = workspace();
    let applications = workspace.path().join("data/applications");
    std::fs::create_dir_all(&applications).unwrap();
    std::fs::write(applications.join("silent.desktop"), SILENT).unwrap();
    let (controls, _) = observed(&workspace, "Silent Message");
    for name in ["The backup has finished", "Proceed"] {
        let seen = controls.iter().find(|it| is_only_seen(it) && text(it) == name);
        assert!(seen.is_some_and(|it| it["label"].is_number()), "{name:?} is not among {controls:#?}");
    }
}
