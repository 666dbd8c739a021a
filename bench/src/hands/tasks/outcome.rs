//! A task of the suite: its files, and what must be there afterwards, as far as files tell it. Pure but for reading files.

use crate::root;
use anyhow::{Context, Result, bail, ensure};
use std::{fs, path::Path};
use toml::{Table, Value};

/// A task of the suite.
#[derive(Debug)]
pub(super) struct SuiteTask {
    /// The files on which it begins: path in the home, and text.
    pub(super) files: Vec<(String, String)>,
    checks: Vec<FileCheck>,
}

/// What a file must be afterwards.
#[derive(Debug, PartialEq, Eq)]
struct FileCheck {
    file: String,
    holds: Holds,
}

/// What a file holds.
#[derive(Debug, PartialEq, Eq)]
enum Holds {
    /// Something.
    Anything,
    /// Nothing: there is no such file.
    Absent,
    /// These lines.
    Lines(Vec<String>),
    /// These words among its own, in a document of flat XML.
    Words(String),
}

impl SuiteTask {
    /// The task of this name.
    pub(super) fn of(name: &str) -> Result<SuiteTask> {
        let text = fs::read_to_string(root().join(format!("tasks/{name}.toml")))?;
        SuiteTask::parse(&text).with_context(|| format!("the task {name}"))
    }

    fn parse(text: &str) -> Result<SuiteTask> {
        let table: Table = text.parse()?;
        let files = table.get("files").and_then(Value::as_table).into_iter().flatten();
        let files = files.map(|(path, text)| (path.clone(), text.as_str().unwrap_or_default().to_owned()));
        let checks = table.get("checks").and_then(Value::as_array).into_iter().flatten();
        let checks = checks.map(FileCheck::parse).collect::<Result<Vec<FileCheck>>>()?;
        ensure!(!checks.is_empty(), "it has no checks");
        Ok(SuiteTask { files: files.collect(), checks })
    }

    /// Whether all is as it must be in this home.
    ///
    /// # Errors
    /// The first thing that is not.
    pub(super) fn check(&self, home: &Path) -> Result<()> {
        self.checks.iter().try_for_each(|it| it.check(home))
    }
}

impl FileCheck {
    fn parse(check: &Value) -> Result<FileCheck> {
        let text = |key: &str| check.get(key).and_then(Value::as_str).map(str::to_owned);
        let file = text("file").or_else(|| text("document")).context("a check is not about a file")?;
        let is_absent = check.get("absent").and_then(Value::as_bool) == Some(true);
        let lines = check.get("lines").and_then(Value::as_array);
        let holds = match (lines, text("equals"), text("text_contains")) {
            _ if is_absent => Holds::Absent,
            (Some(lines), ..) => {
                Holds::Lines(lines.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            (None, Some(whole), _) => Holds::Lines(vec![whole]),
            (None, None, Some(words)) => Holds::Words(words),
            (None, None, None) => Holds::Anything,
        };
        Ok(FileCheck { file, holds })
    }

    fn check(&self, home: &Path) -> Result<()> {
        let FileCheck { file, holds } = self;
        let path = home.join(file);
        if *holds == Holds::Absent {
            ensure!(!path.exists(), "{file} is still there");
            return Ok(());
        }
        let bytes = fs::read(&path).with_context(|| format!("{file} is not there"))?;
        let text = String::from_utf8_lossy(&bytes);
        match holds {
            Holds::Lines(lines) if !text.lines().eq(lines) => bail!("{file} is {text:?}"),
            Holds::Words(words) if !words_of(&text).contains(words.as_str()) => {
                bail!("{file} has no {words:?}")
            }
            _ => Ok(()),
        }
    }
}

/// The words of a document of flat XML, a blank between each two.
fn words_of(xml: &str) -> String {
    let texts = xml.split('<').filter_map(|it| it.split_once('>')).map(|(_, text)| text);
    texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = r#"
[files]
"a.txt" = "one\n"
[[checks]]
file = "a.txt"
lines = ["one", "two"]
[[checks]]
file = "b.txt"
absent = true
[[checks]]
document = "c.fodt"
text_contains = "on 3 May. Yours"
"#;

    #[test]
    fn a_task_is_done_when_every_file_is_as_it_must_be() {
        let home = tempfile::tempdir().unwrap();
        let task = SuiteTask::parse(TASK).unwrap();
        assert_eq!(task.files, [("a.txt".to_owned(), "one\n".to_owned())]);
        let put = |file: &str, text: &str| fs::write(home.path().join(file), text).unwrap();
        let failure = || task.check(home.path()).unwrap_err().to_string();
        assert_eq!(failure(), "a.txt is not there");
        put("a.txt", "one\n");
        assert_eq!(failure(), "a.txt is \"one\\n\"");
        put("a.txt", "one\ntwo\n");
        put("b.txt", "");
        assert_eq!(failure(), "b.txt is still there");
        fs::remove_file(home.path().join("b.txt")).unwrap();
        put("c.fodt", "<p>on 3</p>\n<p>May.</p><p>Yours</p>");
        task.check(home.path()).unwrap();
        put("c.fodt", "<p>on DAY</p>");
        assert!(failure().starts_with("c.fodt has no"));
    }

    #[test]
    fn a_check_that_no_file_tells_is_refused() {
        assert!(SuiteTask::parse("[[checks]]\ncontrol = 'Edit \"\"'\nvalue = \"next\"\n").is_err());
        assert!(SuiteTask::parse("[files]\n").is_err());
    }
}
