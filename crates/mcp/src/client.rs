//! The state of a connection: the client's tasks and its desktops, which end with it.

use crate::{
    client_task::{ClientTask, TaskKind},
    hands::{Hands, HandsOptions},
    limits::MOST_RUNNING,
    open_forms::OpenForms,
    options::{McpOptions, WantedSettings},
    tool_error::ToolError,
};
use deskpilot_core::Mode;
use deskpilot_runtime::{Sessions, plain};
use rmcp::{RoleServer, service::RequestContext};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

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
    /// Made for the first call that needs them.
    hands: Mutex<Option<Arc<Hands>>>,
    ending: CancellationToken,
}

impl ClientConnection {
    /// A connection that has no task yet.
    pub(crate) fn new(options: McpOptions) -> ClientConnection {
        let sessions = Sessions::new(options.notify.clone());
        let (forms, tasks, hands) = (OpenForms::default(), Mutex::default(), Mutex::default());
        ClientConnection { options, sessions, forms, tasks, hands, ending: CancellationToken::new() }
    }

    /// Begins a task of the client's, and adds it in place of an earlier run of it. One after the other, so that no more run than may.
    ///
    /// # Errors
    /// It cannot begin, too many tasks run, or the connection ends.
    pub(crate) fn begin(
        &self,
        run: impl FnOnce() -> Result<ClientTask, ToolError>,
    ) -> Result<ClientTask, ToolError> {
        // Locked until the task is in the list: `stop_all` waits for that, and then stops this task too.
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

    /// The hands of the client, under the user's settings, and under the name of the client of this call.
    ///
    /// # Errors
    /// A setting is wrong.
    pub(crate) fn hands(&self, context: &RequestContext<RoleServer>) -> Result<Arc<Hands>, ToolError> {
        let mut place = self.lent();
        if let Some(known) = &*place {
            return Ok(known.clone());
        }
        let options = HandsOptions {
            config: self.options.config(Mode::Normal, &WantedSettings::default())?,
            client: respondent(context),
            deadline: HandsOptions::DEADLINE,
            idle: HandsOptions::IDLE,
        };
        let hands = Arc::new(Hands::new(options, self.sessions.clone()));
        // `stop_all` may have looked for hands before there were any.
        if self.ending.is_cancelled() {
            hands.leave();
        }
        *place = Some(hands.clone());
        Ok(hands)
    }

    /// The task of this name that the client started or resumed, or that is one of its desktops.
    pub(crate) fn task(&self, name: &str) -> Option<ClientTask> {
        self.all_tasks().into_iter().find(|it| it.name() == name)
    }

    /// The task that is meant where none is named: the last with an open question, or else the last one, which is a desktop only if
    /// there is no other.
    pub(crate) fn usual_task(&self) -> Option<ClientTask> {
        let all = self.all_tasks();
        let asks = all.iter().rev().find(|it| it.handle().question().is_some());
        asks.or(all.last()).cloned()
    }

    /// The names of the client's desktops and tasks, the oldest task first.
    pub(crate) fn task_names(&self) -> Vec<String> {
        self.all_tasks().iter().map(|it| it.name().to_owned()).collect()
    }

    /// Stops a task of the client's. Does not wait for its end.
    pub(crate) fn stop(&self, task: &ClientTask) {
        match (task.kind(), &*self.lent()) {
            (TaskKind::Desktop, Some(hands)) => hands.leave_task(task.name()),
            (TaskKind::Desktop, None) | (TaskKind::Whole, _) => task.handle().stop(),
        }
    }

    /// Stops all tasks, which can be resumed, closes all desktops, and waits within a deadline until their logs and spans are complete.
    pub(crate) async fn stop_all(&self) {
        // Before the lists are read: whatever a call adds from now on is stopped by that call.
        self.ending.cancel();
        let hands = self.lent().clone();
        let desktops = hands.as_ref().map_or(Vec::new(), |it| it.sessions());
        if let Some(hands) = hands {
            hands.leave();
        }
        let tasks = self.tasks().clone();
        tasks.iter().for_each(|it| it.handle().stop());
        let all_over = async {
            for handle in tasks.iter().map(ClientTask::handle).chain(&desktops) {
                // The log says how it ended.
                let _ = handle.outcome().await;
            }
        };
        if timeout(STOPPING, all_over).await.is_err() {
            (self.options.notify)("warning: a task did not stop in time; `deskpilot log` shows which");
        }
    }

    fn all_tasks(&self) -> Vec<ClientTask> {
        let mut all = self.desktop_tasks();
        all.extend(self.tasks().iter().cloned());
        all
    }

    fn desktop_tasks(&self) -> Vec<ClientTask> {
        let Some(hands) = self.lent().clone() else { return Vec::new() };
        let task = |session| ClientTask::of_desktop(session, hands.config().clone());
        hands.sessions().into_iter().map(task).collect()
    }

    fn tasks(&self) -> MutexGuard<'_, Vec<ClientTask>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lent(&self) -> MutexGuard<'_, Option<Arc<Hands>>> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
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
