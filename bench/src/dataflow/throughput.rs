//! Many plans on 1, 2, 4 and 8 desktops side by side.

use super::command::{execute, instantiate, passed};
use crate::say;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// The numbers of desktops.
const DESKTOPS: [usize; 4] = [1, 2, 4, 8];

/// What came of the tasks on so many desktops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Throughput {
    /// How many desktops.
    pub(super) desktops: usize,
    /// How many tasks were executed, and how many of them passed.
    pub(super) tasks: usize,
    /// How many of them passed.
    pub(super) passed: usize,
    /// Seconds of the whole run.
    pub(super) seconds: f64,
    /// The processor time of the command alone, in seconds.
    pub(super) own_cpu: f64,
}

/// Executes so many tasks with each number of desktops.
pub(super) async fn measure(tasks: usize) -> Result<Vec<Throughput>> {
    let place = tempfile::tempdir()?;
    say(&format!("{tasks} tasks are instantiated ..."));
    let records = instantiate(place.path(), tasks).await?;
    let mut all = Vec::new();
    for desktops in DESKTOPS {
        let results = place.path().join(format!("on-{desktops}"));
        let ended = execute(&records, &results, desktops).await?;
        let passed = passed(&results)?.len();
        say(&format!("  on {desktops} desktops: {passed} of {tasks} passed in {:.1} s", ended.seconds));
        let (seconds, own_cpu) = (ended.seconds, ended.own_cpu);
        all.push(Throughput { desktops, tasks, passed, seconds, own_cpu });
    }
    Ok(all)
}
