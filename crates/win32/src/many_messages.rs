//! Asks many windows at once: the answers are on their way together, and take hardly longer than one.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::exists;
use std::cell::Cell;
use std::rc::Rc;
use windows::Win32::Foundation::{HWND, LPARAM, LRESULT, WAIT_TIMEOUT, WPARAM};
use windows::Win32::UI::WindowsAndMessaging::{
    MSG, MWMO_INPUTAVAILABLE, MsgWaitForMultipleObjectsEx, PM_REMOVE, PeekMessageW, QS_ALLINPUT,
    SendMessageCallbackW,
};

/// How long to wait, in milliseconds, until windows are looked for that may be gone without an answer.
const STEP: u32 = 50;

/// A message whose arguments are numbers, for one window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) to: Hwnd,
    pub(crate) message: u32,
    pub(crate) first: usize,
    pub(crate) second: isize,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Due,
    Came(isize),
    /// The window is gone, or takes no messages of ours.
    Never,
}

/// Questions that are on their way.
pub(crate) struct SentQuestions {
    windows: Vec<Hwnd>,
    replies: Vec<Rc<Cell<Reply>>>,
}

impl SentQuestions {
    /// Sends all of them, and waits for none.
    pub(crate) fn send(questions: &[Question]) -> SentQuestions {
        let windows = questions.iter().map(|it| it.to).collect();
        SentQuestions { windows, replies: questions.iter().map(|it| send(*it)).collect() }
    }

    /// Waits for the answers, and returns them in the order of the questions; `None` for a window that is gone.
    ///
    /// # Errors
    /// The time is up before every window has answered.
    pub(crate) fn answers(self, deadline: Deadline) -> Result<Vec<Option<isize>>, Win32Error> {
        let SentQuestions { windows, replies } = self;
        loop {
            take_replies();
            let asked = windows.iter().zip(&replies);
            let mut due = asked.filter(|(_, reply)| reply.get() == Reply::Due).peekable();
            if due.peek().is_none() {
                break;
            }
            if !wait(deadline.millis_left()?.min(STEP)) {
                due.filter(|(window, _)| !exists(**window)).for_each(|(_, reply)| reply.set(Reply::Never));
            }
        }
        let answer = |reply: &Rc<Cell<Reply>>| match reply.get() {
            Reply::Came(answer) => Some(answer),
            Reply::Due | Reply::Never => None,
        };
        Ok(replies.iter().map(answer).collect())
    }
}

fn send(question: Question) -> Rc<Cell<Reply>> {
    let reply = Rc::new(Cell::new(Reply::Due));
    let counted = Rc::into_raw(Rc::clone(&reply));
    let (to, first, second) = (question.to.native(), WPARAM(question.first), LPARAM(question.second));
    // SAFETY: the callback runs on this thread alone, at most once, and takes back the reference that is counted for it. Where it
    // never runs, the reference stays, and with it what it points to.
    let sent = unsafe {
        SendMessageCallbackW(to, question.message, first, second, Some(note), counted.expose_provenance())
    };
    if sent.is_err() {
        // SAFETY: nobody else takes the reference back: without a message there is no callback.
        drop(unsafe { Rc::from_raw(counted) });
        reply.set(Reply::Never);
    }
    reply
}

/// Notes an answer.
unsafe extern "system" fn note(_: HWND, _: u32, reply: usize, answer: LRESULT) {
    let reply: *const Cell<Reply> = std::ptr::with_exposed_provenance(reply);
    // SAFETY: `send` gave the address of a reference that it counted for this call.
    let reply = unsafe { Rc::from_raw(reply) };
    reply.set(Reply::Came(answer.0));
}

/// Lets Windows call back with the answers that are there.
fn take_replies() {
    let mut message = MSG::default();
    // SAFETY: the pointer is to a message of ours. This thread has no windows, so that no other message comes.
    while unsafe { PeekMessageW(&raw mut message, None, 0, 0, PM_REMOVE) }.as_bool() {}
}

/// Waits until an answer may be there; `false` when the time is up.
fn wait(millis: u32) -> bool {
    // SAFETY: takes numbers.
    let waited = unsafe { MsgWaitForMultipleObjectsEx(None, millis, QS_ALLINPUT, MWMO_INPUTAVAILABLE) };
    waited != WAIT_TIMEOUT
}
