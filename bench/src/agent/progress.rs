//! The line that says how a task of the suite ended, how many ended so far, and how long the others will take. Pure.

use super::task_run::TaskRun;
use std::time::Duration;

/// The most characters of a failure in a line.
const LONGEST: usize = 200;
/// From so many seconds on, a time is shown in minutes.
const IN_MINUTES: u64 = 120;

/// How far the tasks have come.
pub(super) struct Progress {
    total: usize,
    ended: u32,
    spent: Duration,
}

impl Progress {
    /// The beginning of so many tasks.
    pub(super) const fn of(total: usize) -> Progress {
        Progress { total, ended: 0, spent: Duration::ZERO }
    }

    /// Counts a task that ended after so long, and returns its line.
    pub(super) fn after(&mut self, task: &str, player: &str, run: &TaskRun, took: Duration) -> String {
        self.ended += 1;
        self.spent += took;
        let Progress { total, ended, .. } = self;
        let (end, calls, seconds) = (end(run), run.calls, took.as_secs_f64());
        let mut line = format!("[{ended}/{total}] {task}, {player}: {end}, {calls} calls, {seconds:.0} s");
        if let Some(left) = self.left() {
            line.push_str(&format!(", about {} left", rounded(left)));
        }
        line
    }

    /// How long the other tasks take, if they take as long as those that ended; `None` where there is no other.
    fn left(&self) -> Option<Duration> {
        let others = u32::try_from(self.total).ok()?.checked_sub(self.ended).filter(|it| *it > 0)?;
        Some(self.spent.checked_div(self.ended)? * others)
    }
}

fn end(run: &TaskRun) -> String {
    let failure = &run.failure;
    match failure.char_indices().nth(LONGEST) {
        _ if run.success => "done".to_owned(),
        Some((end, _)) => format!("NOT done ({} …)", &failure[..end]),
        None => format!("NOT done ({failure})"),
    }
}

fn rounded(time: Duration) -> String {
    match time.as_secs_f64().round() as u64 {
        seconds if seconds < IN_MINUTES => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_task_its_end_and_the_time_that_is_left() {
        let done = TaskRun { success: true, calls: 6, ..TaskRun::default() };
        let failed =
            TaskRun { calls: 4, failure: "total.txt: no, it is not there".into(), ..TaskRun::default() };
        let mut progress = Progress::of(3);
        let mut line =
            |task, run, seconds| progress.after(task, "strict player", run, Duration::from_secs(seconds));
        assert_eq!(
            line("table-calc", &done, 100),
            "[1/3] table-calc, strict player: done, 6 calls, 100 s, about 4 min left",
            "two more of 100 s are more than three minutes"
        );
        assert_eq!(
            line("sum-to-text", &failed, 50),
            "[2/3] sum-to-text, strict player: NOT done (total.txt: no, it is not there), 4 calls, 50 s, about 75 s left"
        );
        assert_eq!(line("pdf-writer", &done, 9), "[3/3] pdf-writer, strict player: done, 6 calls, 9 s");
    }

    #[test]
    fn a_long_failure_is_cut_between_characters() {
        let run = TaskRun { failure: "ü".repeat(LONGEST + 1), ..TaskRun::default() };
        assert_eq!(end(&run), format!("NOT done ({} …)", "ü".repeat(LONGEST)));
    }
}
