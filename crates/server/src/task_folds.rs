//! What is read of the logs that are looked at, for all who look at them: each part as far as somebody needed it. Any of it can be
//! dropped at any time: it is read again.

use crate::{task_fold::TaskFold, task_outline::TaskOutline};
use deskpilot_core::BlobRef;
use deskpilot_log::{BlobIndex, LogError};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many logs are kept: what a person compares, and what happens beside it.
const MOST: usize = 8;

/// What is read of the logs that were looked at last, by their folders.
#[derive(Default)]
pub(crate) struct TaskFolds(Mutex<Vec<(PathBuf, Arc<LogReading>)>>);

/// What is read of one log. Nobody waits for a part because another one is read.
struct LogReading {
    outline: Mutex<TaskOutline>,
    fold: Mutex<TaskFold>,
    /// The request that has it has the fold next.
    turn: Mutex<()>,
    blobs: Mutex<BlobIndex>,
}

impl TaskFolds {
    /// What `look` takes from the outline of the log in this folder, up to its last complete line.
    pub(crate) fn outline<T>(
        &self,
        folder: &Path,
        look: impl FnOnce(&TaskOutline) -> T,
    ) -> Result<T, LogError> {
        let reading = self.of(folder);
        let mut outline = locked(&reading.outline);
        outline.catch_up()?;
        Ok(look(&outline))
    }

    /// What `look` takes from the fold of the log in this folder, up to its last complete line.
    pub(crate) fn read<T>(&self, folder: &Path, look: impl FnOnce(&TaskFold) -> T) -> Result<T, LogError> {
        self.read_until(folder, |_| false, look)
    }

    /// What `look` takes from the fold of the log in this folder as soon as that has what is needed, or has all.
    pub(crate) fn read_until<T>(
        &self,
        folder: &Path,
        has_needed: impl Fn(&TaskFold) -> bool,
        look: impl FnOnce(&TaskFold) -> T,
    ) -> Result<T, LogError> {
        let reading = self.of(folder);
        loop {
            let mut fold = reading.next_turn();
            fold.restart_if_cut();
            if has_needed(&fold) || !fold.go_on()? {
                return Ok(look(&fold));
            }
        }
    }

    /// The blob with this hash, if the log in this folder names it.
    pub(crate) fn blob(&self, folder: &Path, hash: &str) -> Result<Option<BlobRef>, LogError> {
        let reading = self.of(folder);
        locked(&reading.blobs).named(hash)
    }

    fn of(&self, folder: &Path) -> Arc<LogReading> {
        let mut known = locked(&self.0);
        let at = known.iter().position(|(it, _)| it == folder);
        let kept = at.map(|at| known.remove(at).1);
        let reading = kept.unwrap_or_else(|| Arc::new(LogReading::of(folder)));
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((folder.to_owned(), reading.clone()));
        reading
    }
}

impl LogReading {
    fn of(folder: &Path) -> LogReading {
        LogReading {
            outline: Mutex::new(TaskOutline::of(folder)),
            fold: Mutex::new(TaskFold::of(folder)),
            turn: Mutex::new(()),
            blobs: Mutex::new(BlobIndex::of(folder)),
        }
    }

    /// The fold, for one piece of the log. A caller that needs little of a long log gets it between two pieces for a caller that needs all:
    /// without turns, the request that gives the fold back would have it again before another one wakes up.
    fn next_turn(&self) -> MutexGuard<'_, TaskFold> {
        let _turn = locked(&self.turn);
        locked(&self.fold)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{AgentName, Event, StepNumber, Timestamp};
    use deskpilot_log::{FileLog, SessionLog};
    use std::{
        fs,
        thread::{scope, yield_now},
        time::{Duration, Instant},
    };

    /// How long a thread may take until it waits.
    const DEADLINE: Duration = Duration::from_secs(20);

    /// A log of so many steps, each of which takes about 100 KB; its folder is in this one.
    fn long_log(root: &Path, steps: u32) -> FileLog {
        let mut log = FileLog::create(root, "long").unwrap();
        for round in 0..steps {
            let step = StepNumber { session: round, round: 0, agent: 0 };
            log.append(Timestamp(1), Event::StepStarted { step, agent: AgentName::host() }).unwrap();
            log.append(Timestamp(1), Event::RoundStarted { round, request: "x".repeat(100_000) }).unwrap();
        }
        log
    }

    #[test]
    fn the_first_steps_of_a_long_log_are_there_before_the_rest_of_it_is_read() {
        let root = tempfile::tempdir().unwrap();
        let log = long_log(root.path(), 40);
        let folds = TaskFolds::default();
        let position = |steps: usize| {
            folds.read_until(log.folder(), |it| it.closed_count() > steps, TaskFold::position).unwrap()
        };
        let first = position(1);
        assert!((4..40).contains(&first), "{first}");
        assert_eq!(position(2), first, "they are read already");
        assert_eq!(position(1000), 80);
        assert_eq!(folds.read(log.folder(), TaskFold::step_count).unwrap(), 40);
    }

    #[test]
    fn a_log_that_was_cut_is_read_again_by_those_who_need_little_of_it_too() {
        let root = tempfile::tempdir().unwrap();
        let log = long_log(root.path(), 3);
        let folds = TaskFolds::default();
        assert_eq!(folds.read(log.folder(), TaskFold::step_count).unwrap(), 3);
        assert_eq!(folds.outline(log.folder(), TaskOutline::step_count).unwrap(), 3);
        let text = fs::read_to_string(log.folder().join("events.jsonl")).unwrap();
        let first_step: String = text.split_inclusive('\n').take(2).collect();
        fs::write(log.folder().join("events.jsonl"), first_step).unwrap();
        let count = folds.read_until(log.folder(), |it| it.closed_count() > 0, TaskFold::step_count);
        assert_eq!(count.unwrap(), 1);
        assert_eq!(folds.outline(log.folder(), TaskOutline::step_count).unwrap(), 1);
    }

    #[test]
    fn a_request_that_waits_has_the_fold_before_the_one_that_gave_it_back() {
        let reading = LogReading::of(Path::new("none"));
        let order = Mutex::new(Vec::new());
        let note = |who: &'static str| {
            let _fold = reading.next_turn();
            locked(&order).push(who);
        };
        scope(|threads| {
            let first = reading.next_turn();
            threads.spawn(|| note("who waits"));
            let begun = Instant::now();
            while reading.turn.try_lock().is_ok() {
                assert!(begun.elapsed() < DEADLINE, "nobody has the next turn");
                yield_now();
            }
            drop(first);
            note("who gave it back");
        });
        assert_eq!(*locked(&order), ["who waits", "who gave it back"]);
    }
}
