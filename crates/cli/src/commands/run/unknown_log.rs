//! Asks before the requests of a log that this user's Deskpilot did not write are carried out.

use crate::{
    console::plain,
    terminal::{Terminal, say},
};
use deskpilot_core::{LogOrigin, TaskPlan};

/// Where a log comes from, and what would be done by it.
pub(super) struct UnknownLog<'e> {
    pub(super) task: &'e str,
    pub(super) origin: LogOrigin,
    pub(super) purpose: LogUse,
    pub(super) plan: Option<&'e TaskPlan>,
}

/// What a command does by a log.
pub(super) enum LogUse {
    /// `resume`: continues this request.
    Resume(String),
    /// `replay`: repeats these requests with the decisions of the log.
    Replay(Vec<String>),
}

impl LogUse {
    const fn command(&self) -> &'static str {
        match self {
            LogUse::Resume(_) => "resume",
            LogUse::Replay(_) => "replay",
        }
    }

    fn requests(&self) -> &[String] {
        match self {
            LogUse::Resume(request) => std::slice::from_ref(request),
            LogUse::Replay(requests) => requests,
        }
    }
}

impl UnknownLog<'_> {
    /// Whether the user wants this done. `false` also without a terminal to ask at.
    pub(super) async fn may_continue(&self, terminal: &mut Terminal) -> bool {
        match terminal.ask(&format!("{}\nGo on with this? [y/N] ", self.description())).await {
            Ok(answer) => matches!(answer.to_lowercase().as_str(), "y" | "yes"),
            Err(_) => {
                let (task, command) = (self.task, self.purpose.command());
                say(&format!(
                    "{}\nnothing is done: {command} {task} at a terminal, which asks you, or with --imported if you want this \
                     carried out\n",
                    self.description()
                ));
                false
            }
        }
    }

    fn description(&self) -> String {
        let steps = self.plan.map_or(&[][..], |it| &it.steps);
        let words: Vec<String> =
            self.purpose.requests().iter().chain(steps).map(|it| format!("  {}", plain(it))).collect();
        let what = match &self.purpose {
            LogUse::Resume(_) => "It goes on with this request:".to_owned(),
            LogUse::Replay(_) => format!(
                "Its decisions are carried out again (`deskpilot log {}` shows them), for these requests:",
                self.task
            ),
        };
        format!(
            "{}\nNo yes, no rule and no open question of it holds. {what}\n{}",
            self.origin,
            words.join("\n")
        )
    }
}
