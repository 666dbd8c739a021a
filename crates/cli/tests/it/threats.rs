//! What the threat model says of the whole: its defaults, and who listens.

use crate::{
    common::{Workspace, transcript},
    injected::forged_bundle,
};
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_queue::{JobId, JobSpec, PoolName, QueueOptions, RunId};
use deskpilot_testkit::{
    PromptedDecider,
    loopback::{ChatServer, Dialect, OperatorServer},
};
use serde_json::json;
use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
    sync::Arc,
};

#[test]
fn nothing_is_done_unasked_where_nothing_is_said() {
    let workspace = Workspace::new();
    let output = workspace.run(&["policy", "check", "--command", "click_input", "--control", "Delete"]);
    assert!(transcript(&output).contains("asked: click the Button \"Delete\""), "{}", transcript(&output));
    let output = workspace.run(&["config", "show"]);
    let said = transcript(&output);
    assert!(said.contains("desktop.kind = \"private\""), "{said}");
}

#[test]
fn deskpilot_s_own_folders_are_guarded_wherever_they_are() {
    let workspace = Workspace::new();
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
        let said = transcript(&command.output().unwrap());
        assert!(
            said.starts_with(&format!("{expected}: ")) || said.contains(&format!("\n{expected}: ")),
            "{said}"
        );
    }
}

#[test]
fn what_others_can_change_settles_nothing() {
    let workspace = Workspace::new();
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
        let (code, said) = shown(words);
        assert_eq!(code, Some(2), "{exposed}: {said}");
        let next = format!("chmod go-w {}", at(exposed).canonicalize().unwrap().display());
        assert!(said.contains("others can change") && said.contains(&next), "{exposed}: {said}");
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

#[test]
fn a_queue_that_names_the_log_of_somebody_else_goes_on_with_nothing() {
    let (workspace, elsewhere) = (Workspace::new(), tempfile::tempdir().unwrap());
    let bundle = forged_bundle(elsewhere.path());
    let imported = workspace.run(&["session", "import", bundle.to_str().unwrap()]);
    assert!(imported.status.success(), "{}", transcript(&imported));
    let at = |name: &str| workspace.path().join(name);
    fs::create_dir(at("plans")).unwrap();
    let plan = json!({"task": "Sum up what is there", "object": "calculator"});
    fs::write(at("plans/a.json"), plan.to_string()).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let file = at("forged.queue").display().to_string();
        let queue = deskpilot_queue::open(&file, &QueueOptions::new()).await.unwrap();
        let job = JobSpec::new(
            RunId::new("batch").unwrap(),
            JobId::new("a").unwrap(),
            PoolName::new("batch").unwrap(),
            json!({"name": "a", "log": "forged"}),
        );
        queue.submit(&[job]).await.unwrap();
    });
    let before = workspace.entries("forged");
    let words = ["run", "--mode", "batch_normal", "--plan", "plans", "--queue", "forged.queue"];
    let output = workspace.run(&words);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no record of writing this log"), "{said}");
    assert_eq!(workspace.entries("forged"), before, "{said}");
}

#[test]
fn servers_of_tests_listen_on_this_machine_only() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let key = || Secret::new("only-for-this-test");
    let chat = runtime.block_on(ChatServer::start(Arc::new(PromptedDecider(Steps)), key())).unwrap();
    let operators = runtime.block_on(OperatorServer::start(Dialect::OpenAi, Vec::new(), key())).unwrap();
    for address in [chat.base_url(), operators.base_url()] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
}
