//! Chooses the trajectories of an export: those with the wanted verdicts, each task once.

use crate::{HeldOutFraction, Split, Verdict, reading::Dataset, trajectory::Trajectory};
use deskpilot_dataflow::{are_similar, words_of};
use serde::Serialize;
use std::collections::BTreeSet;

/// How similar two requests must be to count as one task, from 0 to 1.
const LEAST_SIMILARITY: f64 = 0.9;

/// A task that is nearly another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// The task that is not exported.
    pub task_id: String,
    /// The task that is exported in its place.
    pub of: String,
}

/// The trajectories of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection<'a> {
    /// Those that are exported, with their splits, by the name of their task.
    pub kept: Vec<(Split, &'a Trajectory)>,
    /// Those that are nearly another one.
    pub duplicates: Vec<Duplicate>,
    /// How many have another verdict.
    pub other_verdicts: usize,
}

impl<'a> Selection<'a> {
    /// The trajectories with these verdicts. Of near-equal tasks (same application, template and functions, and requests that are
    /// nearly the same) the one with the best verdict stays.
    pub fn of(
        dataset: &'a Dataset,
        verdicts: &BTreeSet<Verdict>,
        held_out: HeldOutFraction,
    ) -> Selection<'a> {
        let mut wanted: Vec<&Trajectory> =
            dataset.trajectories.iter().filter(|it| verdicts.contains(&it.verdict)).collect();
        let other_verdicts = dataset.trajectories.len() - wanted.len();
        wanted.sort_by(|one, other| (one.verdict, &one.task_id).cmp(&(other.verdict, &other.task_id)));
        let (mut kept, mut duplicates): (Vec<Fingerprint<'_>>, _) = (Vec::new(), Vec::new());
        for trajectory in wanted {
            let print = Fingerprint::of(trajectory);
            match kept.iter().find(|it| it.is_nearly(&print)) {
                Some(first) => duplicates.push(Duplicate {
                    task_id: trajectory.task_id.clone(),
                    of: first.trajectory.task_id.clone(),
                }),
                None => kept.push(print),
            }
        }
        let split = |it: Fingerprint<'a>| (Split::of(&it.trajectory.template, held_out), it.trajectory);
        let mut kept: Vec<(Split, &Trajectory)> = kept.into_iter().map(split).collect();
        kept.sort_by(|(_, one), (_, other)| one.task_id.cmp(&other.task_id));
        Selection { kept, duplicates, other_verdicts }
    }

    /// The trajectories of a split.
    pub fn in_split(&self, split: Split) -> impl Iterator<Item = &'a Trajectory> {
        self.kept.iter().filter(move |(its, _)| *its == split).map(|(_, it)| *it)
    }
}

/// What distinguishes tasks.
struct Fingerprint<'a> {
    trajectory: &'a Trajectory,
    request: String,
    functions: Vec<&'a str>,
}

impl<'a> Fingerprint<'a> {
    fn of(trajectory: &'a Trajectory) -> Fingerprint<'a> {
        let functions = trajectory.steps.iter().map(|it| it.action.function()).collect();
        Fingerprint { trajectory, request: words_of(&trajectory.instruction), functions }
    }

    fn is_nearly(&self, other: &Fingerprint<'_>) -> bool {
        self.trajectory.app == other.trajectory.app
            && self.trajectory.template == other.trajectory.template
            && self.functions == other.functions
            && are_similar(&self.request, &other.request, LEAST_SIMILARITY)
    }
}
