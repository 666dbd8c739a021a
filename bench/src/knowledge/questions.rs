//! The questions, and the pages that answer them.

use super::metrics::Grades;
use crate::folder;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

/// The file of the questions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    folders: BTreeMap<String, String>,
    questions: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    text: String,
    answers: Vec<String>,
    #[serde(default)]
    helps: Vec<String>,
}

/// All questions, and the folders of all pages.
pub(super) struct Questions {
    pub(super) folders: Vec<String>,
    /// Those at odd places are for tuning, those at even places are held out.
    pub(super) questions: Vec<Question>,
}

/// A question, and what pages are worth for it.
pub(super) struct Question {
    pub(super) text: String,
    pub(super) grades: Grades,
}

impl Questions {
    /// The questions of this repository.
    pub(super) fn read() -> Result<Questions> {
        let path = folder().join("knowledge/questions.toml");
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let File { folders, questions } = toml::from_str(&text)?;
        let page = |name: &String| -> Result<String> {
            let (folder, rest) = name.split_once('/').with_context(|| format!("{name} names no folder"))?;
            let folder =
                folders.get(folder).with_context(|| format!("there is no folder {folder}: {name}"))?;
            let page = format!("{folder}/{rest}");
            if Path::new(&page).is_file() {
                Ok(page)
            } else {
                bail!("{page} is not there: run `cargo xtask bench`")
            }
        };
        let question = |entry: Entry| -> Result<Question> {
            let graded = |names: &[String], grade| names.iter().map(|it| Ok((page(it)?, grade))).collect();
            let (answers, helps): (Result<Vec<_>>, Result<Vec<_>>) =
                (graded(&entry.answers, 2), graded(&entry.helps, 1));
            Ok(Question { text: entry.text, grades: helps?.into_iter().chain(answers?).collect() })
        };
        let questions = questions.into_iter().map(question).collect::<Result<_>>()?;
        Ok(Questions { folders: folders.into_values().collect(), questions })
    }
}
