//! A disk is full in the middle of a run: the run says so, loses no task, and goes on once there is room.

use super::{FOLDER, child, options, queue_file, raw, simulated};
use crate::{
    ResultFolder, Results, RunKind,
    run::{Artefacts, Run, RunError, RunTask, RunTotals, job::check_room},
};
use deskpilot_queue::{JobQuery, Lease, StateKind};
use deskpilot_runtime::with_causes;
use std::{
    env,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The tasks of the run.
const TASKS: usize = 12;
/// How many tasks have ended when the disk is full.
const BEFORE: u64 = 3;
/// The length of a lease.
const LEASE: Duration = Duration::from_millis(400);
/// The time limit of a run.
const DEADLINE: Duration = Duration::from_secs(30);
/// The variable that says what is on the disk that is full.
const ON_DISK: &str = "DESKPILOT_TEST_ON_DISK";
/// The small disk in the folder of the test.
const DISK: &str = "disk";
/// The file that fills it.
const FILLER: &str = "filler";

/// A run of which one part is on the small disk.
async fn run(place: &Path, on_disk: &str) -> Run {
    let folder = |name: &str| place.join(if name == on_disk { DISK } else { name });
    fs::create_dir_all(folder("queue")).unwrap();
    let run = super::run(&folder("results"), &queue_file(&folder("queue")), &options(LEASE)).await;
    Run {
        results: Results::new(&folder("results"), RunKind::Dataflow),
        artefacts: Artefacts::new(&folder("artefacts")),
        ..run
    }
}

/// Writes until nothing more fits.
fn fill(place: &Path) {
    let file = OpenOptions::new().create(true).append(true).open(place.join(DISK).join(FILLER));
    let mut file = file.unwrap();
    for size in [1 << 16, 1] {
        let error = loop {
            if let Err(error) = file.write_all(&vec![0; size]) {
                break error;
            }
        };
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
}

/// Does the run until it ends; fills the disk after some tasks if it shall.
async fn work(run: &Run, place: &Path, mut tell: impl FnMut(&RunTotals)) -> Result<RunTotals, RunError> {
    let work = async |stop: &CancellationToken| {
        let simulated = async |lease: &Lease, _: &CancellationToken| simulated(run, place, lease).await;
        run.work_by(2, LEASE, stop, simulated).await
    };
    let stop = CancellationToken::new();
    let ended = run.work_and_publish(&stop, work, |_, totals| tell(totals));
    timeout(DEADLINE, ended).await.expect("it ends")
}

/// The process with the small disk. Does nothing if the variable is not set.
#[tokio::test]
async fn in_a_process_with_a_small_disk() {
    let (Some(place), Ok(on_disk)) = (env::var_os(FOLDER).map(PathBuf::from), env::var(ON_DISK)) else {
        return;
    };
    let error = check_room(&place.join(DISK).join("logs")).unwrap_err().to_string();
    assert!(error.contains("has 2 MiB left, and a task needs 64 MiB: make room on it"), "{error}");
    let run = run(&place, &on_disk).await;
    let tasks: Vec<RunTask> = (0..TASKS).map(|at| RunTask::Raw(raw(at))).collect();
    run.submit(&tasks).await.unwrap();
    let filled = work(&run, &place, |totals| {
        if totals.ended() == BEFORE {
            fill(&place);
        }
    });
    let error = with_causes(&filled.await.unwrap_err());
    assert!(error.contains("make room on it"), "{on_disk}: {error}");
    assert!(error.contains(&place.join(DISK).display().to_string()), "{on_disk}: {error}");

    // As long as the disk is full, the run is at no other end.
    drop(run);
    fs::remove_file(place.join(DISK).join(FILLER)).unwrap();
    let run = self::run(&place, &on_disk).await;
    run.submit(&tasks).await.unwrap();
    let totals = work(&run, &place, |_| {}).await.unwrap();
    assert_eq!((totals.tasks, totals.ended()), (TASKS as u64, TASKS as u64), "{on_disk}");
    for at in 0..TASKS {
        assert_eq!(run.results.folders_of(&raw(at).unique_id), [ResultFolder::InstantiationFail]);
    }
    let jobs = run.queue.jobs(&run.id, &JobQuery::first(Vec::new())).await.unwrap().jobs;
    assert_eq!(jobs.len(), TASKS);
    for job in jobs {
        assert_eq!(job.state.kind(), StateKind::Failed, "{on_disk}: {job:?}");
    }
}

/// Runs that test where a file system of 2 MiB is mounted into the folder of the test, for that process alone.
fn with_small_disk(on_disk: &str) {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join(DISK)).unwrap();
    let test = child("full_disk::in_a_process_with_a_small_disk");
    let mut command = Command::new("unshare");
    let mount = "mount -t tmpfs -o size=2m none \"$1\" && shift && exec \"$@\"";
    command.args(["--user", "--map-root-user", "--mount", "--", "sh", "-c", mount, "sh"]);
    command.arg(place.path().join(DISK)).arg(test.get_program()).args(test.get_args());
    command.env(FOLDER, place.path()).env(ON_DISK, on_disk).stdin(Stdio::null());
    let output = command.output().expect("unshare starts: it belongs to util-linux");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "{on_disk} (user namespaces must be allowed): {text}");
    assert!(text.contains("1 passed"), "{text}");
}

#[test]
fn a_run_goes_on_after_the_disk_of_its_results_was_full() {
    with_small_disk("results");
}

#[test]
fn a_run_goes_on_after_the_disk_of_its_artefacts_was_full() {
    with_small_disk("artefacts");
}

#[test]
fn a_run_goes_on_after_the_disk_of_its_queue_was_full() {
    with_small_disk("queue");
}
