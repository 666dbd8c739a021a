//! The report of a batch: a Markdown table that is readable as plain text.

use super::{
    BatchError,
    results::{BatchResults, TrialTotals},
    trial_row::{ModelUsage, TrialRow},
};
use crate::{FileError, plain};
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

/// Writes `results.json` and `results.md` into the folder of the batch. A reader never sees a half-written file.
///
/// # Errors
/// A file cannot be written.
pub fn write_results(results: &BatchResults, folder: &Path) -> Result<(), BatchError> {
    for (name, text) in [("results.json", results.json()?), ("results.md", results_page(results, folder))] {
        let path = folder.join(name);
        let put = AtomicWrite::DURABLE.write(&path, text.as_bytes());
        put.map_err(FileError::not_written(&path))?;
    }
    Ok(())
}

/// The table, what failed, and the folder of the results.
pub fn results_page(results: &BatchResults, folder: &Path) -> String {
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
fn failures(results: &BatchResults) -> Vec<String> {
    let of_row = |row: &TrialRow| {
        let verdict = (!row.finished).then(|| format!("- {}: {}", row.log, plain(&row.verdict)));
        let checks =
            row.failed_checks().map(|it| format!("- {}: {}: {}; {}", row.log, it.check, it.holds, it.found));
        verdict.into_iter().chain(checks).map(|line| plain(&line)).collect::<Vec<_>>()
    };
    results.tasks.iter().flat_map(of_row).collect()
}

fn table(results: &BatchResults) -> String {
    let name =
        |row: &TrialRow| row.log.strip_prefix(&format!("{}-", results.batch)).unwrap_or(&row.log).to_owned();
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

fn of_row(row: &TrialRow, name: String) -> Cells<String> {
    let mut verdict: String = row.verdict.chars().take(VERDICT_WIDTH).collect();
    if verdict.len() < row.verdict.len() {
        verdict.push('…');
    }
    cells([name, row.success_word().into(), verdict], row.steps, &row.spent, row.seconds)
}

fn of_all(totals: &TrialTotals) -> Cells<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of three trials: one that succeeded, and one that failed at its desktop and called a model of unknown price.
    fn results() -> BatchResults {
        let mut results = BatchResults::new("b", "steps".into(), "steps".into(), 3);
        let failed = TrialRow::error("letter", "b-letter-1", "no\x1b desktop | none");
        let spent = ModelUsage { decisions: 2, model_calls: 1, unpriced_calls: 1, ..ModelUsage::default() };
        let (verdict, seconds) = ("done".to_owned(), 1.25);
        let done = TrialRow { success: true, finished: true, verdict, steps: 2, seconds, ..failed.clone() };
        results.put(2, TrialRow { spent, ..failed });
        results.put(0, TrialRow { log: "b-sum-2".into(), ..done });
        results
    }

    #[test]
    fn the_page_has_a_row_for_each_trial_their_sum_and_what_failed() {
        let expected = "\
# b

model: steps

| task     | success | verdict                   | steps | decisions | model calls | tokens in | cached | out | dollars | seconds |
| -------- | ------- | ------------------------- | ----- | --------- | ----------- | --------- | ------ | --- | ------- | ------- |
| sum-2    | yes     | done                      | 2     | 0         | 0           | 0         | 0      | 0   | 0.0000  | 1.2     |
| letter-1 | no      | error: no\u{fffd} desktop / none | 0     | 2         | 1           | 0         | 0      | 0   | unknown | 0.0     |
| all      | 1 of 2  | 50 %                      | 2     | 2         | 1           | 0         | 0      | 0   | unknown | 1.2     |

2 of 3 were done.

- b-letter-1: error: no\u{fffd} desktop | none

results: /logs/b
";
        let page = results_page(&results(), Path::new("/logs/b"));
        assert_eq!(page, expected, "{page}");
    }

    #[test]
    fn a_later_row_takes_the_place_of_an_earlier_one() {
        let mut results = results();
        let row = TrialRow { success: true, finished: true, ..results.tasks[1].clone() };
        results.put(2, row);
        assert_eq!((results.tasks.len(), results.totals.succeeded), (2, 2));
        assert!(results.all_succeeded());
    }
}
