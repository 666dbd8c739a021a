//! The program that carries out commands in LibreOffice: LibreOffice's own Python, kept for the desktop of a session.
//!
//! It gets a request on each line and answers on each line. One that was interrupted, is late or has ended is thrown away, and
//! the next request starts another; a request that was sent is never sent again.

use crate::csv::OpenCsv;
use deskpilot_desktop::DesktopError;
use deskpilot_system::{ProcessGroup, reason};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{io, path::PathBuf, process::Stdio, time::Duration};
use thiserror::Error;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// Takes the modules from the first line of its input, the one that serves last. Nothing is written to a file.
const BEGIN: &str = "import json, sys, types
for name, source in json.loads(sys.stdin.readline()):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name + '.py', 'exec'), module.__dict__)
";
/// The modules in the order in which they use each other.
const MODULES: &[(&str, &str)] = &[
    ("common", include_str!("../bridge/common.py")),
    ("formula_spelling", include_str!("../bridge/formula_spelling.py")),
    ("calc_cells", include_str!("../bridge/calc_cells.py")),
    ("csv_file", include_str!("../bridge/csv_file.py")),
    ("calc_csv", include_str!("../bridge/calc_csv.py")),
    ("calc_view", include_str!("../bridge/calc_view.py")),
    ("calc_errors", include_str!("../bridge/calc_errors.py")),
    ("calc_read", include_str!("../bridge/calc_read.py")),
    ("calc_fill", include_str!("../bridge/calc_fill.py")),
    ("calc_looks", include_str!("../bridge/calc_looks.py")),
    ("workbooks", include_str!("../bridge/workbooks.py")),
    ("calc_copy", include_str!("../bridge/calc_copy.py")),
    ("calc_charts", include_str!("../bridge/calc_charts.py")),
    ("calc_layout", include_str!("../bridge/calc_layout.py")),
    ("calc_order", include_str!("../bridge/calc_order.py")),
    ("calc_sheets", include_str!("../bridge/calc_sheets.py")),
    ("impress_shapes", include_str!("../bridge/impress_shapes.py")),
    ("impress", include_str!("../bridge/impress.py")),
    ("impress_objects", include_str!("../bridge/impress_objects.py")),
    ("impress_tables", include_str!("../bridge/impress_tables.py")),
    ("impress_charts", include_str!("../bridge/impress_charts.py")),
    ("impress_texts", include_str!("../bridge/impress_texts.py")),
    ("writer_text", include_str!("../bridge/writer_text.py")),
    ("writer_places", include_str!("../bridge/writer_places.py")),
    ("writer_comments", include_str!("../bridge/writer_comments.py")),
    ("writer_selection", include_str!("../bridge/writer_selection.py")),
    ("writer_looks", include_str!("../bridge/writer_looks.py")),
    ("writer_tables", include_str!("../bridge/writer_tables.py")),
    ("writer_ranges", include_str!("../bridge/writer_ranges.py")),
    ("writer_links", include_str!("../bridge/writer_links.py")),
    ("writer_headers", include_str!("../bridge/writer_headers.py")),
    ("writer_pages", include_str!("../bridge/writer_pages.py")),
    ("new_documents", include_str!("../bridge/new_documents.py")),
    ("bridge", include_str!("../bridge/bridge.py")),
];

/// Asks for a request's commands instead of carrying one out.
#[cfg(test)]
pub(crate) const LIST: &str = "";
/// Asks for the kind of the document that a window shows.
pub(crate) const KIND: &str = "?";
/// Asks about the CSV file that a window shows, before it is saved.
pub(crate) const CSV: &str = "%";
/// Asks LibreOffice to close all documents without saving them, and then to end.
pub(crate) const CLOSE: &str = "!";

/// A request to the program.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) command: &'a str,
    /// The title of the window that shows the document.
    pub(crate) title: &'a str,
    pub(crate) args: &'a Map<String, Value>,
    /// What a file that is saved holds, each byte as the character with its number; `None` for what LibreOffice writes.
    pub(crate) content: Option<&'a str>,
}

/// What the program answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Answer {
    id: u64,
    /// What was done, as it was read back.
    pub(crate) evidence: Option<String>,
    /// What was as wanted before.
    pub(crate) same: Option<String>,
    /// Why there was nothing to do.
    pub(crate) unchanged: Option<String>,
    /// What was done of it.
    pub(crate) partial: Option<String>,
    /// What was read.
    pub(crate) output: Option<String>,
    /// Why nothing was done.
    pub(crate) failed: Option<String>,
    /// The argument that does not fit, and what it must be.
    pub(crate) bad: Option<String>,
    pub(crate) must: Option<String>,
    /// Why LibreOffice does not answer.
    pub(crate) unreachable: Option<String>,
    /// The kind of the document.
    pub(crate) kind: Option<String>,
    /// The facts about the CSV file that the window shows.
    pub(crate) csv: Option<OpenCsv>,
    /// The names of all commands, by the kind of document.
    #[cfg(test)]
    pub(crate) commands: Option<std::collections::BTreeMap<String, Vec<String>>>,
}

impl Answer {
    /// The same with another remark.
    pub(crate) fn with_note(mut self, note: &str) -> Answer {
        if let Some(evidence) = self.evidence.as_mut().filter(|_| !note.is_empty()) {
            *evidence = format!("{evidence}; {note}");
        }
        self
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub(crate) enum BridgeError {
    /// Nothing was sent.
    #[error("{} does not start: {}", .python.display(), reason(.error))]
    NotStarted {
        /// The program.
        python: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The request was sent.
    #[error("the program that speaks to LibreOffice has ended")]
    Ended,
    /// The request was sent.
    #[error("LibreOffice did not answer within {} ms", .0.as_millis())]
    Late(Duration),
}

/// The program for one desktop, which starts when it is first needed.
#[derive(Debug)]
pub(crate) struct Bridge {
    /// The Python for which LibreOffice's own interface is installed.
    python: PathBuf,
    /// The name of the pipe at which LibreOffice listens.
    pipe: String,
    /// The whole environment of the program.
    env: Vec<(String, String)>,
    running: Option<Running>,
    last: u64,
}

#[derive(Debug)]
struct Running {
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    _group: ProcessGroup,
}

impl Bridge {
    pub(crate) const fn new(python: PathBuf, pipe: String, env: Vec<(String, String)>) -> Bridge {
        Bridge { python, pipe, env, running: None, last: 0 }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(
        &mut self,
        request: &Request<'_>,
        limit: Duration,
    ) -> Result<Answer, BridgeError> {
        self.last += 1;
        let line = line_of(self.last, request);
        // Taken out meanwhile: what is dropped midway has an answer to come that is not the next one's.
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start().await?,
        };
        let exchange = async {
            // What has ended since its last answer has not read the request.
            if running.send(&line).await.is_err() {
                running = self.start().await?;
                running.send(&line).await.map_err(|_| BridgeError::Ended)?;
            }
            running.answer().await
        };
        let answer = timeout(limit, exchange).await.map_err(|_| BridgeError::Late(limit))??;
        // An answer to another request: the program is out of step, and is not put back.
        if answer.id != self.last {
            return Err(BridgeError::Ended);
        }
        self.running = Some(running);
        Ok(answer)
    }

    /// Starts the program ahead of the first request.
    pub(crate) async fn prepare(&mut self) {
        if self.running.is_none() {
            self.running = self.start().await.ok();
        }
    }

    async fn start(&self) -> Result<Running, BridgeError> {
        let mut command = Command::new(&self.python);
        // `-I` isolates Python: no variable, no file of the user and none of the working folder replaces a
        // module.
        command.args(["-I", "-c", BEGIN, &self.pipe]).env_clear().envs(self.env.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = ProcessGroup::spawn(&mut command)
            .map_err(|error| BridgeError::NotStarted { python: self.python.clone(), error })?;
        let (Some(requests), Some(answers)) = (group.stdin(), group.stdout()) else {
            return Err(BridgeError::Ended);
        };
        let mut running = Running { requests, answers: BufReader::new(answers).lines(), _group: group };
        running.send(&format!("{}\n", json!(MODULES))).await.map_err(|_| BridgeError::Ended)?;
        Ok(running)
    }
}

impl Running {
    async fn send(&mut self, line: &str) -> io::Result<()> {
        self.requests.write_all(line.as_bytes()).await
    }

    async fn answer(&mut self) -> Result<Answer, BridgeError> {
        let line = self.answers.next_line().await.ok().flatten().ok_or(BridgeError::Ended)?;
        serde_json::from_str(&line).map_err(|_| BridgeError::Ended)
    }
}

/// A request as a line; arguments that are null were left out.
fn line_of(id: u64, request: &Request<'_>) -> String {
    let args: Map<String, Value> = request
        .args
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, it)| (name.clone(), it.clone()))
        .collect();
    let (command, title, content) = (request.command, request.title, request.content);
    let line =
        json!({"id": id, "command": command, "window": {"title": title}, "args": args, "content": content});
    format!("{line}\n")
}

impl From<BridgeError> for DesktopError {
    /// For what was not sent.
    fn from(error: BridgeError) -> DesktopError {
        DesktopError::NotPossible {
            what: "LibreOffice".into(),
            why: format!("{error}; use its window instead"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OfficeKind;

    #[tokio::test]
    async fn the_program_has_the_commands_of_the_tables_and_no_others() {
        let mut bridge = Bridge::new("/usr/bin/python3".into(), "nobody-listens-here".into(), Vec::new());
        let args = Map::new();
        let list = Request { command: LIST, title: "", args: &args, content: None };
        let commands = bridge.ask(&list, Duration::from_secs(30)).await.unwrap().commands.unwrap();
        for kind in OfficeKind::ALL {
            let mut named: Vec<&str> = kind.table().iter().map(|it| it.name.as_ref()).collect();
            named.sort_unstable();
            assert_eq!(commands[&kind.name().to_lowercase()], named, "{kind:?}");
        }
        let other = Request { command: "save", title: "x", args: &args, content: None };
        let answer = bridge.ask(&other, Duration::from_secs(30)).await.unwrap();
        assert!(answer.unreachable.is_some(), "{answer:?}");
    }
}
