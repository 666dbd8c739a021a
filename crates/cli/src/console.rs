//! What a person, or a program, reads while a task runs.

use deskpilot_agent::Ending;
use deskpilot_core::{
    Entry, Event, Timestamp,
    fold::{Cost, transcript_line},
};
use deskpilot_runtime::Outcome;
pub(crate) use deskpilot_runtime::plain;
use std::{io::Write, path::Path};

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Lines for a person, on standard error.
    Lines,
    /// Entries as JSON, one a line, on standard output.
    Json,
}

impl Progress {
    pub(crate) fn of(json: bool) -> Progress {
        if json { Progress::Json } else { Progress::Lines }
    }

    /// Shows entries so.
    pub(crate) const fn printer(self) -> Printer {
        Printer { progress: self, began: None }
    }
}

/// Shows entries, with the time since the first.
pub(crate) struct Printer {
    progress: Progress,
    began: Option<Timestamp>,
}

impl Printer {
    /// Shows the next entry. A reader that went away is no reason to stop the task.
    pub(crate) fn show(&mut self, entry: &Entry) {
        let _ = match self.progress {
            Progress::Json => json_line(entry),
            Progress::Lines => text_line(entry, *self.began.get_or_insert(entry.at)),
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

/// What a task came to: what it did, where its log is, what it cost, and the head by which a later change of the log shows.
pub(crate) fn closing(task: &str, folder: &Path, outcome: &Outcome) -> String {
    let Outcome { ending, steps, cost: spent, head, .. } = outcome;
    let how = match ending {
        Ending::Ended(verdict) => verdict.to_string(),
        Ending::Stopped => format!("stopped; go on with `deskpilot resume {task}`"),
        Ending::NeedsAnswers(questions) => {
            let asked: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
            format!("waits for an answer: {}; answer with `deskpilot resume {task}`", asked.join(" / "))
        }
        Ending::NeedsYes(waiting) => {
            format!(
                "waits for your yes: {} ({}); go on with `deskpilot resume {task}`",
                waiting.operation, waiting.reason
            )
        }
    };
    let audit = head.as_ref().map_or(String::new(), |head| format!("\naudit: {head}"));
    let cost = cost(spent);
    format!("{}\nsteps: {steps}\nlog:   {}\ncost:  {cost}{audit}", plain(&how), folder.display())
}

/// Dollars and tokens. A price that is not known is said, never counted as nothing.
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
