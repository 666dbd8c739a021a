//! Long tasks, and how soon they are there: the first replies that a page asks for, by a server that has not read the log before.

use super::served::Home;
use crate::{root, say};
use anyhow::{Context, Result};
use deskpilot_core::{Event, Timestamp, Verdict};
use deskpilot_log::{FileLog, SessionLog};
use serde::{Deserialize, Serialize};
use std::{path::Path, time::Instant};

/// A stored log whose steps are repeated: its folder, and its name in it.
const SAMPLE: (&str, &str) = ("crates/log/tests/fixtures", "format-3");

/// The name of a long task.
pub(super) const NAME: &str = "long";

/// How long a task is.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Steps(usize),
    Entries(usize),
}

/// The tasks.
pub(super) const TASKS: [(&str, Length); 2] =
    [("500 steps", Length::Steps(500)), ("100,000 entries", Length::Entries(100_000))];

/// The first replies about one task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FirstReplies {
    /// How long the task is.
    pub(super) length: String,
    /// Milliseconds until the task, its rounds and its counts are there.
    pub(super) task: f64,
    /// Milliseconds until the first 100 steps are.
    pub(super) steps: f64,
    /// Milliseconds until the last 200 entries are.
    pub(super) entries: f64,
    /// Milliseconds of all three once the server has read the log.
    pub(super) again: f64,
}

impl FirstReplies {
    /// Milliseconds of the three, one after the other.
    pub(super) fn first(&self) -> f64 {
        self.task + self.steps + self.entries
    }
}

/// Writes each task, and asks a new server for it.
pub(super) async fn measure() -> Result<Vec<FirstReplies>> {
    let mut all = Vec::new();
    for (name, length) in TASKS {
        say(&format!("  {name} ..."));
        let home = Home::new()?;
        let entries = write_task(&home.logs(), length)?;
        all.push(first_replies(&home, name, entries).await?);
    }
    Ok(all)
}

async fn first_replies(home: &Home, length: &str, entries: usize) -> Result<FirstReplies> {
    let served = home.serve().await?;
    let path = served.client.path_of(NAME).await?;
    let asked = [
        path.clone(),
        format!("{path}/steps?limit=100"),
        format!("{path}/entries?from={}&limit=200", entries.saturating_sub(200)),
    ];
    let mut times = Vec::new();
    for path in asked.iter().chain(&asked) {
        let began = Instant::now();
        served.client.bytes(path).await?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let again: f64 = times[asked.len()..].iter().sum();
    Ok(FirstReplies { length: length.to_owned(), task: times[0], steps: times[1], entries: times[2], again })
}

/// The events of the steps of the stored log's first round.
fn sample_steps() -> Result<Vec<Event>> {
    let (folder, name) = SAMPLE;
    let events = deskpilot_log::read(&root().join(folder), name)?.into_iter().map(|it| it.event);
    let steps: Vec<Event> = events
        .skip_while(|it| !is_step(it))
        .take_while(|it| !matches!(it, Event::RoundEnded { .. }))
        .collect();
    // Only whole steps, so that each repetition begins with one.
    let end = steps.iter().rposition(|it| matches!(it, Event::StepEnded { .. }));
    Ok(steps[..=end.context("the stored log has no step")?].to_vec())
}

/// Writes a task of this length into the folder, and returns the number of its entries.
pub(super) fn write_task(logs: &Path, length: Length) -> Result<usize> {
    let steps = sample_steps()?;
    let mut log = FileLog::create(logs, NAME)?;
    log.append(Timestamp(0), Event::RoundStarted { round: 0, request: "compute 6 x 7".into() })?;
    let (mut entries, mut begun) = (1, 0);
    for (at, event) in (1..).zip(steps.iter().cycle()) {
        let is_over = match length {
            Length::Steps(most) => begun == most && is_step(event),
            Length::Entries(most) => entries + 1 == most,
        };
        if is_over {
            break;
        }
        begun += usize::from(is_step(event));
        log.append(Timestamp(at), event.clone())?;
        entries += 1;
    }
    log.append(Timestamp(0), Event::RoundEnded { verdict: Verdict::Finished("42".into()) })?;
    Ok(entries + 1)
}

const fn is_step(event: &Event) -> bool {
    matches!(event, Event::StepStarted { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_as_long_as_it_is_called() {
        let steps = sample_steps().unwrap();
        assert!(is_step(&steps[0]) && steps.iter().filter(|it| is_step(it)).count() > 3);
        for (length, most_steps, most_entries) in
            [(Length::Steps(20), Some(20), None), (Length::Entries(300), None, Some(300))]
        {
            let logs = tempfile::tempdir().unwrap();
            let count = write_task(logs.path(), length).unwrap();
            let entries = deskpilot_log::read(logs.path(), NAME).unwrap();
            let begun = entries.iter().filter(|it| is_step(&it.event)).count();
            assert_eq!(entries.len(), count);
            assert!(
                most_steps.is_none_or(|it| it == begun) && most_entries.is_none_or(|it| it == count),
                "{count}"
            );
        }
    }
}
