//! The person at the terminal, if there is one.

use crate::console::plain;
use async_trait::async_trait;
use deskpilot_agent::{Absent, User};
use deskpilot_core::{Answer, Question, Waiting};
use std::io::{BufRead, IsTerminal, Write};

/// Asks on the terminal; absent where there is none.
pub(crate) struct Person;

#[async_trait]
impl User for Person {
    async fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>, Absent> {
        let mut answers = Vec::new();
        for question in questions {
            let answer = line(format!("{}\n> ", plain(&question.0))).await?;
            answers.push(Answer { question: question.0.clone(), answer });
        }
        Ok(answers)
    }

    async fn confirm(&mut self, waiting: &Waiting) -> Result<bool, Absent> {
        let asked = format!(
            "{}\n  because {}\nDo it? [y/N] ",
            plain(&waiting.deed.to_string()),
            plain(&waiting.reason)
        );
        let answer = line(asked).await?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }
}

/// One line from the terminal. The read blocks a thread of its own, so that a stop need not wait for it.
async fn line(prompt: String) -> Result<String, Absent> {
    if !std::io::stdin().is_terminal() {
        return Err(Absent);
    }
    let (sender, receiver) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _ = sender.send(read(&prompt));
    });
    receiver.await.ok().flatten().ok_or(Absent)
}

fn read(prompt: &str) -> Option<String> {
    let mut out = std::io::stderr().lock();
    out.write_all(prompt.as_bytes()).ok()?;
    out.flush().ok()?;
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer).ok()?;
    (read > 0).then(|| answer.trim().to_owned())
}
