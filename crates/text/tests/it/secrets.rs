//! Named secrets through the command: how it lists them and asks for them.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

const SECRET: &str = "Opensesame-Quartz";
/// Pieces of it that appear nowhere by chance.
const PIECES: &[&str] = &["opensesame", "sesame", "quartz"];

#[test]
fn a_file_of_secrets_that_others_can_read_is_refused_and_names_are_listed_without_values() {
    let workspace = Workspace::of(crate::PROGRAM);
    let file = workspace.path().join(".config/deskpilot/secrets.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(
        &file,
        format!("mail = \"{SECRET}\"\n[bank]\nvalue = \"{SECRET}\"\ndomains = [\"bank.example\"]\n"),
    )
    .unwrap();
    for (mode, code, expected) in [
        (0o644, 2, format!("error: {0} can be read by others: run `chmod 600 {0}`", file.display())),
        (0o600, 0, "bank  file, only at bank.example\nmail  file".into()),
    ] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let output = workspace.run(&["secret", "list"]);
        assert_eq!(output.status.code(), Some(code), "{}", transcript(&output));
        assert!(
            transcript(&output).contains(&expected) && !transcript(&output).contains(SECRET),
            "{}",
            transcript(&output)
        );
    }
    let output = workspace.run(&["secret", "set", "a b"]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    let output = workspace.run(&["secret", "set", "empty"]);
    assert!(transcript(&output).contains("the secret is empty"), "{}", transcript(&output));
}

#[test]
fn a_secret_and_a_key_are_asked_for_without_being_shown() {
    for (words, name, expected) in [
        ("secret set mail", "mail", "or the variable DESKPILOT_SECRET_MAIL"),
        ("key set OPENAI_API_KEY", "OPENAI_API_KEY", "keyring"),
    ] {
        asked_for_without_being_shown(words, name, expected);
    }
}

/// Types a secret where a command asks for it, on a machine without a keyring.
fn asked_for_without_being_shown(words: &str, name: &str, expected: &str) {
    let workspace = Workspace::of(crate::PROGRAM);
    let line = format!("{} {words}", crate::PROGRAM);
    let mut command = Command::new("script");
    command.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(workspace.path()).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", workspace.path()).env("SHELL", "/bin/sh");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut keyboard, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut screen = String::new();
    let mut byte = [0];
    // The terminal shows nothing from before the question on.
    while !screen.ends_with(&format!("{name} (not shown): ")) && out.read(&mut byte).unwrap() == 1 {
        screen.push(char::from(byte[0]));
    }
    keyboard.write_all(format!("{SECRET}\n").as_bytes()).unwrap();
    out.read_to_string(&mut screen).unwrap();
    // There is no keyring here.
    assert_eq!(child.wait().unwrap().code(), Some(1), "{screen}");
    assert!(screen.contains(expected), "{screen}");
    assert!(PIECES.iter().all(|it| !screen.to_lowercase().contains(it)), "{screen}");
}
