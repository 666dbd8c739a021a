//! Reads lines from the terminal, if there is one.

use deskpilot_agent::UserAbsent;
use deskpilot_runtime::check_request;
use deskpilot_system::discard_input;
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

/// Asks questions at the terminal, one line for each answer. A read blocks its own thread, so that a stop need not wait for
/// it; an abandoned read gets the answer to the next question. Clones share one read.
#[derive(Clone)]
pub(crate) struct Terminal {
    /// How long to wait for a request.
    patience: Duration,
    reading: Arc<Mutex<Option<oneshot::Receiver<Option<String>>>>>,
}

impl Terminal {
    pub(crate) fn new(patience: Duration) -> Terminal {
        Terminal { patience, reading: Arc::default() }
    }

    /// Whether standard input is a terminal.
    pub(crate) fn is_present() -> bool {
        std::io::stdin().is_terminal()
    }

    /// The person's next request; `None` if they have none, or do not answer in time.
    pub(crate) async fn request(&mut self, question: &str) -> Option<String> {
        loop {
            let Ok(line) = timeout(self.patience, self.ask(question)).await else {
                say("\nnobody answered in time\n");
                return None;
            };
            let line = line.ok()?;
            if line.is_empty() {
                say("\n");
                return None;
            }
            match check_request(&line) {
                Ok(()) => return Some(line),
                Err(error) => say(&format!("{error}\n")),
            }
        }
    }

    /// Prints the question and reads a line; [`UserAbsent`] if there is no terminal or it is closed. Discards what was typed before
    /// the question.
    pub(crate) async fn ask(&mut self, question: &str) -> Result<String, UserAbsent> {
        if !Terminal::is_present() {
            return Err(UserAbsent);
        }
        let mut reading = self.reading.lock().await;
        reading.take_if(|it| !matches!(it.try_recv(), Err(TryRecvError::Empty)));
        if reading.is_none() {
            // If discarding fails, the question is asked all the same.
            let _ = discard_input();
        }
        say(question);
        let line = reading.get_or_insert_with(|| {
            let (sender, receiver) = oneshot::channel();
            std::thread::spawn(move || drop(sender.send(read())));
            receiver
        });
        let line = line.await;
        *reading = None;
        line.ok().flatten().ok_or(UserAbsent)
    }
}

/// Prints on standard error. Ignores errors, because the terminal may be gone.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

fn read() -> Option<String> {
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer).ok()?;
    (read > 0).then(|| answer.trim().to_owned())
}
