//! Settings of a private desktop, read back with the program itself.

use crate::{
    app_desktop::{AppDesktop, wait_for},
    test_bus::{call, effect, run},
};
use deskpilot_dbus_apps::{ActionsReceiver, SettingsReceiver};
use deskpilot_desktop::{NativeAction, Receiver, Scope};
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::Command,
    time::{Duration, Instant},
};

const INTERFACE: &str = "org.gnome.desktop.interface";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_are_found_read_and_changed() {
    let test = AppDesktop::bring_up().await;
    let mut settings = SettingsReceiver::new(&test.env);
    let get = call("get_setting", &json!({"schema": INTERFACE, "key": "clock-format"}));
    let fixture = ReceiverFixture { here: Scope::Desktop, elsewhere: None, succeeds: Some(&get), slow: None };
    check_receiver(&mut settings, &fixture).await;
    let found = run(&mut settings, Scope::Desktop, "list_settings", json!({"part": "Text-Scaling"})).await;
    assert_eq!(found.unwrap().output.unwrap(), "org.gnome.desktop.interface text-scaling-factor");
    let scale = json!({"schema": INTERFACE, "key": "text-scaling-factor"});
    let read = run(&mut settings, Scope::Desktop, "get_setting", scale).await.unwrap().output.unwrap();
    assert!(read.starts_with("1.0\nIt may be a number from 0.5 to 3.0.\n"), "{read}");
    for (key, value, expected) in [
        (
            "color-scheme",
            "prefer-dark",
            "confirmed: value of org.gnome.desktop.interface color-scheme \"default\" -> \"prefer-dark\"",
        ),
        ("color-scheme", "prefer-dark", "no change: already \"prefer-dark\""),
        ("color-scheme", "dark", "refused: value must be one of default, prefer-dark, prefer-light"),
        (
            "text-scaling-factor",
            "1.5",
            "confirmed: value of org.gnome.desktop.interface text-scaling-factor \"1.0\" -> \"1.5\"",
        ),
        ("text-scaling-factor", "9", "refused: value must be a number from 0.5 to 3.0: gsettings says"),
        ("text-scaling-factor", "", "refused: value must be a number from 0.5 to 3.0"),
        ("clock-show-date", "maybe", "refused: value must be true or false: gsettings says"),
        ("font-name", "It's 'Sans' 11", "confirmed: value of org.gnome.desktop.interface font-name "),
        (
            "colour-scheme",
            "x",
            "refused: key must be a key of org.gnome.desktop.interface that exists; did you mean color-scheme",
        ),
    ] {
        let args = json!({"schema": INTERFACE, "key": key, "value": value});
        let message = effect(&mut settings, Scope::Desktop, "set_setting", args).await;
        assert!(message.starts_with(expected), "{key} {value}: {message}");
    }
    for (key, expected) in [("color-scheme", "'prefer-dark'\n"), ("font-name", "\"It's 'Sans' 11\"\n")] {
        let mut program = Command::new("gsettings");
        program.args(["get", INTERFACE, key]).env_clear().envs(test.env.iter().cloned());
        assert_eq!(String::from_utf8(program.output().unwrap().stdout).unwrap(), expected);
    }
}

/// An application that runs shows and hides its tool bar, and what it changes itself is read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_that_runs_follows_settings() {
    const TOOL_BAR: &str = "app.preferences.window.toolbar_visible";
    let mut test = AppDesktop::bring_up().await;
    let mut settings = SettingsReceiver::new(&test.env);
    let window = test.open("mousepad", None).await;
    let mut actions = ActionsReceiver::new(&test.env);
    wait_for(&mut actions, &window, TOOL_BAR, true).await;
    test.shows_button(&window, "Save As...", false).await;
    let setting = json!({"schema": "org.xfce.mousepad.preferences.window", "key": "toolbar-visible"});
    for (value, is_shown) in [("true", true), ("false", false)] {
        let mut args = setting.clone();
        args["value"] = value.into();
        let message = effect(&mut settings, Scope::Window(&window), "set_setting", args).await;
        assert!(message.starts_with("confirmed: value of "), "{message}");
        test.shows_button(&window, "Save As...", is_shown).await;
    }
    let message = effect(&mut actions, Scope::Window(&window), TOOL_BAR, json!({"value": true})).await;
    assert!(message.starts_with("confirmed: value of "), "{message}");
    let read = run(&mut settings, Scope::Window(&window), "get_setting", setting).await;
    assert!(read.unwrap().output.unwrap().starts_with("true\n"));
}

/// With that, every application has settings of its own in memory, which no other program reads or changes.
#[test]
fn where_settings_are_not_kept_there_are_no_commands() {
    let env = [("PATH", "/usr/bin:/bin"), ("GSETTINGS_BACKEND", "memory")];
    let settings = SettingsReceiver::new(&env.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert!(!settings.serves(Scope::Desktop));
}

#[tokio::test]
async fn what_is_not_there_is_reported_with_names_that_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let env = vec![
        ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
        ("HOME".to_owned(), folder.path().display().to_string()),
        ("GSETTINGS_BACKEND".to_owned(), "keyfile".to_owned()),
    ];
    let mut settings = SettingsReceiver::new(&env);
    for (schema, key, expected) in [
        (
            "org.gnome.desktop.interfaces",
            "font-name",
            "schema must be a schema that exists; did you mean org.gnome.desktop.interface",
        ),
        ("zz.qq", "a", "schema must be a schema that exists; list_settings finds them"),
        ("--schemadir", "a", "schema must be a schema, such as"),
        (
            "org.gnome.system.proxy.http",
            "authentication-password",
            "org.gnome.system.proxy.http authentication-password cannot do this: it may hold a secret",
        ),
    ] {
        let message =
            effect(&mut settings, Scope::Desktop, "get_setting", json!({"schema": schema, "key": key})).await;
        assert!(message.starts_with(&format!("refused: {expected}")), "{schema}: {message}");
    }
    let nothing = effect(&mut settings, Scope::Desktop, "list_settings", json!({"part": "zzqq"})).await;
    assert_eq!(nothing, "confirmed: settings with \"zzqq\": 0");
}

/// A program of this name that never ends is ended at the deadline, and with the future.
#[tokio::test]
async fn the_program_is_ended_at_the_deadline_and_may_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gsettings");
    let number = folder.path().join("process");
    fs::write(&program, format!("#!/bin/sh\necho $$ > {}\nexec /bin/sleep 600\n", number.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = |it: &std::path::Path| vec![("PATH".to_owned(), it.display().to_string())];
    let mut settings = SettingsReceiver::new(&path(folder.path()));
    let call = call("get_setting", &json!({"schema": INTERFACE, "key": "font-name"}));
    let deadline = Duration::from_millis(300);
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline };
    let begun = Instant::now();
    let message = settings.run(&action).await.unwrap().effect.to_string();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let process = format!("/proc/{}/cmdline", fs::read_to_string(&number).unwrap().trim());
    while fs::read_to_string(&process).is_ok_and(|it| it.contains("sleep")) {
        assert!(begun.elapsed() < Duration::from_secs(10), "it still runs");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(
        message.starts_with(
            "refused: org.gnome.desktop.interface font-name cannot do this: gsettings did not end"
        ),
        "{message}"
    );
    fs::remove_file(&program).unwrap();
    let mut none = SettingsReceiver::new(&path(folder.path()));
    assert_eq!(none.commands(Scope::Desktop).await.unwrap().len(), 0);
    assert_eq!(
        none.take_gaps(Scope::Desktop).troubles,
        ["there is no program gsettings: install it to read and change settings"]
    );
    assert_eq!(none.take_gaps(Scope::Desktop).troubles, Vec::<String>::new());
}
