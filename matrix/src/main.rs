//! Tries what Deskpilot can do in real applications, and writes the support matrix.
//!
//! `deskpilot-matrix [--only NAME]...` writes pictures, lists of controls and results to `target/matrix`, and the page to
//! `docs/support-matrix.md`. A run of some applications keeps the results of the others.

mod app_under_test;
mod applications;
mod cell;
mod check;
mod folders;
mod page;
mod row;
mod spec;
mod trial;
mod versions;

use anyhow::{Context, Result, bail};
use row::Row;
use spec::Application;
use std::process::ExitCode;
use std::{env, fs};

#[tokio::main]
async fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match try_all(&args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn try_all(args: &[String]) -> Result<()> {
    let chosen = chosen(args)?;
    fs::create_dir_all(folders::artefacts()).context("target/matrix cannot be created")?;
    let mut rows = stored_rows();
    for application in chosen {
        say(&format!("{} ({})", application.name, application.toolkit.0));
        let row = row::run(application).await;
        rows.retain(|it| it.name != row.name);
        rows.push(row);
        write(&mut rows)?;
    }
    Ok(())
}

fn chosen(args: &[String]) -> Result<Vec<&'static Application>> {
    let all = applications::all();
    if args.is_empty() {
        return Ok(all);
    }
    let names: Vec<&str> = args.iter().filter(|arg| *arg != "--only").map(String::as_str).collect();
    for name in &names {
        if all.iter().all(|it| it.name != *name) {
            let known: Vec<_> = all.iter().map(|it| it.name).collect();
            bail!("there is no application {name:?} in the matrix; the names are {}", known.join(", "));
        }
    }
    Ok(all.into_iter().filter(|it| names.contains(&it.name)).collect())
}

/// The results of earlier runs.
fn stored_rows() -> Vec<Row> {
    let stored = fs::read_to_string(folders::artefacts().join("results.json")).unwrap_or_default();
    serde_json::from_str(&stored).unwrap_or_default()
}

fn write(rows: &mut [Row]) -> Result<()> {
    let all = applications::all();
    rows.sort_by_key(|row| all.iter().position(|it| it.name == row.name));
    fs::write(folders::artefacts().join("results.json"), serde_json::to_string_pretty(rows)? + "\n")?;
    fs::write(folders::root().join("docs/support-matrix.md"), page::print(rows))?;
    Ok(())
}

/// Prints a line of progress.
#[expect(clippy::print_stderr, reason = "a developer tool prints its progress here")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
