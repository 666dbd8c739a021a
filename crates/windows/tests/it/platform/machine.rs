//! The keyring, what the doctor says, and which variables programs get.

use crate::scene::alone;
use deskpilot_core::Secret;
use deskpilot_desktop::{Availability, CheckDepth, KeyringError, Platform, Prerequisites};
use deskpilot_system::{Program, is_passed_variable};
use deskpilot_windows::Windows;
use tokio::io::AsyncReadExt;

#[tokio::test]
async fn a_secret_is_kept_in_the_credential_manager_until_it_is_removed() {
    let (keyring, name) = (Windows.keyring(&[]).unwrap(), format!("test {}", std::process::id()));
    assert_eq!(keyring.read(&name).await.err(), Some(KeyringError::Absent));
    for text in ["first", "Größe 漢字 🙂"] {
        keyring.write(&name, &Secret::new(text)).await.unwrap();
        assert!(keyring.read(&name).await.unwrap().matches(text), "{text}");
        assert!(keyring.read_unlocked(&name).await.unwrap().matches(text), "{text}");
    }
    assert_eq!(keyring.read(&format!("{name} not")).await.err(), Some(KeyringError::Absent));
    keyring.remove(&name).await.unwrap();
    assert_eq!(keyring.remove(&name).await.err(), Some(KeyringError::Absent));
    let long = keyring.write(&name, &Secret::new("x".repeat(2000))).await;
    assert!(matches!(long, Err(KeyringError::Refused(_))), "{long:?}");
}

/// Its deep checks create a desktop beside the current one.
#[tokio::test]
async fn the_doctor_finds_the_desktop_and_says_of_what_is_missing_what_to_do() {
    let _alone = alone().await;
    let checks = Windows.checks(CheckDepth::Deep).await;
    let found = |name: &str| &checks.iter().find(|it| it.name == name).unwrap().found;
    assert_eq!(*found("current desktop"), Availability::Available("Default".into()));
    assert!(matches!(found("screens"), Availability::Available(shown) if shown.contains(" by ")));
    for named in [
        "rights of a user",
        "UI Automation",
        "sandbox",
        "Microsoft Office",
        "private desktop",
        "session of its own",
    ] {
        found(named);
    }
    assert!(checks.iter().all(|it| !it.blocks()), "{checks:#?}");
    assert!(checks.iter().all(|it| it.is_missing() == it.remedy.is_some()), "{checks:#?}");
    let shallow = Windows.checks(CheckDepth::Shallow).await;
    assert!(shallow.iter().all(|it| it.name != "private desktop"));
}

/// Such as an external agent or a program of tools.
#[tokio::test]
async fn a_program_that_gets_few_variables_gets_those_that_none_works_without() {
    let ours = std::env::vars().chain([("OPENAI_API_KEY".to_owned(), "k".to_owned())]);
    let env = ours.filter(|(name, _)| is_passed_variable(name, &["PATH"])).collect();
    let argv = ["cmd", "/c", "set"].map(str::to_owned).to_vec();
    let mut running = Program { argv, env, pass: Vec::new(), folder: std::env::temp_dir() }.start().unwrap();
    let (_stdin, mut stdout) = running.pipes().unwrap();
    let mut shown = String::new();
    stdout.read_to_string(&mut shown).await.unwrap();
    let names: Vec<String> =
        shown.lines().filter_map(|it| Some(it.split_once('=')?.0.to_uppercase())).collect();
    for name in [
        "SYSTEMROOT",
        "PATH",
        "APPDATA",
        "LOCALAPPDATA",
        "TEMP",
        "USERPROFILE",
        "COMSPEC",
        "PATHEXT",
        "WINDIR",
    ] {
        assert!(names.iter().any(|it| it == name), "{name} is not among {names:?}");
    }
    assert!(!shown.contains("OPENAI_API_KEY"), "{names:?}");
}
