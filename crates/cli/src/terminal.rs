//! The terminal a person answers at, if there is one.

use deskpilot_agent::Absent;
use deskpilot_runtime::Notify;
use rustix::termios::{QueueSelector, tcflush};
use std::{
    io::{BufRead, IsTerminal, Write},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{Mutex, oneshot},
    time::timeout,
};

/// Lines from the terminal, one for each question. The read blocks a thread of its own, so that a stop need not wait for it;
/// a read that nobody waits for any more answers the next question, which is printed anew. All that are cloned from one read
/// the same lines.
#[derive(Clone)]
pub(crate) struct Terminal {
    /// How long it is waited for a line.
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

    /// The line that follows the question; absent where there is no terminal, where it was closed, and where nobody answers.
    /// What was typed before is no answer.
    pub(crate) async fn line(&mut self, question: &str) -> Result<String, Absent> {
        let input = std::io::stdin();
        if !input.is_terminal() {
            return Err(Absent);
        }
        let mut held = self.reading.lock().await;
        if held.is_none() {
            // That it cannot be emptied is no reason not to ask.
            let _ = tcflush(&input, QueueSelector::IFlush);
        }
        say(question);
        let reading = held.get_or_insert_with(|| {
            let (sender, receiver) = oneshot::channel();
            std::thread::spawn(move || drop(sender.send(read())));
            receiver
        });
        let Ok(line) = timeout(self.patience, reading).await else {
            say("\nnobody answers\n");
            return Err(Absent);
        };
        *held = None;
        line.ok().flatten().ok_or(Absent)
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
