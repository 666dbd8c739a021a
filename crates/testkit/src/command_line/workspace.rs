//! A folder in which a test runs the command, and reads what it leaves behind.

use super::process::{DEADLINE, finish, finish_within, transcript};
use deskpilot_core::{Assignment, Entry, Event, HostDecision, Operation};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

/// What the line of an operation that begins has.
const ACTING: &str = "\"event\":\"acting\"";

/// A temporary folder for logs and results, in which the command runs.
pub struct Workspace {
    folder: tempfile::TempDir,
    program: &'static str,
    variables: Vec<(&'static str, &'static str)>,
}

impl Workspace {
    /// A new folder for this program.
    pub fn of(program: &'static str) -> Workspace {
        Workspace { folder: tempfile::tempdir().unwrap(), program, variables: Vec::new() }
    }

    /// The same, where the command has this variable too.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &'static str) -> Workspace {
        self.variables.push((name, value));
        self
    }

    /// The program.
    pub fn program(&self) -> &'static str {
        self.program
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file of the folder, and the folders on its way.
    pub fn put(&self, file: &str, text: &str) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap_or(self.path())).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The main job, with its result in this folder.
    pub fn main_job(&self) -> String {
        format!(
            "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
             answer.txt in {}.",
            self.path().display()
        )
    }

    /// A job whose words say all that is done for it, with its result in this folder.
    pub fn letter(&self) -> String {
        format!("Open the text editor, type \"Hello\", save it as answer.txt in {}.", self.path().display())
    }

    /// The command with these arguments, without the environment of the test.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(words).current_dir(self.path()).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.path());
        command.env("DESKPILOT_TERMINAL_PROGRESS", "details").envs(self.variables.iter().copied());
        command
    }

    /// The output of the command.
    pub fn run(&self, words: &[&str]) -> Output {
        self.run_within(words, DEADLINE)
    }

    /// The output of a command that may take so long.
    pub fn run_within(&self, words: &[&str], limit: Duration) -> Output {
        let child = self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        finish_within(child, limit)
    }

    /// The output of the command with these variables and no others, such as those of an open desktop.
    pub fn run_with<'v>(
        &self,
        variables: impl Iterator<Item = (&'v str, &'v str)>,
        words: &[&str],
    ) -> Output {
        let mut command = self.command(words);
        command.env_clear().envs(variables).env("DESKPILOT_TERMINAL_PROGRESS", "details");
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// The jobs of the batch in this queue, by the names of their plans or tasks.
    pub fn jobs(&self, queue: &str) -> BTreeMap<String, Value> {
        let output = self.run(&["queue", "list", queue, "--json"]);
        assert!(output.status.success(), "{}", transcript(&output));
        let runs: Value = serde_json::from_slice(&output.stdout).unwrap();
        let jobs = runs[0]["jobs"].as_array().unwrap();
        jobs.iter().map(|it| (it["payload"]["name"].as_str().unwrap().to_owned(), it.clone())).collect()
    }

    /// The folder of the log of a task.
    pub fn log(&self, task: &str) -> PathBuf {
        self.path().join("logs").join(task)
    }

    /// The entries of a task so far.
    pub fn entries(&self, task: &str) -> Vec<Entry> {
        self.entries_with(task, "")
    }

    /// Those whose lines have this text. Many others hold whole views, which take long to read, and a test may ask again and again.
    fn entries_with(&self, task: &str, text: &str) -> Vec<Entry> {
        let log = fs::read_to_string(self.log(task).join("events.jsonl")).unwrap_or_default();
        let lines = log.lines().filter(|line| line.contains(text));
        // The last line may be half written.
        lines.map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    /// What the main job saved; empty if it did not.
    pub fn answer(&self) -> String {
        fs::read_to_string(self.path().join("answer.txt")).unwrap_or_default()
    }

    /// The subtasks that were assigned in a task, each with its agent.
    pub fn assignments(&self, task: &str) -> Vec<Assignment> {
        let assigned = |entry: Entry| match entry.event {
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => Some(*it),
            _ => None,
        };
        self.entries_with(task, "\"event\":\"host_decided\"").into_iter().filter_map(assigned).collect()
    }

    /// The application of each action that a task began.
    pub fn acted_in(&self, task: &str) -> Vec<String> {
        let application = |entry: Entry| match entry.event {
            Event::Acting { operation: Operation::Act(action), .. } => Some(action.window.application),
            _ => None,
        };
        self.entries_with(task, ACTING).into_iter().filter_map(application).collect()
    }

    /// The operations that a task began, in words.
    pub fn operations(&self, task: &str) -> Vec<String> {
        let entries = self.entries_with(task, ACTING);
        entries
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Acting { operation, .. } => Some(operation.to_string()),
                _ => None,
            })
            .collect()
    }
}
