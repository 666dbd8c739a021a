//! The person at the terminal, if there is one: questions, approvals, and the desktop handed back.

use crate::{
    console::plain,
    terminal::{Terminal, say},
};
use async_trait::async_trait;
use deskpilot_agent::{Absent, Confirmation, SessionControl, User};
use deskpilot_core::{Answer, Consent, Operation, PauseCause, Question, Rule};
use deskpilot_runtime::{Answers, answers, keep_rule};
use std::{fs, path::PathBuf};

/// Asks on the terminal; absent where there is none.
pub(crate) struct Person {
    pub(crate) terminal: Terminal,
    /// The task's folder, in which pictures are put.
    pub(crate) folder: PathBuf,
    /// Where rules are kept that are made by answering "always".
    pub(crate) policy: Option<PathBuf>,
    /// What becomes of answers after the task, and where they are kept.
    pub(crate) answers: (Answers, Option<PathBuf>),
    pub(crate) session_control: SessionControl,
}

/// What a person may always answer, beside a yes to this once.
const NO_TOLD: &str =
    "  n  no; what you write after it is told to the agent, such as: n take the other list\n";
/// The same where the agent is not ours, and hears no more than a no.
const NO: &str = "  n  no; it goes on without\n";
const STOP: &str = "  q  stop the task\n";

#[async_trait]
impl User for Person {
    async fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>, Absent> {
        let mut answers = Vec::new();
        for question in questions {
            let answer = self.terminal.line(&format!("\n{}\n> ", plain(&question.0))).await?;
            answers.push(Answer { question: question.0.clone(), answer });
        }
        self.remember(&answers).await?;
        Ok(answers)
    }

    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<Consent, Absent> {
        let rule = asked.waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
        let mut question = self.approval(asked, rule);
        loop {
            let answer = self.terminal.line(&question).await?;
            match (consent(&answer), rule, self.policy.clone()) {
                (Some(Consent::Session | Consent::Always), None, _) => {
                    say("there is no rule for its equals\n");
                }
                (Some(Consent::Always), Some(_), None) => say("there is no file for rules\n"),
                (Some(Consent::Always), Some(rule), Some(file)) => match keep_rule(&file, rule) {
                    Ok(()) => return Ok(Consent::Always),
                    Err(error) => say(&format!("{}\n", plain(&format!("{error:#}")))),
                },
                (Some(consent), ..) => return Ok(consent),
                (None, ..) => say("answer with one of the letters\n"),
            }
            question = "> ".into();
        }
    }

    async fn hand_back(&mut self, cause: &PauseCause) -> Result<(), Absent> {
        let told = plain(&cause.to_string());
        let question =
            format!("paused: {told}. The desktop is yours; Enter hands it back, q stops the task.\n> ");
        let answer = self.terminal.line(&question).await?;
        if answer == "q" {
            self.session_control.stop();
        }
        Ok(())
    }
}

impl Person {
    fn approval(&self, asked: &Confirmation<'_>, rule: Option<&Rule>) -> String {
        let mut text = "\nneeds your yes\n".to_owned();
        let mut row = |name: &str, what: &str| text.push_str(&format!("  {name:<8} {}\n", plain(what)));
        row("what", &asked.waiting.operation.words());
        if let Operation::Act(action) = &asked.waiting.operation {
            row("where", &format!("{}, in the window {:?}", action.window.application, action.window.title));
        }
        row("why", &asked.waiting.reason);
        match &asked.waiting.operation {
            Operation::Permit(permit) => row("who", &permit.agent),
            _ => row("who", &asked.agent.to_string()),
        }
        if let Some(picture) = asked.picture.and_then(|it| self.put(it)) {
            row("picture", &picture.display().to_string());
        }
        text.push_str("\n  y  yes, this once\n");
        if let Some(rule) = rule {
            text.push_str("  s  yes, and to its equals for the rest of this session\n");
            if let Some(file) = &self.policy {
                let rule = plain(&rule.to_string());
                text.push_str(&format!(
                    "  a  yes, always, by this rule in {}:\n     {rule}\n",
                    file.display()
                ));
            }
        }
        let no = match &asked.waiting.operation {
            Operation::Permit(_) => NO,
            _ => NO_TOLD,
        };
        text + no + STOP + "> "
    }

    /// The picture as a file that the person can open.
    fn put(&self, picture: &[u8]) -> Option<PathBuf> {
        let file = self.folder.join("question.png");
        fs::write(&file, picture).ok()?;
        file.canonicalize().ok()
    }

    async fn remember(&mut self, said: &[Answer]) -> Result<(), Absent> {
        let (Answers::Ask | Answers::Remember, Some(file)) = (self.answers.0, self.answers.1.clone()) else {
            return Ok(());
        };
        if self.answers.0 == Answers::Ask {
            let answer = self.terminal.line("Keep this answer for later tasks? [y/N] ").await?;
            if !matches!(answer.to_lowercase().as_str(), "y" | "yes") {
                return Ok(());
            }
        }
        if let Err(error) = answers::add(&file, said) {
            say(&format!("the answer is not kept: {}\n", plain(&format!("{error:#}"))));
        }
        Ok(())
    }
}

/// What a line says; an empty one is a no.
fn consent(line: &str) -> Option<Consent> {
    let (letter, rest) = line.split_once(' ').unwrap_or((line, ""));
    match letter.to_lowercase().as_str() {
        "y" | "yes" => Some(Consent::Once),
        "s" | "session" => Some(Consent::Session),
        "a" | "always" => Some(Consent::Always),
        "" | "n" | "no" => Some(Consent::No(rest.trim().to_owned())),
        "q" | "quit" | "stop" => Some(Consent::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_of_five_answers() {
        for (line, expected) in [
            ("y", Some(Consent::Once)),
            ("YES", Some(Consent::Once)),
            ("s", Some(Consent::Session)),
            ("a", Some(Consent::Always)),
            ("", Some(Consent::No(String::new()))),
            ("n take the other list", Some(Consent::No("take the other list".into()))),
            ("q", Some(Consent::Stop)),
            ("yy", None),
            ("yes please", Some(Consent::Once)),
            ("why?", None),
        ] {
            assert_eq!(consent(line), expected, "{line}");
        }
    }
}
