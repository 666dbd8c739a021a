//! Asks a client, round by round: by requests while the call waits, or by its result, as its revision of the protocol has it.

use crate::{
    state_seal::StateSeal,
    tables::{Round, filled, of_table},
};
use deskpilot_mcp::{QuestionWay, RequestError, has_handshake, request_client};
use rmcp::{
    ErrorData, RoleServer,
    model::{
        ClientCapabilities, ElicitResult, InputRequests, InputRequiredResult, InputResponses, JsonObject,
        ServerRequest,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

/// How a client is asked within one request of its.
pub(crate) struct Asking<'c> {
    /// The name of the tool or prompt that asks.
    pub(crate) name: &'c str,
    pub(crate) rounds: &'c [Round],
    pub(crate) arguments: &'c JsonObject,
    pub(crate) seal: &'c StateSeal,
    pub(crate) context: &'c RequestContext<RoleServer>,
}

/// What a client brings back.
pub(crate) struct BroughtBack {
    pub(crate) responses: Option<InputResponses>,
    pub(crate) state: Option<String>,
}

/// The answer.
pub(crate) enum Asked {
    /// All answers, by their keys.
    Answers(Value),
    /// The result of the request asks.
    ByResult(InputRequiredResult),
}

impl Asking<'_> {
    /// Asks what is not answered yet.
    ///
    /// # Errors
    /// The client lacks a capability, or brought back a state that is not this server's.
    pub(crate) async fn ask(&self, back: BroughtBack) -> Result<Asked, RequestError> {
        if has_handshake(self.context) {
            return self.by_requests().await.map(Asked::Answers);
        }
        let round = match &back.state {
            Some(state) => self.seal.opened(self.name, state).ok_or_else(|| {
                let why = "requestState is not what this server returned: repeat the request without it";
                RequestError::ForProgram(ErrorData::invalid_params(why, None))
            })?,
            None => 0,
        };
        self.by_result(round, &back.responses.unwrap_or_default())
    }

    async fn by_requests(&self) -> Result<Value, RequestError> {
        let mut answers = JsonObject::new();
        for round in 0..self.rounds.len() {
            for (key, request) in self.possible(round)? {
                let request: ServerRequest = of_table(request)?;
                let gone = || RequestError::ForModel("the client cannot be asked".to_owned());
                let sent = request_client(request, self.context).await.ok_or_else(gone)?;
                let answer = sent.await_response().await;
                let answer = answer.map_err(|error| RequestError::ForModel(error.to_string()))?;
                answers.insert(key, json!(answer));
            }
        }
        Ok(Value::Object(answers))
    }

    fn by_result(&self, round: usize, responses: &InputResponses) -> Result<Asked, RequestError> {
        let asked = self.possible(round)?;
        let is_answered = |(key, request): &(String, Value)| {
            responses.get(key).is_some_and(|response| is_answer_to(request, response))
        };
        let next = match (asked.iter().all(is_answered), round + 1 < self.rounds.len()) {
            (true, false) => return Ok(Asked::Answers(json!(responses))),
            (true, true) => round + 1,
            (false, _) => round,
        };
        let mut requests = InputRequests::new();
        for (key, request) in self.possible(next)? {
            requests.insert(key, of_table(request)?);
        }
        let state = self.seal.sealed(self.name, next);
        Ok(Asked::ByResult(InputRequiredResult::new(Some(requests), Some(state))))
    }

    /// The requests of a round that the client says it can answer.
    ///
    /// # Errors
    /// It can answer none of them.
    fn possible(&self, round: usize) -> Result<Vec<(String, Value)>, RequestError> {
        let requests = self.rounds.get(round).into_iter().flatten();
        let (possible, others): (Vec<_>, Vec<_>) = requests
            .map(|(key, request)| (key.clone(), filled(request, self.arguments)))
            .partition(|(_, request)| self.is_possible(request));
        if !possible.is_empty() {
            return Ok(possible);
        }
        let lacking = others.iter().map(|(_, request)| (capability(request).to_owned(), json!({})));
        let lacking = Value::Object(lacking.collect());
        let lacking: ClientCapabilities = of_table(lacking)?;
        Err(RequestError::ForProgram(ErrorData::missing_required_client_capability(lacking)))
    }

    fn is_possible(&self, request: &Value) -> bool {
        match capability(request) {
            "elicitation" => QuestionWay::of(self.context) != QuestionWay::None,
            other => json!(self.context.client_capabilities()).get(other).is_some(),
        }
    }
}

/// The name of the capability that a client needs for this request.
fn capability(request: &Value) -> &'static str {
    match request["method"].as_str() {
        Some("elicitation/create") => "elicitation",
        Some("sampling/createMessage") => "sampling",
        _ => "roots",
    }
}

/// Whether this is an answer to this request, and not something else.
fn is_answer_to(request: &Value, response: &Value) -> bool {
    match capability(request) {
        "elicitation" => serde_json::from_value::<ElicitResult>(response.clone()).is_ok(),
        "sampling" => response.get("content").is_some(),
        _ => response.get("roots").is_some_and(Value::is_array),
    }
}
