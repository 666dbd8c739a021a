//! What a round and a session have used up, and whether that is more than they may.

use crate::{Entry, Event, Operation, Projection, Ruling, Stamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What was used up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// Steps begun.
    pub steps: u32,
    /// Milliseconds of its steps; waiting for the user does not count.
    pub millis: u64,
    /// Tokens of prompts and replies.
    pub tokens: u64,
    /// Dollars of all calls whose price is known.
    pub dollars: f64,
}

/// What may be used up; `None` is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Steps.
    pub steps: Option<u32>,
    /// Milliseconds of work.
    pub millis: Option<u64>,
    /// Tokens of prompts and replies.
    pub tokens: Option<u64>,
    /// Dollars of all calls whose price is known.
    pub dollars: Option<f64>,
}

/// Which limit was met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Excess {
    /// So many steps.
    Steps(u32),
    /// So many milliseconds.
    Millis(u64),
    /// So many tokens.
    Tokens(u64),
    /// So many dollars.
    Dollars(f64),
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Excess::Steps(steps) => write!(f, "{steps} steps"),
            Excess::Millis(millis) => write!(f, "{:.1} seconds of work", *millis as f64 / 1000.0),
            Excess::Tokens(tokens) => write!(f, "{tokens} tokens"),
            Excess::Dollars(dollars) => write!(f, "${dollars:.4}"),
        }
    }
}

impl Amount {
    /// The first limit that is met: there is nothing left for another step.
    pub fn beyond(&self, limits: &Limits) -> Option<Excess> {
        let steps = limits.steps.filter(|it| self.steps >= *it).map(|_| Excess::Steps(self.steps));
        let millis = limits.millis.filter(|it| self.millis >= *it).map(|_| Excess::Millis(self.millis));
        let tokens = limits.tokens.filter(|it| self.tokens >= *it).map(|_| Excess::Tokens(self.tokens));
        let dollars = limits.dollars.filter(|it| self.dollars >= *it).map(|_| Excess::Dollars(self.dollars));
        steps.or(millis).or(tokens).or(dollars)
    }
}

/// What the present round and the whole session have used up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    /// The round's part.
    pub round: Amount,
    /// The session's.
    pub session: Amount,
    /// When the step under way began, or went on after a person had thought about what another agent asked for.
    began: Option<Stamp>,
    /// Whether a person thinks in the middle of a step.
    is_thinking: bool,
}

impl Spent {
    fn add(&mut self, more: impl Fn(&mut Amount)) {
        more(&mut self.round);
        more(&mut self.session);
    }

    fn paused(&mut self, at: Stamp) {
        if let Some(began) = self.began.take() {
            self.add(|it| it.millis += at.since(began));
        }
    }
}

impl Projection for Spent {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => self.round = Amount::default(),
            Event::StepStarted { .. } => {
                self.began = Some(entry.at);
                self.add(|it| it.steps += 1);
            }
            Event::Replied { usage, .. } => {
                let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
                self.add(|it| it.tokens = it.tokens.saturating_add(tokens));
                self.add(|it| it.dollars += usage.cost.unwrap_or(0.0));
            }
            Event::Ruled { operation: Operation::Permit(_), ruling: Ruling::Confirm(_), .. } => {
                self.is_thinking = true;
                self.paused(entry.at);
            }
            Event::Confirmed { .. } if self.is_thinking => {
                self.is_thinking = false;
                self.began = Some(entry.at);
            }
            Event::StepEnded { .. } | Event::Paused { .. } | Event::Stopped => {
                self.is_thinking = false;
                self.paused(entry.at);
            }
            // A process that was killed left its step open: what came after is not its time.
            Event::SessionResumed { .. } => {
                self.is_thinking = false;
                self.began = None;
            }
            _ => {}
        }
    }
}
