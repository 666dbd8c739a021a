//! Checks the results of a task: files, documents, controls, windows and programs. Independent of who did the
//! task, and without a model.

mod document;
mod file;
mod program;
mod screen;

#[cfg(any(test, fuzzing))]
pub use document::fuzz::{office_file, office_part};

pub use document::{brief, check_document, check_kind};

use crate::task::Check;
use deskpilot_core::{Assessment, CheckResult};
use deskpilot_desktop::DesktopReader;
use std::{path::Path, time::Duration};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout_at},
};

/// The default time for an application to finish writing: 3 s.
pub const SETTLE_TIME: Duration = Duration::from_secs(3);

/// The pause before a failed check is repeated.
const PAUSE: Duration = Duration::from_millis(150);

/// The home and desktop to check.
pub struct CheckEnvironment<'a> {
    /// The task's home, the only folder in which files are checked.
    pub home: &'a Path,
    /// The task's desktop.
    pub desktop: &'a mut dyn DesktopReader,
    /// Lists the programs that run on this desktop; empty if they cannot be listed.
    pub programs: &'a (dyn Fn() -> Vec<String> + Send + Sync),
}

/// The result of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CheckAttempt {
    holds: Assessment,
    found: String,
}

impl CheckAttempt {
    fn yes(found: impl Into<String>) -> CheckAttempt {
        CheckAttempt { holds: Assessment::Yes, found: found.into() }
    }

    fn no(found: impl Into<String>) -> CheckAttempt {
        CheckAttempt { holds: Assessment::No, found: found.into() }
    }

    fn unsure(found: impl Into<String>) -> CheckAttempt {
        CheckAttempt { holds: Assessment::Unsure, found: found.into() }
    }

    fn of(holds: bool, found: impl Into<String>) -> CheckAttempt {
        if holds { CheckAttempt::yes(found) } else { CheckAttempt::no(found) }
    }
}

/// Runs all checks and returns their results in order.
///
/// Repeats failed checks until they hold or `patience` is over, because an application may still be writing.
/// Runs every check at least once.
pub async fn check(
    checks: &[Check],
    environment: &mut CheckEnvironment<'_>,
    patience: Duration,
) -> Vec<CheckResult> {
    let deadline = Instant::now() + patience;
    let mut findings = Vec::with_capacity(checks.len());
    for check in checks {
        findings.push(run_check(check, environment).await);
    }
    while findings.iter().any(|it| it.holds != Assessment::Yes) && Instant::now() + PAUSE < deadline {
        sleep(PAUSE).await;
        for (check, finding) in checks.iter().zip(&mut findings).filter(|(_, it)| it.holds != Assessment::Yes)
        {
            if let Ok(again) = timeout_at(deadline, run_check(check, environment)).await {
                *finding = again;
            }
        }
    }
    let checked = |(check, finding): (&Check, CheckAttempt)| CheckResult {
        check: check.to_string(),
        holds: finding.holds,
        found: finding.found,
    };
    checks.iter().zip(findings).map(checked).collect()
}

async fn run_check(check: &Check, environment: &mut CheckEnvironment<'_>) -> CheckAttempt {
    match check {
        Check::File(path, content) => {
            let (home, path, content) = (environment.home.to_owned(), path.clone(), content.clone());
            on_blocking_thread(move || file::check(&home, &path, &content)).await
        }
        Check::Document(path, kind, content) => {
            let (home, path, kind, content) =
                (environment.home.to_owned(), path.clone(), *kind, content.clone());
            on_blocking_thread(move || document::check(&home, &path, kind, &content)).await
        }
        Check::Control(control) => screen::check_control(environment.desktop, control).await,
        Check::Window(word, wanted) => screen::check_window(environment.desktop, word, wanted).await,
        Check::Process(name, running) => program::check(&(environment.programs)(), name, *running),
    }
}

/// Reads the disk on a blocking thread.
async fn on_blocking_thread(read: impl FnOnce() -> CheckAttempt + Send + 'static) -> CheckAttempt {
    let read = spawn_blocking(read).await;
    read.unwrap_or_else(|error| CheckAttempt::unsure(format!("it could not be looked at: {error}")))
}

/// Whether two values are equal as text or, within a relative 1e-9, as numbers.
fn same_value(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (found.trim(), wanted.trim());
    let number = |text: &str| text.parse::<f64>().ok().filter(|it| it.is_finite());
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    found == wanted || number(found).zip(number(wanted)).is_some_and(|(a, b)| close(a, b))
}
