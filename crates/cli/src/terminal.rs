//! The terminal a person answers at, if there is one.

use deskpilot_agent::UserAbsent;
use deskpilot_runtime::Notify;
use deskpilot_system::discard_typed;
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

/// Lines from the terminal, one for each question. The read blocks a thread of its own, so that a stop need not wait for it;
/// a read that nobody waits for any more answers the next question, which is printed anew. All that are cloned from one read
/// the same lines.
#[derive(Clone)]
pub(crate) struct Terminal {
    /// How long a request is waited for.
    patience: Duration,
    reading: Arc<Mutex<Option<oneshot::Receiver<Option<String>>>>>,
}

impl Terminal {
    pub(crate) fn new(patience: Duration) -> Terminal {
        Terminal { patience, reading: Arc::default() }
    }

    /// Whether somebody could answer.
    pub(crate) fn is_here() -> bool {
        std::io::stdin().is_terminal()
    }

    /// What a person asks for next; `None` where they want nothing more, or do not answer in time.
    pub(crate) async fn request(&mut self, question: &str) -> Option<String> {
        let Ok(line) = timeout(self.patience, self.line(question)).await else {
            say("\nnobody answers\n");
            return None;
        };
        let line = line.ok()?;
        if line.is_empty() {
            say("\n");
        }
        Some(line).filter(|it| !it.is_empty())
    }

    /// The line that follows the question; absent where there is no terminal, and where it was closed. What was typed before
    /// is no answer, also when it was typed in answer to a question that somebody else answered.
    pub(crate) async fn line(&mut self, question: &str) -> Result<String, UserAbsent> {
        if !Terminal::is_here() {
            return Err(UserAbsent);
        }
        let mut held = self.reading.lock().await;
        held.take_if(|it| !matches!(it.try_recv(), Err(TryRecvError::Empty)));
        if held.is_none() {
            // That it cannot be emptied is no reason not to ask.
            let _ = discard_typed();
        }
        say(question);
        let reading = held.get_or_insert_with(|| {
            let (sender, receiver) = oneshot::channel();
            std::thread::spawn(move || drop(sender.send(read())));
            receiver
        });
        let line = reading.await;
        *held = None;
        line.ok().flatten().ok_or(UserAbsent)
    }
}

/// Says on standard error what a session can go on without.
pub(crate) fn notify() -> Notify {
    Arc::new(|line| say(&format!("{line}\n")))
}

/// Prints on standard error. A terminal that went away has nobody to read it.
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
