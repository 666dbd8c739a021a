//! Runs the benchmark: it starts each application again for each reader, and the readers take turns.

use super::documents::Documents;
use super::reading::{Method, ReadingOutcome};
use super::report::{LengthPair, Report, Row};
use super::windows::{self, Subject};
use super::{Options, own_reader, peers, pictures, typing};
use crate::app_under_test::AppUnderTest;
use crate::machine::Machine;
use crate::reference::{self, Bus};
use crate::say;
use anyhow::{Result, bail};
use std::time::Duration;

/// The names of what is not a window.
const LENGTH: &str = "length";
const PICTURES: &str = "pictures";
const TYPING: &str = "typing";
/// How long a reader may take.
const DEADLINE: Duration = Duration::from_secs(120);

/// Measures what the options ask for; an error before the first application starts where this build cannot.
pub(super) async fn run(options: &Options) -> Result<Report> {
    reference::check()?;
    let mut report = Report { machine: Machine::detect(), runs: options.runs, ..Report::default() };
    let documents = Documents::write()?;
    let subjects = windows::all(&documents);
    check(options, &subjects)?;
    for subject in subjects.into_iter().filter(|it| options.wants(it.name)) {
        report.windows.push(Box::pin(window(&subject, options)).await);
    }
    if options.wants(LENGTH) {
        for (name, subjects) in windows::pairs(&documents) {
            report.pairs.push(Box::pin(pair(name, &subjects, options.runs)).await);
        }
    }
    if options.wants(PICTURES) {
        report.comparisons.push(Box::pin(pictures::comparison()).await);
    }
    if options.wants(TYPING) {
        report.comparisons.extend(Box::pin(typing::comparisons()).await);
    }
    Ok(report)
}

/// An error for an unknown name.
fn check(options: &Options, subjects: &[Subject]) -> Result<()> {
    let names: Vec<&str> = subjects.iter().map(|it| it.name).chain([LENGTH, PICTURES, TYPING]).collect();
    match options.only.iter().find(|it| !names.contains(&it.as_str())) {
        Some(name) => {
            bail!("there is nothing called {name:?} to measure; the names are {}", names.join(", "))
        }
        None => Ok(()),
    }
}

async fn window(subject: &Subject, options: &Options) -> Row {
    let mut readings: Vec<(Method, ReadingOutcome)> = Vec::new();
    let runs = options.runs;
    for run in 1..=runs {
        for method in options.readers() {
            // A reader that once did not finish is not tried again.
            let is_hopeless = |(it, outcome): &(Method, ReadingOutcome)| {
                *it == method && matches!(outcome, ReadingOutcome::Unfinished(_))
            };
            if !readings.iter().any(is_hopeless) {
                let outcome = reading(subject, method).await;
                say(&format!("{} {run}/{runs} {method:?}: {}", subject.name, outcome.summary()));
                readings.push((method, outcome));
            }
        }
    }
    Row { name: subject.name.into(), about: subject.about.into(), readings }
}

async fn pair(name: &str, subjects: &[Subject; 2], runs: usize) -> LengthPair {
    let mut outcomes = [Vec::new(), Vec::new()];
    for run in 1..=runs {
        for (subject, outcomes) in subjects.iter().zip(&mut outcomes) {
            let outcome = reading(subject, Method::View).await;
            say(&format!("{name} {run}/{runs}: {}", outcome.summary()));
            outcomes.push(outcome);
        }
    }
    let [short, long] = outcomes;
    LengthPair { name: name.into(), short, long }
}

/// Starts an application and reads it.
async fn reading(subject: &Subject, method: Method) -> ReadingOutcome {
    let app = match AppUnderTest::open(&subject.spec).await {
        Ok(app) => app,
        Err(error) => return ReadingOutcome::Failed(format!("{error:#}")),
    };
    let read = match method {
        Method::Pyatspi => Ok(peers::read(&app, "pyatspi_reader.py", DEADLINE).await),
        Method::Dogtail => Ok(peers::read(&app, "dogtail_dump.py", DEADLINE).await),
        Method::Sequential => sequential(&app).await,
        Method::FullTree => own_reader::full_tree(&app, DEADLINE).await,
        Method::View => Box::pin(own_reader::view(&app, subject.change)).await,
    };
    app.close().await;
    read.unwrap_or_else(|error| ReadingOutcome::Failed(format!("{error:#}")))
}

async fn sequential(app: &AppUnderTest) -> Result<ReadingOutcome> {
    let bus = Bus::connect(app.seat()).await?;
    Ok(match reference::time_reader(&bus, &app.processes(), DEADLINE).await? {
        Some((time, nodes)) => ReadingOutcome::read(time, nodes),
        None => ReadingOutcome::Unfinished(DEADLINE.as_secs()),
    })
}
