//! Asks the person at the client by a form. It outlives the call that brings it up: what the person answers later counts as well, and a
//! question that is no longer open takes its form away.

use super::question::{form, reply_of_form};
use crate::{
    client::respondent,
    client_request::request_client,
    open_forms::{FormPlace, OpenForm, OpenForms},
};
use deskpilot_core::fold::OpenQuestion;
use deskpilot_runtime::SessionHandle;
use rmcp::{
    RoleServer,
    model::{ClientResult, ElicitRequest, ServerRequest},
    service::{RequestContext, RequestHandle},
};
use tokio_util::sync::CancellationToken;

/// The notification that a client need not ask any more.
const NOT_OPEN: &str = "the question is no longer open";

/// Shows a form about the question, unless the client shows one. Returns the token that is cancelled when the form is gone; `None` if the
/// question is not the client's to answer, or the client cannot be asked. Must be called within a tokio runtime.
pub(super) async fn show_form(
    forms: &OpenForms,
    session: &SessionHandle,
    question: &OpenQuestion,
    context: &RequestContext<RoleServer>,
) -> Option<CancellationToken> {
    let shown = match forms.place(session.task(), question.id) {
        FormPlace::Taken(ended) => return Some(ended),
        FormPlace::Free(shown) => shown,
    };
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form(question)?));
    let sent = request_client(request, context).await?;
    let ended = shown.ended();
    let (session, question, by) = (session.clone(), question.clone(), respondent(context));
    tokio::spawn(async move { answered(shown, sent, &session, &question, &by).await });
    Some(ended)
}

/// Waits for the person, and answers in their name.
async fn answered(
    shown: OpenForm,
    mut sent: RequestHandle<RoleServer>,
    session: &SessionHandle,
    question: &OpenQuestion,
    by: &str,
) {
    let mut questions = session.questions();
    let filled = tokio::select! {
        biased;
        () = questions.closed(question.id) => None,
        filled = &mut sent.rx => Some(filled),
    };
    match filled {
        // A client that is gone shows nothing.
        None => {
            let _ = sent.cancel(Some(NOT_OPEN.to_owned())).await;
        }
        Some(Ok(Ok(ClientResult::ElicitResult(filled)))) => {
            if let Some(reply) = reply_of_form(question, &filled) {
                // Somebody else was faster, or the question stays open, which the calls that follow the task report.
                let _ = session.answer(question.id, reply, by);
            }
        }
        // The client cannot ask after all.
        Some(_) => {}
    }
    // The answer comes first: when a call learns that the form is gone, it checks whether the question is still open.
    drop(shown);
}
