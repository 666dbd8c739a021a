//! Runs everything: each application started afresh for each reader, the readers taking turns.

use super::documents::Documents;
use super::outcome::{Method, Outcome};
use super::report::{Pair, Report, Row};
use super::windows::{self, Subject};
use super::{Options, ours, peers, pictures, sequential, typing};
use crate::bus::Bus;
use crate::say;
use crate::stage::Stage;
use anyhow::{Result, bail};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// What is measured besides windows.
const LENGTH: &str = "length";
const PICTURES: &str = "pictures";
const TYPING: &str = "typing";
/// How long a reader may take.
const DEADLINE: Duration = Duration::from_secs(120);

/// Measures what is wanted.
pub(super) async fn run(options: &Options) -> Result<Report> {
    let mut report = Report { machine: crate::machine::this(), runs: options.runs, ..Report::default() };
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
        report.contests.push(Box::pin(pictures::contest()).await);
    }
    if options.wants(TYPING) {
        report.contests.extend(Box::pin(typing::contests()).await);
    }
    Ok(report)
}

/// An error for a name that nothing has.
fn check(options: &Options, subjects: &[Subject]) -> Result<()> {
    let names: Vec<&str> = subjects.iter().map(|it| it.name).chain([LENGTH, PICTURES, TYPING]).collect();
    match options.only.iter().find(|it| !names.contains(&it.as_str())) {
        Some(name) => bail!("there is no {name:?} to measure, but {}", names.join(", ")),
        None => Ok(()),
    }
}

async fn window(subject: &Subject, options: &Options) -> Row {
    let mut readings: Vec<(Method, Outcome)> = Vec::new();
    let runs = options.runs;
    for run in 1..=runs {
        for method in options.readers() {
            // What did not come to an end once is not waited for again.
            let is_hopeless = |(it, outcome): &(Method, Outcome)| {
                *it == method && matches!(outcome, Outcome::Unfinished(_))
            };
            if !readings.iter().any(is_hopeless) {
                let outcome = reading(subject, method).await;
                say(&format!("{} {run}/{runs} {method:?}: {}", subject.name, outcome.in_short()));
                readings.push((method, outcome));
            }
        }
    }
    Row { name: subject.name.into(), about: subject.about.into(), readings }
}

async fn pair(name: &str, subjects: &[Subject; 2], runs: usize) -> Pair {
    let mut outcomes = [Vec::new(), Vec::new()];
    for run in 1..=runs {
        for (subject, outcomes) in subjects.iter().zip(&mut outcomes) {
            let outcome = reading(subject, Method::View).await;
            say(&format!("{name} {run}/{runs}: {}", outcome.in_short()));
            outcomes.push(outcome);
        }
    }
    let [short, long] = outcomes;
    Pair { name: name.into(), short, long }
}

/// Starts an application and has it read.
async fn reading(subject: &Subject, method: Method) -> Outcome {
    let stage = match Stage::open(&subject.play).await {
        Ok(stage) => stage,
        Err(error) => return Outcome::Failed(format!("{error:#}")),
    };
    let read = match method {
        Method::Pyatspi => Ok(peers::read(&stage, "pyatspi_reader.py", DEADLINE).await),
        Method::Dogtail => Ok(peers::read(&stage, "dogtail_dump.py", DEADLINE).await),
        Method::Sequential => one_by_one(&stage).await,
        Method::Anatomy => ours::full_tree(&stage, DEADLINE).await,
        Method::View => Box::pin(ours::view(&stage, subject.change)).await,
    };
    stage.close().await;
    read.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
}

async fn one_by_one(stage: &Stage) -> Result<Outcome> {
    let bus = Bus::connect(stage.seat()).await?;
    let roots = bus.applications(&stage.processes()).await?;
    let started = Instant::now();
    match timeout(DEADLINE, sequential::read(&bus, roots)).await {
        Ok(nodes) => Ok(Outcome::read(started.elapsed(), nodes?)),
        Err(_) => Ok(Outcome::Unfinished(DEADLINE.as_secs())),
    }
}
