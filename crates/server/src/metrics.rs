//! The numbers of all tasks and of the page as Prometheus reads them
//! (<https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>). Pure.
//!
//! Whatever is added up over logs is a gauge: it becomes less when a task is removed.

use deskpilot_core::fold::{Cost, WorkCounts};
use deskpilot_log::{Task, TaskState};
use std::{
    collections::BTreeMap,
    fmt::{Display, Write},
};

/// The type of such a text.
pub(crate) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the page has open, and what it sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageCounts {
    /// The browsers that are let in.
    pub(crate) viewers: usize,
    /// The streams of events to them.
    pub(crate) streams: usize,
    /// The screens that they look at.
    pub(crate) screens: usize,
    /// The frames of screens that were sent since the server started.
    pub(crate) frames: u64,
}

/// The numbers of all tasks, folded from their listings.
#[derive(Debug, Default)]
pub(crate) struct TaskMetrics {
    phases: BTreeMap<&'static str, u64>,
    answers: u64,
    approvals: u64,
    cost: Cost,
    counts: WorkCounts,
}

impl TaskMetrics {
    /// Adds a task.
    pub(crate) fn add(&mut self, task: &Task) {
        *self.phases.entry(task.state.word()).or_default() += 1;
        self.answers += u64::from(task.state == TaskState::Asking);
        self.approvals += u64::from(task.state == TaskState::Confirming);
        self.counts.add(&task.counts);
        self.cost.dollars += task.cost.dollars;
        self.cost.unpriced = self.cost.unpriced.saturating_add(task.cost.unpriced);
        self.cost.calls = self.cost.calls.saturating_add(task.cost.calls);
        self.cost.input_tokens = self.cost.input_tokens.saturating_add(task.cost.input_tokens);
        self.cost.output_tokens = self.cost.output_tokens.saturating_add(task.cost.output_tokens);
    }

    /// The text that a scraper gets.
    pub(crate) fn text(&self, page: PageCounts) -> String {
        let mut text = MetricsText::default();
        let phases = self.phases.iter().map(|(word, count)| (*word, *count));
        text.by("deskpilot_sessions", "tasks with a log, by their state", "phase", phases);
        let waiting = [("answers", self.answers), ("approval", self.approvals)];
        text.by("deskpilot_questions_waiting", "tasks that wait for a person", "kind", waiting);
        let words = |counts: &BTreeMap<String, u64>| -> Vec<(String, u64)> {
            counts.iter().map(|(word, count)| (word.clone(), *count)).collect()
        };
        text.by("deskpilot_rounds", "ends of rounds", "outcome", words(&self.counts.rounds));
        text.by("deskpilot_actions", "operations that began", "effect", words(&self.counts.effects));
        text.one("deskpilot_model_calls", "replies of models", &self.cost.calls);
        let tokens = [("input", self.cost.input_tokens), ("output", self.cost.output_tokens)];
        text.by("deskpilot_tokens", "tokens of prompts and replies", "type", tokens);
        text.one("deskpilot_cost_dollars", "the cost of calls with a known price", &self.cost.dollars);
        text.one("deskpilot_unpriced_model_calls", "calls of unknown price", &self.cost.unpriced);
        text.one("deskpilot_page_viewers", "browsers that are let in", &page.viewers);
        text.one("deskpilot_page_streams", "streams of events to browsers", &page.streams);
        text.one("deskpilot_page_screens", "screens that browsers look at", &page.screens);
        text.head(
            "deskpilot_page_frames_total",
            "frames of screens sent since the server started",
            "counter",
        );
        text.line("deskpilot_page_frames_total", &page.frames);
        text.0
    }
}

/// A text of metrics. The values of labels are words of Deskpilot, in which nothing has to be escaped.
#[derive(Debug, Default)]
struct MetricsText(String);

impl MetricsText {
    /// A gauge.
    fn one(&mut self, name: &str, help: &str, value: &dyn Display) {
        self.head(name, help, "gauge");
        self.line(name, value);
    }

    /// A gauge for each value of a label.
    fn by<W: AsRef<str>>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (W, u64)>,
    ) {
        self.head(name, help, "gauge");
        for (word, value) in values {
            self.line(&format!("{name}{{{label}=\"{}\"}}", word.as_ref()), &value);
        }
    }

    fn head(&mut self, name: &str, help: &str, kind: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, value: &dyn Display) {
        let _ = writeln!(self.0, "{name} {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Timestamp, Verdict};
    use expect_test::expect;

    fn task(state: TaskState) -> Task {
        let count = |word: &str| BTreeMap::from([(word.to_owned(), 2)]);
        Task {
            name: "a".into(),
            started: Timestamp(0),
            last: Timestamp(0),
            request: "x".into(),
            state,
            steps: 1,
            cost: Cost { dollars: 0.25, calls: 3, input_tokens: 70, output_tokens: 5, ..Cost::default() },
            counts: WorkCounts { rounds: count("finished"), effects: count("confirmed") },
        }
    }

    #[test]
    fn the_numbers_of_all_tasks_are_added_up() {
        let mut metrics = TaskMetrics::default();
        for state in
            [TaskState::Asking, TaskState::Confirming, TaskState::Ended(Verdict::Finished(String::new()))]
        {
            metrics.add(&task(state));
        }
        let page = PageCounts { viewers: 1, streams: 2, screens: 3, frames: 4 };
        let text: String = metrics
            .text(page)
            .lines()
            .filter(|it| !it.starts_with("# HELP"))
            .map(|it| it.to_owned() + "\n")
            .collect();
        expect![[r#"
            # TYPE deskpilot_sessions gauge
            deskpilot_sessions{phase="finished"} 1
            deskpilot_sessions{phase="waiting"} 2
            # TYPE deskpilot_questions_waiting gauge
            deskpilot_questions_waiting{kind="answers"} 1
            deskpilot_questions_waiting{kind="approval"} 1
            # TYPE deskpilot_rounds gauge
            deskpilot_rounds{outcome="finished"} 6
            # TYPE deskpilot_actions gauge
            deskpilot_actions{effect="confirmed"} 6
            # TYPE deskpilot_model_calls gauge
            deskpilot_model_calls 9
            # TYPE deskpilot_tokens gauge
            deskpilot_tokens{type="input"} 210
            deskpilot_tokens{type="output"} 15
            # TYPE deskpilot_cost_dollars gauge
            deskpilot_cost_dollars 0.75
            # TYPE deskpilot_unpriced_model_calls gauge
            deskpilot_unpriced_model_calls 0
            # TYPE deskpilot_page_viewers gauge
            deskpilot_page_viewers 1
            # TYPE deskpilot_page_streams gauge
            deskpilot_page_streams 2
            # TYPE deskpilot_page_screens gauge
            deskpilot_page_screens 3
            # TYPE deskpilot_page_frames_total counter
            deskpilot_page_frames_total 4
        "#]]
        .assert_eq(&text);
    }
}
