//! The terminal behind a standard stream: lines that stay, and below them one that is rewritten while a step runs.

use crate::{
    terminal::say,
    width::{cut, stderr_width, terminal_width, wrapped},
};
use console::Style;
use deskpilot_runtime::Notifier;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{env, io::Write, sync::Arc, time::Duration};

/// How often the running step's line is drawn.
const TICK: Duration = Duration::from_millis(120);
/// The columns of the spinner, the seconds and the spaces around them.
const AROUND: usize = 12;

/// The spaces before the later lines of a step that takes several.
const INDENT: usize = 2;

/// The terminal behind a standard stream. Without a terminal only lines that stay are printed, without colours.
#[derive(Clone)]
pub(crate) struct Screen {
    stream: Stream,
    bar: ProgressBar,
    width: Option<usize>,
    marks: Marks,
}

/// Where a screen prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    /// Standard error: a task runs, and lines are cut to the width of the terminal.
    Errors,
    /// Standard output: lines are what the command is for, and are wrapped.
    Output,
}

/// The letters that this locale can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    Unicode,
    Ascii,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Done,
    /// Something in it was refused, stopped or had no effect, and the agent looked again.
    Attention,
    Failed,
}

impl Screen {
    /// The screen of this process.
    pub(crate) fn of_process() -> Screen {
        Screen::of(Stream::Errors, ProgressDrawTarget::stderr())
    }

    /// The standard output of this process, for a task that is watched.
    pub(super) fn of_watched_task() -> Screen {
        Screen::of(Stream::Output, ProgressDrawTarget::stdout())
    }

    /// The standard output of this process, for what has been done. No line of it is rewritten.
    pub(super) fn of_log() -> Screen {
        Screen::of(Stream::Output, ProgressDrawTarget::hidden())
    }

    fn of(stream: Stream, target: ProgressDrawTarget) -> Screen {
        let width = stream.width();
        let is_dumb = env::var("TERM").is_ok_and(|it| it == "dumb");
        let target = if width.is_some() && !is_dumb { target } else { ProgressDrawTarget::hidden() };
        let marks = if is_utf8(|name| env::var(name).ok()) { Marks::Unicode } else { Marks::Ascii };
        let bar = ProgressBar::with_draw_target(None, target).with_style(style(marks));
        Screen { stream, bar, width, marks }
    }

    /// Prints a text that stays.
    pub(crate) fn print(&self, text: &str) {
        self.bar.suspend(|| self.stream.write(text));
    }

    /// Prints the warnings of sessions.
    pub(crate) fn notifier(self) -> Notifier {
        Arc::new(move |line| self.print(&format!("{line}\n")))
    }

    /// Shows what the running step does.
    pub(crate) fn live(&self, text: &str) {
        if self.bar.is_hidden() {
            return;
        }
        if self.bar.is_finished() {
            self.bar.reset();
        }
        let room = self.width.unwrap_or(usize::MAX).saturating_sub(AROUND);
        self.bar.set_message(self.spelled(&cut(text, room)));
        self.bar.enable_steady_tick(TICK);
    }

    /// Restarts the seconds counter for the next step.
    pub(super) fn begin(&self) {
        self.bar.set_message("");
        self.bar.reset();
    }

    /// Takes the line of the running step away.
    pub(crate) fn rest(&self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
    }

    /// Prints the line of a step that has ended: how it went, whose it was, what it did and how long that took.
    pub(super) fn step(&self, mark: Mark, agent: &str, what: &str, time: &str) {
        self.rest();
        let (sign, colour) = match mark {
            Mark::Done => (self.sign("✓", "+"), Style::new().green()),
            Mark::Attention => (self.sign("!", "!"), Style::new().yellow()),
            Mark::Failed => (self.sign("✗", "x"), Style::new().red()),
        };
        let around = console::measure_text_width(agent) + console::measure_text_width(time) + 8;
        let what = match (self.stream, self.width) {
            (Stream::Errors, Some(width)) => cut(what, width.saturating_sub(around)),
            (Stream::Errors, None) | (Stream::Output, _) => what.to_owned(),
        };
        let [colour, bold, dim] =
            [colour, Style::new().bold(), Style::new().dim()].map(|it| self.stream.styled(it));
        let line = format!(
            "{} {}  {}  {}",
            colour.apply_to(sign),
            bold.apply_to(self.spelled(agent)),
            self.spelled(&what),
            dim.apply_to(time)
        );
        let lines = match (self.stream, self.width) {
            (Stream::Output, Some(width)) => wrapped(&line, width, INDENT),
            (Stream::Output, None) | (Stream::Errors, _) => vec![line],
        };
        self.stream.write(&(lines.join("\n") + "\n"));
    }

    /// Prints a heading, wrapped between words.
    pub(super) fn heading(&self, text: &str) {
        self.paragraph(text, &Style::new().bold());
    }

    /// Prints a remark between the steps, wrapped between words.
    pub(crate) fn remark(&self, text: &str) {
        self.paragraph(text, &Style::new().dim());
    }

    fn paragraph(&self, text: &str, style: &Style) {
        self.rest();
        let style = self.stream.styled(style.clone());
        let text = self.spelled(text);
        let lines = match self.width {
            Some(width) => wrapped(&text, width, 0),
            None => vec![text],
        };
        for line in lines {
            self.stream.write(&format!("{}\n", style.apply_to(line)));
        }
    }

    fn sign(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.marks {
            Marks::Unicode => unicode,
            Marks::Ascii => ascii,
        }
    }

    /// The text in letters that the locale has: ours are the ellipsis alone, what applications say stays as it is.
    fn spelled(&self, text: &str) -> String {
        match self.marks {
            Marks::Unicode => text.to_owned(),
            Marks::Ascii => text.replace('…', "..."),
        }
    }
}

impl Stream {
    /// Ignores errors: the terminal may be gone, or the reader have closed its end.
    fn write(self, text: &str) {
        match self {
            Stream::Errors => say(text),
            Stream::Output => drop(std::io::stdout().lock().write_all(text.as_bytes())),
        }
    }

    /// The columns of its terminal; `None` where it is not a terminal.
    fn width(self) -> Option<usize> {
        match self {
            Stream::Errors => stderr_width(),
            Stream::Output => terminal_width(),
        }
    }

    /// The style where this stream has colours.
    fn styled(self, style: Style) -> Style {
        match self {
            Stream::Errors => style.for_stderr(),
            Stream::Output => style.for_stdout(),
        }
    }
}

fn style(marks: Marks) -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner:.cyan} {msg}  {elapsed:.dim}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    match marks {
        Marks::Unicode => style.tick_strings(&["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏", " "]),
        Marks::Ascii => style.tick_strings(&["|", "/", "-", "\\", " "]),
    }
}

/// Whether the locale of these variables writes UTF-8; the first that is set decides.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|it| !it.is_empty()));
    set.is_some_and(|it| it.to_lowercase().replace('-', "").contains("utf8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_names_the_locale() {
        for (set, expected) in [
            (&[("LANG", "de_DE.UTF-8")][..], true),
            (&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], false),
            (&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")], true),
            (&[], false),
        ] {
            let found = |name: &str| set.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
            assert_eq!(is_utf8(found), expected, "{set:?}");
        }
    }
}
