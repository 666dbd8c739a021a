//! Whether the model of the settings can be used.

use crate::{
    Config, RuntimeError,
    models::{STEPS, hosted_model},
};
use deskpilot_core::{AgentKind, Contract, Prompt, Provenance, ReplyLength, Section};
use deskpilot_desktop::CheckDepth;
use serde_json::json;

/// How the AppAgents' model can be used, in words. A deep check asks it for one word, which costs a few tokens.
///
/// # Errors
/// Its name is unknown, its key is missing, or it gives no reply.
pub async fn probe_model(config: &Config, depth: CheckDepth) -> Result<String, RuntimeError> {
    let name = &config.model.app;
    if name == STEPS {
        return Ok("steps, the built-in model, for demonstrations and requests written as steps".into());
    }
    let model = hosted_model(name, config)?;
    if depth == CheckDepth::Shallow {
        return Ok(format!("{name}; `deskpilot doctor --deep` asks it for a word"));
    }
    let completion = model.complete(&question()).await?;
    if completion.text.trim().is_empty() {
        return Err(RuntimeError::EmptyReply);
    }
    Ok(format!("{name} answers"))
}

fn question() -> Prompt {
    let request = "Say that you are ready.".to_owned();
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string" } },
        "required": ["answer"],
        "additionalProperties": false,
    });
    Prompt {
        agent: AgentKind::AppAgent,
        system: "Answer with a JSON object: {\"answer\": \"ready\"}.".into(),
        sections: vec![Section {
            name: "request".into(),
            provenance: Provenance::User,
            text: request,
            cut: 0,
        }],
        pictures: Vec::new(),
        contract: Contract { name: "answer".into(), schema },
        reply_length: ReplyLength::Usual,
    }
}
