//! Processes of a test: how they ended, and their output.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Output},
    time::{Duration, Instant},
};

/// The time limit of a whole run, for a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(180);

/// The output of the process when it has ended. Kills a process that does not end in time.
pub fn finish(child: Child) -> Output {
    finish_within(child, DEADLINE)
}

/// The output of a process that may take so long. Kills it if it does not end in time.
pub fn finish_within(child: Child, limit: Duration) -> Output {
    let id = child.id();
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if receiver.recv_timeout(limit) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    drop(sender);
    watch.join().unwrap();
    output
}

/// Waits until the condition holds; fails with its name if it does not in time.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !holds() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// Sends a signal to the programs of this name that the task with this log started, by its home. Returns
/// whether there are any.
pub fn signal(log: &Path, program: &str, signal: &str) -> bool {
    let Ok(log) = log.canonicalize() else { return false };
    let home = format!("HOME={}", log.join("home").display());
    let is_its = |process: &fs::DirEntry| {
        let name = fs::read_to_string(process.path().join("comm")).unwrap_or_default();
        let variables = fs::read(process.path().join("environ")).unwrap_or_default();
        name.trim() == program && variables.split(|it| *it == 0).any(|it| it == home.as_bytes())
    };
    let own: Vec<_> = fs::read_dir("/proc").unwrap().flatten().filter(is_its).collect();
    let pids = own.iter().map(fs::DirEntry::file_name);
    !own.is_empty() && Command::new("kill").arg(signal).args(pids).status().unwrap().success()
}

/// Exit status, standard output and standard error of a process, for messages of failed tests.
pub fn transcript(output: &Output) -> String {
    format!(
        "{}\n--- out ---\n{}\n--- err ---\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
