//! Checks the results of a task: files, documents, controls, windows and programs. Independent of who did the
//! task, and without a model.

mod document;
mod file;
mod program;
mod screen;

use crate::task::Check;
use deskpilot_core::{Assessment, CheckResult};
use deskpilot_desktop::Desktop;
use std::{path::Path, time::Duration};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout_at},
};

/// The default time for an application to finish writing: 3 s.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// The pause before a failed check is repeated.
const PAUSE: Duration = Duration::from_millis(150);

/// The home and desktop to check.
pub struct Place<'a> {
    /// The task's home, the only folder in which files are checked.
    pub home: &'a Path,
    /// The task's desktop.
    pub desktop: &'a mut dyn Desktop,
    /// Lists the programs that run on this desktop; empty if they cannot be listed.
    pub programs: &'a (dyn Fn() -> Vec<String> + Send + Sync),
}

/// The result of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    holds: Assessment,
    found: String,
}

impl Finding {
    fn yes(found: impl Into<String>) -> Finding {
        Finding { holds: Assessment::Yes, found: found.into() }
    }

    fn no(found: impl Into<String>) -> Finding {
        Finding { holds: Assessment::No, found: found.into() }
    }

    fn unsure(found: impl Into<String>) -> Finding {
        Finding { holds: Assessment::Unsure, found: found.into() }
    }

    fn of(holds: bool, found: impl Into<String>) -> Finding {
        if holds { Finding::yes(found) } else { Finding::no(found) }
    }
}

/// Runs all checks and returns their results in order.
///
/// Repeats failed checks until they hold or `patience` is over, because an application may still be writing.
/// Runs every check at least once.
pub async fn check(checks: &[Check], place: &mut Place<'_>, patience: Duration) -> Vec<CheckResult> {
    let deadline = Instant::now() + patience;
    let mut findings = Vec::with_capacity(checks.len());
    for check in checks {
        findings.push(look(check, place).await);
    }
    while findings.iter().any(|it| it.holds != Assessment::Yes) && Instant::now() + PAUSE < deadline {
        sleep(PAUSE).await;
        for (check, finding) in checks.iter().zip(&mut findings).filter(|(_, it)| it.holds != Assessment::Yes)
        {
            if let Ok(again) = timeout_at(deadline, look(check, place)).await {
                *finding = again;
            }
        }
    }
    let told = |(check, finding): (&Check, Finding)| CheckResult {
        check: check.to_string(),
        holds: finding.holds,
        found: finding.found,
    };
    checks.iter().zip(findings).map(told).collect()
}

async fn look(check: &Check, place: &mut Place<'_>) -> Finding {
    match check {
        Check::File(path, content) => {
            let (home, path, content) = (place.home.to_owned(), path.clone(), content.clone());
            aside(move || file::look(&home, &path, &content)).await
        }
        Check::Document(path, kind, part) => {
            let (home, path, kind, part) = (place.home.to_owned(), path.clone(), *kind, part.clone());
            aside(move || document::look(&home, &path, kind, &part)).await
        }
        Check::Control(control) => screen::control(place.desktop, control).await,
        Check::Window(word, wanted) => screen::window(place.desktop, word, wanted).await,
        Check::Process(name, running) => program::look(&(place.programs)(), name, *running),
    }
}

/// Reads the disk on a blocking thread.
async fn aside(read: impl FnOnce() -> Finding + Send + 'static) -> Finding {
    let read = spawn_blocking(read).await;
    read.unwrap_or_else(|error| Finding::unsure(format!("it could not be looked at: {error}")))
}

/// Whether two values are equal as text or, within a relative 1e-9, as numbers.
fn same(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (found.trim(), wanted.trim());
    let number = |text: &str| text.parse::<f64>().ok().filter(|it| it.is_finite());
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    found == wanted || number(found).zip(number(wanted)).is_some_and(|(a, b)| close(a, b))
}
