//! A server on loopback that gives prepared answers as a hosted computer-use model.

use crate::loopback::{Dialect, OperatorReply, OperatorServer};
use deskpilot_core::Secret;
use serde_json::Value;
use tokio::runtime::Runtime;

/// A loopback server that gives prepared answers as a hosted computer-use model.
pub struct SpokenOperator {
    server: OperatorServer,
    dialect: Dialect,
    _runtime: Runtime,
}

/// The key that its clients need.
const KEY: &str = "only-for-this-test";

impl SpokenOperator {
    /// A server with these answers.
    pub fn start(dialect: Dialect, answers: Vec<Value>) -> SpokenOperator {
        let runtime = Runtime::new().unwrap();
        let answers = answers.into_iter().map(OperatorReply::Answer).collect();
        let server = runtime.block_on(OperatorServer::start(dialect, answers, Secret::new(KEY))).unwrap();
        SpokenOperator { server, dialect, _runtime: runtime }
    }

    /// The flags that make the command use it.
    pub fn flags(&self) -> [&str; 4] {
        let model = match self.dialect {
            Dialect::OpenAi => "openai/gpt-6.1-terra",
            Dialect::Anthropic => "anthropic/claude-sonnet-4-5",
            Dialect::Gemini => "gemini/gemini-3.8-flash",
        };
        ["--model", model, "--base-url", self.server.base_url()]
    }

    /// The variables with its key.
    pub fn variables(&self) -> [(&'static str, &'static str); 2] {
        [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", KEY)]
    }

    /// The requests received, with pictures replaced by their sizes.
    pub fn requests(&self) -> Vec<Value> {
        self.server.requests()
    }
}
