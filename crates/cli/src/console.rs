//! The result of a task, for a person.

use deskpilot_agent::Ending;
use deskpilot_core::{Verdict, fold::Cost};
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
    /// What the person said no to, if the task failed by it.
    pub(crate) denied: Option<&'a str>,
}

impl TaskResult<'_> {
    /// How the task ended, its files, what it cost, where its log is, and what to type next.
    pub(crate) fn text(&self) -> String {
        let SessionOutcome { ending, steps, cost: spent, head, .. } = self.outcome;
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
        row("cost:", &cost(spent));
        row("log:", &self.folder.display().to_string());
        if let Some(head) = head {
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
            Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => {
                Some(format!("`deskpilot log {task}` shows what it did"))
            }
            Ending::Stopped => Some(format!("`deskpilot resume {task}` continues it")),
            Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => {
                Some(format!("`deskpilot resume {task}` asks you again"))
            }
        }
    }
}

/// How a session ended, as a sentence.
pub(crate) fn how(ending: &Ending) -> String {
    match ending {
        // The built-in model comments every success with "done", which adds nothing.
        Ending::Ended(Verdict::Finished(comment)) if comment.is_empty() || comment == "done" => {
            "Finished.".into()
        }
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

/// Dollars and tokens. Replies of unknown price are named, not counted as free.
pub(crate) fn cost(cost: &Cost) -> String {
    let Cost { dollars, unpriced, calls, input_tokens, cached_tokens, output_tokens } = cost;
    let tokens = format!(
        "{calls} model calls, {input_tokens} tokens in ({cached_tokens} cached), {output_tokens} out"
    );
    match unpriced {
        _ if *calls == 0 => "nothing: no model was called".into(),
        0 => format!("${dollars:.4} ({tokens})"),
        _ if unpriced == calls => format!("unknown: no price for this model ({tokens})"),
        _ => format!("${dollars:.4} and {unpriced} calls of unknown price ({tokens})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_price_is_said() {
        for (dollars, unpriced, calls, expected) in [
            (0.0, 0, 0, "nothing: no model was called"),
            (0.0, 0, 2, "$0.0000 (2 model calls, "),
            (0.0, 2, 2, "unknown: no price for this model (2 model calls, "),
            (0.5, 1, 3, "$0.5000 and 1 calls of unknown price (3 model calls, "),
        ] {
            let shown = cost(&Cost { dollars, unpriced, calls, ..Cost::default() });
            assert!(shown.starts_with(expected), "{shown}");
        }
    }
}
