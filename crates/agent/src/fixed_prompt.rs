//! The part of a prompt that stays the same in every step, for generated pages and benchmarks.

use crate::{
    Speculation,
    prompt::{
        CommandOffer, OfferContext, app_contract, app_system, evaluation_contract, evaluation_system,
        host_contract, host_system, host_system_of_others,
    },
};
use deskpilot_core::{AgentKind, CommandSpec, Contract};
use deskpilot_model::ModelSize;
use std::sync::Arc;

/// The part of an agent's prompt that never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedPrompt {
    /// The system prompt: its role, its commands, how it answers.
    pub system: String,
    /// The schema of its replies.
    pub contract: Contract,
}

/// The window, the subtask and the model that an AppAgent's prompt is for. By default no window is known: the prompt then has the commands of
/// every application.
#[derive(Clone, Copy, Debug, Default)]
pub struct PromptScene<'a> {
    /// The native commands at hand, in addition to those of every application.
    pub native: &'a [Arc<CommandSpec>],
    /// The application of the window.
    pub application: Option<&'a str>,
    /// The words of the subtask, by which the prompt chooses the commands that it describes.
    pub subtask: &'a str,
    /// The size of the model.
    pub size: ModelSize,
}

impl FixedPrompt {
    /// What the HostAgent's system prompt adds when there are external agents.
    pub fn of_other_agents() -> String {
        host_system_of_others()
    }

    /// The fixed prompt of agents of this kind, which stays the same while an AppAgent carries out a subtask.
    pub fn of(kind: AgentKind, scene: PromptScene<'_>, speculation: Speculation) -> FixedPrompt {
        let PromptScene { native, application, subtask, size } = scene;
        let offer = CommandOffer::new(native, OfferContext { application, subtask, questions: &[] });
        match kind {
            AgentKind::HostAgent => {
                FixedPrompt { system: host_system(size, &[]), contract: host_contract(&[]) }
            }
            AgentKind::AppAgent => FixedPrompt {
                system: app_system(size, &offer, speculation.into()),
                contract: app_contract(&offer, speculation.into()),
            },
            AgentKind::EvaluationAgent => {
                FixedPrompt { system: evaluation_system(), contract: evaluation_contract() }
            }
        }
    }
}
