//! Observes four applications and acts on them for a while: memory must stay flat, and no stale control may be acted
//! on.
//!
//! `cargo run --release -p deskpilot-linux --example soak -- --minutes 20 --seed 7`

mod memory;
mod subject;
mod tally;

use anyhow::{Context, Result, bail, ensure};
use deskpilot_core::Launch;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::Dice;
use memory::Memory;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use subject::{SUBJECTS, Subject};
use tally::Tally;

/// How many memory samples a run records.
const SAMPLES: u32 = 60;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    match soak().await {
        Ok(report) => say(&report, ExitCode::SUCCESS),
        Err(error) => say(&format!("error: {error:#}"), ExitCode::FAILURE),
    }
}

#[expect(clippy::print_stdout, reason = "this is what it is run for")]
fn say(text: &str, code: ExitCode) -> ExitCode {
    println!("{text}");
    code
}

async fn soak() -> Result<String> {
    let (length, seed) = arguments()?;
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
    let mut subjects = Vec::new();
    for script in SUBJECTS {
        let launch = Launch { application: script.application.into(), file: None, ..Launch::default() };
        let window = desktop.launch(&launch, &[]).await.with_context(|| script.application)?;
        subjects.push(Subject { script, window });
    }
    let (mut dice, mut tally) = (Dice::of(seed), Tally::default());
    let started = Instant::now();
    let mut memory = Memory::of(&subjects);
    while started.elapsed() < length {
        for subject in &subjects {
            let case =
                || format!("{}, seed {seed}, after {:?}", subject.script.application, started.elapsed());
            subject.work(&mut desktop, &mut dice, &mut tally).await.with_context(case)?;
        }
        memory.measure()?;
        if started.elapsed() >= length * (memory.samples() + 1) / SAMPLES {
            memory.write_down(started.elapsed());
        }
    }
    desktop.release().await?;
    private.close().await;
    let report = format!("seed {seed}\n{tally}\n{memory}");
    ensure!(tally.stale_refused() > 0, "{report}\nno stale control was ever tried");
    match memory.verdict() {
        Ok(verdict) => Ok(format!("{report}\n{verdict}")),
        Err(verdict) => bail!("{report}\n{verdict}"),
    }
}

/// The run's length and seed from the command line.
fn arguments() -> Result<(Duration, u64)> {
    let (mut minutes, mut seed) = (20.0, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--minutes" => minutes = value.parse().context("--minutes needs a number")?,
            "--seed" => seed = value.parse().context("--seed needs a whole number")?,
            _ => bail!("there is no option {word}: say --minutes or --seed"),
        }
    }
    ensure!((0.1..=600.0).contains(&minutes), "--minutes must be between 0.1 and 600");
    Ok((Duration::from_secs_f64(minutes * 60.0), seed))
}
