//! The part of a prompt that stays the same in every step, for generated pages and benchmarks.

use crate::{
    Speculation,
    prompt::{
        CommandOffer, app_contract, app_system, evaluation_contract, evaluation_system, host_contract,
        host_system, host_system_of_others,
    },
};
use deskpilot_core::{AgentKind, CommandSpec, Contract};
use std::sync::Arc;

/// The part of an agent's prompt that never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedPrompt {
    /// The system prompt: its role, its commands, how it answers.
    pub system: String,
    /// The schema of its replies.
    pub contract: Contract,
}

impl FixedPrompt {
    /// What the HostAgent's system prompt adds when there are external agents.
    pub fn of_other_agents() -> String {
        host_system_of_others()
    }

    /// The fixed prompt of agents of this kind, with these native commands in addition to those of every application.
    pub fn of(kind: AgentKind, native: &[Arc<CommandSpec>], speculation: Speculation) -> FixedPrompt {
        let offer = CommandOffer::new(native, &[]);
        match kind {
            AgentKind::HostAgent => FixedPrompt { system: host_system(&[]), contract: host_contract(&[]) },
            AgentKind::AppAgent => FixedPrompt {
                system: app_system(&offer, speculation.into()),
                contract: app_contract(&offer, speculation.into()),
            },
            AgentKind::EvaluationAgent => {
                FixedPrompt { system: evaluation_system(), contract: evaluation_contract() }
            }
        }
    }
}
