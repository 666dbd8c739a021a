//! Deletes the logs of tasks, once the person has seen which.

use super::{listing::amount, print};
use crate::{args::LogRemovalArgs, console::plain, exit::Exit, terminal::Terminal};
use anyhow::{Context, Result, bail};
use deskpilot_core::Timestamp;
use deskpilot_log::{folder, folder_size, remove as remove_log, running, tasks};
use deskpilot_runtime::{Config, UsageError, known_heads};
use jiff::{Span, Zoned};
use std::path::Path;

/// `deskpilot log rm`
pub(in crate::commands) async fn remove(args: LogRemovalArgs, config: &Config) -> Result<Exit> {
    let root = &config.log_dir;
    let tasks = match &args.older_than {
        Some(age) => older_than(root, moment_before(age, &Zoned::now())?)?,
        None => args.tasks,
    };
    if tasks.is_empty() {
        print("nothing to delete");
        return Ok(Exit::Finished);
    }
    let mut bytes = 0;
    for task in &tasks {
        if let Some(process) = running(root, task)? {
            bail!(UsageError(format!(
                "the task {task:?} runs or is paused, in process {process}: stop it first with `deskpilot stop {task}`"
            )));
        }
        // A wrong name is found before anything is deleted.
        deskpilot_log::read(root, task).map(drop).or_else(|error| match folder(root, task)?.exists() {
            true => Ok(()),
            false => Err(error),
        })?;
        bytes += folder_size(&folder(root, task)?);
    }
    let what = format!("{} with {}: {}", count(tasks.len()), amount(bytes), plain(&tasks.join(", ")));
    if args.dry_run {
        print(&format!("would delete {what}"));
        return Ok(Exit::Finished);
    }
    if !args.yes && !is_confirmed(&what, config).await? {
        print("nothing was deleted");
        return Ok(Exit::Finished);
    }
    for task in &tasks {
        let place = folder(root, task)?;
        // A running task keeps its head, for it is not deleted.
        if let Some(heads) = known_heads(config).filter(|_| running(root, task).is_ok_and(|it| it.is_none()))
        {
            heads.forget(&place).with_context(|| format!("{} is not deleted", place.display()))?;
        }
        remove_log(root, task)?;
    }
    print(&format!("deleted {what}"));
    Ok(Exit::Finished)
}

async fn is_confirmed(what: &str, config: &Config) -> Result<bool> {
    if !Terminal::is_present() {
        bail!(UsageError(format!("this would delete {what}; say so with --yes")));
    }
    let question = format!("Delete {what}? [y/N] ");
    let answer = Terminal::new(config.timeouts.person).ask(&question).await.unwrap_or_default();
    Ok(matches!(answer.to_lowercase().as_str(), "y" | "yes"))
}

fn count(tasks: usize) -> String {
    if tasks == 1 { "1 log".into() } else { format!("{tasks} logs") }
}

/// The tasks that nothing has happened in since this moment, except running ones.
fn older_than(root: &Path, limit: Timestamp) -> Result<Vec<String>> {
    let mut old = Vec::new();
    for task in tasks(root)? {
        if task.last < limit && running(root, &task.name)?.is_none() {
            old.push(task.name);
        }
    }
    Ok(old)
}

/// The moment that is this long ago: a number and a unit, such as `30d`.
fn moment_before(age: &str, now: &Zoned) -> Result<Timestamp> {
    let wrong = || {
        UsageError(format!("{age:?} is not a duration: write a number and a unit, such as 30d, 2w or 12h"))
    };
    let span: Span = age.parse().map_err(|_| wrong())?;
    if span.is_negative() || span.is_zero() {
        bail!(wrong());
    }
    let before = now.checked_sub(span).map_err(|_| wrong())?;
    Ok(Timestamp(u64::try_from(before.timestamp().as_millisecond()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_a_number_and_a_unit() {
        let now: jiff::Timestamp = "2026-11-25T12:00:00Z".parse().unwrap();
        let now = now.to_zoned(jiff::tz::TimeZone::UTC);
        for (age, expected) in [
            ("1d", "2026-11-24T12:00:00Z"),
            ("2w", "2026-11-11T12:00:00Z"),
            ("90 min", "2026-11-25T10:30:00Z"),
        ] {
            let moment = moment_before(age, &now).unwrap();
            let millis = expected.parse::<jiff::Timestamp>().unwrap().as_millisecond();
            assert_eq!(moment, Timestamp(u64::try_from(millis).unwrap()), "{age}");
        }
        for age in ["", "30", "old", "-3d", "0d"] {
            let error = moment_before(age, &now).unwrap_err().to_string();
            assert!(error.ends_with("write a number and a unit, such as 30d, 2w or 12h"), "{age}: {error}");
        }
    }
}
