//! Reads lines from the terminal, if there is one.

use crate::request_line::{RequestHistory, TypedLine};
use deskpilot_agent::UserAbsent;
use deskpilot_runtime::check_request;
use deskpilot_system::{KeptModes, discard_input};
use std::{
    io::{BufRead, IsTerminal, Write},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{
        Mutex,
        oneshot::{self, error::TryRecvError},
    },
    time::timeout,
};

/// What stands before a request that is typed.
const PROMPT: &str = "> ";

/// Asks questions at the terminal, one line for each answer. A read blocks its own thread, so that a stop need not wait for
/// it; an abandoned read gets the answer to the next question. Clones share one read.
#[derive(Clone)]
pub(crate) struct Terminal {
    /// How long to wait for a request.
    patience: Duration,
    history: RequestHistory,
    reading: Arc<Mutex<Option<oneshot::Receiver<TypedLine>>>>,
}

/// How a line is read.
enum Reader {
    /// As the terminal gives it.
    Plain,
    /// With editing, and these earlier requests.
    Edited(RequestHistory),
}

impl Terminal {
    pub(crate) fn new(patience: Duration) -> Terminal {
        Terminal { patience, history: RequestHistory::default(), reading: Arc::default() }
    }

    /// The same with these earlier requests, which the arrow keys bring back.
    pub(crate) fn with_history(self, history: RequestHistory) -> Terminal {
        Terminal { history, ..self }
    }

    /// Whether standard input is a terminal.
    pub(crate) fn is_present() -> bool {
        std::io::stdin().is_terminal()
    }

    /// The person's next request; [`TypedLine::End`] if they have none, or do not answer in time.
    pub(crate) async fn request(&mut self, question: &str) -> TypedLine {
        loop {
            let reader = Reader::Edited(self.history.clone());
            let modes = KeptModes::read();
            let read = timeout(self.patience, self.read(question, reader)).await;
            // A read that timed out would leave the terminal in the mode for editing, so restore the modes.
            drop(modes);
            match read {
                Err(_) => {
                    say("\nnobody answered in time\n");
                    return TypedLine::End;
                }
                Ok(TypedLine::Line(line)) if line.is_empty() => {
                    say("\n");
                    return TypedLine::End;
                }
                Ok(TypedLine::Line(line)) => match check_request(&line) {
                    Ok(()) => {
                        self.history.keep(&line);
                        return TypedLine::Line(line);
                    }
                    Err(error) => say(&format!("{error}\n")),
                },
                Ok(other) => return other,
            }
        }
    }

    /// Prints the question and reads a line; [`UserAbsent`] if there is no terminal or it is closed. Discards what was typed before
    /// the question.
    pub(crate) async fn ask(&mut self, question: &str) -> Result<String, UserAbsent> {
        match self.read(question, Reader::Plain).await {
            TypedLine::Line(line) => Ok(line),
            TypedLine::End | TypedLine::Stop => Err(UserAbsent),
        }
    }

    async fn read(&mut self, question: &str, reader: Reader) -> TypedLine {
        if !Terminal::is_present() {
            return TypedLine::End;
        }
        let mut reading = self.reading.lock().await;
        reading.take_if(|it| !matches!(it.try_recv(), Err(TryRecvError::Empty)));
        if reading.is_none() {
            // If discarding fails, ask all the same.
            let _ = discard_input();
        }
        say(question);
        let line = reading.get_or_insert_with(|| {
            let (sender, receiver) = oneshot::channel();
            std::thread::spawn(move || drop(sender.send(reader.line())));
            receiver
        });
        let line = line.await;
        *reading = None;
        line.unwrap_or(TypedLine::End)
    }
}

/// Prints on standard error. Ignores errors, because the terminal may be gone.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

impl Reader {
    /// Reads a line; blocks.
    fn line(self) -> TypedLine {
        match self {
            Reader::Plain => plain_line(),
            Reader::Edited(history) => history.edited_line(PROMPT).unwrap_or_else(|| {
                say(PROMPT);
                plain_line()
            }),
        }
    }
}

fn plain_line() -> TypedLine {
    let mut answer = String::new();
    match std::io::stdin().lock().read_line(&mut answer) {
        Ok(1..) => TypedLine::Line(answer.trim().to_owned()),
        Ok(0) | Err(_) => TypedLine::End,
    }
}
