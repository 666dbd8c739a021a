//! What must be there after a task, and whether it is.

use super::document::{Saved, pdf_text, read_saved};
use anyhow::{Context, Result, bail, ensure};
use std::{fmt::Debug, path::Path};

/// What must be there after a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The saved file of this name holds this.
    Saved(&'static str, Holds),
    /// The PDF of this name has these lines among its own, in this order.
    Pdf(&'static str, Vec<String>),
    /// The actions have read these lines, in this order.
    Output(Vec<String>),
    /// The server of the task got exactly these lines.
    Sent(Vec<String>),
}

/// What a task leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traces<'a> {
    /// The home folder, which has the saved files.
    pub(super) home: &'a Path,
    /// What the actions have read.
    pub(super) outputs: &'a [String],
    /// The lines that the server of the task got.
    pub(super) sent: &'a [String],
}

/// What a saved document holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// This text in its XML, so many times.
    Xml(&'static str, usize),
    /// These rows in its first table, as they are shown.
    Rows(Vec<Vec<String>>),
    /// These paragraphs, each with its style.
    Paragraphs(Vec<(String, String)>),
    /// These texts, bold and of this colour.
    Bold(&'static str, Vec<String>),
    /// These titles of its slides.
    Titles(Vec<String>),
}

impl Check {
    /// Fails with a sentence where it is not there.
    pub(super) async fn hold(&self, traces: &Traces<'_>) -> Result<()> {
        let home = traces.home;
        match self {
            Check::Saved(name, holds) => {
                let saved = read_saved(&home.join(name)).await?;
                holds.check(&saved).with_context(|| format!("{name} is not as it must be"))
            }
            Check::Pdf(name, lines) => contains(&pdf_text(&home.join(name)).await?, lines),
            Check::Output(lines) => contains(&traces.outputs.join("\n"), lines),
            Check::Sent(lines) => each("line", traces.sent, lines),
        }
    }
}

impl Holds {
    fn check(&self, saved: &Saved) -> Result<()> {
        match self {
            Holds::Xml(text, times) => {
                same(&format!("times of {text}"), &saved.content.matches(text).count(), times)
            }
            Holds::Rows(rows) => each("row", &saved.rows, rows),
            Holds::Paragraphs(paragraphs) => each("paragraph", &saved.paragraphs, paragraphs),
            Holds::Bold(color, texts) => {
                let wanted: Vec<_> =
                    texts.iter().map(|it| (true, Some((*color).to_owned()), it.clone())).collect();
                each("formatted text", &saved.spans, &wanted)
            }
            Holds::Titles(titles) => each("title", &saved.titles, titles),
        }
    }
}

/// Fails at the first that is another one.
fn each<T: PartialEq + Debug>(what: &str, found: &[T], wanted: &[T]) -> Result<()> {
    for (number, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        same(&format!("{what} {}", number + 1), found, wanted)?;
    }
    same(&format!("number of each {what}"), &found.len(), &wanted.len())
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, wanted: &T) -> Result<()> {
    ensure!(found == wanted, "{what}: {found:?} instead of {wanted:?}");
    Ok(())
}

/// Fails at the first line that does not come after the one before.
fn contains(text: &str, lines: &[String]) -> Result<()> {
    let mut found = text.lines().map(str::trim);
    for line in lines {
        if !found.any(|it| it == line) {
            bail!("the line {line:?} is not there, or not in its place");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn what_is_in_another_order_or_not_there_is_found() {
        let saved = Saved {
            content: "<chart:circle/>".into(),
            rows: vec![texts(&["1", "tea"]), texts(&["2", "milk"])],
            paragraphs: vec![("Title".into(), "a".into())],
            spans: vec![(true, Some("#ff0000".into()), "a".into())],
            titles: texts(&["one", "two"]),
        };
        let wrong = |holds: Holds| holds.check(&saved).unwrap_err().to_string();
        assert!(Holds::Rows(saved.rows.clone()).check(&saved).is_ok());
        let swapped = vec![saved.rows[1].clone(), saved.rows[0].clone()];
        assert_eq!(wrong(Holds::Rows(swapped)), r#"row 1: ["1", "tea"] instead of ["2", "milk"]"#);
        assert_eq!(wrong(Holds::Rows(vec![saved.rows[0].clone()])), "number of each row: 2 instead of 1");
        assert_eq!(wrong(Holds::Xml("chart:circle", 2)), "times of chart:circle: 1 instead of 2");
        let styled = vec![("Standard".to_owned(), "a".to_owned())];
        assert!(wrong(Holds::Paragraphs(styled)).starts_with("paragraph 1"));
        assert!(wrong(Holds::Bold("#00ff00", texts(&["a"]))).starts_with("formatted text 1"));
        assert!(wrong(Holds::Titles(texts(&["one"]))).starts_with("number of each title"));
    }

    #[test]
    fn lines_come_in_their_order() {
        assert!(contains("one\n  two\nthree", &texts(&["two", "three"])).is_ok());
        assert!(contains("one\ntwo", &texts(&["two", "one"])).is_err());
        assert!(contains("one", &texts(&["on"])).is_err());
    }
}
