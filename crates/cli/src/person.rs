//! The person at the terminal: shows them the session, and asks them its questions. Others may answer first.

use crate::{
    approval_choices::{ApprovalChoices, parse_consent},
    approval_rows::approval_rows,
    console::{how, plain},
    progress::Printer,
    request_line::TypedLine,
    terminal::{Terminal, say},
};
use anyhow::Result;
use deskpilot_agent::{Ending, UserAbsent};
use deskpilot_core::{
    Answer, ApprovalRequest, PauseCause, Question,
    fold::{OpenQuestion, QuestionId, QuestionKind},
};
use deskpilot_learning::is_consent_question;
use deskpilot_log::Blobs;
use deskpilot_runtime::{
    AnswerError, AnswerRetention, ConsentOrigin, EventStream, IdleBehavior, Phase, Presence, QuestionOutcome,
    QuestionWatch, Reply, SessionHandle, TERMINAL,
    answers::{self, KeptAnswer},
    real_path, with_causes,
};
use deskpilot_system::AtomicWrite;
use std::path::PathBuf;

const NEXT: &str = "\nWhat next? An empty line ends the session, /help tells more.\n";

/// What can be typed instead of a request.
const COMMANDS: &str = concat!(
    "  /cost  what the session cost so far\n",
    "  /log   where its log is\n",
    "  /undo  asks for the last change to be undone in its application\n",
    "  /quit  ends the session, as an empty line does\n",
    "Anything else is a request. Ctrl-C stops a running one, Ctrl-Z pauses it.\n",
);

/// The request that `/undo` stands for.
const UNDO: &str = "Undo the last change.";

/// The terminal of a session.
pub(crate) struct SessionConsole {
    pub(crate) handle: SessionHandle,
    pub(crate) person: Person,
    pub(crate) printer: Printer,
    /// Counts the person among those who can answer; `None` if nobody is at the terminal.
    pub(crate) presence: Option<Presence>,
    /// Whether the person is asked for further requests.
    pub(crate) when_idle: IdleBehavior,
}

impl SessionConsole {
    /// Prints every entry from this number on, and asks the person every question, until the session is over.
    pub(crate) async fn follow(mut self, from: u64) -> Result<()> {
        let mut events = self.handle.events(from);
        let mut questions = self.handle.questions();
        let handle = self.handle.clone();
        loop {
            let (answers, asks) = (self.presence.is_some(), self.when_idle == IdleBehavior::AwaitRequests);
            tokio::select! {
                biased;
                entry = events.next() => match entry? {
                    Some(entry) => self.printer.show(&entry),
                    None => {
                        self.printer.rest();
                        return Ok(());
                    }
                },
                Some(question) = questions.next(), if answers => {
                    self.catch_up(&mut events).await?;
                    self.ask_question(&question, &mut questions).await;
                }
                Phase::Idle = handle.wait_until_idle(), if asks => {
                    self.catch_up(&mut events).await?;
                    self.ask_for_request().await;
                }
            }
        }
    }

    /// Prints the entries written so far, so that they stand before a question.
    async fn catch_up(&mut self, events: &mut EventStream) -> Result<()> {
        let written = self.handle.next_seq();
        while events.position() < written {
            match events.next().await? {
                Some(entry) => self.printer.show(&entry),
                None => break,
            }
        }
        self.printer.rest();
        Ok(())
    }

    /// Asks the person a question until somebody answers it. A person who does not answer is not asked again.
    async fn ask_question(&mut self, question: &OpenQuestion, questions: &mut QuestionWatch) {
        tokio::select! {
            biased;
            outcome = questions.outcome() => match outcome {
                QuestionOutcome::Answered(by) => say(&format!("\nanswered by {}\n", plain(&by))),
                QuestionOutcome::Unanswered => say("\nnobody answered\n"),
                QuestionOutcome::Withdrawn => {}
            },
            answered = self.person.answer(&self.handle, question) => {
                if answered == Err(UserAbsent) {
                    self.presence = None;
                }
            }
        }
    }

    /// Passes a request on; the session ends if it takes no more.
    fn request(&self, request: &str) {
        if !self.handle.request(request.to_owned()) {
            self.handle.close_requests();
        }
    }

    /// Asks for a further request and passes it on; without one the session ends.
    async fn ask_for_request(&mut self) {
        if let Some(verdict) = self.printer.unprinted_verdict() {
            say(&format!("{}\n", plain(&how(&Ending::Ended(verdict)))));
        }
        loop {
            let request = tokio::select! {
                biased;
                _ = self.handle.outcome() => return,
                request = self.person.terminal.request(NEXT) => request,
            };
            let request = match request {
                TypedLine::Line(request) => request,
                TypedLine::End => return self.handle.close_requests(),
                TypedLine::Stop => return self.handle.stop(),
            };
            match request.trim() {
                "/help" => say(COMMANDS),
                "/cost" => say(&format!("{}\n", self.printer.cost())),
                "/log" => say(&format!("{}\n", self.handle.folder().display())),
                "/undo" => return self.request(UNDO),
                "/quit" | "/exit" => return self.handle.close_requests(),
                word if word.starts_with('/') && !word[1..].contains('/') && !word.contains(' ') => {
                    say(&format!("there is no command {}\n{COMMANDS}", plain(word)));
                }
                request => return self.request(request),
            }
        }
    }
}

/// Asks the person at the terminal.
pub(crate) struct Person {
    pub(crate) terminal: Terminal,
    /// The task's folder, which gets pictures of questions.
    pub(crate) folder: PathBuf,
    /// The file that gets the rules of "always".
    pub(crate) policy: Option<PathBuf>,
    /// What happens to answers after the task, and the file that keeps them.
    pub(crate) answers: (AnswerRetention, Option<PathBuf>),
}

impl Person {
    /// Asks until a reply fits or somebody else has answered; [`UserAbsent`] if the person does not answer.
    async fn answer(&mut self, handle: &SessionHandle, question: &OpenQuestion) -> Result<(), UserAbsent> {
        let mut is_first = true;
        loop {
            let reply = match &question.wants {
                QuestionKind::Answers(questions) => Some(self.ask(question.id, questions).await?),
                QuestionKind::Consent { agent, waiting } => {
                    let choices = ApprovalChoices::of(waiting, self.policy.as_deref());
                    let asked = match is_first {
                        true => format!(
                            "{}\nDo it? {choices}\n> ",
                            approval_rows(&agent.to_string(), waiting, self.picture(waiting).as_deref())
                        ),
                        false => format!("Do it? {choices}\n> "),
                    };
                    let line = self.terminal.ask(&asked).await?;
                    if line == "?" {
                        say(&choices.explained());
                    } else if parse_consent(&line).is_none() {
                        say("that is none of the letters\n");
                    }
                    parse_consent(&line).map(Reply::Consent)
                }
                QuestionKind::HandBack(cause) => match self.ask_hand_back(cause).await? {
                    true => Some(Reply::HandBack),
                    false => {
                        handle.stop();
                        return Ok(());
                    }
                },
            };
            is_first = false;
            let Some(reply) = reply else { continue };
            match handle.answer(question.id, reply, TERMINAL) {
                Err(AnswerError::Unfit(why)) => say(&format!("{}\n", plain(&why))),
                Err(late) => {
                    say(&format!("{}\n", plain(&late.to_string())));
                    return Ok(());
                }
                Ok(()) => return Ok(()),
            }
        }
    }

    async fn ask(&mut self, id: QuestionId, questions: &[Question]) -> Result<Reply, UserAbsent> {
        let mut answers = Vec::new();
        for question in questions {
            let lines: Vec<String> = question.0.lines().map(plain).collect();
            let answer = self.terminal.ask(&format!("\n{}\n> ", lines.join("\n"))).await?;
            answers.push(Answer { question: question.0.clone(), answer });
        }
        // The skill itself stores the consent, so that the memory need not.
        if !answers.iter().any(|it| is_consent_question(&it.question)) {
            self.remember(id, &answers).await?;
        }
        Ok(Reply::Answers(answers.into_iter().map(|it| it.answer).collect()))
    }

    /// Asks whether the agent gets the desktop back; `false` if the task must stop.
    async fn ask_hand_back(&mut self, cause: &PauseCause) -> Result<bool, UserAbsent> {
        let cause = plain(&cause.to_string());
        let question =
            format!("paused: {cause}. The desktop is yours; Enter hands it back, q stops the task.\n> ");
        Ok(self.terminal.ask(&question).await? != "q")
    }

    /// Writes the picture of the action's target to a file that the person can open.
    fn picture(&self, waiting: &ApprovalRequest) -> Option<PathBuf> {
        let picture = Blobs::of(&self.folder).read(waiting.picture.as_ref()?).ok()?;
        let file = self.folder.join("question.png");
        AtomicWrite::FAST.write(&file, &picture).ok()?;
        file.canonicalize().ok()
    }

    async fn remember(&mut self, id: QuestionId, new: &[Answer]) -> Result<(), UserAbsent> {
        let (AnswerRetention::Ask | AnswerRetention::Remember, Some(file)) =
            (self.answers.0, self.answers.1.clone())
        else {
            return Ok(());
        };
        if self.answers.0 == AnswerRetention::Ask {
            let answer = self.terminal.ask("Keep this answer for later tasks? [y/N] ").await?;
            if !matches!(answer.to_lowercase().as_str(), "y" | "yes") {
                return Ok(());
            }
        }
        let given = ConsentOrigin::now(&real_path(&self.folder), id, TERMINAL);
        let kept = |it: &Answer| KeptAnswer { answer: it.clone(), given: Some(given.clone()) };
        let kept: Vec<KeptAnswer> = new.iter().map(kept).collect();
        if let Err(error) = answers::add(&file, &kept) {
            say(&format!("the answer was not kept: {}\n", plain(&with_causes(&error))));
        }
        Ok(())
    }
}
