//! The system prompts in the size that suits a model.

use super::{command_offer::CommandOffer, small, system};
use deskpilot_core::AgentProfile;
use deskpilot_deciders::ActionLimit;
use deskpilot_model::ModelSize;

/// The HostAgent's system prompt for a model of this size, with these external agents.
pub(crate) fn host_system(size: ModelSize, agents: &[&AgentProfile]) -> String {
    match size {
        ModelSize::Full => system::host_system(agents),
        ModelSize::Small => small::host_system(agents),
    }
}

/// An AppAgent's system prompt for a model of this size, with the commands of this offer.
pub(crate) fn app_system(size: ModelSize, offer: &CommandOffer<'_>, action_limit: ActionLimit) -> String {
    match size {
        ModelSize::Full => system::app_system(offer, action_limit),
        ModelSize::Small => small::app_system(offer, action_limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::OfferContext;
    use serde_json::{Map, Value};

    /// The keys of the reply that a prompt has as its example.
    fn keys(system: &str) -> Vec<String> {
        let example = system.rsplit("Example:").next().unwrap_or_default();
        let reply: Map<String, Value> = serde_json::from_str(example.trim()).unwrap();
        reply.keys().cloned().collect()
    }

    #[test]
    fn the_prompts_of_a_small_model_are_shorter_and_ask_for_the_same_reply() {
        let offer = CommandOffer::new(&[], OfferContext::default());
        let mut pairs = vec![[ModelSize::Full, ModelSize::Small].map(|it| host_system(it, &[]))];
        for limit in [ActionLimit::Several, ActionLimit::One] {
            pairs.push([ModelSize::Full, ModelSize::Small].map(|it| app_system(it, &offer, limit)));
        }
        for [full, small] in pairs {
            assert!(small.len() * 5 <= full.len() * 4, "{} of {} bytes: {small}", small.len(), full.len());
            assert_eq!(keys(&small), keys(&full), "{small}");
            assert!(small.contains(system::DATA), "{small}");
        }
    }
}
