//! The person at the terminal, if there is one: they watch a session, and answer its questions as one among others.

use crate::{
    console::{Printer, Progress, plain},
    terminal::{Terminal, say},
};
use anyhow::Result;
use deskpilot_agent::UserAbsent;
use deskpilot_core::{
    Answer, ApprovalRequest, Consent, Operation, PauseCause, Question, Rule,
    fold::{OpenQuestion, QuestionKind},
};
use deskpilot_log::Blobs;
use deskpilot_runtime::{
    AnswerError, Answers, Attendance, Closed, Events, Phase, QuestionWatch, Reply, SessionHandle, Then,
    answers,
};
use std::{fs, path::PathBuf};

/// In whose name the terminal answers.
const NAME: &str = "the terminal";
const NEXT: &str = "\nWhat next? An empty line ends the session.\n> ";

/// The terminal of a session.
pub(crate) struct Console {
    pub(crate) handle: SessionHandle,
    pub(crate) person: Person,
    pub(crate) progress: Progress,
    /// Whether somebody is there who could answer.
    pub(crate) attendance: Option<Attendance>,
    /// Whether the person is asked what to do next.
    pub(crate) then: Then,
}

impl Console {
    /// Shows every entry from this number on, and puts every question to the person, until the session is over.
    pub(crate) async fn follow(mut self, from: u64) -> Result<()> {
        let mut printer = self.progress.printer();
        let mut events = self.handle.events(from);
        let mut questions = self.handle.questions();
        let handle = self.handle.clone();
        loop {
            let (answers, asks) = (self.attendance.is_some(), self.then == Then::WaitsForMore);
            tokio::select! {
                biased;
                entry = events.next() => match entry? {
                    Some(entry) => printer.show(&entry),
                    None => return Ok(()),
                },
                Some(question) = questions.next(), if answers => {
                    self.catch_up(&mut printer, &mut events).await?;
                    self.put(&question, &mut questions).await;
                }
                Phase::Idle = handle.rests(), if asks => {
                    self.catch_up(&mut printer, &mut events).await?;
                    self.ask_for_more().await;
                }
            }
        }
    }

    /// Shows what led to a question before the question.
    async fn catch_up(&self, printer: &mut Printer, events: &mut Events) -> Result<()> {
        let written = self.handle.written();
        while events.position() < written {
            match events.next().await? {
                Some(entry) => printer.show(&entry),
                None => break,
            }
        }
        Ok(())
    }

    /// Puts a question to the person, unless somebody else is faster. Who does not answer is not asked again.
    async fn put(&mut self, question: &OpenQuestion, questions: &mut QuestionWatch) {
        tokio::select! {
            biased;
            closed = questions.closed() => match closed {
                Closed::Answered(by) => say(&format!("\nanswered by {}\n", plain(&by))),
                Closed::Unanswered => say("\nnobody answers\n"),
                Closed::Withdrawn => {}
            },
            answered = self.person.answer(&self.handle, question) => {
                if answered == Err(UserAbsent) {
                    self.attendance = None;
                }
            }
        }
    }

    /// Asks what to do next, and hands it on; without an answer the session ends.
    async fn ask_for_more(&mut self) {
        tokio::select! {
            biased;
            _ = self.handle.outcome() => {}
            request = self.person.terminal.request(NEXT) => {
                if !request.is_some_and(|it| self.handle.request(it)) {
                    self.handle.no_more_requests();
                }
            }
        }
    }
}

/// Asks on the terminal; absent where there is none.
pub(crate) struct Person {
    pub(crate) terminal: Terminal,
    /// The task's folder, in which pictures are put.
    pub(crate) folder: PathBuf,
    /// Where rules are kept that are made by answering "always".
    pub(crate) policy: Option<PathBuf>,
    /// What becomes of answers after the task, and where they are kept.
    pub(crate) answers: (Answers, Option<PathBuf>),
}

/// What a person may always answer, beside a yes to this once.
const NO_TOLD: &str =
    "  n  no; what you write after it is told to the agent, such as: n take the other list\n";
/// The same where the agent is not ours, and hears no more than a no.
const NO: &str = "  n  no; it goes on without\n";
const STOP: &str = "  q  stop the task\n";

impl Person {
    /// Asks until something is said that fits, or somebody else was faster; absent where nobody says anything.
    async fn answer(&mut self, handle: &SessionHandle, question: &OpenQuestion) -> Result<(), UserAbsent> {
        let mut is_first = true;
        loop {
            let said = match &question.wants {
                QuestionKind::Answers(questions) => Some(self.ask(questions).await?),
                QuestionKind::Consent { agent, waiting } => {
                    let asked =
                        if is_first { self.approval(&agent.to_string(), waiting) } else { "> ".into() };
                    consent(&self.terminal.line(&asked).await?).map(Reply::Consent)
                }
                QuestionKind::HandBack(cause) => match self.wants_it_back(cause).await? {
                    true => Some(Reply::HandBack),
                    false => {
                        handle.stop();
                        return Ok(());
                    }
                },
            };
            is_first = false;
            let Some(reply) = said else {
                say("answer with one of the letters\n");
                continue;
            };
            match handle.answer(question.id, reply, NAME) {
                Err(AnswerError::Unfit(why)) => say(&format!("{}\n", plain(&why))),
                Err(late) => {
                    say(&format!("{}\n", plain(&late.to_string())));
                    return Ok(());
                }
                Ok(()) => return Ok(()),
            }
        }
    }

    async fn ask(&mut self, questions: &[Question]) -> Result<Reply, UserAbsent> {
        let mut said = Vec::new();
        for question in questions {
            let answer = self.terminal.line(&format!("\n{}\n> ", plain(&question.0))).await?;
            said.push(Answer { question: question.0.clone(), answer });
        }
        self.remember(&said).await?;
        Ok(Reply::Answers(said.into_iter().map(|it| it.answer).collect()))
    }

    /// Whether the agent gets the desktop back; otherwise the task is to stop.
    async fn wants_it_back(&mut self, cause: &PauseCause) -> Result<bool, UserAbsent> {
        let told = plain(&cause.to_string());
        let question =
            format!("paused: {told}. The desktop is yours; Enter hands it back, q stops the task.\n> ");
        Ok(self.terminal.line(&question).await? != "q")
    }

    fn approval(&self, agent: &str, waiting: &ApprovalRequest) -> String {
        let rule: Option<&Rule> = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
        let mut text = "\nneeds your yes\n".to_owned();
        let mut row = |name: &str, what: &str| text.push_str(&format!("  {name:<8} {}\n", plain(what)));
        row("what", &waiting.operation.description());
        if let Operation::Act(action) = &waiting.operation {
            row("where", &format!("{}, in the window {:?}", action.window.application, action.window.title));
        }
        row("why", &waiting.reason);
        match &waiting.operation {
            Operation::Permit(permit) => row("who", &permit.agent),
            _ => row("who", agent),
        }
        if let Some(picture) = self.picture(waiting) {
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
        let no = match &waiting.operation {
            Operation::Permit(_) => NO,
            _ => NO_TOLD,
        };
        text + no + STOP + "> "
    }

    /// The picture of what it would be done to, as a file that the person can open.
    fn picture(&self, waiting: &ApprovalRequest) -> Option<PathBuf> {
        let picture = Blobs::of(&self.folder).read(waiting.picture.as_ref()?).ok()?;
        let file = self.folder.join("question.png");
        fs::write(&file, picture).ok()?;
        file.canonicalize().ok()
    }

    async fn remember(&mut self, said: &[Answer]) -> Result<(), UserAbsent> {
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
pub(crate) fn consent(line: &str) -> Option<Consent> {
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
