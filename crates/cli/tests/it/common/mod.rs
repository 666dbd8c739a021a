//! Runs the real command on real applications, and reads what it leaves behind.

pub(crate) mod guide;
pub(crate) mod terminal;

use deskpilot_core::{Entry, Event};
use deskpilot_deciders::Steps;
use deskpilot_linux::PrivateDesktop;
use deskpilot_model::{Model, Secret};
use deskpilot_testkit::{PromptedDecider, loopback::ChatServer};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// The time limit of a whole run, for a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(180);

/// A loopback server that offers the step follower, or another model, as a hosted language model, so that sessions log prompts.
pub(crate) struct SpokenServer {
    server: ChatServer,
    _runtime: Runtime,
}

/// The key that its clients need.
const KEY: &str = "only-for-this-test";

impl SpokenServer {
    pub(crate) fn start() -> SpokenServer {
        SpokenServer::of(Arc::new(PromptedDecider(Steps)))
    }

    /// A server that answers with this model.
    pub(crate) fn of(model: Arc<dyn Model>) -> SpokenServer {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ChatServer::start(model, Secret::new(KEY))).unwrap();
        SpokenServer { server, _runtime: runtime }
    }

    /// A server that gives any reply of this model, as providers do that enforce no schema.
    pub(crate) fn unenforced(model: Arc<dyn Model>) -> SpokenServer {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ChatServer::start_unenforced(model, Secret::new(KEY))).unwrap();
        SpokenServer { server, _runtime: runtime }
    }

    /// The variables that make the command use it.
    pub(crate) fn variables(&self) -> [(&'static str, String); 4] {
        [
            ("DESKPILOT_MODEL_NAME", "openai-compatible/steps".into()),
            ("DESKPILOT_MODEL_BASE_URL", self.server.base_url().to_owned()),
            ("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY".into()),
            ("TEST_KEY", KEY.into()),
        ]
    }
}

/// A temporary folder for logs and results, in which the command runs.
pub(crate) struct Workspace {
    folder: tempfile::TempDir,
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        Workspace { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The main job, with its result in this folder.
    pub(crate) fn main_job(&self) -> String {
        format!(
            "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
             answer.txt in {}.",
            self.path().display()
        )
    }

    /// A job whose words say all that is done for it, with its result in this folder.
    pub(crate) fn letter(&self) -> String {
        format!("Open the text editor, type \"Hello\", save it as answer.txt in {}.", self.path().display())
    }

    /// The command with these arguments, without the environment of the test.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deskpilot"));
        command.args(words).current_dir(self.path()).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.path());
        command.env("DESKPILOT_TERMINAL_PROGRESS", "details");
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> Output {
        self.run_within(words, DEADLINE)
    }

    /// The output of a command that may take so long.
    pub(crate) fn run_within(&self, words: &[&str], limit: Duration) -> Output {
        let child = self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        finish_within(child, limit)
    }

    /// The output of the command on an open desktop.
    pub(crate) fn at(&self, desktop: &PrivateDesktop, words: &[&str]) -> Output {
        let mut command = self.command(words);
        command.env_clear().envs(desktop.seat().environment().iter());
        command.env("DESKPILOT_TERMINAL_PROGRESS", "details");
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// The jobs of the batch in this queue, by the names of their plans or tasks.
    pub(crate) fn jobs(&self, queue: &str) -> BTreeMap<String, Value> {
        let output = self.run(&["queue", "list", queue, "--json"]);
        assert!(output.status.success(), "{}", transcript(&output));
        let runs: Value = serde_json::from_slice(&output.stdout).unwrap();
        let jobs = runs[0]["jobs"].as_array().unwrap();
        jobs.iter().map(|it| (it["payload"]["name"].as_str().unwrap().to_owned(), it.clone())).collect()
    }

    pub(crate) fn log(&self, task: &str) -> PathBuf {
        self.path().join("logs").join(task)
    }

    pub(crate) fn entries(&self, task: &str) -> Vec<Entry> {
        let text = fs::read_to_string(self.log(task).join("events.jsonl")).unwrap_or_default();
        // The last line may be half written.
        text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    pub(crate) fn answer(&self) -> String {
        fs::read_to_string(self.path().join("answer.txt")).unwrap_or_default()
    }

    /// The operations that a task began, in words.
    pub(crate) fn operations(&self, task: &str) -> Vec<String> {
        let entries = self.entries(task);
        entries
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Acting { operation, .. } => Some(operation.to_string()),
                _ => None,
            })
            .collect()
    }
}

/// The output of the process when it has ended. Kills a process that does not end in time.
pub(crate) fn finish(child: Child) -> Output {
    finish_within(child, DEADLINE)
}

pub(crate) fn finish_within(child: Child, limit: Duration) -> Output {
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
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !holds() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// Sends a signal to the programs of this name that the task with this log started, by its home. Tells whether there are any.
pub(crate) fn signal(log: &Path, program: &str, signal: &str) -> bool {
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
pub(crate) fn transcript(output: &Output) -> String {
    format!(
        "{}\n--- out ---\n{}\n--- err ---\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
