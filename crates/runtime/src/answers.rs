//! The file of answers that the user wants to keep: one JSON object per line.

use crate::{
    ConsentOrigin, Environment, FileError,
    replace_file::{hold, replace_file},
};
use deskpilot_core::Answer;
use deskpilot_system::ReadLimit;
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// The largest file of answers that is read.
const LARGEST: ReadLimit = ReadLimit::mib(4);

/// Why the kept answers cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// Their file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of the file is no answer.
    #[error("{}: line {number} is not an answer; remove it", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// An answer cannot be written as JSON.
    #[error(transparent)]
    NotJson(#[from] serde_json::Error),
}

/// An answer that is given without asking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// The question and its answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// Where it was given; `None` if an earlier version kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<ConsentOrigin>,
}

/// The path of the file, in the user's data folder.
pub fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_folder().map(|folder| folder.join("answers.jsonl"))
}

/// The kept answers, the last one for each question; none if the file does not exist.
pub fn read(file: &Path) -> Result<Vec<KeptAnswer>, AnswersError> {
    let text = text(file)?;
    let mut answers: Vec<KeptAnswer> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let bad_line = |source| AnswersError::BadLine { path: file.to_owned(), number, source };
        answers.push(serde_json::from_str(line).map_err(bad_line)?);
    }
    let mut known = HashSet::new();
    // The last answer to a question counts.
    let mut last: Vec<KeptAnswer> =
        answers.into_iter().rev().filter(|it| known.insert(it.answer.question.clone())).collect();
    last.reverse();
    Ok(last)
}

fn text(file: &Path) -> Result<String, FileError> {
    match LARGEST.read_text(file) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(FileError::not_read(file)(error)),
    }
}

/// Adds answers for later sessions. Only the user can read the file.
pub fn add(file: &Path, answers: &[KeptAnswer]) -> Result<(), AnswersError> {
    let _held = hold(file)?;
    let before = text(file)?;
    // Its user may have written the last line, without an end.
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    Ok(replace_file(file, &format!("{before}{gap}{}", lines(answers)?))?)
}

fn lines(answers: &[KeptAnswer]) -> Result<String, AnswersError> {
    answers.iter().map(|answer| Ok(serde_json::to_string(answer)? + "\n")).collect()
}

/// Removes the answer to a question; `false` if there is none.
pub fn forget(file: &Path, question: &str) -> Result<bool, AnswersError> {
    let _held = hold(file)?;
    let known = read(file)?;
    let left: Vec<KeptAnswer> = known.iter().filter(|it| it.answer.question != question).cloned().collect();
    if left.len() == known.len() {
        return Ok(false);
    }
    replace_file(file, &lines(&left)?)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::fold::QuestionId;
    use std::fs;

    #[test]
    fn the_last_answer_counts_and_can_be_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deskpilot/answers.jsonl");
        let given = ConsentOrigin::now(Path::new("/logs/task"), QuestionId(9), "the terminal");
        let answer = |question: &str, answer: &str| KeptAnswer {
            answer: Answer { question: question.into(), answer: answer.into() },
            given: Some(given.clone()),
        };
        assert_eq!(read(&file).unwrap(), []);
        add(&file, &[answer("Which?", "a"), answer("Who?", "me")]).unwrap();
        add(&file, &[answer("Which?", "b")]).unwrap();
        assert_eq!(read(&file).unwrap(), [answer("Who?", "me"), answer("Which?", "b")]);
        assert!(forget(&file, "Which?").unwrap() && !forget(&file, "Which?").unwrap());
        assert_eq!(read(&file).unwrap(), [answer("Who?", "me")]);
        let earlier = r#"{"question":"Which?","answer":"a"}"#;
        fs::write(&file, format!("{earlier}\n")).unwrap();
        assert_eq!(read(&file).unwrap(), [KeptAnswer { given: None, ..answer("Which?", "a") }]);
        // Its user wrote the last line, without an end.
        fs::write(&file, earlier).unwrap();
        add(&file, &[answer("Who?", "me")]).unwrap();
        let known = read(&file).unwrap();
        assert_eq!(known, [KeptAnswer { given: None, ..answer("Which?", "a") }, answer("Who?", "me")]);
        fs::write(&file, "no json\n").unwrap();
        assert!(read(&file).unwrap_err().to_string().contains("line 1 is not an answer"));
    }
}
