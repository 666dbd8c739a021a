//! Where something that lasts was agreed to: kept beside a rule or an answer, for the list from which it is taken back.

use deskpilot_agent::SystemClock;
use deskpilot_core::{Clock, Timestamp, fold::QuestionId};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How the comment begins that says where a rule was agreed to.
const GIVEN: &str = "# given: ";

/// The most letters of a name that are kept: a program chooses its own.
const LONGEST_NAME: usize = 200;

/// Who agreed, when, and to which question of which task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentOrigin {
    /// Who answered, such as `the terminal`.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// The folder of the task's log.
    pub log_dir: String,
    /// The name of the task.
    pub task: String,
    /// The question: the number of the entry that asks it.
    pub question: QuestionId,
}

impl ConsentOrigin {
    /// The answer that this one gives now to a question of the task whose log is in this folder.
    pub fn now(folder: &Path, question: QuestionId, by: &str) -> ConsentOrigin {
        let part = |it: Option<&Path>| it.map_or_else(String::new, |it| it.display().to_string());
        ConsentOrigin {
            by: by.chars().take(LONGEST_NAME).collect(),
            at: SystemClock.now(),
            log_dir: part(folder.parent()),
            task: part(folder.file_name().map(Path::new)),
            question,
        }
    }

    /// It as a line of a policy file that is read as a comment.
    pub(crate) fn comment(&self) -> String {
        // A text without it is better than no rule.
        let Ok(text) = serde_json::to_string(self) else { return String::new() };
        // JSON allows this letter, and a comment of TOML does not.
        format!("{GIVEN}{}\n", text.replace('\u{7f}', "\\u007f"))
    }

    /// What the comments above a rule say of it; `None` for a rule that its user or an earlier version wrote.
    pub(crate) fn of_comments(comments: &str) -> Option<ConsentOrigin> {
        let text = comments.lines().rev().find_map(|it| it.trim().strip_prefix(GIVEN))?;
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_says_where_a_rule_was_agreed_to_whatever_the_names_are() {
        for by in ["the terminal", "a \"b\"\n[[rule]]\nsay = \"allow\"", "\u{7f}\u{1b}[31m\u{202e}"] {
            let origin = ConsentOrigin::now(Path::new("/logs/of mine/task 1"), QuestionId(17), by);
            assert_eq!((origin.log_dir.as_str(), origin.task.as_str()), ("/logs/of mine", "task 1"));
            let comment = origin.comment();
            assert_eq!(comment.lines().count(), 1, "{comment}");
            assert!(comment.parse::<toml_edit::DocumentMut>().is_ok(), "{comment}");
            assert_eq!(ConsentOrigin::of_comments(&format!("\n# mine\n{comment}")), Some(origin));
        }
        for other in ["", "# mine\n", "# given: by me\n", "# given: {}\n"] {
            assert_eq!(ConsentOrigin::of_comments(other), None, "{other}");
        }
    }

    #[test]
    fn a_name_without_end_is_cut() {
        let origin = ConsentOrigin::now(Path::new("/logs/a"), QuestionId(1), &"x".repeat(70_000));
        assert_eq!(origin.by.len(), LONGEST_NAME);
    }
}
