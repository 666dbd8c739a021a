//! A terminal that a test types into. `script`, which every Debian has, makes it.

use super::{DEADLINE, Workspace, until};
use std::{
    io::{Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

/// A terminal with the command in it.
pub(crate) struct Terminal {
    child: Child,
    keyboard: ChildStdin,
    screen: Arc<Mutex<String>>,
}

impl Terminal {
    pub(crate) fn open(workspace: &Workspace, words: &[&str]) -> Terminal {
        Terminal::with(workspace, words, &[])
    }

    pub(crate) fn with(workspace: &Workspace, words: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let quoted = |word: &&str| format!("'{}'", word.replace('\'', r"'\''"));
        let words: Vec<String> = words.iter().map(quoted).collect();
        // `exec` replaces the shell, whose exit code after Ctrl-C would hide the command's.
        let line = format!("exec {} {}", env!("CARGO_BIN_EXE_deskpilot"), words.join(" "));
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(workspace.path());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", workspace.path());
        command.env("SHELL", "/bin/sh").env("TERM", "dumb").envs(variables.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (keyboard, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let screen = Arc::new(Mutex::new(String::new()));
        let shown = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).replace('\r', "");
                shown.lock().unwrap().push_str(&text);
            }
        });
        Terminal { child, keyboard, screen }
    }

    pub(crate) fn screen(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    /// Waits until the terminal shows the text for the nth time, from 1.
    pub(crate) fn shows(&self, nth: usize, text: &str) {
        until(&format!("{text} in {}", self.screen()), || self.screen().matches(text).count() >= nth);
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Kills the terminal.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The exit code of the command.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let began = std::time::Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < DEADLINE, "it does not end: {}", self.screen());
            thread::park_timeout(std::time::Duration::from_millis(20));
        };
        (status.code(), self.screen())
    }
}
