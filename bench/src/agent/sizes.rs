//! The size of the fixed part of the prompts, in tokens of a real model.

use crate::reference::TokenCounter;
use anyhow::Result;
use deskpilot_agent::{FixedPrompt, PromptScene, Speculation};
use deskpilot_core::AgentKind;
use deskpilot_desktop::SHELL_COMMANDS;
use deskpilot_office::OfficeKind;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The fixed part of an agent's prompts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FixedPromptSize {
    /// The agent.
    pub(super) agent: String,
    /// Tokens of its system text.
    pub(super) text: usize,
    /// Tokens of the schema of its replies.
    pub(super) shape: usize,
    /// Characters of both.
    pub(super) characters: usize,
}

/// The sizes for every agent.
pub(super) fn fixed_prompts() -> Result<Vec<FixedPromptSize>> {
    let counter = TokenCounter::new()?;
    // A sheet has the most native commands.
    let tables = OfficeKind::Calc.table().iter().chain(SHELL_COMMANDS);
    let native: Vec<_> = tables.cloned().map(Arc::new).collect();
    let scene =
        PromptScene { native: &native, application: Some("libreoffice-calc"), ..PromptScene::default() };
    let kinds = [AgentKind::HostAgent, AgentKind::AppAgent, AgentKind::EvaluationAgent];
    let of = |kind: AgentKind| {
        let FixedPrompt { system, contract } = FixedPrompt::of(kind, scene, Speculation::On);
        let shape = contract.schema.to_string();
        FixedPromptSize {
            agent: kind.to_string(),
            text: counter.tokens(&system),
            shape: counter.tokens(&shape),
            characters: system.chars().count() + shape.chars().count(),
        }
    };
    Ok(kinds.map(of).into())
}
