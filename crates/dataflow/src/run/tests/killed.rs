//! A run is killed at random moments and started again: every task ends exactly once, in exactly one folder.

use super::{DONE, FOLDER, child, options, queue_file, raw, run, simulated};
use crate::{ResultFolder, run::RunTask};
use deskpilot_queue::{JobQuery, Lease, StateKind};
use deskpilot_testkit::Dice;
use std::{
    collections::BTreeMap,
    env, fs,
    path::PathBuf,
    time::{Duration, Instant},
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often the process is killed at least, unless a variable says otherwise: with fewer kills the test would say little.
/// `cargo xtask soak` sets a larger number.
const LEAST_KILLS: u64 = 5;
/// The tasks of the run for each of these kills.
const TASKS_OF_A_KILL: u64 = 5;
/// The time limit for each of them, in seconds.
const SECONDS_OF_A_KILL: u64 = 20;
/// The default seed.
const SEED: u64 = 7;
/// The length of a lease.
const LEASE: Duration = Duration::from_millis(400);

/// How often the process is killed at least.
fn least_kills() -> u64 {
    number("DESKPILOT_TEST_TRIALS", LEAST_KILLS)
}

/// The tasks of the run.
fn task_count() -> usize {
    usize::try_from(TASKS_OF_A_KILL * least_kills()).unwrap()
}

/// The number in a variable of the environment, or the default.
fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// The process that is killed. Does nothing if the variable is not set.
#[tokio::test]
async fn in_a_process_of_its_own() {
    let Some(place) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let run = run(&place, &queue_file(&place), &options(LEASE)).await;
    let tasks: Vec<RunTask> = (0..task_count()).map(|at| RunTask::Raw(raw(at))).collect();
    run.submit(&tasks).await.unwrap();
    let stop = CancellationToken::new();
    let work = run.work_by(2, LEASE, &stop, async |lease: &Lease, _: &CancellationToken| {
        simulated(&run, &place, lease).await
    });
    let (worked, totals) = tokio::join!(work, run.publish(&stop, |_, _| {}));
    worked.unwrap();
    assert_eq!(totals.unwrap().ended(), task_count() as u64);
}

#[tokio::test]
async fn tasks_of_a_run_that_is_killed_at_random_end_exactly_once() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    // Later processes live longer, so that the run ends on any machine.
    let (mut kills, mut dice) = (0_u64, Dice::of(number("DESKPILOT_TEST_SEED", SEED)));
    let deadline = Instant::now() + Duration::from_secs(SECONDS_OF_A_KILL * least_kills());
    loop {
        assert!(Instant::now() < deadline, "{kills} kills, and it is not done");
        let mut child = child("killed::in_a_process_of_its_own").env(FOLDER, place).spawn().unwrap();
        let end = Instant::now() + Duration::from_millis(100 + 8 * kills + dice.below(200) as u64);
        while Instant::now() < end && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(2)).await;
        }
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    let run = run(place, &queue_file(place), &options(LEASE)).await;
    for at in 0..task_count() {
        let id = raw(at).unique_id;
        assert_eq!(
            run.results.folders_of(&id),
            [ResultFolder::InstantiationFail],
            "{id} after {kills} kills"
        );
    }
    let records: usize = ResultFolder::ALL.iter().map(|it| run.results.records(*it).unwrap().len()).sum();
    assert_eq!(records, task_count(), "nothing is doubled after {kills} kills");
    let jobs = run.queue.jobs(&run.id, &JobQuery::first(Vec::new())).await.unwrap().jobs;
    let mut states: BTreeMap<StateKind, usize> = BTreeMap::new();
    for job in &jobs {
        *states.entry(job.state.kind()).or_default() += 1;
    }
    let dead = states.get(&StateKind::Dead).copied().unwrap_or_default();
    assert_eq!(
        states.get(&StateKind::Failed).copied().unwrap_or_default() + dead,
        task_count(),
        "{states:?}"
    );
    assert!(kills >= least_kills(), "it was killed {kills} times only");
    let done = fs::read_to_string(place.join(DONE)).unwrap();
    assert!(done.lines().count() >= task_count() - dead, "{states:?}");
}
