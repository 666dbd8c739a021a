//! The state of a connection: the client's tasks, which end with it.

use crate::{client_task::ClientTask, options::McpOptions};
use deskpilot_runtime::{SessionHandle, Sessions, plain};
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
    tasks: Mutex<Vec<ClientTask>>,
    ending: CancellationToken,
}

impl ClientConnection {
    /// A connection that has no task yet.
    pub(crate) fn new(options: McpOptions) -> ClientConnection {
        let sessions = Sessions::new(options.notify.clone());
        ClientConnection { options, sessions, tasks: Mutex::default(), ending: CancellationToken::new() }
    }

    /// Whether the client may start one more task.
    pub(crate) fn has_room(&self) -> bool {
        self.sessions.live().len() < MOST_RUNNING
    }

    /// Adds a task of the client's, in place of an earlier run of it. Stops one that began while the connection ended.
    pub(crate) fn add(&self, task: ClientTask) {
        if self.ending.is_cancelled() {
            task.handle().stop();
        }
        let mut tasks = self.tasks();
        tasks.retain(|it| it.name() != task.name());
        tasks.push(task);
    }

    /// The task of this name that the client started or resumed.
    pub(crate) fn task(&self, name: &str) -> Option<ClientTask> {
        self.tasks().iter().find(|it| it.name() == name).cloned()
    }

    /// The names of the client's tasks, the oldest first.
    pub(crate) fn task_names(&self) -> Vec<String> {
        self.tasks().iter().map(|it| it.name().to_owned()).collect()
    }

    /// Stops all tasks, which can be resumed, and waits for their ends within a deadline.
    pub(crate) async fn end(&self) {
        self.ending.cancel();
        let live = self.sessions.live();
        live.iter().for_each(SessionHandle::stop);
        let all_over = async {
            for handle in &live {
                handle.wait_until_over().await;
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
