//! Runs the command lines of a page at a terminal, as somebody does who follows it.

use deskpilot_testkit::command_line::{
    Recording, Terminal, Workspace, finish,
    page::{PageCommand, Proof, Typed, commands, keeps},
    until,
};
use std::{fs, path::Path, process::Stdio};

/// The request of the task that runs while a command about a running task is run.
const LONG: &str = "Open the calculator. Wait 120 seconds.";

/// A home, in which the command lines of one page are run.
pub(crate) struct PageRun {
    workspace: Workspace,
    /// How many were run.
    pub(crate) count: usize,
    /// All of them in one terminal.
    recording: Recording,
}

impl PageRun {
    pub(crate) fn new(program: &'static str) -> PageRun {
        PageRun { workspace: Workspace::of(program), count: 0, recording: Recording::default() }
    }

    /// Runs those of the page that are to be run; the error says which one does not do what the page promises, and what it does.
    pub(crate) fn every_command(&mut self, page: &str) -> Result<(), String> {
        for command in commands(page)? {
            let (wanted, (code, written)) = match &command.proof {
                Proof::Own | Proof::Parse => continue,
                Proof::Run { exit, typed } => (*exit, self.run(&command, typed)),
                Proof::Running => (0, self.run_beside_a_task(&command)),
            };
            self.count += 1;
            let line = typed_line(&command.words);
            self.recording.add(&line, &written);
            let shown = written.lines();
            let about = format!("line {}: `{line}`", command.line);
            if code != Some(wanted) {
                return Err(format!("{about} ends with {}:\n{}", code.unwrap_or(-1), shown.join("\n")));
            }
            if !command.promised.is_empty() && !keeps(&command.promised, &shown) {
                return Err(format!("{about} shows\n{}", shown.join("\n")));
            }
        }
        Ok(())
    }

    /// The command lines and what they wrote as one recording, in the format of asciinema.
    pub(crate) fn asciicast(&self) -> String {
        let home = self.workspace.path();
        let cast = self.recording.asciicast();
        let real = home.canonicalize().unwrap();
        [real.as_path(), home]
            .iter()
            .fold(cast, |cast, it| cast.replace(&it.display().to_string(), "/home/ada"))
    }

    /// Keeps the recording for somebody who reads it as a whole.
    pub(crate) fn keep_recording(&self, page: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
        fs::create_dir_all(&folder).unwrap();
        let name = Path::new(page).with_extension("cast");
        fs::write(folder.join(name.file_name().unwrap()), self.asciicast()).unwrap();
    }

    fn run(&self, command: &PageCommand, typed: &Typed) -> (Option<i32>, Recording) {
        let before = self.latest_task();
        let mut terminal = self.terminal(command);
        match typed {
            Typed::Nothing => {}
            Typed::Answer(line) => {
                terminal.shows(1, "\n> ");
                terminal.types(&format!("{line}\n"));
            }
            Typed::Interrupt => {
                until("a new task waits", || {
                    let task = self.latest_task().filter(|task| before.as_ref() != Some(task));
                    task.is_some_and(|task| self.waits(&task))
                });
                terminal.types("\u{3}");
            }
        }
        terminal.recorded()
    }

    /// Runs the command while a task waits, which is stopped afterwards; `watch` ends with it.
    fn run_beside_a_task(&self, command: &PageCommand) -> (Option<i32>, Recording) {
        let task = format!("running-{}", command.line);
        let mut process = self.workspace.command(&["run", LONG, "--task", &task]);
        let process = process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until("the task waits", || self.waits(&task));
        let terminal = self.terminal(command);
        if command.words[0] == "watch" {
            terminal.shows(1, "open Galculator");
            self.workspace.run(&["stop", &task]);
        }
        let ended = terminal.recorded();
        self.workspace.run(&["stop", &task]);
        finish(process);
        ended
    }

    /// A terminal that shows no colours and does not move its cursor.
    fn terminal(&self, command: &PageCommand) -> Terminal {
        let latest = self.latest_task().unwrap_or_default();
        let words: Vec<&str> =
            command.words.iter().map(|it| if it == "TASK" { latest.as_str() } else { it }).collect();
        let variables = [("LANG", "C.UTF-8"), ("DESKPILOT_TERMINAL_PROGRESS", "steps")];
        Terminal::with(&self.workspace, &words, &variables)
    }

    fn waits(&self, task: &str) -> bool {
        self.workspace.operations(task).iter().any(|operation| operation.starts_with("wait("))
    }

    /// The task that TASK stands for: the latest one that was to do something.
    fn latest_task(&self) -> Option<String> {
        let folders = fs::read_dir(self.workspace.path().join("logs")).ok()?.flatten();
        let tasks = folders.filter_map(|folder| {
            let written = folder.path().join("events.jsonl").metadata().ok()?.modified().ok()?;
            Some((written, folder.file_name().into_string().ok()?))
        });
        tasks.filter(|(_, name)| !name.starts_with("dry-run-")).max().map(|(_, name)| name)
    }
}

/// The command line as a person types it.
fn typed_line(words: &[String]) -> String {
    let typed = |word: &String| match word.contains(char::is_whitespace) {
        true => format!("{word:?}"),
        false => word.clone(),
    };
    let words: Vec<String> = std::iter::once("deskpilot".to_owned()).chain(words.iter().map(typed)).collect();
    words.join(" ")
}
