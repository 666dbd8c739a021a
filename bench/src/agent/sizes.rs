//! How many tokens the prompts have, counted with the vocabulary of a real model.

use anyhow::{Context, Result};
use deskpilot_agent::{FixedPrompt, Speculation};
use deskpilot_core::AgentKind;
use deskpilot_desktop::{Receiver, ShellReceiver};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tiktoken_rs::CoreBPE;

/// The fixed part of an agent's prompts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fixed {
    /// The agent.
    pub(super) agent: String,
    /// Tokens of its system text.
    pub(super) text: usize,
    /// Tokens of the shape of its replies.
    pub(super) shape: usize,
    /// Characters of both.
    pub(super) characters: usize,
}

/// Counts tokens as gpt-4o does.
pub(super) struct Counter(CoreBPE);

impl Counter {
    pub(super) fn new() -> Result<Counter> {
        Ok(Counter(tiktoken_rs::o200k_base().context("the vocabulary cannot be read")?))
    }

    pub(super) fn tokens(&self, text: &str) -> usize {
        self.0.encode_ordinary(text).len()
    }
}

/// The fixed parts of the prompts of every agent.
pub(super) fn fixed() -> Result<Vec<Fixed>> {
    let counter = Counter::new()?;
    let shell = ShellReceiver { env: Vec::new() };
    let native: Vec<_> = shell.table().iter().cloned().map(Arc::new).collect();
    let kinds = [AgentKind::HostAgent, AgentKind::AppAgent, AgentKind::EvaluationAgent];
    let of = |kind: AgentKind| {
        let FixedPrompt { system, contract } = FixedPrompt::of(kind, &native, Speculation::On);
        let shape = contract.schema.to_string();
        Fixed {
            agent: kind.to_string(),
            text: counter.tokens(&system),
            shape: counter.tokens(&shape),
            characters: system.chars().count() + shape.chars().count(),
        }
    };
    Ok(kinds.map(of).into())
}
