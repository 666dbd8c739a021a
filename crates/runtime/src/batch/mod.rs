//! Plans one after the other: what is finished is left out, and what another process left half done is taken up.

mod board;

pub use board::{Board, Standing, State};

use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Question, Verdict};
use deskpilot_dataflow::PlanFile;

/// What came of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many were carried out.
    pub finished: usize,
    /// How many were not.
    pub failed: usize,
    /// How many wait for a person.
    pub waiting: usize,
    /// How many were finished before.
    pub before: usize,
    /// Whether somebody stopped it.
    pub is_stopped: bool,
}

impl Sum {
    /// Counts a plan that ended so.
    pub fn add(&mut self, ending: &Ending) {
        match ending {
            Ending::Ended(Verdict::Finished(_)) => self.finished += 1,
            Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => self.failed += 1,
            Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => self.waiting += 1,
            Ending::Stopped => self.is_stopped = true,
        }
    }
}

/// Carries out what is left of the plans. Whatever happens is on the board before anything rests upon it: which log a plan
/// has before it begins, and what came of it before the next one does.
///
/// # Errors
/// The board cannot be written, or a plan cannot be carried at all.
pub async fn carry_out(
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
        Ending::Ended(verdict @ Verdict::Finished(_)) => (State::Finished, verdict.to_string()),
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
