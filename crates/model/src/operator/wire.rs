//! A connection of an operator to its provider: requests go out and answers come back as JSON, with their price.

use super::port::OperatorAnswer;
use crate::hosted::{self, Ending, ReportedUsage, UnfinishedReply, priced_usage, reply_limit};
use crate::{HostedOptions, ModelError, Prices, Secret};
use deskpilot_core::ReplyLength;
use serde_json::Value;
use std::sync::Arc;

/// A connection to one model. Dropping a call closes it.
pub(super) struct Wire {
    wire: hosted::Wire,
    /// The model's name in logs.
    pub(super) name: String,
    /// The model and its options.
    pub(super) options: HostedOptions,
    prices: Arc<Prices>,
}

/// What all dialects report with every answer.
pub(super) struct AnswerParser {
    /// What it used.
    pub(super) usage: fn(&Value) -> ReportedUsage,
    /// How it ended.
    pub(super) ending: fn(&Value) -> Ending,
}

impl Wire {
    /// A connection to this path of the provider, with these headers in addition to those of the options.
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        path: &str,
        headers: &[(&str, Secret)],
    ) -> Result<Wire, ModelError> {
        let wire = hosted::Wire::new(&options, path, headers)?;
        Ok(Wire { wire, name: options.name(), options, prices })
    }

    /// The maximum of tokens of an answer of this length; `None` leaves it to the provider.
    pub(super) fn limit(&self, length: ReplyLength) -> Option<u32> {
        reply_limit(&self.options, length)
    }

    /// Sends a request; returns the answer with its usage. The error for an unusable but billed answer has the
    /// usage too. An answer that was cut is unusable whatever it asks for: the rest of it is missing. `limit` is what the
    /// request asks for.
    pub(super) async fn ask<State>(
        &self,
        request: &Value,
        limit: Option<u32>,
        parser: &AnswerParser,
        decode: impl FnOnce(&Value) -> Result<OperatorAnswer<State>, String>,
    ) -> Result<OperatorAnswer<State>, ModelError> {
        let body = self.wire.post(request).await?;
        let model = body["model"].as_str().unwrap_or(&self.options.model);
        let usage = priced_usage(&(parser.usage)(&body), model, &self.options, &self.prices);
        let context = &self.wire.context;
        if let Some(failure) = context.reported_failure(&body) {
            return Err(failure);
        }
        let ending = (parser.ending)(&body);
        // The dialects handle a withheld answer: it is the final message.
        if !matches!(ending, Ending::Complete | Ending::Withheld(_)) {
            let unfinished = UnfinishedReply { text: String::new(), usage, limit, options: &self.options };
            return Err(context
                .unfinished(&ending, unfinished)
                .unwrap_or_else(|| context.no_text("it was cut", usage)));
        }
        let decoded = decode(&body).map_err(|why| context.no_text(&why, usage))?;
        Ok(OperatorAnswer { model: model.to_owned(), usage, ..decoded })
    }
}
