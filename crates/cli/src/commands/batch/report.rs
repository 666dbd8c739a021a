//! The report of a batch: a Markdown table that is readable as plain text.

use super::results::{ModelUsage, Results, Row, Totals, yes_no};
use crate::console::plain;
use anyhow::{Context, Result};
use deskpilot_system::AtomicWrite;
use std::path::Path;

/// The columns of the table.
const COLUMNS: Cells = [
    "task",
    "success",
    "verdict",
    "steps",
    "decisions",
    "model calls",
    "tokens in",
    "cached",
    "out",
    "dollars",
    "seconds",
];

/// The most characters of a verdict in the table.
const VERDICT_WIDTH: usize = 60;

type Cells<T = &'static str> = [T; 11];

/// Writes `results.json` and `results.md`. A reader never sees a half-written file.
pub(super) fn write(results: &Results, folder: &Path) -> Result<()> {
    for (name, text) in [("results.json", results.json()?), ("results.md", page(results, folder))] {
        let path = folder.join(name);
        let put = AtomicWrite::DURABLE.write(&path, text.as_bytes());
        put.with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// The table, what failed, and the folder of the results.
pub(super) fn page(results: &Results, folder: &Path) -> String {
    let models = match results.host_model == results.app_model {
        true => results.host_model.clone(),
        false => format!("{} (HostAgent), {} (AppAgents)", results.host_model, results.app_model),
    };
    let mut page = format!("# {}\n\nmodel: {models}\n\n{}\n", results.batch, table(results));
    if results.totals.done < results.planned {
        page.push_str(&format!("{} of {} were done.\n\n", results.totals.done, results.planned));
    }
    let failures = failures(results);
    if !failures.is_empty() {
        page.push_str(&format!("{}\n\n", failures.join("\n")));
    }
    page.push_str(&format!("results: {}\n", folder.display()));
    page
}

/// A line for each trial that did not finish, and for each check that does not hold.
fn failures(results: &Results) -> Vec<String> {
    let of_row = |row: &Row| {
        let verdict = (!row.finished).then(|| format!("- {}: {}", row.log, plain(&row.verdict)));
        let checks =
            row.failed_checks().map(|it| format!("- {}: {}: {}; {}", row.log, it.check, it.holds, it.found));
        verdict.into_iter().chain(checks).map(|line| plain(&line)).collect::<Vec<_>>()
    };
    results.tasks.iter().flat_map(of_row).collect()
}

fn table(results: &Results) -> String {
    let name =
        |row: &Row| row.log.strip_prefix(&format!("{}-", results.batch)).unwrap_or(&row.log).to_owned();
    let mut rows: Vec<Cells<String>> = vec![COLUMNS.map(str::to_owned)];
    rows.extend(results.tasks.iter().map(|row| of_row(row, name(row))));
    rows.push(of_all(&results.totals));
    let rows: Vec<_> = rows.into_iter().map(|row| row.map(|cell| plain(&cell).replace('|', "/"))).collect();
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Cells<usize> = std::array::from_fn(widest);
    let line = |row: &Cells<String>| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!(" {cell:width$} |"));
        format!("|{}\n", cells.collect::<String>())
    };
    let rule = widths.map(|width| "-".repeat(width));
    let (head, body) = rows.split_at(1);
    head.iter().chain([&rule]).chain(body).map(line).collect()
}

fn of_row(row: &Row, name: String) -> Cells<String> {
    let mut verdict: String = row.verdict.chars().take(VERDICT_WIDTH).collect();
    if verdict.len() < row.verdict.len() {
        verdict.push('…');
    }
    cells([name, yes_no(row.success).into(), verdict], row.steps, &row.spent, row.seconds)
}

fn of_all(totals: &Totals) -> Cells<String> {
    let succeeded = format!("{} of {}", totals.succeeded, totals.done);
    let rate = format!("{:.0} %", totals.success_rate * 100.0);
    cells(["all".into(), succeeded, rate], totals.steps, &totals.spent, totals.seconds)
}

fn cells(
    [name, success, verdict]: [String; 3],
    steps: u32,
    spent: &ModelUsage,
    seconds: f64,
) -> Cells<String> {
    let ModelUsage {
        decisions,
        model_calls,
        input_tokens,
        cached_tokens,
        output_tokens,
        dollars,
        unpriced_calls,
    } = spent;
    let dollars = match unpriced_calls {
        0 => format!("{dollars:.4}"),
        // Replies of unknown price are named, not counted as free.
        _ if unpriced_calls == model_calls => "unknown".into(),
        _ => format!("{dollars:.4} and {unpriced_calls} calls of unknown price"),
    };
    [
        name,
        success,
        verdict,
        steps.to_string(),
        decisions.to_string(),
        model_calls.to_string(),
        input_tokens.to_string(),
        cached_tokens.to_string(),
        output_tokens.to_string(),
        dollars,
        format!("{seconds:.1}"),
    ]
}
