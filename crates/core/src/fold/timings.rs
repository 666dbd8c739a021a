//! The total duration of each stage, over all steps.

use crate::{Entry, Event, Projection, Stage};
use std::collections::BTreeMap;

/// Milliseconds by stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timings {
    /// The sum over all steps.
    pub millis: BTreeMap<Stage, f64>,
}

impl Projection for Timings {
    fn apply(&mut self, entry: &Entry) {
        if let Event::StepEnded { timings } = &entry.event {
            for timing in timings {
                *self.millis.entry(timing.stage).or_default() += timing.millis;
            }
        }
    }
}
