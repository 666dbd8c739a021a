//! The results of the stages of an instantiation.

use super::PlannedCommand;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Whether a concrete task is feasible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feasibility {
    /// Whether it is.
    pub judge: bool,
    /// Why.
    pub thought: String,
    /// What is wrong with it; the word `None` if it is right.
    pub request_type: String,
}

/// The results of the stages of an instantiation so far, and how long each took.
#[derive(Debug, Default)]
pub struct InstantiationReport(Mutex<Stages>);

#[derive(Debug, Default)]
struct Stages {
    template: Option<(String, Duration)>,
    prefill_began: Option<Instant>,
    prefilled: Option<(String, Vec<PlannedCommand>, Duration)>,
    feasibility: Option<(Feasibility, Duration)>,
    failure: Option<String>,
}

impl InstantiationReport {
    /// The chosen template, and how long the choice took.
    pub fn template(&self) -> Option<(String, Duration)> {
        self.locked().template.clone()
    }

    /// The concrete request, its plan, and how long they took, with the opening of the document.
    pub fn prefill(&self) -> Option<(String, Vec<PlannedCommand>, Duration)> {
        self.locked().prefilled.clone()
    }

    /// Whether the task is feasible, and how long that took.
    pub fn feasibility(&self) -> Option<(Feasibility, Duration)> {
        self.locked().feasibility.clone()
    }

    /// Why the instantiation stopped, if it did.
    pub fn failure(&self) -> Option<String> {
        self.locked().failure.clone()
    }

    pub(super) fn is_chosen(&self) -> bool {
        self.locked().template.is_some()
    }

    pub(super) fn prefilled_task(&self) -> Option<(String, Vec<PlannedCommand>)> {
        self.locked().prefilled.clone().map(|(request, plan, _)| (request, plan))
    }

    pub(super) fn chosen(&self, template: String, time: Duration) {
        let mut stages = self.locked();
        stages.template = Some((template, time));
        stages.prefill_began = Some(Instant::now());
    }

    pub(super) fn prefilled(&self, request: String, plan: Vec<PlannedCommand>) {
        let mut stages = self.locked();
        let time = stages.prefill_began.map(|it| it.elapsed()).unwrap_or_default();
        stages.prefilled = Some((request, plan, time));
    }

    pub(super) fn judged(&self, feasibility: Feasibility, time: Duration) {
        self.locked().feasibility = Some((feasibility, time));
    }

    pub(super) fn failed(&self, why: &str) {
        self.locked().failure.get_or_insert_with(|| why.to_owned());
    }

    fn locked(&self) -> MutexGuard<'_, Stages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
