//! A terminal that a test types into. `script`, which every Debian has, makes it.

use super::{
    process::{DEADLINE, until},
    workspace::Workspace,
};
use serde_json::json;
use std::{
    io::{Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// A terminal with the command in it.
pub struct Terminal {
    child: Child,
    keyboard: ChildStdin,
    screen: Arc<Mutex<String>>,
    recording: Arc<Mutex<Recording>>,
    /// Reads what the terminal writes, until its end.
    reader: JoinHandle<()>,
}

/// What a terminal wrote, and when.
#[derive(Clone, Default)]
pub struct Recording {
    columns: u16,
    parts: Vec<(Duration, String)>,
}

impl Recording {
    /// The lines that stayed, as the terminal shows them: without colours and without what was overwritten.
    pub fn lines(&self) -> Vec<String> {
        let all: String = self.parts.iter().map(|it| it.1.as_str()).collect();
        let shown = |line: &str| {
            let rest = line.trim_end_matches('\r').rsplit(['\r']).next().unwrap_or_default().to_owned();
            let rest = rest.rsplit("\u{1b}[2K").next().unwrap_or_default().to_owned();
            console::strip_ansi_codes(&rest).trim_end().to_owned()
        };
        all.split('\n').map(shown).collect()
    }

    /// Adds a command line and what it wrote, as if it had been typed into the same terminal.
    pub fn add(&mut self, line: &str, written: &Recording) {
        let began = self.parts.last().map_or(Duration::ZERO, |(at, _)| *at);
        self.columns = self.columns.max(written.columns);
        self.parts.push((began, format!("$ {line}\r\n")));
        self.parts.extend(written.parts.iter().map(|(at, text)| (began + *at, text.clone())));
    }

    /// All that was written.
    pub fn text(&self) -> String {
        self.parts.iter().map(|it| it.1.as_str()).collect()
    }

    /// The recording in the format of asciinema, version 2.
    pub fn asciicast(&self) -> String {
        let head =
            json!({ "version": 2, "width": self.columns, "height": 24, "env": { "TERM": "xterm-256color" } });
        let line = |(at, text): &(Duration, String)| json!([at.as_secs_f64(), "o", text]).to_string();
        let lines = std::iter::once(head.to_string()).chain(self.parts.iter().map(line));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    }
}

impl Terminal {
    /// A terminal of 80 columns that cannot move its cursor.
    pub fn open(workspace: &Workspace, words: &[&str]) -> Terminal {
        Terminal::with(workspace, words, &[])
    }

    /// A terminal of this width that moves its cursor and shows colours.
    pub fn wide(workspace: &Workspace, words: &[&str], variables: &[(&str, &str)], columns: u16) -> Terminal {
        let usual = [("TERM", "xterm-256color"), ("DESKPILOT_TERMINAL_PROGRESS", "steps")];
        let variables = [usual.as_slice(), variables].concat();
        Terminal::start(workspace, words, &variables, columns)
    }

    /// The same with these additional variables.
    pub fn with(workspace: &Workspace, words: &[&str], variables: &[(&str, &str)]) -> Terminal {
        Terminal::start(workspace, words, variables, 80)
    }

    fn start(workspace: &Workspace, words: &[&str], variables: &[(&str, &str)], columns: u16) -> Terminal {
        let quoted = |word: &&str| format!("'{}'", word.replace('\'', r"'\''"));
        let words: Vec<String> = words.iter().map(quoted).collect();
        // `exec` replaces the shell, whose exit code after Ctrl-C would hide the command's.
        let program = workspace.program();
        let line = format!("stty cols {columns} rows 24; exec {program} {}", words.join(" "));
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(workspace.path());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", workspace.path());
        command
            .env("SHELL", "/bin/sh")
            .env("TERM", "dumb")
            .env("DESKPILOT_TERMINAL_PROGRESS", "details")
            .envs(variables.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (keyboard, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let screen = Arc::new(Mutex::new(String::new()));
        let recording = Arc::new(Mutex::new(Recording { columns, parts: Vec::new() }));
        let (shown, recorded, began) = (screen.clone(), recording.clone(), Instant::now());
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut rest = Vec::new();
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                rest.extend_from_slice(&bytes[..count]);
                // A letter may be cut in two by the read.
                let whole = std::str::from_utf8(&rest).map_or_else(|it| it.valid_up_to(), str::len);
                let text = String::from_utf8_lossy(&rest[..whole]).into_owned();
                rest.drain(..whole);
                shown.lock().unwrap().push_str(&text.replace('\r', ""));
                recorded.lock().unwrap().parts.push((began.elapsed(), text));
            }
        });
        Terminal { child, keyboard, screen, recording, reader }
    }

    /// All that was shown so far, without carriage returns.
    pub fn screen(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    /// Waits until the terminal shows the text for the nth time, from 1.
    pub fn shows(&self, nth: usize, text: &str) {
        until(&format!("{text} in {}", self.screen()), || self.screen().matches(text).count() >= nth);
    }

    /// Presses these keys.
    pub fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Kills the terminal.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The exit code of the command, and what it wrote.
    pub fn recorded(self) -> (Option<i32>, Recording) {
        let recording = self.recording.clone();
        let (code, _) = self.end();
        let recording = recording.lock().unwrap().clone();
        (code, recording)
    }

    /// The exit code of the command, and all that was shown.
    pub fn end(mut self) -> (Option<i32>, String) {
        let began = Instant::now();
        let status = loop {
            // What was written last may be on its way when the command has ended.
            if let Some(status) = self.child.try_wait().unwrap()
                && self.reader.is_finished()
            {
                break status;
            }
            assert!(began.elapsed() < DEADLINE, "it does not end: {}", self.screen());
            thread::park_timeout(Duration::from_millis(20));
        };
        (status.code(), self.screen())
    }
}
