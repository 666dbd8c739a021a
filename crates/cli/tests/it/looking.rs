//! `windows`, `observe`, `doctor`, `config`: what a person or a program sees of a desktop and of the settings.

use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use deskpilot_testkit::{
    command_line::{Workspace, transcript, until},
    tried,
};
use serde_json::Value;
use std::process::Command;

fn json(workspace: &Workspace, words: &[&str]) -> Value {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A side of a rectangle.
fn side(rect: &Value, name: &str) -> i64 {
    rect[name].as_i64().unwrap()
}

#[test]
fn three_applications_list_their_controls_with_roles_names_and_places() {
    let workspace = crate::workspace();
    let applications = [
        ("galculator", "ToggleButton", "7"),
        ("mousepad", "Edit", ""),
        ("gtk3-widget-factory", "CheckBox", "checkbutton"),
    ];
    for (application, role, name) in tried(&applications, |it| it.0 == "gtk3-widget-factory") {
        let picture = workspace.path().join(format!("{application}.png"));
        let picture = picture.to_str().unwrap();
        let seen = json(&workspace, &["observe", "--open", application, "--json", "--annotate", picture]);
        let window = &seen["window"];
        assert_eq!(window["application"], application);
        let controls = seen["controls"].as_array().unwrap();
        let found =
            controls.iter().find(|it| it["role"] == role && it["name"] == name && it["label"].is_number());
        let rect =
            &found.unwrap_or_else(|| panic!("no {role} {name:?} in {application}: {controls:#?}"))["rect"];
        let frame = &window["rect"];
        assert!(side(rect, "width") > 0 && side(rect, "height") > 0, "{application}: {rect}");
        assert!(
            side(rect, "x") >= side(frame, "x") && side(rect, "y") >= side(frame, "y"),
            "{application}: {rect} in {frame}"
        );
        let picture = std::fs::read(picture).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
    }
}

#[test]
fn windows_of_a_desktop_are_listed() {
    let workspace = crate::workspace();
    assert_eq!(
        json(&workspace, &["windows", "--json"]),
        Value::Array(Vec::new()),
        "a private desktop starts empty"
    );
    let windows = json(&workspace, &["windows", "--json", "--open", "galculator"]);
    assert_eq!(windows[0]["application"], "galculator");
    assert_eq!(windows[0]["focused"], true);
}

#[test]
fn a_desktop_without_windows_says_how_to_get_one() {
    let workspace = crate::workspace();
    let output = workspace.run(&["windows"]);
    let all = transcript(&output);
    assert!(
        all.contains("a private desktop starts empty: add --open APPLICATION, or --desktop current"),
        "{all}"
    );
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let all = transcript(
        &workspace.run_with(desktop.seat().environment().iter(), &["windows", "--desktop", "current"]),
    );
    runtime.block_on(desktop.close());
    assert!(all.contains("no window is open: open one, or add --open APPLICATION"), "{all}");
    assert!(!all.contains("--desktop current"), "{all}");
}

/// A window without accessible controls.
#[test]
fn for_a_window_that_reports_little_the_remedy_is_named() {
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let mut silent = Command::new("xmessage");
    silent.arg("hello").env_clear().envs(desktop.seat().environment().iter());
    let mut silent = silent.spawn().unwrap();
    let seen = || {
        transcript(&workspace.run_with(
            desktop.seat().environment().iter(),
            &["observe", "--window", "xmessage", "--desktop", "current"],
        ))
    };
    until("the hint is given", || {
        let all = seen();
        all.contains("hardly any controls") && all.contains("`--grounding ocr`")
    });
    silent.kill().unwrap();
    silent.wait().unwrap();
    runtime.block_on(desktop.close());
}

#[test]
fn the_doctor_finds_what_the_tests_installed() {
    let workspace = crate::workspace();
    let checks = json(&workspace, &["doctor", "--json"]);
    let checks = checks.as_array().unwrap();
    assert!(
        checks.iter().filter(|it| it["required"] == true).all(|it| it["found"]["yes"].is_string()),
        "{checks:#?}"
    );
    let absent = checks.iter().filter(|it| it["found"]["no"].is_string());
    assert!(absent.clone().all(|it| it["remedy"].is_string()), "{:#?}", absent.collect::<Vec<_>>());
    let names: Vec<&str> = checks.iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(["model", "log folder", "disk"].iter().all(|it| names.contains(it)), "{names:?}");
    assert!(!names.contains(&"gtk-3-examples"), "what only our tests need: {names:?}");
}

#[test]
fn the_doctor_says_which_key_is_missing_and_installs_only_what_was_agreed_to() {
    let workspace = crate::workspace();
    let output = workspace.run(&["doctor", "--model", "openai/gpt-4-turbo"]);
    let all = transcript(&output);
    assert!(all.contains("absent   model") && all.contains("OPENAI_API_KEY"), "{all}");
    assert!(all.contains("openai/gpt-4-turbo: switched off on 2026-10-23"), "{all}");
    assert!(all.contains("Deskpilot can work here"), "a model is not required: {all}");
    // No package is missing here, so nothing is asked.
    let output = workspace.run(&["doctor", "--fix"]);
    assert!(transcript(&output).contains("no package is missing"), "{}", transcript(&output));
}

#[test]
fn a_wayland_desktop_without_an_x_server_is_refused_with_what_to_do() {
    let workspace = crate::workspace();
    let mut command = workspace.command(&["windows", "--desktop", "current"]);
    command.env("WAYLAND_DISPLAY", "wayland-7").env("XDG_SESSION_TYPE", "wayland");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("error: the Wayland desktop wayland-7 has no X server"), "{stderr}");
    assert!(stderr.contains("hint: work on a private desktop (`--desktop private`)"), "{stderr}");
}

#[test]
fn a_window_is_described_within_a_budget() {
    let workspace = crate::workspace();
    let words = [
        "observe",
        "--open",
        "mousepad",
        "--text",
        "--budget",
        "200",
        "--filter",
        "text",
        "--request",
        "search it",
    ];
    let output = workspace.run(&words);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().any(|line| line.ends_with("\"Search\"")), "{text}");
    assert!(deskpilot_desktop::view::tokens(&text) <= 200, "{text}");
    let output = workspace.run(&["observe", "--text", "--filter", "colour", "--open", "mousepad"]);
    assert!(
        transcript(&output).contains("control filters are text, semantic, icon"),
        "{}",
        transcript(&output)
    );
}
