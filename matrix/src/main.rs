//! Tries what Deskpilot can do on real applications, and writes down what came of it.
//!
//! `deskpilot-matrix [--only NAME]...`; pictures, lists of controls and results go to `target/matrix`, the page to
//! `docs/support-matrix.md`. A run of some applications keeps what is known of the others.

mod applications;
mod cell;
mod check;
mod page;
mod places;
mod row;
mod stage;
mod trial;
mod versions;
mod words;

use anyhow::{Context, Result, bail};
use row::Row;
use std::process::ExitCode;
use std::{env, fs};
use words::Application;

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
    fs::create_dir_all(places::artefacts()).context("target/matrix cannot be made")?;
    let mut rows = known();
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
            bail!("there is no application {name:?} in the matrix, but {}", known.join(", "));
        }
    }
    Ok(all.into_iter().filter(|it| names.contains(&it.name)).collect())
}

/// What earlier runs found.
fn known() -> Vec<Row> {
    let stored = fs::read_to_string(places::artefacts().join("results.json")).unwrap_or_default();
    serde_json::from_str(&stored).unwrap_or_default()
}

fn write(rows: &mut [Row]) -> Result<()> {
    let all = applications::all();
    rows.sort_by_key(|row| all.iter().position(|it| it.name == row.name));
    fs::write(places::artefacts().join("results.json"), serde_json::to_string_pretty(rows)? + "\n")?;
    fs::write(places::root().join("docs/support-matrix.md"), page::print(rows))?;
    Ok(())
}

/// A line for the developer.
#[expect(clippy::print_stderr, reason = "this is where a developer tool speaks")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
