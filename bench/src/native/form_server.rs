//! The server of a task with a form: it serves the form to Firefox and keeps what Firefox sends.

use deskpilot_testkit::loopback::{Answer, Request, Server};
use std::sync::{Arc, Mutex, PoisonError};

/// What is shown after the form is sent.
const THANKS: &str =
    "<!doctype html><meta charset=\"utf-8\"><title>Thanks</title><h1>Your order has arrived</h1>";
/// The path that forms are sent to.
pub(super) const TARGET: &str = "/sent";

/// A server on this machine alone.
pub(super) struct FormServer {
    server: Server,
    sent: Arc<Mutex<Vec<String>>>,
}

impl FormServer {
    /// A server of this form.
    pub(super) async fn start(form: &str) -> FormServer {
        let (form, sent) = (form.to_owned(), Arc::new(Mutex::new(Vec::new())));
        let kept = sent.clone();
        let server = Server::start_with(move |request| answer(request, &form, &kept)).await;
        FormServer { server, sent }
    }

    /// Its address.
    pub(super) fn address(&self) -> &str {
        &self.server.address
    }

    /// The lines that were sent to it.
    pub(super) fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn answer(request: &Request, form: &str, sent: &Mutex<Vec<String>>) -> Answer {
    let body = match request.path.as_str() {
        "/" => form,
        TARGET => {
            let text = String::from_utf8_lossy(&request.body).into_owned();
            sent.lock().unwrap_or_else(PoisonError::into_inner).extend(text.lines().map(str::to_owned));
            THANKS
        }
        _ => "",
    };
    Answer::Page(body.to_owned())
}
