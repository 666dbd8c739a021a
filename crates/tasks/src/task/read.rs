//! Parses a task file strictly; an error has its line.

use super::{HomePath, TaskFile, file_bytes::FileBytes, parse_check::parse_check, raw::RawCheck};
use deskpilot_core::{check_brackets, fold::Limits};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The most checks, and the most files, of a task.
pub const MOST_ENTRIES: usize = 1000;

/// A problem with its line.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) line: usize,
    pub(super) why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTask {
    request: Option<Spanned<String>>,
    #[serde(default)]
    files: BTreeMap<Spanned<String>, FileBytes>,
    budget: Option<RawBudget>,
    #[serde(default)]
    checks: Vec<Spanned<RawCheck>>,
    script: Option<toml::Table>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBudget {
    steps: Option<Spanned<u32>>,
    seconds: Option<Spanned<u32>>,
    tokens: Option<Spanned<u32>>,
    dollars: Option<Spanned<f64>>,
}

/// Parses a task.
pub(super) fn task(name: String, text: &str) -> Result<TaskFile, Problem> {
    check_brackets(text).map_err(|error| Problem { line: error.line, why: error.to_string() })?;
    let raw: RawTask = toml::from_str(text).map_err(|error| toml_problem(&error, text))?;
    let at = |start: usize| move |why: String| Problem { line: line_at(text, start), why };
    let request = raw.request.ok_or_else(|| {
        at(0)(
            "request is missing: write what a person would say, such as request = \"Open the calculator\""
                .into(),
        )
    })?;
    if request.get_ref().trim().is_empty() {
        return Err(at(request.span().start)("request is empty: write what a person would say".into()));
    }
    if raw.checks.is_empty() {
        return Err(at(text.len())("there is no check: write [[checks]] and what must hold".into()));
    }
    for (what, count) in [("checks", raw.checks.len()), ("files", raw.files.len())] {
        if count > MOST_ENTRIES {
            let why =
                format!("there are {count} {what}, and at most {MOST_ENTRIES} are read: split the task");
            return Err(at(0)(why));
        }
    }
    let file = |(path, FileBytes(bytes)): (Spanned<String>, FileBytes)| {
        let inside = HomePath::new(path.get_ref()).map_err(at(path.span().start))?;
        Ok((inside, bytes))
    };
    let checks = raw.checks.into_iter().map(|raw| {
        let start = raw.span().start;
        parse_check(raw.into_inner()).map_err(at(start))
    });
    Ok(TaskFile {
        name,
        request: request.into_inner(),
        files: raw.files.into_iter().map(file).collect::<Result<_, Problem>>()?,
        budget: limits(raw.budget.unwrap_or_default(), text)?,
        checks: checks.collect::<Result<_, _>>()?,
        script: raw.script,
    })
}

/// The limits of a task. Zero is an error, because it is certainly a mistake.
fn limits(raw: RawBudget, text: &str) -> Result<Limits, Problem> {
    let not_positive = |key: &str, start: usize| Problem {
        line: line_at(text, start),
        why: format!("budget.{key} must be more than 0"),
    };
    let count = |key: &str, value: Option<Spanned<u32>>| match value {
        Some(none) if *none.get_ref() == 0 => Err(not_positive(key, none.span().start)),
        value => Ok(value.map(Spanned::into_inner)),
    };
    let dollars = match raw.dollars {
        Some(none) if *none.get_ref() <= 0.0 || !none.get_ref().is_finite() => {
            return Err(not_positive("dollars", none.span().start));
        }
        value => value.map(Spanned::into_inner),
    };
    Ok(Limits {
        steps: count("steps", raw.steps)?,
        millis: count("seconds", raw.seconds)?.map(|seconds| u64::from(seconds) * 1000),
        tokens: count("tokens", raw.tokens)?.map(u64::from),
        dollars,
    })
}

/// The parser's error, with the key it concerns.
fn toml_problem(error: &toml::de::Error, text: &str) -> Problem {
    let start = error.span().map_or(0, |span| span.start);
    let line = line_at(text, start);
    let written = text.lines().nth(line - 1).unwrap_or_default();
    let why = error.message().lines().collect::<Vec<_>>().join(" ");
    match written.split_once('=') {
        Some((key, _)) if !why.contains(&format!("`{}`", key.trim())) => {
            Problem { line, why: format!("{}: {why}", key.trim()) }
        }
        _ => Problem { line, why },
    }
}

fn line_at(text: &str, start: usize) -> usize {
    1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count()
}
