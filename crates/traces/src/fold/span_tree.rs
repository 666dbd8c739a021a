//! The spans of one log that have begun, each a part of another, and those that ended.

use super::open_span::{Level, OpenSpan};
use crate::{Span, SpanId, TraceId, TraceParent};
use deskpilot_core::{Entry, Projection, Timestamp, fold::Cost};

/// The open spans of a log, and those that ended and were not taken yet.
#[derive(Debug)]
pub(super) struct SpanTree {
    parent: Option<TraceParent>,
    /// The trace that the log has by itself; `None` before its first entry.
    log: Option<TraceId>,
    open: Vec<OpenSpan>,
    ended: Vec<Span>,
}

impl SpanTree {
    /// No spans yet. All belong to the trace of this parent, if there is one.
    pub(super) const fn new(parent: Option<TraceParent>) -> SpanTree {
        SpanTree { parent, log: None, open: Vec::new(), ended: Vec::new() }
    }

    /// Takes the spans that ended.
    pub(super) fn take_ended(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.ended)
    }

    /// Names the log, before its first span begins.
    pub(super) fn name_log(&mut self, task: &str, began: Timestamp) {
        self.log = Some(TraceId::of_log(task, began));
    }

    /// The open spans, in the order in which they began.
    pub(super) fn open(&self) -> &[OpenSpan] {
        &self.open
    }

    /// Begins a span with this entry.
    pub(super) fn begin(&mut self, level: Level, entry: &Entry, name: impl Into<String>) -> &mut OpenSpan {
        let log = *self.log.get_or_insert_with(|| TraceId::of_log("", entry.at));
        let outer = self.open.iter().filter(|it| it.level.has_parts() && it.level < level);
        let outer = outer.max_by_key(|it| it.level).map(|it| it.id);
        let at = self.open.len();
        self.open.push(OpenSpan {
            level,
            id: SpanId::of_entry(log, level.word(), entry.seq),
            parent: outer.or(self.parent.map(|it| it.span)),
            name: name.into(),
            began: entry.at,
            attributes: Vec::new(),
            error: None,
            cost: Cost::default(),
            is_over: false,
        });
        &mut self.open[at]
    }

    /// The open span of this level.
    pub(super) fn find(&mut self, level: Level) -> Option<&mut OpenSpan> {
        self.open.iter_mut().rfind(|it| it.level == level)
    }

    /// Whether a span of this level is open.
    pub(super) fn is_open(&self, level: Level) -> bool {
        self.open.iter().any(|it| it.level == level)
    }

    /// Ends the span of this level, if it is open.
    pub(super) fn end(&mut self, level: Level, at: Timestamp) {
        if let Some(index) = self.open.iter().rposition(|it| it.level == level) {
            let span = self.open.remove(index);
            self.close(span, at);
        }
    }

    /// Ends this level and all that come after it, the last ones first.
    pub(super) fn end_from(&mut self, level: Level, at: Timestamp) {
        while let Some(index) = self.open.iter().rposition(|it| it.level >= level) {
            let span = self.open.remove(index);
            self.close(span, at);
        }
    }

    fn close(&mut self, span: OpenSpan, at: Timestamp) {
        if let Some(trace) = self.parent.map(|it| it.trace).or(self.log) {
            self.ended.push(span.end(trace, at));
        }
    }

    /// Ends a step with its model calls. What waits for a person outlasts it.
    pub(super) fn end_step(&mut self, at: Timestamp) {
        self.end(Level::Call, at);
        self.end(Level::Step, at);
        self.end_over(at);
    }

    /// Ends the subtask and the round whose outcomes are known, once no step is open.
    pub(super) fn end_over(&mut self, at: Timestamp) {
        for level in [Level::Subtask, Level::Round] {
            if !self.is_open(Level::Step) && self.find(level).is_some_and(|it| it.is_over) {
                self.end_from(level, at);
            }
        }
    }

    /// Adds what a model call took to all that it is a part of.
    pub(super) fn bill(&mut self, entry: &Entry) {
        for outer in self.open.iter_mut().filter(|it| it.level.has_parts()) {
            outer.cost.apply(entry);
        }
    }
}
