//! The policy judges a file that an order opens by its resolved path, and that path is what opens.

use crate::common::{FINISH, TestEnv};
use deskpilot_core::{Consent, Event, Policy, PolicyFile, Preset, Ruling};
use serde_json::json;
use std::{fs, os::unix::fs::symlink, path::PathBuf};

const DESKTOP: &str = "\
app \"Editor\" editor
  window \"Opened\" editor
    document \"Text\"
";

/// A fresh folder with a protected file.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("vault")).unwrap();
    fs::write(folder.join("vault/keys.txt"), "hunter2").unwrap();
    folder.canonicalize().unwrap()
}

#[tokio::test]
async fn a_link_leads_nowhere_that_its_target_may_not_be() {
    let folder = folder("links");
    symlink(folder.join("vault/keys.txt"), folder.join("notes.txt")).unwrap();
    symlink(folder.join("vault"), folder.join("drafts")).unwrap();
    let rule = json!({"say": "refuse", "name": "vault", "path": format!("{}/vault/**", folder.display())});
    let rules = vec![serde_json::from_value(rule).unwrap()];
    let file = PolicyFile { preset: Preset::Unrestricted, rules, ..PolicyFile::default() };
    for name in
        ["notes.txt", "drafts/keys.txt", "drafts/new.txt", "vault/keys.txt", "drafts/../vault/keys.txt"]
    {
        let named = folder.join(name).display().to_string();
        for (policy, is_opened) in
            [(Policy::of(file.clone()).unwrap(), false), (Policy::preset(Preset::Unrestricted), true)]
        {
            let mut env = TestEnv::new(DESKTOP);
            env.desktop = env.desktop.clone().with_file(&named, "hunter2");
            env.options.policy = policy;
            let open = json!({"Status": "CONTINUE", "AppsToOpen": {"APP": "Editor", "file_path": named}});
            env.play("open it", &[open.to_string(), FINISH.into()]).await;
            let entries = env.log.entries();
            let is_done = entries.iter().any(|it| matches!(it.event, Event::Acting { .. }));
            let is_refused =
                entries.iter().any(|it| matches!(&it.event, Event::Ruled { ruling: Ruling::Refuse(_), .. }));
            assert_eq!((is_done, is_refused), (is_opened, !is_opened), "{name}: {}", env.transcript());
        }
    }
}

/// The effects of everything that was done.
fn effects(env: &TestEnv) -> Vec<String> {
    let entries = env.log.entries().into_iter();
    let effect = |event| match event {
        Event::Acted { outcome, .. } => Some(outcome.effect.to_string()),
        _ => None,
    };
    entries.filter_map(|it| effect(it.event)).collect()
}

fn open(file: &str) -> [String; 2] {
    let open = json!({"Status": "CONTINUE", "AppsToOpen": {"APP": "Editor", "file_path": file}});
    [open.to_string(), FINISH.into()]
}

#[tokio::test]
async fn what_opens_is_the_file_that_the_link_led_to() {
    let folder = folder("opened");
    symlink(folder.join("vault"), folder.join("drafts")).unwrap();
    let real = folder.join("vault/keys.txt").display().to_string();
    let mut env = TestEnv::new(DESKTOP);
    env.desktop = env.desktop.clone().with_file(&real, "hunter2");
    env.play("open it", &open(&folder.join("drafts/keys.txt").display().to_string())).await;
    assert_eq!(effects(&env), ["confirmed: window \"Opened\" opened"], "{}", env.transcript());
}

#[tokio::test]
async fn a_link_that_is_exchanged_after_the_ruling_opens_nothing() {
    let folder = folder("exchanged");
    fs::write(folder.join("letter.txt"), "Dear Ada").unwrap();
    let (link, vault) = (folder.join("notes.txt"), folder.join("vault/keys.txt"));
    for first in [Some(folder.join("letter.txt")), None] {
        let _ = fs::remove_file(&link);
        if let Some(first) = &first {
            symlink(first, &link).unwrap();
        }
        let mut env = TestEnv::new(DESKTOP);
        for file in [&link, &vault, &folder.join("letter.txt")] {
            env.desktop = env.desktop.clone().with_file(&file.display().to_string(), "text");
        }
        // Opening anything is asked about here, and the link is exchanged while the user thinks.
        env.options.policy = Policy::preset(Preset::ReadOnly);
        env.user.consents.lock().unwrap().push_back(Consent::Once);
        let (exchanged, led_to) = (link.clone(), vault.clone());
        *env.user.meanwhile.lock().unwrap() = Some(Box::new(move || {
            let _ = fs::remove_file(&exchanged);
            symlink(&led_to, &exchanged).unwrap();
        }));
        env.play("open it", &open(&link.display().to_string())).await;
        let expected = format!(
            "refused: {} cannot do this: a link was exchanged after the policy had ruled on this path; look again",
            vault.display()
        );
        assert_eq!(effects(&env), [expected], "{first:?}: {}", env.transcript());
    }
}
