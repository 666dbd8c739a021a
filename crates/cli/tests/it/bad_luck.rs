//! Faults around a task in a real application: the task continues, or ends with a clear message.

use deskpilot_core::Launch;
use deskpilot_linux::{Catalog, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::command_line::{Workspace, finish, signal, transcript, until};
use std::{
    process::{Command, Stdio},
    time::Duration,
};

/// Runs the command, and compares its exit code and a part of its output.
fn check(workspace: &Workspace, words: &[&str], code: i32, expected: &str) {
    let output = workspace.run(words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {all}");
    assert!(all.contains(expected), "{words:?} does not say {expected:?}: {all}");
    assert!(!all.contains("panicked"), "{all}");
}

#[test]
fn an_application_that_is_busy_for_a_while_is_looked_at_again() {
    let workspace = crate::workspace();
    let request = "Open mousepad. Wait 3 seconds. Type \"hello\".";
    let words = ["run", request, "--task", "s"];
    let child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("s").iter().any(|operation| operation.starts_with("wait("))
    });
    assert!(signal(&workspace.log("s"), "mousepad", "-STOP"));
    // The wait ends, and a look at an application that does not answer takes more than a second.
    std::thread::sleep(Duration::from_secs(6));
    assert!(signal(&workspace.log("s"), "mousepad", "-CONT"));
    let output = finish(child);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
}

#[test]
fn a_full_disk_is_reported_and_what_was_written_stays_readable() {
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let calculator = Launch { application: "calculator".into(), file: None, ..Launch::default() };
    let catalog = Catalog::read(desktop.seat().environment());
    let launched = runtime.block_on(desktop.seat().launch(&catalog, &calculator, &[])).unwrap();
    let seen = || {
        workspace.run_with(
            desktop.seat().environment().iter(),
            &["observe", "--window", "alculator", "--desktop", "current"],
        )
    };
    until("the calculator shows its keys", || String::from_utf8_lossy(&seen().stdout).contains(" \"5\" "));
    // A limit on the size of files stands for the full disk: the log reaches it after some steps.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    let request = "Click \"5\". Click \"5\". Click \"5\". Click \"5\".";
    let words = ["run", request, "--task", "full", "--desktop", "current"];
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash", crate::PROGRAM]).args(words);
    command.current_dir(workspace.path()).env_clear().envs(desktop.seat().environment().iter());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = finish(command.spawn().unwrap());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert!(all.contains("cannot be written") && !all.contains("panicked"), "{all}");
    check(&workspace, &["log", "full"], 0, "Click \"5\". Click");
    drop(launched);
    runtime.block_on(desktop.close());
}
