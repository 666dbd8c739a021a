//! What the threat model says of defaults, and of settings and folders.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
};

#[test]
fn nothing_is_done_unasked_where_nothing_is_set() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&["policy", "check", "--command", "click_input", "--control", "Delete"]);
    assert!(transcript(&output).contains("asked: click the Button \"Delete\""), "{}", transcript(&output));
    let output = workspace.run(&["config", "show"]);
    let printed = transcript(&output);
    assert!(printed.contains("desktop.kind = \"private\""), "{printed}");
}

#[test]
fn deskpilot_s_own_folders_are_guarded_wherever_they_are() {
    let workspace = Workspace::of(crate::PROGRAM);
    let at = |name: &str| workspace.path().join(name);
    for folder in ["c/deskpilot", "d/deskpilot"] {
        fs::create_dir_all(at(folder)).unwrap();
    }
    fs::write(at("mine.toml"), "").unwrap();
    symlink(at("c"), at("link")).unwrap();
    for (file, expected) in [
        ("c/deskpilot/policy.toml", "asked"),
        ("c/x/../deskpilot/policy.toml", "asked"),
        ("link/deskpilot/policy.toml", "asked"),
        ("d/deskpilot/log-heads/a", "asked"),
        ("mine.toml", "asked"),
        ("c/letter.txt", "allowed"),
    ] {
        let file = at(file).display().to_string();
        let words = ["policy", "check", "--policy", "mine.toml", "--open", "gedit", "--file", &file];
        let mut command = workspace.command(&words);
        command.env("XDG_CONFIG_HOME", at("c")).env("XDG_DATA_HOME", at("d"));
        let printed = transcript(&command.output().unwrap());
        assert!(
            printed.starts_with(&format!("{expected}: ")) || printed.contains(&format!("\n{expected}: ")),
            "{printed}"
        );
    }
}

#[test]
fn what_others_can_change_settles_nothing() {
    let workspace = Workspace::of(crate::PROGRAM);
    let at = |name: &str| workspace.path().join(name);
    let mode = |name: &str, mode| fs::set_permissions(at(name), Permissions::from_mode(mode)).unwrap();
    fs::create_dir_all(at(".config/deskpilot")).unwrap();
    fs::write(at(".config/deskpilot/policy.toml"), "preset = \"unrestricted\"\n").unwrap();
    fs::write(at(".config/deskpilot/config.toml"), "policy.preset = \"ask\"\n").unwrap();
    fs::write(at("other.toml"), "preset = \"unrestricted\"\n").unwrap();
    let shown = |words: &[&str]| {
        let output = workspace.run(&[&["policy", "show"], words].concat());
        (output.status.code(), transcript(&output))
    };
    assert_eq!(shown(&[]).0, Some(0), "{}", shown(&[]).1);
    for (exposed, usual, words) in [
        (".config/deskpilot/policy.toml", 0o644, &[][..]),
        (".config/deskpilot/config.toml", 0o644, &[]),
        (".config/deskpilot", 0o755, &[]),
        (".config", 0o755, &[]),
        ("other.toml", 0o644, &["--policy", "other.toml"]),
    ] {
        mode(exposed, 0o777);
        let (code, printed) = shown(words);
        assert_eq!(code, Some(2), "{exposed}: {printed}");
        let next = format!("chmod go-w {}", at(exposed).canonicalize().unwrap().display());
        assert!(printed.contains("others can change") && printed.contains(&next), "{exposed}: {printed}");
        mode(exposed, usual);
    }
    assert_eq!(shown(&["--policy", "other.toml"]).0, Some(0));
    fs::create_dir(at("open")).unwrap();
    mode("open", 0o777);
    fs::rename(at(".config/deskpilot"), at("open/deskpilot")).unwrap();
    let mut command = workspace.command(&["policy", "show"]);
    let output = command.env("XDG_CONFIG_HOME", at("open")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    let mut command = workspace.command(&["policy", "show"]);
    let output = command.env("XDG_CONFIG_HOME", "open").output().unwrap();
    assert!(transcript(&output).contains("preset: ask"), "no relative folder: {}", transcript(&output));
}
