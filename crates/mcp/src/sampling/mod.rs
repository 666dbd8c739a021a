//! The model of the client: a task that wants it has the client answer its prompts, which the protocol calls sampling.

mod ask;
mod message;
mod sampled_model;

pub(crate) use ask::Sampling;
pub(crate) use sampled_model::{SampleAnswer, SampledModel, is_sampled};

use crate::{protocol::QuestionWay, tool_error::ToolError};
use deskpilot_runtime::{CLIENT_MODEL, Config};
use rmcp::{RoleServer, service::RequestContext};
use std::sync::Arc;

/// What a client hears whose model is wanted and cannot be asked.
const NO_SAMPLING: &str = "your client lends no model of its own: it does not offer sampling; name another model, as provider/model";

/// The model that the client of this call lends under this name, if the settings want it.
///
/// # Errors
/// They want it, and the client does not offer sampling.
pub(crate) fn client_model(
    config: &Config,
    context: &RequestContext<RoleServer>,
    client: &str,
) -> Result<Option<Arc<SampledModel>>, ToolError> {
    let models = [&config.model.host, &config.model.app, &config.model.judge];
    if models.into_iter().all(|it| it != CLIENT_MODEL) {
        return Ok(None);
    }
    match QuestionWay::to_model(context) {
        QuestionWay::None => Err(ToolError(NO_SAMPLING.to_owned())),
        QuestionWay::Request | QuestionWay::Result => Ok(Some(Arc::new(SampledModel::new(client, config)))),
    }
}
