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
        self.show(&report)?;
        self.put_into_page(&report)
    }

    /// The same for a long measurement, which fills a report that has begun. What it measured before it failed or was interrupted
    /// is printed and stored too, and the page stays as it is then.
    pub(crate) async fn publish_as_far_as_measured<R: BenchReport + Clone + PartialEq>(
        &self,
        begun: R,
        measuring: impl AsyncFnOnce(&mut R) -> Result<()>,
    ) -> Result<()> {
        let (report, ended) =
            if self.stored { (load()?, Ok(())) } else { as_far_as_measured(begun, measuring).await? };
        self.show(&report)?;
        ended.context("the results are those until the measurement ended early")?;
        self.put_into_page(&report)
    }

    fn show<R: BenchReport>(&self, report: &R) -> Result<()> {
        let json = serde_json::to_string_pretty(report)?;
        write(&file::<R>(), &json)?;
        print(&if self.json { json } else { report.text() });
        Ok(())
    }

    fn put_into_page<R: BenchReport>(&self, report: &R) -> Result<()> {
        if !self.page {
            return Ok(());
        }
        page::put_report(&format!("cargo xtask bench {} --page", R::ARGUMENTS), &report.markdown())
    }
}

/// The report with what was measured, and why the measurement ended early if it did; an error where it measured nothing.
async fn as_far_as_measured<R: Clone + PartialEq>(
    begun: R,
    measuring: impl AsyncFnOnce(&mut R) -> Result<()>,
) -> Result<(R, Result<()>)> {
    let mut report = begun.clone();
    let ended = measuring(&mut report).await;
    match ended {
        Err(error) if report == begun => Err(error),
        ended => Ok((report, ended)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    async fn one_then_an_error(figures: &mut Vec<u32>) -> Result<()> {
        figures.push(7);
        bail!("the second one failed")
    }

    async fn an_error(_: &mut Vec<u32>) -> Result<()> {
        bail!("the first one failed")
    }

    #[tokio::test]
    async fn what_was_measured_before_an_error_is_kept() {
        let (figures, ended) = as_far_as_measured(Vec::new(), one_then_an_error).await.unwrap();
        assert_eq!(figures, [7]);
        assert_eq!(ended.unwrap_err().to_string(), "the second one failed");
        let nothing = as_far_as_measured(Vec::new(), an_error).await;
        assert_eq!(nothing.unwrap_err().to_string(), "the first one failed");
    }
}
