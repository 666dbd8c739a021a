//! Resources used per round and per session, and their limits.

use crate::{Entry, Event, Operation, Projection, Ruling, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What was used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResourceUsage {
    /// Steps begun.
    pub steps: u32,
    /// Working time in milliseconds; waiting for the user does not count.
    pub millis: u64,
    /// Prompt and reply tokens.
    pub tokens: u64,
    /// The cost in dollars of all calls with a known price.
    pub dollars: f64,
}

/// The limits; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Steps.
    pub steps: Option<u32>,
    /// Working time in milliseconds.
    pub millis: Option<u64>,
    /// Prompt and reply tokens.
    pub tokens: Option<u64>,
    /// The cost in dollars of all calls with a known price.
    pub dollars: Option<f64>,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReachedLimit {
    /// This many steps.
    Steps(u32),
    /// This many milliseconds.
    Millis(u64),
    /// This many tokens.
    Tokens(u64),
    /// This many dollars.
    Dollars(f64),
}

impl fmt::Display for ReachedLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReachedLimit::Steps(steps) => write!(f, "{steps} steps"),
            ReachedLimit::Millis(millis) => write!(f, "{:.1} seconds of work", *millis as f64 / 1000.0),
            ReachedLimit::Tokens(tokens) => write!(f, "{tokens} tokens"),
            ReachedLimit::Dollars(dollars) => write!(f, "${dollars:.4}"),
        }
    }
}

impl ResourceUsage {
    /// The first limit that is reached, so that no further step may begin.
    pub fn reached_limit(&self, limits: &Limits) -> Option<ReachedLimit> {
        let steps = limits.steps.filter(|it| self.steps >= *it).map(|_| ReachedLimit::Steps(self.steps));
        let millis = limits.millis.filter(|it| self.millis >= *it).map(|_| ReachedLimit::Millis(self.millis));
        let tokens = limits.tokens.filter(|it| self.tokens >= *it).map(|_| ReachedLimit::Tokens(self.tokens));
        let dollars =
            limits.dollars.filter(|it| self.dollars >= *it).map(|_| ReachedLimit::Dollars(self.dollars));
        steps.or(millis).or(tokens).or(dollars)
    }
}

/// What the current round and the whole session have used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consumption {
    /// The round's consumption.
    pub round: ResourceUsage,
    /// The session's consumption.
    pub session: ResourceUsage,
    /// When the current step began, or continued after a person had decided on an external agent's request.
    began: Option<Timestamp>,
    /// Whether a person is deciding in the middle of a step.
    is_thinking: bool,
}

impl Consumption {
    fn add(&mut self, more: impl Fn(&mut ResourceUsage)) {
        more(&mut self.round);
        more(&mut self.session);
    }

    fn paused(&mut self, at: Timestamp) {
        if let Some(began) = self.began.take() {
            self.add(|it| it.millis += at.since(began));
        }
    }
}

impl Projection for Consumption {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => self.round = ResourceUsage::default(),
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
            // A killed process left its step open; the time until the resume does not count.
            Event::SessionResumed { .. } => {
                self.is_thinking = false;
                self.began = None;
            }
            _ => {}
        }
    }
}
