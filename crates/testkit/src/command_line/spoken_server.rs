//! A server on loopback that offers a model as a hosted language model.

use crate::{PromptedDecider, loopback::ChatServer};
use deskpilot_core::Secret;
use deskpilot_deciders::Steps;
use deskpilot_model::Model;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// A loopback server that offers the step follower, or another model, as a hosted language model, so that sessions log prompts.
pub struct SpokenServer {
    server: ChatServer,
    _runtime: Runtime,
}

/// The key that its clients need.
const KEY: &str = "only-for-this-test";

impl SpokenServer {
    /// A server that answers as the step follower does.
    pub fn start() -> SpokenServer {
        SpokenServer::of(Arc::new(PromptedDecider(Steps)))
    }

    /// A server that answers with this model.
    pub fn of(model: Arc<dyn Model>) -> SpokenServer {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ChatServer::start(model, Secret::new(KEY))).unwrap();
        SpokenServer { server, _runtime: runtime }
    }

    /// A server that gives any reply of this model, as providers do that enforce no schema.
    pub fn unenforced(model: Arc<dyn Model>) -> SpokenServer {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ChatServer::start_unenforced(model, Secret::new(KEY))).unwrap();
        SpokenServer { server, _runtime: runtime }
    }

    /// The variables that make the command use it.
    pub fn variables(&self) -> [(&'static str, String); 4] {
        [
            ("DESKPILOT_MODEL_NAME", "openai-compatible/steps".into()),
            ("DESKPILOT_MODEL_BASE_URL", self.server.base_url().to_owned()),
            ("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY".into()),
            ("TEST_KEY", KEY.into()),
        ]
    }
}
