//! The part of a prompt that is the same from step to step, for pages and measurements.

use crate::{
    Speculation,
    prompt::{
        Offer, app_contract, app_system, evaluation_contract, evaluation_system, host_contract, host_system,
        host_system_of_others,
    },
};
use deskpilot_core::{AgentKind, CommandSpec, Contract};
use std::sync::Arc;

/// What an agent is told once and for all.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedPrompt {
    /// Who it is, what it may do, how it answers.
    pub system: String,
    /// The shape of its replies.
    pub contract: Contract,
}

impl FixedPrompt {
    /// What the HostAgent is told besides, where there are agents that are not ours.
    pub fn of_other_agents() -> String {
        host_system_of_others()
    }

    /// The fixed part of the prompts of such an agent, with these native commands beside those every application has.
    pub fn of(kind: AgentKind, native: &[Arc<CommandSpec>], speculation: Speculation) -> FixedPrompt {
        let native = Offer::of(native, &[]);
        match kind {
            AgentKind::HostAgent => FixedPrompt { system: host_system(&[]), contract: host_contract(&[]) },
            AgentKind::AppAgent => FixedPrompt {
                system: app_system(&native, speculation.into()),
                contract: app_contract(&native, speculation.into()),
            },
            AgentKind::EvaluationAgent => {
                FixedPrompt { system: evaluation_system(), contract: evaluation_contract() }
            }
        }
    }
}
