//! Reads a request at the terminal: the line can be edited, and the arrow keys bring back earlier requests.

use deskpilot_runtime::Environment;
use deskpilot_system::{AtomicWrite, ReadLimit, private_folder_options};
use rustyline::{
    Behavior, Config, Editor,
    error::ReadlineError,
    history::{History, MemHistory},
};
use std::path::PathBuf;

/// How many requests are kept.
const MOST: usize = 500;
/// The largest history file that is read: more than [`MOST`] requests take.
const LARGEST: ReadLimit = ReadLimit::mib(16);

/// What a person did at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedLine {
    /// They typed this line.
    Line(String),
    /// They ended the input, or the terminal is gone.
    End,
    /// They pressed Ctrl-C where the line is edited.
    Stop,
}

/// The user's earlier requests: a file with a JSON text for each, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestHistory {
    file: Option<PathBuf>,
}

impl RequestHistory {
    /// That of the user with these variables.
    pub(crate) fn of(environment: &Environment) -> RequestHistory {
        RequestHistory { file: environment.data_folder().map(|it| it.join("requests.jsonl")) }
    }

    /// Adds a request. One that begins with a space is not kept, as in a shell, nor one that repeats the last. Ignores errors:
    /// a request is carried out without a history too.
    pub(crate) fn keep(&self, request: &str) {
        let Some(file) = &self.file else { return };
        let mut all = self.earlier();
        if request.starts_with(char::is_whitespace) || all.last().is_some_and(|it| it == request) {
            return;
        }
        all.push(request.to_owned());
        let kept = &all[all.len().saturating_sub(MOST)..];
        let lines: Vec<String> = kept.iter().filter_map(|it| serde_json::to_string(it).ok()).collect();
        if let Some(folder) = file.parent() {
            let _ = private_folder_options().recursive(true).create(folder);
        }
        let _ = AtomicWrite::FAST.write(file, (lines.join("\n") + "\n").as_bytes());
    }

    fn earlier(&self) -> Vec<String> {
        let text = self.file.as_ref().and_then(|file| LARGEST.read_text(file).ok()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Reads a line, which can be edited; blocks. `None` if this terminal cannot do that.
    pub(crate) fn edited_line(&self, prompt: &str) -> Option<TypedLine> {
        let config = Config::builder().behavior(Behavior::PreferTerm).max_history_size(MOST).ok()?.build();
        let mut history = MemHistory::with_config(&config);
        for request in self.earlier() {
            history.add_owned(request).ok()?;
        }
        let mut editor = Editor::<(), MemHistory>::with_history(config, history).ok()?;
        Some(match editor.readline(prompt) {
            // What begins with a space is not kept, so the space stays.
            Ok(line) => TypedLine::Line(line.trim_end().to_owned()),
            Err(ReadlineError::Interrupted) => TypedLine::Stop,
            Err(_) => TypedLine::End,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn requests_are_kept_in_a_private_file_up_to_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deskpilot/requests.jsonl");
        let history = RequestHistory { file: Some(file.clone()) };
        assert!(history.earlier().is_empty());
        for request in ["a \"b\"", "a \"b\"", " a secret", "two\nlines"] {
            history.keep(request);
        }
        assert_eq!(history.earlier(), ["a \"b\"", "two\nlines"]);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        (0..MOST).for_each(|at| history.keep(&at.to_string()));
        assert_eq!((history.earlier().len(), history.earlier()[0].as_str()), (MOST, "0"));
        fs::write(&file, "no JSON\n\"c\"\n").unwrap();
        assert_eq!(history.earlier(), ["c"]);
        RequestHistory::default().keep("nowhere");
    }
}
