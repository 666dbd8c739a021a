//! The result of a task, for a person.

use deskpilot_agent::Ending;
use deskpilot_core::{Entry, Event, Projection, Verdict, adds_nothing};
use deskpilot_runtime::SessionOutcome;
pub(crate) use deskpilot_runtime::plain;
use std::path::Path;

/// What a result is made of.
pub(crate) struct TaskResult<'a> {
    pub(crate) task: &'a str,
    /// The folder of its log.
    pub(crate) folder: &'a Path,
    pub(crate) outcome: &'a SessionOutcome,
    /// The paths of the files that it made or changed.
    pub(crate) files: &'a [String],
    /// The title of a window that shows unsaved work.
    pub(crate) unsaved: Option<&'a str>,
    /// The hash at the end of its log, for a person who keeps it to audit the log later.
    pub(crate) head: Option<&'a str>,
    /// What the person said no to, if the task failed by it.
    pub(crate) denied: Option<&'a str>,
    /// For which request something was done.
    pub(crate) acted_for: ActedFor,
}

/// The last request of a session for which it began to do something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ActedFor {
    /// None of them.
    #[default]
    Nothing,
    /// One before the last.
    EarlierRequest,
    /// The last.
    LastRequest,
}

impl Projection for ActedFor {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } if *self == ActedFor::LastRequest => *self = ActedFor::EarlierRequest,
            Event::Acting { .. } => *self = ActedFor::LastRequest,
            _ => {}
        }
    }
}

impl ActedFor {
    /// What was not done, for the person who asked for it; `None` where something was done for the last request.
    const fn shortfall(self) -> Option<&'static str> {
        match self {
            ActedFor::Nothing => Some("nothing was done"),
            ActedFor::EarlierRequest => Some("nothing was done for the last request"),
            ActedFor::LastRequest => None,
        }
    }
}

impl TaskResult<'_> {
    /// How the task ended, its files, what it cost, where its log is, and what to type next.
    pub(crate) fn text(&self) -> String {
        let SessionOutcome { ending, steps, cost: spent, .. } = self.outcome;
        let mut text = format!("{}\n", plain(&how(ending)));
        let mut row = |label: &str, what: &str| text.push_str(&format!("{label:<7}{what}\n"));
        if let Some(denied) = self.denied {
            row("you:", &format!("{denied}."));
        }
        for (at, file) in self.files.iter().enumerate() {
            row(if at == 0 { "files:" } else { "" }, &plain(file));
        }
        if let Some(title) = self.unsaved {
            row("left:", &plain(&format!("unsaved work in the window {title:?}")));
        }
        row("steps:", &steps.to_string());
        row("cost:", &spent.to_string());
        row("log:", &self.folder.display().to_string());
        if let Some(head) = self.head {
            row("audit:", head);
        }
        if let Some(next) = self.next() {
            row("next:", &next);
        }
        text
    }

    /// The most likely next command; `None` after a success.
    fn next(&self) -> Option<String> {
        let task = self.task;
        match &self.outcome.ending {
            Ending::Ended(Verdict::Finished(_)) => None,
            Ending::Ended(_) if self.outcome.at_limit => Some(format!(
                "`deskpilot resume {task}` goes on with it, with its limits counted from the start"
            )),
            Ending::Ended(Verdict::Failed(_)) => {
                Some(match self.acted_for.shortfall().filter(|_| self.denied.is_none()) {
                    // What would help is in the reason: other words, or an application that is not installed.
                    Some(undone) => format!("{undone}; `deskpilot log {task}` shows why"),
                    None => what_it_did(task),
                })
            }
            Ending::Ended(Verdict::Errored(_)) => Some(what_it_did(task)),
            Ending::Stopped => Some(format!("`deskpilot resume {task}` continues it")),
            Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => {
                Some(format!("`deskpilot resume {task}` asks you again"))
            }
        }
    }
}

fn what_it_did(task: &str) -> String {
    format!("`deskpilot log {task}` shows what it did")
}

/// How a session ended, on one line.
pub(crate) fn result_line(ending: &Ending) -> String {
    let words = how(ending);
    plain(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// How a session ended, as a sentence.
pub(crate) fn how(ending: &Ending) -> String {
    match ending {
        Ending::Ended(Verdict::Finished(comment)) if adds_nothing(comment) => "Finished.".into(),
        Ending::Ended(Verdict::Finished(comment)) => format!("Finished: {comment}"),
        Ending::Ended(Verdict::Failed(reason)) => format!("Failed: {reason}"),
        Ending::Ended(Verdict::Errored(reason)) => format!("Failed with an error: {reason}"),
        Ending::Stopped => "Stopped.".into(),
        Ending::NeedsAnswers(questions) => {
            let asked: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
            format!("Waits for your answer: {}", asked.join(" / "))
        }
        Ending::NeedsYes(waiting) => {
            format!("Waits for your approval: {} ({})", waiting.operation.description(), waiting.reason)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, Launch, Operation, Timestamp, fold::Cost};

    #[test]
    fn a_result_says_where_nothing_was_done_and_where_to_see_why() {
        let asked = || Event::RoundStarted { round: 0, request: "x".into() };
        let acting = || {
            let operation = Operation::Launch(Launch::default());
            Event::Acting { id: ActionId(0), operation, selected: None }
        };
        let outcome = SessionOutcome {
            ending: Ending::Ended(Verdict::Failed("x".into())),
            at_limit: false,
            steps: 1,
            decisions: 1,
            cost: Cost::default(),
            head: None,
            seconds: 1.0,
            checks: Vec::new(),
        };
        let why = "`deskpilot log t` shows why";
        for (events, expected) in [
            (vec![asked()], format!("nothing was done; {why}")),
            (vec![asked(), asked()], format!("nothing was done; {why}")),
            (vec![asked(), acting(), asked()], format!("nothing was done for the last request; {why}")),
            (vec![asked(), asked(), acting()], "`deskpilot log t` shows what it did".to_owned()),
        ] {
            let entries: Vec<Entry> =
                events.into_iter().map(|event| Entry { seq: 0, at: Timestamp(0), event }).collect();
            let result = TaskResult {
                task: "t",
                folder: Path::new("/logs/t"),
                outcome: &outcome,
                files: &[],
                unsaved: None,
                head: None,
                denied: None,
                acted_for: ActedFor::of(&entries),
            };
            assert_eq!(result.next(), Some(expected), "{entries:?}");
        }
    }

    #[test]
    fn a_result_is_one_line_whatever_the_agent_said() {
        let finished = |comment: &str| Ending::Ended(Verdict::Finished(comment.into()));
        for (ending, expected) in [
            (finished("done"), "Finished."),
            (finished("It is 42.\n\nAs \u{1b}[1mshown."), "Finished: It is 42. As "),
            (Ending::Stopped, "Stopped."),
        ] {
            let line = result_line(&ending);
            assert!(line.starts_with(expected) && line.lines().count() == 1, "{line:?}");
        }
    }
}
