//! Runs the real command on real applications, and reads what it leaves behind.

pub(crate) mod guide;
pub(crate) mod terminal;

use deskpilot_core::{Entry, Event};
use deskpilot_deciders::Steps;
use deskpilot_linux::PrivateDesktop;
use deskpilot_model::Secret;
use deskpilot_testkit::{PromptedDecider, loopback::Loopback};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// How long a whole run may take on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(180);

/// A server on loopback at which the step follower is a hosted language model: for what a session writes down of prompts.
pub(crate) struct SpokenServer {
    server: Loopback,
    _runtime: Runtime,
}

/// What its clients must know.
const KEY: &str = "only-for-this-test";

impl SpokenServer {
    pub(crate) fn start() -> SpokenServer {
        let runtime = Runtime::new().unwrap();
        let server =
            runtime.block_on(Loopback::start(Arc::new(PromptedDecider(Steps)), Secret::new(KEY))).unwrap();
        SpokenServer { server, _runtime: runtime }
    }

    /// The variables with which the command asks it.
    pub(crate) fn variables(&self) -> [(&'static str, String); 4] {
        [
            ("DESKPILOT_MODEL_NAME", "openai-compatible/steps".into()),
            ("DESKPILOT_MODEL_BASE_URL", self.server.base_url().to_owned()),
            ("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY".into()),
            ("TEST_KEY", KEY.into()),
        ]
    }
}

/// A folder for logs and results, and the command run in it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The main job, with its result in this place.
    pub(crate) fn main_job(&self) -> String {
        format!(
            "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
             answer.txt in {}.",
            self.path().display()
        )
    }

    /// The command with these words, without any variable of the test's own environment that could steer it.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deskpilot"));
        command.args(words).current_dir(self.path()).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.path());
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> Output {
        finish(self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// The output of the command on a desktop that somebody else brought up.
    pub(crate) fn at(&self, desktop: &PrivateDesktop, words: &[&str]) -> Output {
        let mut command = self.command(words);
        command.env_clear().envs(desktop.seat().environment().iter());
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    pub(crate) fn log(&self, task: &str) -> PathBuf {
        self.path().join("logs").join(task)
    }

    pub(crate) fn entries(&self, task: &str) -> Vec<Entry> {
        let text = fs::read_to_string(self.log(task).join("events.jsonl")).unwrap_or_default();
        // The last line may be under way.
        text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    pub(crate) fn answer(&self) -> String {
        fs::read_to_string(self.path().join("answer.txt")).unwrap_or_default()
    }

    /// The operations of a task that were begun, in words.
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

/// The process's output at its end; killed and reported when it does not end in time.
pub(crate) fn finish(child: Child) -> Output {
    let id = child.id();
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if receiver.recv_timeout(DEADLINE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    drop(sender);
    watch.join().unwrap();
    output
}

/// Waits until the condition holds; a failure with its name when it does not in time.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !holds() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// Standard output and error of a process that ended otherwise than it should.
pub(crate) fn told(output: &Output) -> String {
    format!(
        "{}\n--- out ---\n{}\n--- err ---\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
