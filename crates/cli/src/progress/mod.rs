//! Shows what a task does while it runs: a line for each step, the details of each, or JSON for programs.

mod phrases;
mod saving;
mod screen;
mod step_lines;

pub(crate) use screen::Screen;

use crate::console::plain;
use deskpilot_core::{
    Entry, Event, Projection, Timestamp, Verdict,
    fold::{Cost, transcript_line},
};
use deskpilot_settings::ProgressDetail;
use saving::may_name_a_file;
use std::io::Write;
use step_lines::{Dialogue, StepLines};

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressFormat {
    /// For a person, on standard error.
    Person(ProgressDetail),
    /// The same for a command that prints its result itself.
    Live(ProgressDetail),
    /// Each entry as a line of JSON, on standard output.
    Json,
    /// Nothing but questions: the command prints the result itself.
    Silent,
}

impl ProgressFormat {
    /// Whether a person reads it, who gets the result in words too.
    pub(crate) const fn is_for_person(self) -> bool {
        matches!(self, ProgressFormat::Person(_))
    }

    /// Whether that person wants one line of it, which says how the task ended.
    pub(crate) const fn shows_result_alone(self) -> bool {
        matches!(self, ProgressFormat::Person(ProgressDetail::Nothing))
    }

    /// Whether a person sees what is done while it is done.
    pub(crate) const fn shows_steps(self) -> bool {
        match self {
            ProgressFormat::Person(detail) => !matches!(detail, ProgressDetail::Nothing),
            ProgressFormat::Live(_) | ProgressFormat::Json | ProgressFormat::Silent => false,
        }
    }

    /// The same for a command that prints its result itself.
    pub(crate) const fn without_result(self) -> ProgressFormat {
        match self {
            ProgressFormat::Person(detail) => ProgressFormat::Live(detail),
            other => other,
        }
    }

    /// Whether a person wants to see every action, and what was learned.
    pub(crate) const fn shows_details(self) -> bool {
        matches!(self, ProgressFormat::Person(ProgressDetail::Details | ProgressDetail::Everything))
    }

    /// A printer of this format on this screen, for a task that runs at it.
    pub(crate) fn printer(self, screen: Screen) -> Printer {
        self.printer_with(screen, Dialogue::AtTerminal)
    }

    /// A printer of this format on standard output, for what the log of a task has.
    pub(crate) fn log_printer(self) -> Printer {
        self.printer_with(Screen::of_log(), Dialogue::InLines)
    }

    /// The same for a task that is watched while it runs.
    pub(crate) fn watch_printer(self) -> Printer {
        self.printer_with(Screen::of_watched_task(), Dialogue::InLines)
    }

    fn printer_with(self, screen: Screen, dialogue: Dialogue) -> Printer {
        let steps = StepLines::new(screen.clone(), dialogue);
        Printer {
            progress: self,
            screen,
            dialogue,
            out: None,
            began: None,
            steps,
            cost: Cost::default(),
            verdict: None,
        }
    }
}

/// What a person sees who gave `--verbose` so often.
pub(crate) const fn detail_of_verbosity(times: u8) -> ProgressDetail {
    match times {
        0 => ProgressDetail::Steps,
        1 => ProgressDetail::Details,
        2.. => ProgressDetail::Everything,
    }
}

/// Prints entries as they are written.
pub(crate) struct Printer {
    progress: ProgressFormat,
    screen: Screen,
    dialogue: Dialogue,
    /// Where files without a folder go, until the person knows.
    out: Option<String>,
    began: Option<Timestamp>,
    steps: StepLines,
    cost: Cost,
    verdict: Option<Verdict>,
}

impl Printer {
    /// The same for a task whose files go to this folder: before it may save one, it says so.
    pub(crate) fn saving_to(self, out: Option<String>) -> Printer {
        Printer { out, ..self }
    }

    /// Prints the next entry. Ignores errors: a closed output does not stop the task.
    pub(crate) fn show(&mut self, entry: &Entry) {
        self.cost.apply(entry);
        if let Event::RoundEnded { verdict } = &entry.event {
            self.verdict = Some(verdict.clone());
        }
        match self.progress {
            ProgressFormat::Json => drop(json_line(entry)),
            ProgressFormat::Silent => {}
            ProgressFormat::Person(detail) | ProgressFormat::Live(detail) => {
                self.show_out(entry);
                match detail {
                    ProgressDetail::Nothing => {}
                    ProgressDetail::Steps => self.steps.show(entry),
                    ProgressDetail::Details | ProgressDetail::Everything => self.show_detail(entry, detail),
                }
            }
        }
    }

    /// What the entries so far cost.
    pub(crate) const fn cost(&self) -> &Cost {
        &self.cost
    }

    /// How the last round ended, if the progress output does not show it. Returns each verdict once.
    pub(crate) fn unprinted_verdict(&mut self) -> Option<Verdict> {
        let is_printed =
            !matches!(self.progress, ProgressFormat::Person(ProgressDetail::Steps | ProgressDetail::Nothing));
        self.verdict.take().filter(|_| !is_printed)
    }

    /// Prints what is left of a log that was read to its end.
    pub(crate) fn end_of_log(&mut self) {
        self.steps.end_of_log();
    }

    /// Takes the line of the running step away, so that something else can be printed or asked.
    pub(crate) fn rest(&self) {
        self.screen.rest();
    }

    fn show_out(&mut self, entry: &Entry) {
        let may_save = matches!(&entry.event, Event::Acting { operation, .. } if may_name_a_file(operation));
        if let Some(folder) = self.out.take_if(|_| may_save) {
            self.screen.remark(&format!("What is saved without a folder goes to {}.", plain(&folder)));
        }
    }

    fn show_detail(&mut self, entry: &Entry, detail: ProgressDetail) {
        // The session sent it to the notifier, which printed it already.
        if self.dialogue == Dialogue::AtTerminal && matches!(entry.event, Event::Advised { .. }) {
            return;
        }
        let line = match (transcript_line(entry), detail) {
            (Some(line), _) => line,
            (None, ProgressDetail::Everything) => serde_json::to_string(&entry.event).unwrap_or_default(),
            (None, _) => return,
        };
        let seconds = entry.at.since(*self.began.get_or_insert(entry.at)) as f64 / 1000.0;
        let indent = match &entry.event {
            Event::RoundStarted { .. } | Event::RoundEnded { .. } | Event::StepStarted { .. } => "",
            _ => "  ",
        };
        self.screen.print(&format!("{seconds:8.2}s  {indent}{}\n", plain(&line)));
    }
}

fn json_line(entry: &Entry) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, entry)?;
    out.write_all(b"\n")?;
    out.flush()
}
