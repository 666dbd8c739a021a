//! The state of a connection: the client's tasks, which end with it.

use crate::{client_task::ClientTask, open_forms::OpenForms, options::McpOptions, tool_error::ToolError};
use deskpilot_runtime::{Sessions, plain};
use rmcp::{RoleServer, service::RequestContext};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The most tasks of a client that run at once.
const MOST_RUNNING: usize = 8;

/// The most characters of a client's name that a log keeps.
const LONGEST_NAME: usize = 60;

/// How long tasks may take to stop and to close their desktops.
pub(crate) const STOPPING: Duration = Duration::from_secs(10);

/// The state of a connection.
pub(crate) struct ClientConnection {
    pub(crate) options: McpOptions,
    pub(crate) sessions: Sessions,
    /// The forms that the client shows its person.
    pub(crate) forms: OpenForms,
    tasks: Mutex<Vec<ClientTask>>,
    ending: CancellationToken,
}

impl ClientConnection {
    /// A connection that has no task yet.
    pub(crate) fn new(options: McpOptions) -> ClientConnection {
        let sessions = Sessions::new(options.notify.clone());
        let (forms, tasks) = (OpenForms::default(), Mutex::default());
        ClientConnection { options, sessions, forms, tasks, ending: CancellationToken::new() }
    }

    /// Begins a task of the client's, and adds it in place of an earlier run of it. One after the other, so that no more run than may.
    ///
    /// # Errors
    /// It cannot begin, too many tasks run, or the connection ends.
    pub(crate) fn begin(
        &self,
        run: impl FnOnce() -> Result<ClientTask, ToolError>,
    ) -> Result<ClientTask, ToolError> {
        let mut tasks = self.tasks();
        if self.ending.is_cancelled() {
            return Err(ToolError("the connection ends: nothing is begun any more".to_owned()));
        }
        if self.sessions.live().len() >= MOST_RUNNING {
            return Err(ToolError("too many of your tasks run: wait until one ends, or stop one".to_owned()));
        }
        let task = run()?;
        tasks.retain(|it| it.name() != task.name());
        tasks.push(task.clone());
        Ok(task)
    }

    /// The task of this name that the client started or resumed.
    pub(crate) fn task(&self, name: &str) -> Option<ClientTask> {
        self.tasks().iter().find(|it| it.name() == name).cloned()
    }

    /// The names of the client's tasks, the oldest first.
    pub(crate) fn task_names(&self) -> Vec<String> {
        self.tasks().iter().map(|it| it.name().to_owned()).collect()
    }

    /// Stops all tasks, which can be resumed, and waits for their ends within a deadline: until their logs and spans are complete.
    pub(crate) async fn end(&self) {
        self.ending.cancel();
        let tasks = self.tasks().clone();
        tasks.iter().for_each(|it| it.handle().stop());
        let all_over = async {
            for task in &tasks {
                // The log says how it ended.
                let _ = task.handle().outcome().await;
            }
        };
        if timeout(STOPPING, all_over).await.is_err() {
            (self.options.notify)("warning: a task did not stop in time; `deskpilot log` shows which");
        }
    }

    fn tasks(&self) -> MutexGuard<'_, Vec<ClientTask>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name under which the client of this call answers questions, as logs show it.
pub(crate) fn respondent(context: &RequestContext<RoleServer>) -> String {
    respondent_name(context.client_info().map(|it| it.name).as_deref().unwrap_or_default())
}

fn respondent_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let shown: String = plain(&words.join(" ")).chars().take(LONGEST_NAME).collect();
    format!("MCP client {shown}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_client_is_short_and_printable() {
        for (name, expected) in [
            ("claude-code", "MCP client claude-code".to_owned()),
            ("", "MCP client".to_owned()),
            ("a\n b\u{1b}[2J\u{202e}c", "MCP client a b\u{fffd}[2J\u{fffd}c".to_owned()),
            (&"x".repeat(1000), format!("MCP client {}", "x".repeat(LONGEST_NAME))),
        ] {
            assert_eq!(respondent_name(name), expected);
        }
    }
}
