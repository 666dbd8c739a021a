//! Has the client of a call answer a prompt: by a request while the call waits, or by the result of the call.

use super::{
    message::PromptPictures,
    sampled_model::{SampleAnswer, SampledModel},
};
use crate::{protocol::QuestionWay, turns::Turn};
use rmcp::{
    RoleServer,
    model::{InputRequest, InputRequests, InputRequiredResult, InputResponses, ServerRequest},
    service::{PeerRequestOptions, RequestContext, RequestHandle},
};
use std::sync::Arc;
use tokio::time::timeout;

/// The notification that a client need not reply any more.
const NOT_WAITED: &str = "the task does not wait for it any more";

/// How a client is asked for one call.
pub(crate) struct Sampling<'c> {
    pub(crate) model: &'c Arc<SampledModel>,
    pub(crate) context: &'c RequestContext<RoleServer>,
    /// What the result names, if it asks: the client repeats the call with it.
    pub(crate) state: String,
}

impl Sampling<'_> {
    /// Has the client answer the prompt. Returns the result of the call, if that asks. Where the client of this call cannot answer, the
    /// prompt waits for another call.
    pub(crate) async fn ask(&self, turn: &Arc<Turn<SampleAnswer>>) -> Option<Box<InputRequiredResult>> {
        match QuestionWay::to_model(self.context) {
            QuestionWay::None => None,
            QuestionWay::Result => self.by_result(turn),
            QuestionWay::Request => {
                self.by_request(turn).await;
                None
            }
        }
    }

    async fn by_request(&self, turn: &Arc<Turn<SampleAnswer>>) {
        if !self.model.claims(turn.number) {
            return;
        }
        let (request, pictures) = self.model.request(&turn.prompt);
        let request = ServerRequest::CreateMessageRequest(request);
        // Sent within the call, so that it takes the way to the client that belongs to the call.
        let options = PeerRequestOptions::no_options();
        match self.context.peer.send_cancellable_request(request, options).await {
            // The reply counts also where it comes after the call.
            Ok(sent) => {
                tokio::spawn(answered(self.model.clone(), turn.clone(), sent, pictures));
            }
            Err(_) => self.model.release(turn.number),
        }
    }

    fn by_result(&self, turn: &Turn<SampleAnswer>) -> Option<Box<InputRequiredResult>> {
        // The reply may have come with this very call.
        if turn.is_answered() {
            return None;
        }
        let (request, _) = self.model.request(&turn.prompt);
        let requests = InputRequests::from([(key(turn), InputRequest::CreateMessage(request))]);
        Some(Box::new(InputRequiredResult::new(Some(requests), Some(self.state.clone()))))
    }

    /// Takes what the client's model replied to the prompt in the result of an earlier call.
    pub(crate) fn take(&self, responses: &InputResponses) {
        let Some(turn) = self.model.turns().open() else { return };
        if let Some(response) = responses.get(&key(&turn)) {
            turn.answer(self.model.reply_in_call(&turn.prompt, response));
        }
    }
}

/// The key of a prompt in the result of a call.
fn key(turn: &Turn<SampleAnswer>) -> String {
    format!("prompt_{}", turn.number)
}

/// Waits for the client, and answers the prompt with its reply. Where the connection is lost, the prompt waits for the next call, or for
/// the stop of its session.
async fn answered(
    model: Arc<SampledModel>,
    turn: Arc<Turn<SampleAnswer>>,
    mut sent: RequestHandle<RoleServer>,
    pictures: PromptPictures,
) {
    let came = tokio::select! {
        biased;
        () = model.turns().gone(turn.number) => None,
        came = timeout(model.timeout(), &mut sent.rx) => came.ok(),
    };
    let Some(came) = came else {
        // This does nothing where the prompt is gone.
        turn.answer(model.timed_out());
        // A client that is gone answers nothing.
        let _ = sent.cancel(Some(NOT_WAITED.to_owned())).await;
        return;
    };
    match came.ok().and_then(|it| model.reply_to_request(&turn.prompt, it, pictures)) {
        Some(answer) => {
            turn.answer(answer);
        }
        None => model.release(turn.number),
    }
}
