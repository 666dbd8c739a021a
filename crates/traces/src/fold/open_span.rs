//! A span that has begun and not ended.

use super::words::INTERRUPTED;
use crate::{
    AttributeValue, Span, SpanId, SpanKind, TraceId,
    names::{EFFECT, TOTAL_CALLS, TOTAL_DOLLARS, TOTAL_INPUT_TOKENS, TOTAL_OUTPUT_TOKENS},
};
use deskpilot_core::{ActionId, Timestamp, fold::Cost};

/// What a span is of. Each is a part of the last open one that comes before it here, and the first four have parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Session,
    Round,
    Subtask,
    /// A step, or an evaluation, which calls models as a step does.
    Step,
    Call,
    Action(ActionId),
    /// An operation that the policy refused, or nobody approved.
    Refusal,
    Approval,
    Question,
}

impl Level {
    /// Whether other spans are parts of it.
    pub(super) fn has_parts(self) -> bool {
        self <= Level::Step
    }

    /// Its word in identifiers.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Level::Session => "session",
            Level::Round => "round",
            Level::Subtask => "subtask",
            Level::Step => "step",
            Level::Call => "call",
            Level::Action(_) => "action",
            Level::Refusal => "refusal",
            Level::Approval => "approval",
            Level::Question => "question",
        }
    }
}

/// A span that has begun.
#[derive(Clone, Debug)]
pub(super) struct OpenSpan {
    pub(super) level: Level,
    pub(super) id: SpanId,
    pub(super) parent: Option<SpanId>,
    pub(super) name: String,
    pub(super) began: Timestamp,
    pub(super) attributes: Vec<(&'static str, AttributeValue)>,
    pub(super) error: Option<String>,
    /// What the model calls within it took.
    pub(super) cost: Cost,
    /// Whether its outcome is known: it ends with the step that is open.
    pub(super) is_over: bool,
}

impl OpenSpan {
    /// Adds an attribute.
    pub(super) fn with(&mut self, name: &'static str, value: impl Into<AttributeValue>) -> &mut OpenSpan {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute if it has a value.
    pub(super) fn with_some<T: Into<AttributeValue>>(
        &mut self,
        name: &'static str,
        value: Option<T>,
    ) -> &mut OpenSpan {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The span, which ends now. A clock that was set back makes it end as it began.
    pub(super) fn end(mut self, trace: TraceId, at: Timestamp) -> Span {
        self.note_totals();
        let has_effect = self.attributes.iter().any(|(name, _)| *name == EFFECT);
        if matches!(self.level, Level::Action(_)) && !has_effect {
            // The log ends between the action and its effect: it may or may not have happened.
            self.with(EFFECT, INTERRUPTED).error = Some(INTERRUPTED.to_owned());
        }
        let kind = if self.level == Level::Call { SpanKind::Client } else { SpanKind::Internal };
        Span {
            trace,
            id: self.id,
            parent: self.parent,
            name: self.name,
            kind,
            began: self.began,
            ended: at.max(self.began),
            attributes: self.attributes,
            error: self.error,
        }
    }

    fn note_totals(&mut self) {
        if !self.level.has_parts() || self.cost.calls == 0 {
            return;
        }
        let Cost { dollars, unpriced, calls, input_tokens, output_tokens, .. } = self.cost;
        self.with(TOTAL_CALLS, calls).with(TOTAL_INPUT_TOKENS, input_tokens);
        self.with(TOTAL_OUTPUT_TOKENS, output_tokens);
        if unpriced < calls {
            self.with(TOTAL_DOLLARS, dollars);
        }
    }
}
