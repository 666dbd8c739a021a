//! The policy judges a file that an order opens by its resolved path.

use crate::common::{FINISH, TestEnv};
use deskpilot_core::{Event, Policy, PolicyFile, Preset, Ruling};
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
    folder
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
