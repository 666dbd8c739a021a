//! A connection of an operator to its provider: requests go out and answers come back as JSON, with their price.

use super::port::OperatorAnswer;
use crate::hosted::{self, ReportedUsage, priced_usage};
use crate::{HostedOptions, ModelError, Prices, Secret};
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

/// Reads the usage from an answer of a dialect.
pub(super) type UsageParser = fn(&Value) -> ReportedUsage;

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

    /// Sends a request; returns the answer with its usage. The error for an unusable but billed answer has the
    /// usage too.
    pub(super) async fn ask<State>(
        &self,
        request: &Value,
        parse_usage: UsageParser,
        decode: impl FnOnce(&Value) -> Result<OperatorAnswer<State>, String>,
    ) -> Result<OperatorAnswer<State>, ModelError> {
        let body = self.wire.post(request).await?;
        let model = body["model"].as_str().unwrap_or(&self.options.model);
        let usage = priced_usage(&parse_usage(&body), model, &self.options, &self.prices);
        let decoded = decode(&body).map_err(|why| self.wire.context.no_text(&body, &why, usage))?;
        Ok(OperatorAnswer { model: model.to_owned(), usage, ..decoded })
    }
}
