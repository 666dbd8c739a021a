//! Plans one after the other: what is finished is left out, and what another process left half done is taken up.

use super::{
    session::exit,
    status::{Board, Standing, State},
};
use crate::exit::Exit;
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::Question;
use deskpilot_dataflow::PlanFile;

/// What came of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) finished: usize,
    pub(super) failed: usize,
    /// How many wait for a person.
    pub(super) waiting: usize,
    /// How many were finished before.
    pub(super) before: usize,
    pub(super) is_stopped: bool,
}

impl Sum {
    /// Counts a plan that ended so.
    pub(super) fn add(&mut self, ending: &Ending) {
        match exit(ending) {
            Exit::Finished => self.finished += 1,
            Exit::NeedsPerson => self.waiting += 1,
            Exit::Stopped => self.is_stopped = true,
            Exit::Failed | Exit::Usage => self.failed += 1,
        }
    }

    /// What a script finds in `$?`.
    pub(super) const fn exit(&self) -> Exit {
        match self {
            Sum { is_stopped: true, .. } => Exit::Stopped,
            Sum { failed: 1.., .. } => Exit::Failed,
            Sum { waiting: 1.., .. } => Exit::NeedsPerson,
            _ => Exit::Finished,
        }
    }
}

/// Carries out what is left of the plans. Whatever happens is on the board before anything rests upon it: which log a plan
/// has before it begins, and what came of it before the next one does.
pub(super) async fn carry_out(
    plans: &[PlanFile],
    board: &mut Board,
    new_log: impl Fn(&PlanFile) -> String,
    carry: impl AsyncFn(&PlanFile, &str) -> Result<Ending>,
) -> Result<Sum> {
    board.add(plans.iter().map(|it| it.name.as_str()))?;
    let mut sum = Sum::default();
    for plan in plans {
        let before = board.standing(&plan.name);
        if before.state == State::Finished {
            sum.before += 1;
            continue;
        }
        let log = match (before.state, before.task) {
            (State::Running, Some(log)) => log,
            _ => new_log(plan),
        };
        let running = Standing { state: State::Running, task: Some(log.clone()), verdict: None };
        board.set(&plan.name, running.clone())?;
        let ending = carry(plan, &log).await?;
        board.set(&plan.name, standing(running, &ending))?;
        sum.add(&ending);
        if sum.is_stopped {
            break;
        }
    }
    Ok(sum)
}

/// What waits or was stopped is running still: the next time it is taken up.
fn standing(running: Standing, ending: &Ending) -> Standing {
    let questions = |it: &[Question]| it.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" / ");
    let (state, verdict) = match ending {
        Ending::Ended(verdict) if exit(ending) == Exit::Finished => (State::Finished, verdict.to_string()),
        Ending::Ended(verdict) => (State::Failed, verdict.to_string()),
        Ending::NeedsAnswers(asked) => (State::Running, format!("waits for an answer: {}", questions(asked))),
        Ending::NeedsYes(waiting) => {
            (State::Running, format!("waits for your yes: {} ({})", waiting.operation, waiting.reason))
        }
        Ending::Stopped => (State::Running, "stopped".into()),
    };
    Standing { state, verdict: Some(verdict), ..running }
}

#[cfg(test)]
mod tests;
