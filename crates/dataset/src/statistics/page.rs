//! The figures of a dataset as a page.

use super::{Spread, Statistics};
use std::fmt::{Display, Write};

/// The page.
pub(super) fn of(statistics: &Statistics) -> String {
    let mut page = format!("# Statistics\n\n{} tasks, {} steps.\n", statistics.tasks, statistics.steps);
    splits(&mut page, statistics);
    counts(&mut page, "application", &statistics.by_app);
    counts(&mut page, "verdict", &statistics.by_verdict);
    counts(&mut page, "template", &statistics.by_template);
    functions(&mut page, statistics);
    figures(&mut page, statistics);
    left_out(&mut page, statistics);
    page
}

fn splits(page: &mut String, statistics: &Statistics) {
    table(page, "Splits", &["split", "tasks", "steps", "templates"]);
    for (split, it) in &statistics.by_split {
        row(page, &[split, &it.tasks, &it.steps, &it.templates]);
    }
    for split in &statistics.empty_splits {
        let why =
            "no template of these tasks belongs to it; more templates, or another part held out, may fill it";
        line(page, &format!("\nThe split {split} is empty: {why}."));
    }
}

fn counts<K: Display>(page: &mut String, name: &str, counts: &std::collections::BTreeMap<K, usize>) {
    table(page, &format!("Tasks by {name}"), &[name, "tasks"]);
    for (key, count) in counts {
        row(page, &[key, count]);
    }
}

fn functions(page: &mut String, statistics: &Statistics) {
    table(page, "Functions", &["function", "steps", "succeeded", "failed"]);
    for (name, it) in &statistics.functions {
        row(page, &[&format!("`{name}`"), &it.steps, &it.succeeded, &it.failed]);
    }
}

fn figures(page: &mut String, statistics: &Statistics) {
    table(page, "Steps, time and cost", &["", "least", "median", "most"]);
    let spread = |name: &str, it: Spread, digits: usize| {
        let number = |it: f64| format!("{it:.digits$}");
        (name.to_owned(), number(it.min), number(it.median), number(it.max))
    };
    for (name, min, median, max) in [
        spread("steps of a task", statistics.steps_per_task, 1),
        spread("seconds of an execution", statistics.execution_seconds, 2),
    ] {
        row(page, &[&name, &min, &median, &max]);
    }
    let unpriced = match statistics.unpriced_calls {
        0 => String::new(),
        calls => format!(", without {calls} whose price is unknown"),
    };
    line(
        page,
        &format!(
            "\nAll stages of all tasks took {:.1} s. The executions made {} model calls for {:.4} dollars{unpriced}.",
            statistics.total_seconds, statistics.model_calls, statistics.dollars
        ),
    );
}

fn left_out(page: &mut String, statistics: &Statistics) {
    line(page, "\n## Left out\n");
    line(page, &format!("{} tasks have another verdict.", statistics.other_verdicts));
    line(page, &format!("{} tasks are nearly another one.", statistics.duplicates.len()));
    line(page, &format!("{} records could not be used.", statistics.left_out.len()));
    if !statistics.duplicates.is_empty() {
        table(page, "Near-equal tasks", &["task", "exported in its place"]);
        for it in &statistics.duplicates {
            row(page, &[&it.task_id, &it.of]);
        }
    }
    if !statistics.left_out.is_empty() {
        table(page, "Records that could not be used", &["record", "why"]);
        for it in &statistics.left_out {
            row(page, &[&it.name, &it.why]);
        }
    }
}

fn table(page: &mut String, title: &str, columns: &[&str]) {
    line(page, &format!("\n## {title}\n\n| {} |", columns.join(" | ")));
    line(page, &format!("|{}", " --- |".repeat(columns.len())));
}

fn row(page: &mut String, cells: &[&dyn Display]) {
    let cells: Vec<String> = cells.iter().map(|it| it.to_string().replace('|', "\\|")).collect();
    line(page, &format!("| {} |", cells.join(" | ")));
}

fn line(page: &mut String, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}
