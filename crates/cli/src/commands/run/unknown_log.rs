//! Asks before a task goes on with the request of a log that this user's Deskpilot did not write.

use crate::{
    console::plain,
    terminal::{Terminal, say},
};
use deskpilot_core::{Entry, LogOrigin, Projection, TaskPlan, fold::Round};

/// Where a log comes from, and what its task would do next.
pub(super) struct UnknownLog<'e> {
    pub(super) task: &'e str,
    pub(super) origin: LogOrigin,
    pub(super) entries: &'e [Entry],
    pub(super) plan: Option<&'e TaskPlan>,
}

impl UnknownLog<'_> {
    /// Whether the user wants the task to go on. `false` also when nobody is there to be asked.
    pub(super) async fn may_continue(&self, terminal: &mut Terminal) -> bool {
        match terminal.ask(&format!("{}\nGo on with this? [y/N] ", self.description())).await {
            Ok(answer) => matches!(answer.to_lowercase().as_str(), "y" | "yes"),
            Err(_) => {
                let task = self.task;
                say(&format!(
                    "{}\nnothing is done: resume {task} at a terminal, which asks you, or with --imported if you want this \
                     request carried out\n",
                    self.description()
                ));
                false
            }
        }
    }

    fn description(&self) -> String {
        let request = Round::of(self.entries).request;
        let steps = self.plan.map_or(&[][..], |it| &it.steps);
        let words: Vec<String> = [request].iter().chain(steps).map(|it| format!("  {}", plain(it))).collect();
        format!(
            "{}\nNo yes, no rule and no open question of it holds. It goes on with this request:\n{}",
            self.origin,
            words.join("\n")
        )
    }
}
