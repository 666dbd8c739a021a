//! Checks of what a task left behind: files, documents, controls, windows and programs. They know nothing of who did the
//! task, and ask no model.

mod document;
mod file;
mod program;
mod screen;

use crate::task::Check;
use deskpilot_core::{Checked, Complete};
use deskpilot_desktop::Desktop;
use std::{path::Path, time::Duration};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout_at},
};

/// How long an application that is still writing is usually given: 3 s.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Between two looks at what does not hold yet.
const PAUSE: Duration = Duration::from_millis(150);

/// Where the checks look.
pub struct Place<'a> {
    /// The task's home: files are looked for in it, and nowhere else.
    pub home: &'a Path,
    /// The task's desktop.
    pub desktop: &'a mut dyn Desktop,
    /// The names of the programs that run on this desktop; none where they cannot be listed.
    pub programs: &'a (dyn Fn() -> Vec<String> + Send + Sync),
}

/// What one look found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    holds: Complete,
    found: String,
}

impl Finding {
    fn yes(found: impl Into<String>) -> Finding {
        Finding { holds: Complete::Yes, found: found.into() }
    }

    fn no(found: impl Into<String>) -> Finding {
        Finding { holds: Complete::No, found: found.into() }
    }

    fn unsure(found: impl Into<String>) -> Finding {
        Finding { holds: Complete::Unsure, found: found.into() }
    }

    fn of(holds: bool, found: impl Into<String>) -> Finding {
        if holds { Finding::yes(found) } else { Finding::no(found) }
    }
}

/// What each check finds, in their order.
///
/// What does not hold at once is looked at again until it does, or the patience is at its end: an application may still
/// be writing. Every check is looked at once at least.
pub async fn check(checks: &[Check], place: &mut Place<'_>, patience: Duration) -> Vec<Checked> {
    let deadline = Instant::now() + patience;
    let mut findings = Vec::with_capacity(checks.len());
    for check in checks {
        findings.push(look(check, place).await);
    }
    while findings.iter().any(|it| it.holds != Complete::Yes) && Instant::now() + PAUSE < deadline {
        sleep(PAUSE).await;
        for (check, finding) in checks.iter().zip(&mut findings).filter(|(_, it)| it.holds != Complete::Yes) {
            if let Ok(again) = timeout_at(deadline, look(check, place)).await {
                *finding = again;
            }
        }
    }
    let told = |(check, finding): (&Check, Finding)| Checked {
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

/// Reads a disk on a thread that may wait for it.
async fn aside(read: impl FnOnce() -> Finding + Send + 'static) -> Finding {
    let read = spawn_blocking(read).await;
    read.unwrap_or_else(|error| Finding::unsure(format!("it could not be looked at: {error}")))
}

/// Whether two values are the same: as texts, or as numbers.
fn same(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (found.trim(), wanted.trim());
    let number = |text: &str| text.parse::<f64>().ok().filter(|it| it.is_finite());
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    found == wanted || number(found).zip(number(wanted)).is_some_and(|(a, b)| close(a, b))
}
