//! Prints the progress and the result of a task, for people and for programs.

use deskpilot_agent::Ending;
use deskpilot_core::{
    Entry, Event, Timestamp,
    fold::{Cost, transcript_line},
};
use deskpilot_runtime::SessionOutcome;
pub(crate) use deskpilot_runtime::plain;
use std::{io::Write, path::Path};

/// How progress is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressFormat {
    /// Lines for a person, on standard error.
    Lines,
    /// Each entry as a line of JSON, on standard output.
    Json,
}

impl ProgressFormat {
    pub(crate) fn of(json: bool) -> ProgressFormat {
        if json { ProgressFormat::Json } else { ProgressFormat::Lines }
    }

    /// A printer of this format.
    pub(crate) const fn printer(self) -> Printer {
        Printer { progress: self, began: None }
    }
}

/// Prints entries with the time since the first.
pub(crate) struct Printer {
    progress: ProgressFormat,
    began: Option<Timestamp>,
}

impl Printer {
    /// Prints the next entry. Ignores errors: a closed output does not stop the task.
    pub(crate) fn show(&mut self, entry: &Entry) {
        let _ = match self.progress {
            ProgressFormat::Json => json_line(entry),
            ProgressFormat::Lines => text_line(entry, *self.began.get_or_insert(entry.at)),
        };
    }
}

fn json_line(entry: &Entry) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, entry)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn text_line(entry: &Entry, began: Timestamp) -> std::io::Result<()> {
    let Some(line) = transcript_line(entry) else { return Ok(()) };
    let seconds = entry.at.since(began) as f64 / 1000.0;
    let indent = match &entry.event {
        Event::RoundStarted { .. } | Event::RoundEnded { .. } | Event::StepStarted { .. } => "",
        _ => "  ",
    };
    writeln!(std::io::stderr().lock(), "{seconds:8.2}s  {indent}{}", plain(&line))
}

/// The result of a task: verdict, steps, log folder, cost, and the hash that reveals later changes of the log.
pub(crate) fn summary(task: &str, folder: &Path, outcome: &SessionOutcome) -> String {
    let SessionOutcome { ending, steps, cost: spent, head, .. } = outcome;
    let how = match ending {
        Ending::Ended(verdict) => verdict.to_string(),
        Ending::Stopped => format!("stopped; continue with `deskpilot resume {task}`"),
        Ending::NeedsAnswers(questions) => {
            let asked: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
            format!("waits for an answer: {}; answer with `deskpilot resume {task}`", asked.join(" / "))
        }
        Ending::NeedsYes(waiting) => {
            format!(
                "waits for your yes: {} ({}); answer with `deskpilot resume {task}`",
                waiting.operation, waiting.reason
            )
        }
    };
    let audit = head.as_ref().map_or(String::new(), |head| format!("\naudit: {head}"));
    let cost = cost(spent);
    format!("{}\nsteps: {steps}\nlog:   {}\ncost:  {cost}{audit}", plain(&how), folder.display())
}

/// Dollars and tokens. Replies of unknown price are named, not counted as free.
pub(crate) fn cost(cost: &Cost) -> String {
    let Cost { dollars, unpriced, calls, input_tokens, cached_tokens, output_tokens } = cost;
    let tokens = format!(
        "{calls} model calls, {input_tokens} tokens in ({cached_tokens} cached), {output_tokens} out"
    );
    match unpriced {
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
            (0.0, 0, 2, "$0.0000 (2 model calls, "),
            (0.0, 2, 2, "unknown: no price for this model (2 model calls, "),
            (0.5, 1, 3, "$0.5000 and 1 calls of unknown price (3 model calls, "),
        ] {
            let shown = cost(&Cost { dollars, unpriced, calls, ..Cost::default() });
            assert!(shown.starts_with(expected), "{shown}");
        }
    }
}
