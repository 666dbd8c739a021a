//! Pipes, devices and huge files in place of every file that the command reads: it refuses each at once and says what to do,
//! without waiting for it or reading it into memory.

use deskpilot_testkit::command_line::{Workspace, finish, transcript};
use std::{
    fs::{self, File, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// What the command may use of memory, in KiB: less than what it would read.
const MEMORY: u32 = 2_500_000;

/// What replaces a file, and a part of the error about it.
const HOSTILE: [(&str, &str); 3] =
    [("pipe", "it is a pipe"), ("device", "it is a device"), ("huge", "it is larger than")];

const PLAN: &str = r#"{"task": "t", "object": "text editor"}"#;

fn put(what: &str, at: &Path) {
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    let _ = fs::remove_file(at);
    match what {
        "pipe" => assert!(Command::new("mkfifo").arg(at).status().unwrap().success()),
        "device" => symlink("/dev/zero", at).unwrap(),
        _ => {
            File::create(at).unwrap().set_len(1 << 40).unwrap();
            fs::set_permissions(at, Permissions::from_mode(0o600)).unwrap();
        }
    }
}

/// The output of the command, with limited memory.
fn run(workspace: &Workspace, words: &[&str], variables: &[(&str, &str)]) -> Output {
    let command = workspace.command(words);
    let mut limited = Command::new("/bin/sh");
    limited.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"]).arg(command.get_program());
    limited.args(command.get_args()).current_dir(workspace.path()).env_clear();
    limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    limited.envs(variables.iter().copied()).stdin(Stdio::null());
    finish(limited.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[test]
fn what_is_no_plain_small_file_is_refused_at_once_wherever_a_file_is_read() {
    let data = ".local/share/deskpilot";
    for (file, words, variables) in [
        ("deskpilot.toml", &["config", "show"][..], &[][..]),
        (".config/deskpilot/config.toml", &["config", "show"], &[]),
        ("policy.toml", &["policy", "show", "--policy", "policy.toml"], &[]),
        ("policy.toml", &["run", "x", "--model", "steps", "--policy", "policy.toml"], &[]),
        ("tasks/t.toml", &["batch", "tasks/t.toml"], &[]),
        (
            "the.queue",
            &["run", "--mode", "batch_normal", "--plan", "plans", "--queue", "the.queue", "--model", "steps"],
            &[],
        ),
        ("plan.json", &["run", "--mode", "follower", "--plan", "plan.json", "--model", "steps"], &[]),
        ("prices", &["run", "x", "--model", "steps"], &[("DESKPILOT_PRICES_FILE", "prices")]),
        ("agents.toml", &["agents"], &[("DESKPILOT_AGENTS_FILE", "agents.toml")]),
        ("secrets.toml", &["secret", "list"], &[("DESKPILOT_SECRETS_FILE", "secrets.toml")]),
        (&format!("{data}/secret-names"), &["secret", "list"], &[]),
        (&format!("{data}/answers.jsonl"), &["answers", "list"], &[]),
        ("logs/t/events.jsonl", &["log", "t"], &[]),
        ("logs/t/events.jsonl", &["log", "t", "--follow"], &[]),
        ("logs/t/events.jsonl", &["audit", "t"], &[]),
        ("logs/t/events.jsonl", &["resume", "t"], &[]),
        ("logs/t/events.jsonl", &["replay", "t"], &[]),
        ("logs/t/events.jsonl", &["session", "export", "t"], &[]),
        ("it.deskpilot.zip", &["session", "import", "it.deskpilot.zip"], &[]),
    ] {
        for (what, expected) in HOSTILE {
            let workspace = Workspace::of(crate::PROGRAM);
            fs::create_dir(workspace.path().join("plans")).unwrap();
            fs::write(workspace.path().join("plans/p.json"), PLAN).unwrap();
            put(what, &workspace.path().join(file));
            let output = run(&workspace, words, variables);
            let printed = transcript(&output);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{what} as {file}, {words:?}: {printed}");
            // SQLite reads the head of a file, whatever its size.
            let expected = if (file, what) == ("the.queue", "huge") { "is not a queue" } else { expected };
            assert!(printed.contains(expected), "{what} as {file}, {words:?}: {printed}");
            assert!(!printed.contains("panicked"), "{printed}");
        }
    }
}

#[test]
fn a_list_of_tasks_passes_over_what_is_no_log() {
    for (what, _) in HOSTILE {
        let workspace = Workspace::of(crate::PROGRAM);
        for file in ["logs/a/events.jsonl", "logs/b/lock", "logs/b/summary.json", "logs/c/lock"] {
            put(what, &workspace.path().join(file));
        }
        fs::write(workspace.path().join("logs/b/events.jsonl"), "").unwrap();
        fs::write(workspace.path().join("logs/c/events.jsonl"), "no log\n").unwrap();
        let output = run(&workspace, &["log"], &[]);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", transcript(&output));
    }
}

#[test]
fn what_is_added_to_is_a_plain_file_too() {
    let workspace = Workspace::of(crate::PROGRAM);
    let answers: PathBuf = workspace.path().join(".local/share/deskpilot/answers.jsonl");
    put("pipe", &answers);
    let error = deskpilot_system::private_file_options().append(true).open(&answers).unwrap_err();
    // Nobody reads from it, so it cannot even be opened.
    assert_eq!(error.raw_os_error(), Some(6), "{error}");
}

#[test]
fn very_many_rules_are_refused_at_once_and_many_are_read() {
    let workspace = Workspace::of(crate::PROGRAM);
    let file = workspace.path().join("policy.toml");
    let check = |rules: u32, path: &str| {
        let rule = |it: u32| format!("[[rule]]\nsay=\"ask\"\nwindow=\"{it}\"\n");
        let text: String = (0..rules).map(rule).collect();
        fs::write(&file, format!("{text}[[rule]]\nsay=\"allow\"\npath=\"{path}\"\n")).unwrap();
        let deep = format!("/{}x", "a/".repeat(2000));
        run(
            &workspace,
            &["policy", "check", "--policy", "policy.toml", "--open", "gedit", "--file", &deep],
            &[],
        )
    };
    let many = check(25_000, "/**");
    assert_eq!(many.status.code(), Some(2), "{}", transcript(&many));
    assert!(
        transcript(&many).contains("it has 25001 rules, and at most 10000 are read"),
        "{}",
        transcript(&many)
    );
    let stars = check(9_000, &format!("/{}x", "**/".repeat(1300)));
    assert_eq!(stars.status.code(), Some(0), "{}", transcript(&stars));
    let long = check(1, &format!("/{}x", "**/".repeat(2000)));
    assert!(transcript(&long).contains("more than 4096 bytes"), "{}", transcript(&long));
}

#[test]
fn deeply_nested_files_are_refused_and_do_not_end_the_process() {
    let workspace = Workspace::of(crate::PROGRAM);
    let nested = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    let dotted = "a.".repeat(100_000);
    let tables: String = (0..200).map(|it| format!("[{}x{it}]\nb = 1\n", "a.".repeat(70))).collect();
    for (file, text, words) in [
        (
            "policy.toml",
            format!("x = {}", nested("[", "]")),
            &["policy", "show", "--policy", "policy.toml"][..],
        ),
        (
            "policy.toml",
            format!("x = {}1{}", "{a = ".repeat(100_000), "}".repeat(100_000)),
            &["policy", "show", "--policy", "policy.toml"],
        ),
        ("policy.toml", format!("{dotted}b = 1"), &["policy", "show", "--policy", "policy.toml"]),
        ("deskpilot.toml", format!("{dotted}b = 1"), &["config", "show"]),
        ("deskpilot.toml", format!("[{dotted}b]\nc = 1"), &["config", "show"]),
        ("deskpilot.toml", tables, &["config", "show"]),
        ("t.toml", format!("[script.{dotted}b]\nc = 1"), &["batch", "t.toml"]),
        (
            "plan.json",
            nested("[", "]"),
            &["run", "--mode", "follower", "--plan", "plan.json", "--model", "steps"],
        ),
        (
            "plan.json",
            format!("{{\"steps\": {}}}", nested("[", "]")),
            &["run", "--mode", "follower", "--plan", "plan.json", "--model", "steps"],
        ),
        (
            "plan.json",
            format!("{{\"steps\": [{}1]}}", "1,".repeat(200_000)),
            &["run", "--mode", "follower", "--plan", "plan.json", "--model", "steps"],
        ),
        ("logs/t/events.jsonl", nested("[", "]") + "\n", &["log", "t"]),
    ] {
        let path = workspace.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
        let output = run(&workspace, words, &[]);
        let printed = transcript(&output);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{text:.40} in {file}: {printed:.2000}");
        fs::remove_file(&path).unwrap();
    }
}
