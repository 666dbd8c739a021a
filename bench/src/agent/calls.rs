//! How many calls of a model the tasks took, beside the fewest that they need. Pure.

use super::{
    suite::{RunKind, Task},
    task_run::TaskRun,
};
use crate::{
    goals::{at_least, at_most_times, times},
    table::Table,
};

/// The runs whose calls have goals: those with lists of any length.
const WITH_GOALS: [RunKind; 2] = [RunKind::Lists, RunKind::Strict];

/// Calls by the fewest that a task needs: the averages of the tasks that were done.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CallRatios {
    /// All calls.
    all: f64,
    /// Those of the HostAgent.
    host: f64,
    /// Those of AppAgents.
    app: f64,
}

/// The rows of the goals, for each run that there is.
pub(super) fn goals(tasks: &[Task]) -> Vec<Option<Vec<String>>> {
    let goals_of = |kind: RunKind| {
        let (player, ratios) = (kind.player_name(), ratios(tasks, kind));
        [
            done_goal(tasks, kind),
            at_most_times(&format!("calls, times the fewest, {player}"), 1.15, ratios.map(|it| it.all)),
            at_most_times(
                &format!("HostAgent's calls, times the fewest, {player}"),
                1.1,
                ratios.map(|it| it.host),
            ),
            at_most_times(
                &format!("AppAgents' calls, times the fewest, {player}"),
                1.15,
                ratios.map(|it| it.app),
            ),
        ]
    };
    let there = WITH_GOALS.into_iter().filter(|kind| !runs(tasks, *kind).is_empty());
    // It gives few actions at once, so its calls are many; but it has to do every task.
    let plain =
        (!runs(tasks, RunKind::StrictPlain).is_empty()).then(|| done_goal(tasks, RunKind::StrictPlain));
    there.flat_map(goals_of).chain(plain).collect()
}

/// The goal that a player does every task.
fn done_goal(tasks: &[Task], kind: RunKind) -> Option<Vec<String>> {
    let what = format!("tasks done, {}", kind.player_name());
    at_least(&what, tasks.len() as f64, Some(done(tasks, kind).len() as f64))
}

/// The calls and tokens of each run that there is.
pub(super) fn call_table(tasks: &[Task]) -> Table {
    let mut table = Table::headed(&[
        "player",
        "tasks",
        "done",
        "calls",
        "times the fewest",
        "HostAgent's calls",
        "times the fewest",
        "AppAgents' calls",
        "times the fewest",
        "tokens a task",
    ]);
    let there = RunKind::ALL.into_iter().filter(|kind| !runs(tasks, *kind).is_empty());
    table.rows.extend(there.map(|kind| {
        let (runs, ratios) = (runs(tasks, kind), ratios(tasks, kind));
        let sum = |count: fn(&TaskRun) -> u64| runs.iter().map(|it| count(it)).sum::<u64>();
        let tokens = sum(|it| it.tokens);
        vec![
            kind.player_name().to_owned(),
            runs.len().to_string(),
            done(tasks, kind).len().to_string(),
            sum(|it| it.calls).to_string(),
            times(ratios.map(|it| it.all)),
            sum(TaskRun::host_calls).to_string(),
            times(ratios.map(|it| it.host)),
            sum(|it| it.app_calls).to_string(),
            times(ratios.map(|it| it.app)),
            // A player that gets no prompts takes no tokens.
            if tokens > 0 { (tokens / runs.len() as u64).to_string() } else { String::new() },
        ]
    }));
    table
}

/// The runs of this kind.
fn runs(tasks: &[Task], kind: RunKind) -> Vec<&TaskRun> {
    tasks.iter().map(|it| it.run(kind)).filter(|it| it.is_there()).collect()
}

/// The tasks that were done.
fn done(tasks: &[Task], kind: RunKind) -> Vec<&Task> {
    tasks.iter().filter(|it| it.run(kind).is_there() && it.run(kind).success).collect()
}

/// The ratios of a run; `None` where no task was done in it. One that gave up early would have few calls.
fn ratios(tasks: &[Task], kind: RunKind) -> Option<CallRatios> {
    let mut done = done(tasks, kind);
    done.retain(|it| it.fewest_host > 0 && it.fewest > it.fewest_host);
    if done.is_empty() {
        return None;
    }
    let average = |calls: fn(&TaskRun) -> u64, fewest: fn(&Task) -> u64| {
        let ratio = |it: &&Task| calls(it.run(kind)) as f64 / fewest(it) as f64;
        done.iter().map(ratio).sum::<f64>() / done.len() as f64
    };
    Some(CallRatios {
        all: average(|it| it.calls, |it| it.fewest),
        host: average(TaskRun::host_calls, |it| it.fewest_host),
        app: average(|it| it.app_calls, |it| it.fewest - it.fewest_host),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(success: bool, calls: u64, app_calls: u64) -> Task {
        let strict = TaskRun { success, calls, app_calls, tokens: 900, ..TaskRun::default() };
        Task { name: "t".into(), strict, fewest: 4, fewest_host: 2, ..Task::default() }
    }

    #[test]
    fn calls_are_held_against_the_fewest_of_each_agent() {
        let tasks = [task(true, 4, 2), task(true, 6, 3), task(false, 1, 0)];
        let goals: Vec<String> = goals(&tasks)
            .into_iter()
            .flatten()
            .map(|row| format!("{}: {} {}", row[0], row[2], row[3]))
            .collect();
        assert_eq!(
            goals,
            [
                "tasks done, strict player: 2.0 NO",
                "calls, times the fewest, strict player: 1.25 NO",
                "HostAgent's calls, times the fewest, strict player: 1.25 NO",
                "AppAgents' calls, times the fewest, strict player: 1.25 NO",
            ],
            "a task that failed has few calls, and counts as not done"
        );
        let table = call_table(&tasks);
        assert_eq!(table.rows.len(), 1, "only what was run has a row");
        assert_eq!(table.rows[0].join("|"), "strict player|3|2|11|1.25|6|1.25|5|1.25|900");
    }

    #[test]
    fn what_was_not_run_has_no_goal() {
        assert_eq!(goals(&[Task { fewest: 4, fewest_host: 2, ..Task::default() }]), Vec::new());
    }
}
