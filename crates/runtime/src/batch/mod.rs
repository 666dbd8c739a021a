//! Jobs one after the other, plans or task files: what is finished is left out, and what another process left half done is
//! taken up.

mod board;

pub use board::{Board, Standing, State};

use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Question, Verdict};
use deskpilot_dataflow::PlanFile;

/// One thing that a batch carries out.
pub trait Job {
    /// What its state is kept under.
    fn name(&self) -> &str;
}

impl Job for PlanFile {
    fn name(&self) -> &str {
        &self.name
    }
}

/// What came of one job, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is carried out.
    Finished(String),
    /// It is not.
    Failed(String),
    /// It waits for a person; the next time it is taken up.
    Waits(String),
    /// Somebody stopped it, and with it the batch; the next time it is taken up.
    Stopped,
}

impl From<&Ending> for Done {
    fn from(ending: &Ending) -> Done {
        let texts = |it: &[Question]| it.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" / ");
        match ending {
            Ending::Ended(verdict @ Verdict::Finished(_)) => Done::Finished(verdict.to_string()),
            Ending::Ended(verdict) => Done::Failed(verdict.to_string()),
            Ending::NeedsAnswers(asked) => Done::Waits(format!("waits for an answer: {}", texts(asked))),
            Ending::NeedsYes(waiting) => {
                Done::Waits(format!("waits for your yes: {} ({})", waiting.operation, waiting.reason))
            }
            Ending::Stopped => Done::Stopped,
        }
    }
}

/// What came of a batch.
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
    /// Counts a job that ended so.
    pub const fn add(&mut self, done: &Done) {
        match done {
            Done::Finished(_) => self.finished += 1,
            Done::Failed(_) => self.failed += 1,
            Done::Waits(_) => self.waiting += 1,
            Done::Stopped => self.is_stopped = true,
        }
    }
}

/// Carries out what is left of the jobs. Whatever happens is on the board before anything rests upon it: which log a job
/// has before it begins, and what came of it before the next one does.
///
/// # Errors
/// The board cannot be written, or a job cannot be carried out at all.
pub async fn carry_out<J: Job>(
    jobs: &[J],
    board: &mut Board,
    new_log: impl Fn(&J) -> String,
    mut carry: impl AsyncFnMut(&J, &str) -> Result<Done>,
) -> Result<Sum> {
    board.add(jobs.iter().map(Job::name))?;
    let mut sum = Sum::default();
    for job in jobs {
        let before = board.standing(job.name());
        if before.state == State::Finished {
            sum.before += 1;
            continue;
        }
        let log = match (before.state, before.task) {
            (State::Running, Some(log)) => log,
            _ => new_log(job),
        };
        let running = Standing { state: State::Running, task: Some(log.clone()), verdict: None };
        board.set(job.name(), running.clone())?;
        let done = carry(job, &log).await?;
        board.set(job.name(), standing(running, &done))?;
        sum.add(&done);
        if sum.is_stopped {
            break;
        }
    }
    Ok(sum)
}

/// What waits or was stopped is running still: the next time it is taken up.
fn standing(running: Standing, done: &Done) -> Standing {
    let (state, verdict) = match done {
        Done::Finished(verdict) => (State::Finished, verdict.as_str()),
        Done::Failed(verdict) => (State::Failed, verdict.as_str()),
        Done::Waits(what) => (State::Running, what.as_str()),
        Done::Stopped => (State::Running, "stopped"),
    };
    Standing { state, verdict: Some(verdict.to_owned()), ..running }
}

#[cfg(test)]
mod tests;
