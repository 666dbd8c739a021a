//! A standing adversary: draws random actions on windows that record what really happens to them, sends them the way an
//! agent's actions go, and compares the record with what the policy allows.
//!
//! `cargo run -p deskpilot-adversary -- --actions 3000 --seed 7`
//!
//! With `effects` as the first word it compares what is reported of each action with the truth instead; with `--native`, about
//! each native command.

mod arguments;
mod attack;
mod attacker;
mod block;
mod effect;
mod effects;
mod gestures;
mod keys;
mod native;
mod play;
mod policy;
mod record;
mod session;
mod subject;
mod tally;
#[cfg(test)]
mod tests;
mod toolkit;
mod windows;

use anyhow::{Result, bail};
use arguments::{Arguments, Form, Question};
use play::play;
use std::process::ExitCode;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    match run().await {
        Ok(report) => say(&report, ExitCode::SUCCESS),
        Err(error) => say(&format!("error: {error:#}"), ExitCode::FAILURE),
    }
}

#[expect(clippy::print_stdout, reason = "this is what it is run for")]
fn say(text: &str, code: ExitCode) -> ExitCode {
    println!("{text}");
    code
}

#[expect(clippy::print_stderr, reason = "a developer tool prints its progress here")]
fn say_progress(line: &str) {
    eprintln!("{line}");
}

async fn run() -> Result<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let arguments = Arguments::of(&words)?;
    match arguments.question {
        Question::Policies => policies(&arguments).await,
        Question::Effects => truths(&arguments).await,
        Question::NativeEffects => native_truths(&arguments).await,
    }
}

async fn policies(arguments: &Arguments) -> Result<String> {
    let tally = play(arguments.blocks()).await?;
    let report = format!("seed {}\n{tally}", arguments.seed);
    if tally.violations.is_empty() { Ok(report) } else { bail!("{report}") }
}

async fn truths(arguments: &Arguments) -> Result<String> {
    let tally = effects::compare(arguments, say_progress).await?;
    let report = match arguments.form {
        Form::Text => format!("seed {}\n{tally}", arguments.seed),
        Form::Json => serde_json::to_string_pretty(&tally)?,
    };
    if tally.is_met() { Ok(report) } else { bail!("{report}") }
}

async fn native_truths(arguments: &Arguments) -> Result<String> {
    let tally = effects::native::compare(arguments, say_progress).await?;
    let report = match arguments.form {
        Form::Text => format!("seed {}\n{tally}", arguments.seed),
        Form::Json => serde_json::to_string_pretty(&tally)?,
    };
    if tally.is_met() { Ok(report) } else { bail!("{report}") }
}
