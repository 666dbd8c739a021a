//! Where a report goes: to the terminal, into a file, into docs/benchmarks.md.

use crate::app_under_test::write;
use crate::{machine::Machine, page, print, root, table::Table};
use anyhow::{Context, Result};
use serde::{Serialize, de::DeserializeOwned};
use std::fs;
use std::path::PathBuf;

/// The options of every benchmark.
#[derive(Debug, clap::Args)]
pub(crate) struct OutputOptions {
    /// Print JSON instead of tables; target/bench/ has it in any case
    #[arg(long)]
    json: bool,
    /// Write the tables into docs/benchmarks.md too
    #[arg(long)]
    page: bool,
    /// Measure nothing, and use the last results
    #[arg(long)]
    stored: bool,
}

/// The results of a benchmark.
pub(crate) trait BenchReport: Serialize + DeserializeOwned {
    /// Its name in the name of its file.
    const NAME: &'static str;
    /// What measures it on the command line, without `--page`.
    const ARGUMENTS: &'static str = Self::NAME;

    /// The report for a terminal.
    fn text(&self) -> String;

    /// The report for a page.
    fn markdown(&self) -> String;
}

/// A report for a terminal: the machine, the tables, and the notes below them.
pub(crate) fn text_of(machine: &Machine, tables: &[Table], notes: &[&str]) -> String {
    let tables = tables.iter().map(Table::aligned);
    [machine.to_string()].into_iter().chain(tables).chain([notes.join("\n")]).collect::<Vec<_>>().join("\n\n")
}

/// The same for a page.
pub(crate) fn markdown_of(machine: &Machine, tables: &[Table], notes: &[&str]) -> String {
    let notes: Vec<String> = notes.iter().map(|note| format!("- {note}")).collect();
    let tables = tables.iter().map(Table::markdown);
    [machine.to_string()].into_iter().chain(tables).chain([notes.join("\n")]).collect::<Vec<_>>().join("\n\n")
}

impl OutputOptions {
    /// Measures, or loads the last results, and prints and stores the report.
    pub(crate) async fn publish<R: BenchReport>(
        &self,
        measuring: impl Future<Output = Result<R>>,
    ) -> Result<()> {
        let report = if self.stored { load()? } else { measuring.await? };
        let json = serde_json::to_string_pretty(&report)?;
        write(&file::<R>(), &json)?;
        print(&if self.json { json } else { report.text() });
        if self.page {
            page::put_report(&format!("cargo xtask bench {} --page", R::ARGUMENTS), &report.markdown())?;
        }
        Ok(())
    }
}

fn file<R: BenchReport>() -> PathBuf {
    root().join(format!("target/bench/{}.json", R::NAME))
}

fn load<R: BenchReport>() -> Result<R> {
    let text = fs::read_to_string(file::<R>())
        .context("there are no results yet: run the command without --stored")?;
    serde_json::from_str(&text)
        .context("the last results are of another version: run the command without --stored")
}
